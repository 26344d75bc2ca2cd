//! A grey image, and the operations on pixels that the other modules share.
//!
//! Colour is dropped at the door: lines and digits are darker than paper in every channel, and a grey image is a
//! quarter of the memory. Red and blue ink must stay dark, which is why green weighs most.

/// Brightness in rows, 0 for black and 255 for white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gray {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Gray {
    /// An image from its rows.
    ///
    /// # Panics
    /// When the number of pixels is not `width * height`.
    pub(crate) fn new(width: usize, height: usize, pixels: Vec<u8>) -> Gray {
        assert_eq!(pixels.len(), width * height, "one byte a pixel");
        Gray { width, height, pixels }
    }

    /// The grey value of a colour.
    #[inline]
    pub(crate) fn of_rgb(red: u8, green: u8, blue: u8) -> u8 {
        ((u16::from(red) * 5 + u16::from(green) * 8 + u16::from(blue) * 3 + 8) / 16) as u8
    }

    /// The grey value of a colour over white paper.
    #[inline]
    pub(crate) fn of_rgba(red: u8, green: u8, blue: u8, alpha: u8) -> u8 {
        let over = |part: u8| ((u16::from(part) * u16::from(alpha) + 255 * (255 - u16::from(alpha))) / 255) as u8;
        Gray::of_rgb(over(red), over(green), over(blue))
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    pub(crate) fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width..][..self.width]
    }

    /// The image with every brightness reversed.
    pub(crate) fn inverted(&self) -> Gray {
        Gray { width: self.width, height: self.height, pixels: self.pixels.iter().map(|&p| 255 - p).collect() }
    }

    /// Half the width and height; each pixel is the mean of four.
    pub(crate) fn halved(&self) -> Gray {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let (above, below) = (self.row(2 * y), self.row(2 * y + 1));
            pixels.extend(
                above.chunks_exact(2).zip(below.chunks_exact(2)).take(width).map(|(a, b)| {
                    ((u16::from(a[0]) + u16::from(a[1]) + u16::from(b[0]) + u16::from(b[1]) + 2) / 4) as u8
                }),
            );
        }
        Gray { width, height, pixels }
    }

    /// The image scaled down to this size; each pixel is the mean of the area it covers.
    pub(crate) fn shrunk(&self, width: usize, height: usize) -> Gray {
        let columns = spans(self.width, width);
        let rows = spans(self.height, height);
        let mut pixels = Vec::with_capacity(width * height);
        let mut line = vec![0u32; self.width];
        for &(top, bottom) in &rows {
            line.fill(0);
            for y in top..bottom {
                for (sum, &pixel) in line.iter_mut().zip(self.row(y)) {
                    *sum += u32::from(pixel);
                }
            }
            for &(left, right) in &columns {
                let count = ((right - left) * (bottom - top)) as u32;
                pixels.push(((line[left..right].iter().sum::<u32>() + count / 2) / count) as u8);
            }
        }
        Gray { width, height, pixels }
    }

    /// The brightness at a point between pixels; coordinates name pixel corners, so the first pixel's centre is
    /// (0.5, 0.5). Outside the image the nearest pixel counts.
    #[inline]
    pub(crate) fn sample(&self, x: f32, y: f32) -> f32 {
        let x = (x - 0.5).clamp(0.0, (self.width - 1) as f32);
        let y = (y - 0.5).clamp(0.0, (self.height - 1) as f32);
        let (x0, y0) = (x as usize, y as usize);
        let (x1, y1) = ((x0 + 1).min(self.width - 1), (y0 + 1).min(self.height - 1));
        let (fx, fy) = (x - x0 as f32, y - y0 as f32);
        let at = |x: usize, y: usize| f32::from(self.pixels[y * self.width + x]);
        let above = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * fx;
        let below = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * fx;
        above + (below - above) * fy
    }
}

/// The source pixels of each target pixel along one axis: at least one each, together all of them.
fn spans(source: usize, target: usize) -> Vec<(usize, usize)> {
    (0..target)
        .map(|i| {
            let start = i * source / target;
            (start, ((i + 1) * source / target).max(start + 1))
        })
        .collect()
}

/// An image and its halves, for sampling at any scale without aliasing.
#[derive(Clone, Debug)]
pub(crate) struct Pyramid {
    levels: Vec<Gray>,
}

impl Pyramid {
    /// Halves the image until it is small.
    pub(crate) fn new(image: Gray) -> Pyramid {
        let mut levels = vec![image];
        while let Some(last) = levels.last()
            && last.width >= 128
            && last.height >= 128
        {
            let next = last.halved();
            levels.push(next);
        }
        Pyramid { levels }
    }

    pub(crate) fn full(&self) -> &Gray {
        &self.levels[0]
    }

    /// The level on which a step of `step` pixels of the full image is between about 0.7 and 1.4 pixels, and its scale.
    pub(crate) fn level_for(&self, step: f32) -> (&Gray, f32) {
        let mut level = 0;
        let mut scale = 1.0f32;
        while level + 1 < self.levels.len() && step * scale > 1.4 {
            level += 1;
            scale *= 0.5;
        }
        (&self.levels[level], scale)
    }
}

/// Sums over rectangles in constant time.
pub(crate) struct Integral {
    stride: usize,
    sums: Vec<u32>,
}

impl Integral {
    /// The sums of an image of less than 2^24 pixels.
    pub(crate) fn new(image: &Gray) -> Integral {
        let stride = image.width + 1;
        let mut sums = vec![0u32; stride * (image.height + 1)];
        for y in 0..image.height {
            let (before, current) = sums.split_at_mut((y + 1) * stride);
            let above = &before[y * stride..];
            let mut line = 0u32;
            for (x, &pixel) in image.row(y).iter().enumerate() {
                line += u32::from(pixel);
                current[x + 1] = above[x + 1] + line;
            }
        }
        Integral { stride, sums }
    }

    /// The sum over `x0..x1`, `y0..y1`.
    #[inline]
    pub(crate) fn sum(&self, x0: usize, y0: usize, x1: usize, y1: usize) -> u32 {
        let at = |x: usize, y: usize| self.sums[y * self.stride + x];
        at(x1, y1).wrapping_add(at(x0, y0)).wrapping_sub(at(x1, y0)).wrapping_sub(at(x0, y1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integral_sums_rectangles() {
        let image = Gray::new(5, 4, (0..20).map(|i| i * 7 % 50).collect());
        let integral = Integral::new(&image);
        for (x0, y0, x1, y1) in [(0, 0, 5, 4), (1, 2, 3, 4), (2, 1, 2, 3)] {
            let expected: u32 = (y0..y1).flat_map(|y| image.row(y)[x0..x1].iter()).map(|&p| u32::from(p)).sum();
            assert_eq!(integral.sum(x0, y0, x1, y1), expected);
        }
    }

    #[test]
    fn shrunk_and_halved_images_keep_the_mean() {
        let image = Gray::new(60, 40, (0..2400).map(|i| if i % 2 == 0 { 100 } else { 200 }).collect());
        assert!(image.halved().row(3).iter().all(|&p| p == 150));
        assert!(image.shrunk(15, 10).row(3).iter().all(|&p| p == 150));
    }

    #[test]
    fn samples_lie_between_pixels() {
        let image = Gray::new(2, 1, vec![10, 30]);
        assert_eq!(image.sample(0.5, 0.5), 10.0);
        assert_eq!(image.sample(1.0, 0.5), 20.0);
        assert_eq!(image.sample(9.0, -5.0), 30.0);
    }
}
