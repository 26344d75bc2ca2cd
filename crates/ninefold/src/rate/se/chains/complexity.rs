//! From the number of nodes to a rating.

/// The length term of a chain's rating: nothing up to six nodes, then a tenth for each bound passed of 4, 6, 8, 12, 16,
/// 24, ... (by three halves and four thirds in turn) by the number of nodes less two.
///
/// The tenths are added one by one, with their rounding errors: ties are broken by the exact double.
pub(super) fn length_term(complexity: u32) -> f64 {
    let (mut added, mut bound, mut by_half) = (0.0, 4, true);
    while complexity.saturating_sub(2) > bound {
        added += 0.1;
        bound = if by_half { bound / 2 * 3 } else { bound / 3 * 4 };
        by_half = !by_half;
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_grow_by_three_halves_and_four_thirds() {
        let steps = |length: u32| (length_term(length + 2) * 10.0).round() as u32;
        let last_of_each_step = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384];
        for (step, length) in last_of_each_step.into_iter().enumerate() {
            assert_eq!(steps(length), step as u32);
            assert_eq!(steps(length + 1), step as u32 + 1);
        }
        assert_eq!(length_term(0), 0.0);
    }

    #[test]
    fn rounding_of_the_sums_is_kept() {
        assert_eq!(6.6 + length_term(8), 6.699999999999999);
        assert_eq!(7.0 + length_term(8), 7.1);
        assert_eq!(length_term(26), 0.7999999999999999 - 0.1 - 0.1 - 0.1);
    }
}
