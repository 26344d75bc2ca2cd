//! Which cells cannot have the same value.

/// For each cell the cells that differ from it, as bits and as a list.
#[derive(Clone, Debug)]
pub(crate) struct Peers {
    words: usize,
    bits: Vec<u64>,
    lists: Vec<Box<[u16]>>,
}

impl Peers {
    /// The peers within some sets of different cells.
    pub(crate) fn new(cells: usize, different: &[Vec<u16>]) -> Peers {
        let words = cells.div_ceil(64).max(1);
        let mut bits = vec![0u64; cells * words];
        for set in different {
            let mut members = vec![0u64; words];
            set.iter().for_each(|&cell| members[usize::from(cell) / 64] |= 1 << (cell % 64));
            for &cell in set {
                let row = &mut bits[usize::from(cell) * words..][..words];
                row.iter_mut().zip(&members).for_each(|(word, member)| *word |= member);
            }
        }
        for cell in 0..cells {
            bits[cell * words + cell / 64] &= !(1 << (cell % 64));
        }
        let mut peers = Peers { words, bits, lists: Vec::new() };
        peers.lists = (0..cells).map(|cell| peers.members(cell as u16).collect()).collect();
        peers
    }

    fn members(&self, cell: u16) -> impl Iterator<Item = u16> + '_ {
        let row = self.row(cell).iter().enumerate();
        row.flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word as u16 * 64 + bit)
        })
    }

    /// Whether two cells differ.
    #[inline(always)]
    pub(crate) fn differ(&self, a: u16, b: u16) -> bool {
        self.bits[usize::from(a) * self.words + usize::from(b) / 64] >> (b % 64) & 1 == 1
    }

    /// The peers of a cell as bits.
    #[inline(always)]
    pub(crate) fn row(&self, cell: u16) -> &[u64] {
        &self.bits[usize::from(cell) * self.words..][..self.words]
    }

    /// The peers of a cell.
    #[inline(always)]
    pub(crate) fn list(&self, cell: u16) -> &[u16] {
        &self.lists[usize::from(cell)]
    }

    /// How many cells there are.
    pub(crate) fn count(&self) -> usize {
        self.lists.len()
    }

    /// How many words a row has.
    #[inline(always)]
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Whether all cells of a list differ from each other.
    pub(crate) fn all_differ(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(place, &a)| cells[..place].iter().all(|&b| self.differ(a, b)))
    }

    /// Cells parted into groups whose members all differ; larger groups first, found greedily in several orders.
    pub(crate) fn groups(&self, cells: &[u16]) -> Vec<Vec<u16>> {
        if self.all_differ(cells) {
            return vec![cells.to_vec()];
        }
        let greedy = |order: &[u16]| {
            let mut left = order.to_vec();
            let mut groups = Vec::new();
            while let Some(&first) = left.first() {
                let mut group = vec![first];
                for &cell in &left[1..] {
                    if group.iter().all(|&member| self.differ(member, cell)) {
                        group.push(cell);
                    }
                }
                left.retain(|cell| !group.contains(cell));
                groups.push(group);
            }
            groups
        };
        // Few, uneven groups bind the sum best.
        let worth = |groups: &[Vec<u16>]| groups.iter().map(|group| group.len() * group.len()).sum::<usize>();
        let mut best = greedy(cells);
        let mut random = ninefold::Random::new(cells.len() as u64);
        let mut order = cells.to_vec();
        // The cells with the most peers in the list first, then random orders.
        order.sort_by_key(|&cell| core::cmp::Reverse(cells.iter().filter(|&&other| self.differ(cell, other)).count()));
        for _ in 0..6 {
            let groups = greedy(&order);
            if worth(&groups) > worth(&best) {
                best = groups;
            }
            random.shuffle(&mut order);
        }
        best.iter_mut().for_each(|group| group.sort_unstable());
        best.sort_by_key(|group| core::cmp::Reverse(group.len()));
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_part_the_cells_and_their_members_differ() {
        let peers = Peers::new(8, &[vec![0, 1, 2, 3], vec![3, 4, 5], vec![6, 7]]);
        assert!(peers.differ(0, 3) && !peers.differ(2, 4) && !peers.differ(5, 5));
        assert_eq!(peers.list(3), [0, 1, 2, 4, 5]);
        let groups = peers.groups(&[0, 1, 2, 3, 4, 5, 6]);
        let mut all: Vec<u16> = groups.concat();
        all.sort();
        assert_eq!(all, [0, 1, 2, 3, 4, 5, 6]);
        assert!(groups.iter().all(|group| peers.all_differ(group)));
        assert_eq!(groups[0], [0, 1, 2, 3]);
    }
}
