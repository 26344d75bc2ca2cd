//! Printed or written: what the whole page says about each of its digits.
//!
//! The network judges each cell alone, and a printed 4 that is open at the top looks written. The page knows more. If it has
//! no other written digit, the 4 is printed. If it has, the printed digits have much in common: the darkness of the ink, the
//! line they are on, their height, the thickness of their strokes. Written digits differ from them in some of this.
//!
//! Both kinds are described by the mean and spread of these four quantities. From the description follows how probable each
//! kind is for each cell, and from that a better description, a few times over (expectation maximisation).

use crate::network::{OTHER, Probabilities};
use crate::patch::{Patch, SIDE};

/// The share of written digits among all digits in training.
const TRAINED: f32 = 0.3;
/// Digits of each kind that are assumed before any is seen.
const ASSUMED: f32 = 0.5;
/// The fewest digits of both kinds, as the network sees them, that are enough to describe the kinds.
const FEWEST: f32 = 4.0;
/// The most that one quantity may say, as a logarithm.
const MOST_SAID: f32 = 6.0;
const ROUNDS: usize = 8;

/// Pixels at the edge of a patch that may belong to lines.
const BORDER: usize = 6;
const INSIDE: usize = SIDE - 2 * BORDER;

/// How a digit looks: the darkness of its ink, its top and bottom edge, and the thickness of its strokes.
pub(crate) type Look = [f32; 4];

/// The spread within which digits printed alike may differ: a pixel, noise, light.
const SPREAD: Look = [0.05, 0.025, 0.025, 0.05];

/// Measures the middle of a patch.
pub(crate) fn look(patch: &Patch) -> Look {
    let value = |x: usize, y: usize| f32::from(patch[(y + BORDER) * SIDE + x + BORDER]) / 127.5 - 0.5;
    // The darkest 4 % are ink.
    const DARKEST: usize = INSIDE * INSIDE / 25;
    let mut values: Vec<f32> = (0..INSIDE * INSIDE).map(|i| value(i % INSIDE, i / INSIDE)).collect();
    values.sort_unstable_by(|a, b| b.total_cmp(a));
    let darkness = values[..DARKEST].iter().sum::<f32>() / DARKEST as f32;
    let is_ink = |x: usize, y: usize| x < INSIDE && y < INSIDE && value(x, y) > 0.5 * darkness;
    let (mut top, mut bottom, mut area, mut edge) = (INSIDE, 0, 0u16, 0u16);
    for y in 0..INSIDE {
        for x in (0..INSIDE).filter(|&x| is_ink(x, y)) {
            (top, bottom) = (top.min(y), y);
            area += 1;
            let (before, above) = (x.wrapping_sub(1), y.wrapping_sub(1));
            let surrounded = is_ink(before, y) && is_ink(x + 1, y) && is_ink(x, above) && is_ink(x, y + 1);
            edge += u16::from(!surrounded);
        }
    }
    let side = INSIDE as f32;
    let thickness = f32::from(area) / f32::from(edge.max(1));
    [darkness, top as f32 / side, bottom as f32 / side, thickness / 4.0]
}

/// Judges printed against written digits by the rest of the page.
pub(crate) fn judge(classes: &mut [Probabilities], looks: &[Look]) {
    let before = classes.to_vec();
    for _ in 0..ROUNDS {
        let printed: Vec<f32> = classes.iter().map(|p| p[1..OTHER].iter().sum()).collect();
        let written: Vec<f32> = classes.iter().map(|p| p[OTHER + 1..].iter().sum()).collect();
        let (printed_count, written_count) = (printed.iter().sum::<f32>(), written.iter().sum::<f32>());
        let share = (written_count + ASSUMED) / (printed_count + written_count + 2.0 * ASSUMED);
        let kinds =
            (printed_count.min(written_count) >= FEWEST).then(|| (kind(looks, &printed), kind(looks, &written)));
        for ((after, before), look) in classes.iter_mut().zip(&before).zip(looks) {
            let said = kinds.as_ref().map_or(0.0, |(printed, written)| evidence(look, printed, written));
            *after = *before;
            after[1..OTHER].iter_mut().for_each(|p| *p *= (1.0 - share) / (1.0 - TRAINED));
            after[OTHER + 1..].iter_mut().for_each(|p| *p *= share / TRAINED * said.exp());
            let total: f32 = after.iter().sum();
            after.iter_mut().for_each(|p| *p /= total);
        }
    }
}

