//! What the device has counted, and what it leaves to the CPU.

/// What is counted for a grid that was given up: `UNFINISHED_BYTE` in `text.cuh`.
const UNFINISHED_BYTE: u8 = 255;
/// The same in 32 bits: `UNFINISHED` in `search.cuh`.
const UNFINISHED: u32 = 0x8000_0000;

/// To show a first solution, the search has to know whether it is the only one: others are the CPU's to choose from.
pub(crate) fn search_limit(limit: usize) -> u32 {
    u32::try_from(limit.max(2)).map_or(UNFINISHED - 1, |limit| limit.min(UNFINISHED - 1))
}

/// What the device has counted.
pub(crate) enum Counts<'a> {
    /// Small limits take a byte for each grid.
    Narrow(&'a [u8]),
    /// Others take four.
    Wide(&'a [[u8; 4]]),
}

/// What the device says about a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// No solution, or the only one.
    Settled(usize),
    /// So many solutions.
    Several(usize),
    /// The search was given up.
    Unfinished,
}

impl<'a> Counts<'a> {
    /// Whether a count takes four bytes.
    pub(crate) fn are_wide(limit: usize) -> bool {
        limit >= usize::from(UNFINISHED_BYTE)
    }

    /// What `run` has left in the counts of a slot.
    pub(crate) fn new(bytes: &'a [u8], grids: usize, limit: usize) -> Counts<'a> {
        match Counts::are_wide(limit) {
            true => Counts::Wide(&bytes.as_chunks().0[..grids]),
            false => Counts::Narrow(&bytes[..grids]),
        }
    }

    pub(crate) fn get(&self, grid: usize) -> Count {
        match self {
            Counts::Narrow(bytes) => match bytes[grid] {
                UNFINISHED_BYTE => Count::Unfinished,
                count => Count::of(usize::from(count)),
            },
            Counts::Wide(words) => match u32::from_le_bytes(words[grid]) {
                UNFINISHED => Count::Unfinished,
                count => Count::of(count as usize),
            },
        }
    }

    /// The grids that the CPU has to look at.
    pub(crate) fn unsettled(&self) -> Vec<usize> {
        let grids = match self {
            Counts::Narrow(bytes) => bytes.len(),
            Counts::Wide(words) => words.len(),
        };
        let mut unsettled = Vec::new();
        let mut start = 0;
        while start < grids {
            // Most grids have one solution: eight of them at a time.
            if let Counts::Narrow(bytes) = self
                && let Some(eight) = bytes[start..].first_chunk::<8>()
                && *eight == [1; 8]
            {
                start += 8;
                continue;
            }
            if !matches!(self.get(start), Count::Settled(_)) {
                unsettled.push(start);
            }
            start += 1;
        }
        unsettled
    }
}

impl Count {
    fn of(count: usize) -> Count {
        if count > 1 { Count::Several(count) } else { Count::Settled(count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grid_without_exactly_one_or_no_solution_is_unsettled() {
        let mut bytes = vec![1; 1000];
        for (grid, count) in [(0, 0), (8, 2), (17, 254), (18, UNFINISHED_BYTE), (999, 3)] {
            bytes[grid] = count;
        }
        let narrow = Counts::new(&bytes, 1000, 254);
        assert_eq!(narrow.unsettled(), [8, 17, 18, 999]);
        assert_eq!(
            (narrow.get(0), narrow.get(17), narrow.get(18)),
            (Count::Settled(0), Count::Several(254), Count::Unfinished)
        );
        let words: Vec<u8> = bytes
            .iter()
            .flat_map(|&byte| match byte {
                UNFINISHED_BYTE => UNFINISHED.to_le_bytes(),
                byte => u32::from(byte).to_le_bytes(),
            })
            .collect();
        let wide = Counts::new(&words, 1000, 255);
        assert_eq!(wide.unsettled(), [8, 17, 18, 999]);
        assert_eq!(
            (wide.get(0), wide.get(17), wide.get(18)),
            (Count::Settled(0), Count::Several(254), Count::Unfinished)
        );
    }

    #[test]
    fn a_search_for_one_solution_looks_for_a_second() {
        assert_eq!(search_limit(1), 2);
        assert_eq!(search_limit(300), 300);
        assert!(search_limit(usize::MAX) < UNFINISHED);
    }
}
