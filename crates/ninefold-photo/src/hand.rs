//! Printed or written: a page is filled in by hand, or it is not.
//!
//! The network judges each cell alone, and a printed 4 that is open at the top looks written. If no other digit of the
//! page does, it is printed. The share of written digits of the page is estimated from all cells, then each cell is
//! judged again with that share in place of the one in training, a few times over.

use crate::network::{OTHER, Probabilities};

/// The share of written digits among all digits in training.
const TRAINED: f32 = 0.3;
/// Digits of each kind that are assumed before any is seen.
const ASSUMED: f32 = 0.5;

/// Judges printed against written digits by the share of written ones on the page.
pub(crate) fn judge(classes: &mut [Probabilities]) {
    let before = classes.to_vec();
    for _ in 0..5 {
        let printed: f32 = classes.iter().flat_map(|p| &p[1..OTHER]).sum();
        let written: f32 = classes.iter().flat_map(|p| &p[OTHER + 1..]).sum();
        let share = (written + ASSUMED) / (printed + written + 2.0 * ASSUMED);
        for (after, before) in classes.iter_mut().zip(&before) {
            *after = *before;
            after[1..OTHER].iter_mut().for_each(|p| *p *= (1.0 - share) / (1.0 - TRAINED));
            after[OTHER + 1..].iter_mut().for_each(|p| *p *= share / TRAINED);
            let total: f32 = after.iter().sum();
            after.iter_mut().for_each(|p| *p /= total);
        }
    }
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

    /// One digit that looks written among 25 printed ones is printed.
    #[test]
    fn lone_written_digit_of_a_printed_page_is_printed() {
        let mut classes = vec![cell(3, 0.99); 25];
        classes.push(cell(OTHER + 4, 0.7));
        judge(&mut classes);
        assert!(classes[25][4] > 0.8, "{:?}", classes[25]);
    }

    #[test]
    fn written_digits_of_a_filled_page_stay_written() {
        let mut classes = vec![cell(3, 0.99); 25];
        classes.extend(vec![cell(OTHER + 4, 0.9); 40]);
        judge(&mut classes);
        assert!(classes[30][OTHER + 4] > 0.9, "{:?}", classes[30]);
        assert!(classes[0][3] > 0.9, "{:?}", classes[0]);
    }
}
