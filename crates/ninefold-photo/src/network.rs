//! The digit network: what is in a cell, from its patch.
//!
//! ```text
//! 32 x 32 ink --5x5, every second--> 16 x 16 x 16 --3x3, pool--> 8 x 8 x 24 --3x3, pool--> 4 x 4 x 48 --> 64 --> 20
//! ```
//!
//! Values lie with the channels innermost, and so do the weights of the outputs. The inner loop multiplies one input
//! with the weights of all outputs, which the compiler turns into vector instructions.

use std::fmt;

use crate::patch::{Patch, SIDE};

/// The classes: 0 empty, 1 to 9 a printed digit, 10 something else, 11 to 19 a written digit.
pub(crate) const CLASSES: usize = 20;
/// The class of what is neither a digit nor empty.
pub(crate) const OTHER: usize = 10;

/// How probable each class is; together 1.
pub(crate) type Probabilities = [f32; CLASSES];

const WIDTHS: [usize; 5] = [16, 24, 48, 64, CLASSES];

/// The weights of a trained network.
#[derive(Clone)]
pub(crate) struct Network {
    first: Layer<16>,
    second: Layer<24>,
    third: Layer<48>,
    hidden: Layer<64>,
    out: Layer<CLASSES>,
}

/// The weights of one layer, one row of outputs for each input, and what is added.
#[derive(Clone)]
struct Layer<const OUT: usize> {
    weights: Vec<[f32; OUT]>,
    bias: [f32; OUT],
}

/// Why bytes are not the weights of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// The bytes do not begin as weights do, or are for a network of another shape.
    Header,
    /// The number of bytes is not the one that the header asks for.
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Header => f.write_str("not the weights of a digit network"),
            WeightsError::Length { found, expected } => write!(f, "weights of {found} bytes, expected {expected}"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// Inputs of each layer: rows times columns times channels of its window.
const INPUTS: [usize; 5] = [25, 9 * WIDTHS[0], 9 * WIDTHS[1], 16 * WIDTHS[2], WIDTHS[3]];
const HEADER: usize = 4 + 2 * WIDTHS.len();

impl Network {
    /// The network that comes with the crate.
    pub(crate) fn bundled() -> Network {
        Network::new(include_bytes!("digits.weights")).expect("the bundled weights fit the network")
    }

    /// Reads weights as the training script writes them.
    pub(crate) fn new(bytes: &[u8]) -> Result<Network, WeightsError> {
        let widths = WIDTHS.iter().flat_map(|&width| (width as u16).to_le_bytes());
        if !bytes.iter().copied().take(HEADER).eq(b"NFD1".iter().copied().chain(widths)) {
            return Err(WeightsError::Header);
        }
        let expected = HEADER + INPUTS.iter().zip(WIDTHS).map(|(inputs, width)| width * (8 + inputs)).sum::<usize>();
        if bytes.len() != expected {
            return Err(WeightsError::Length { found: bytes.len(), expected });
        }
        let mut rest = &bytes[HEADER..];
        Ok(Network {
            first: Layer::read(&mut rest, INPUTS[0]),
            second: Layer::read(&mut rest, INPUTS[1]),
            third: Layer::read(&mut rest, INPUTS[2]),
            hidden: Layer::read(&mut rest, INPUTS[3]),
            out: Layer::read(&mut rest, INPUTS[4]),
        })
    }

    /// What a cell holds.
    pub(crate) fn classify(&self, patch: &Patch) -> Probabilities {
        let a = self.first.scan(patch);
        let b = self.second.convolve(&a);
        let c = self.third.convolve(&b);
        let hidden = self.hidden.dense(&c.inner()).map(|value| value.max(0.0));
        softmax(self.out.dense(&hidden))
    }
}

impl<const OUT: usize> Layer<OUT> {
    /// Takes a layer off the front of the bytes, whose number was checked.
    fn read(bytes: &mut &[u8], inputs: usize) -> Layer<OUT> {
        let mut take = |count: usize| {
            let (taken, rest) = bytes.split_at(count);
            *bytes = rest;
            taken
        };
        let floats = |bytes: &[u8]| -> [f32; OUT] {
            std::array::from_fn(|i| {
                f32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]])
            })
        };
        let scale = floats(take(4 * OUT));
        let bias = floats(take(4 * OUT));
        let weights = take(inputs * OUT)
            .chunks_exact(OUT)
            .map(|row| std::array::from_fn(|i| f32::from(row[i].cast_signed()) * scale[i]))
            .collect();
        Layer { weights, bias }
    }

    /// A five by five convolution of a patch at every second pixel, rectified.
    fn scan(&self, patch: &Patch) -> Image<OUT> {
        const BORDER: usize = 2;
        const WIDE: usize = SIDE + 2 * BORDER;
        // Outside the patch there is no ink.
        let mut ink = [[0.0f32; WIDE]; WIDE];
        for (row, pixels) in ink[BORDER..].iter_mut().zip(patch.chunks_exact(SIDE)) {
            for (value, &pixel) in row[BORDER..].iter_mut().zip(pixels) {
                *value = f32::from(pixel) / 127.5 - 0.5;
            }
        }
        let mut image = Image::new(SIDE / 2);
        for y in 0..SIDE / 2 {
            for x in 0..SIDE / 2 {
                let mut sums = self.bias;
                for (row, weights) in ink[2 * y..2 * y + 5].iter().zip(self.weights.chunks_exact(5)) {
                    accumulate(&mut sums, &row[2 * x..2 * x + 5], weights);
                }
                *image.at(x, y) = sums.map(|sum| sum.max(0.0));
            }
        }
        image
    }

    /// A three by three convolution of an image, rectified, then the maximum of each two by two pixels.
    fn convolve<const IN: usize>(&self, image: &Image<IN>) -> Image<OUT> {
        let mut pooled = Image::new(image.side / 2);
        for y in 0..image.side {
            for x in 0..image.side {
                let mut sums = self.bias;
                for (dy, weights) in self.weights.chunks_exact(3 * IN).enumerate() {
                    accumulate(&mut sums, image.three(x, y + dy), weights);
                }
                // Zero is the least a rectified value can be, and what the maximum starts from.
                let target = pooled.at(x / 2, y / 2);
                for i in 0..OUT {
                    target[i] = target[i].max(sums[i]);
                }
            }
        }
        pooled
    }

    fn dense(&self, inputs: &[f32]) -> [f32; OUT] {
        let mut sums = self.bias;
        accumulate(&mut sums, inputs, &self.weights);
        sums
    }
}

