//! What the set types share: the operators `| & - ^ !`, collecting, iterating, printing.
//!
//! Each set type defines const functions (`union`, `intersection`, `difference`, `complement`, `with`, `contains`,
//! `len`) and an iterator. The macro here derives the rest of the interface from them.

macro_rules! set_traits {
    ($set:ident of $item:ident by $iter:ident) => {
        set_traits!(@operator $set, BitOr bitor, BitOrAssign bitor_assign, union);
        set_traits!(@operator $set, BitAnd bitand, BitAndAssign bitand_assign, intersection);
        set_traits!(@operator $set, Sub sub, SubAssign sub_assign, difference);
        set_traits!(@operator $set, BitXor bitxor, BitXorAssign bitxor_assign, symmetric_difference);

        impl core::ops::Not for $set {
            type Output = $set;
            #[inline]
            fn not(self) -> $set {
                self.complement()
            }
        }

        impl From<$item> for $set {
            #[inline]
            fn from(item: $item) -> $set {
                $set::EMPTY.with(item)
            }
        }

        impl<const N: usize> From<[$item; N]> for $set {
            fn from(items: [$item; N]) -> $set {
                items.into_iter().collect()
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                items.into_iter().fold($set::EMPTY, |set, item| set.with(item))
            }
        }

        impl Extend<$item> for $set {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, items: I) {
                items.into_iter().for_each(|item| self.insert(item));
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = $iter;
            #[inline]
            fn into_iter(self) -> $iter {
                self.iter()
            }
        }

        impl core::iter::FusedIterator for $iter {}

        impl core::fmt::Debug for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl $set {
            /// Adds an element.
            #[inline]
            pub const fn insert(&mut self, item: $item) {
                *self = self.with(item);
            }

            /// Removes an element, if it is in the set.
            #[inline]
            pub const fn remove(&mut self, item: $item) {
                *self = self.without(item);
            }

            /// Whether the set has no elements.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.len() == 0
            }

            /// The elements in exactly one of the two.
            #[inline]
            pub const fn symmetric_difference(self, other: $set) -> $set {
                self.union(other).difference(self.intersection(other))
            }

            /// Whether every element is in `other` too.
            #[inline]
            pub const fn is_subset(self, other: $set) -> bool {
                self.difference(other).is_empty()
            }

            /// Whether every element of `other` is in this set too.
            #[inline]
            pub const fn is_superset(self, other: $set) -> bool {
                other.is_subset(self)
            }

            /// Whether the two have no element in common.
            #[inline]
            pub const fn is_disjoint(self, other: $set) -> bool {
                self.intersection(other).is_empty()
            }

            /// The least element, if there is one.
            #[inline]
            pub fn first(self) -> Option<$item> {
                self.iter().next()
            }

            /// The element, if there is exactly one.
            #[inline]
            pub fn single(self) -> Option<$item> {
                if self.len() == 1 { self.first() } else { None }
            }
        }
    };
    (@operator $set:ident, $op:ident $op_fn:ident, $assign:ident $assign_fn:ident, $method:ident) => {
        impl core::ops::$op for $set {
            type Output = $set;
            #[inline]
            fn $op_fn(self, other: $set) -> $set {
                self.$method(other)
            }
        }

        impl core::ops::$assign for $set {
            #[inline]
            fn $assign_fn(&mut self, other: $set) {
                *self = self.$method(other);
            }
        }
    };
}

/// Writes the elements with blanks between them.
macro_rules! display_spaced {
    ($set:ident) => {
        impl core::fmt::Display for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                for (i, item) in self.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    write!(f, "{item}")?;
                }
                Ok(())
            }
        }
    };
}

pub(crate) use {display_spaced, set_traits};