/// The mean and the variance of each quantity of a kind.
type Kind = [(f32, f32); 4];

fn kind(looks: &[Look], weights: &[f32]) -> Kind {
    let total: f32 = weights.iter().sum();
    std::array::from_fn(|quantity| {
        let weighted = |f: &dyn Fn(f32) -> f32| {
            looks.iter().zip(weights).map(|(look, weight)| weight * f(look[quantity])).sum::<f32>() / total
        };
        let mean = weighted(&|value| value);
        (mean, weighted(&|value| (value - mean).powi(2)) + SPREAD[quantity].powi(2))
    })
}

/// The logarithm of how much more probable the look is for a written digit than for a printed one.
fn evidence(look: &Look, printed: &Kind, written: &Kind) -> f32 {
    let log_density =
        |value: f32, (mean, variance): (f32, f32)| -0.5 * ((value - mean).powi(2) / variance + variance.ln());
    let of_quantity = |(quantity, &value): (usize, &f32)| {
        (log_density(value, written[quantity]) - log_density(value, printed[quantity])).clamp(-MOST_SAID, MOST_SAID)
    };
    look.iter().enumerate().map(of_quantity).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::CLASSES;

    /// A cell that is this class with this probability, and otherwise the other kind of the same digit.
    fn cell(class: usize, p: f32) -> Probabilities {
        let mut classes = [0.0; CLASSES];
        classes[class] = p;
        classes[if class > OTHER { class - OTHER } else { class + OTHER }] = 1.0 - p;
        classes
    }

    const PRINT: Look = [0.8, 0.2, 0.8, 0.3];
    const PEN: Look = [1.2, 0.15, 0.85, 0.4];

    /// One digit that looks written among 25 printed ones is printed.
    #[test]
    fn lone_written_digit_of_a_printed_page_is_printed() {
        let mut classes = vec![cell(3, 0.99); 25];
        classes.push(cell(OTHER + 4, 0.7));
        judge(&mut classes, &[PRINT; 26]);
        assert!(classes[25][4] > 0.8, "{:?}", classes[25]);
    }

    #[test]
    fn written_digits_of_a_filled_page_stay_written() {
        let mut classes = vec![cell(3, 0.99); 25];
        classes.extend(vec![cell(OTHER + 4, 0.9); 40]);
        judge(&mut classes, &[PRINT; 65]);
        assert!(classes[30][OTHER + 4] > 0.8, "{:?}", classes[30]);
        assert!(classes[0][3] > 0.9, "{:?}", classes[0]);
    }

    /// A digit that the network takes for print, but in the ink of the pen, is written; and the other way round.
    #[test]
    fn ink_of_the_page_decides() {
        let mut classes = vec![cell(3, 0.97); 24];
        classes.extend(vec![cell(OTHER + 4, 0.9); 20]);
        classes.extend([cell(7, 0.95), cell(OTHER + 7, 0.8)]);
        let looks = [vec![PRINT; 24], vec![PEN; 20], vec![PEN, PRINT]].concat();
        judge(&mut classes, &looks);
        assert!(classes[44][OTHER + 7] > 0.9, "{:?}", classes[44]);
        assert!(classes[45][7] > 0.9, "{:?}", classes[45]);
    }

    /// Edges and thickness of a bar of ink.
    #[test]
    fn look_measures_a_stroke() {
        let mut patch = [64u8; SIDE * SIDE];
        for y in 10..22 {
            patch[y * SIDE + 14..y * SIDE + 18].fill(191);
        }
        let [darkness, top, bottom, thickness] = look(&patch);
        assert!((darkness - 1.0).abs() < 0.02, "{darkness}");
        assert_eq!((top, bottom), (4.0 / 20.0, 15.0 / 20.0));
        // 48 pixels, of which 2 by 10 are surrounded.
        assert!((thickness - 48.0 / 28.0 / 4.0).abs() < 1e-6, "{thickness}");
    }
}