/// A square image of N channels with a border of zeros one pixel wide.
struct Image<const N: usize> {
    side: usize,
    pixels: Vec<[f32; N]>,
}

impl<const N: usize> Image<N> {
    fn new(side: usize) -> Image<N> {
        Image { side, pixels: vec![[0.0; N]; (side + 2) * (side + 2)] }
    }

    fn at(&mut self, x: usize, y: usize) -> &mut [f32; N] {
        &mut self.pixels[(y + 1) * (self.side + 2) + x + 1]
    }

    /// The values of the pixels before, at and after column x, in the row above row y.
    fn three(&self, x: usize, y: usize) -> &[f32] {
        let start = y * (self.side + 2) + x;
        self.pixels[start..start + 3].as_flattened()
    }

    /// The values without the border, row by row.
    fn inner(&self) -> Vec<f32> {
        let rows = self.pixels.chunks_exact(self.side + 2).skip(1).take(self.side);
        rows.flat_map(|row| row[1..=self.side].as_flattened()).copied().collect()
    }
}

/// Adds each input times its weights.
#[inline]
fn accumulate<const OUT: usize>(sums: &mut [f32; OUT], inputs: &[f32], weights: &[[f32; OUT]]) {
    // Copies that the compiler keeps in registers, and loops that it turns into vectors.
    let mut local = *sums;
    for (&input, weights) in inputs.iter().zip(weights) {
        for i in 0..OUT {
            local[i] += input * weights[i];
        }
    }
    *sums = local;
}

/// Scores as probabilities.
fn softmax(scores: [f32; CLASSES]) -> Probabilities {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers = scores.map(|score| (score - most).exp());
    let total: f32 = powers.iter().sum();
    powers.map(|power| power / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_are_no_weights() {
        let bundled = include_bytes!("digits.weights");
        assert!(bundled.len() < 200_000, "{} bytes of weights", bundled.len());
        assert_eq!(Network::new(b"").err(), Some(WeightsError::Header));
        assert_eq!(Network::new(b"NFD1 and more that is no shape").err(), Some(WeightsError::Header));
        let (found, expected) = (bundled.len() - 1, bundled.len());
        assert_eq!(Network::new(&bundled[..found]).err(), Some(WeightsError::Length { found, expected }));
    }

    #[test]
    fn paper_is_empty() {
        // No ink is byte 64.
        let classes = Network::bundled().classify(&[64; SIDE * SIDE]);
        assert!(classes[0] > 0.9, "{classes:?}");
        assert!((classes.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }

    /// A convolution with one weight copies its input, and the pool takes the maximum of two by two.
    #[test]
    fn convolution_and_pool() {
        let mut weights = vec![[0.0f32]; 9];
        weights[4] = [1.0];
        let layer = Layer { weights, bias: [0.5] };
        let mut image = Image::<1>::new(4);
        *image.at(1, 0) = [3.0];
        *image.at(2, 3) = [-7.0];
        let pooled = layer.convolve(&image);
        assert_eq!(pooled.inner(), [3.5, 0.5, 0.5, 0.5]);
    }
}
