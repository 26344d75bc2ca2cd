//! Dark pixels and their connected components.
//!
//! A pixel is dark when it is darker than the mean of its surroundings by some percent: shadows and uneven light
//! change both alike. The lines of a grid then form one large component, and each cell is a light component that the
//! lines enclose.

use crate::geometry::Point;
use crate::gray::{Gray, Integral};

/// A yes or no for each pixel.
#[derive(Clone, Debug)]
pub(crate) struct Mask {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<bool>,
}

impl Mask {
    /// The pixels darker than `1 - margin` times the mean of the square of side `2 * radius + 1` around them.
    pub(crate) fn dark(image: &Gray, integral: &Integral, radius: usize, margin: f32) -> Mask {
        let (width, height) = (image.width(), image.height());
        let factor = ((1.0 - margin) * 65536.0) as u64;
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let (top, bottom) = (y.saturating_sub(radius), (y + radius + 1).min(height));
            for (x, &pixel) in image.row(y).iter().enumerate() {
                let (left, right) = (x.saturating_sub(radius), (x + radius + 1).min(width));
                let count = ((right - left) * (bottom - top)) as u64;
                let sum = u64::from(integral.sum(left, top, right, bottom));
                pixels.push((u64::from(pixel) * count) << 16 < sum * factor);
            }
        }
        Mask { width, height, pixels }
    }
}

/// A connected set of pixels of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Component {
    pub(crate) label: u32,
    pub(crate) area: usize,
    pub(crate) left: usize,
    pub(crate) top: usize,
    /// One past the last column.
    pub(crate) right: usize,
    /// One past the last row.
    pub(crate) bottom: usize,
}

impl Component {
    pub(crate) fn width(&self) -> usize {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> usize {
        self.bottom - self.top
    }
}

/// The components of the pixels of one kind, and which pixel belongs to which.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    width: usize,
    labels: Vec<u32>,
    pub(crate) all: Vec<Component>,
}

/// The label of pixels that belong to no component.
const NONE: u32 = u32::MAX;

impl Components {
    /// The components of the pixels equal to `kind`. Dark pixels also touch at corners (`diagonal`), light ones do
    /// not: a thin oblique line separates the cells on its two sides.
    pub(crate) fn of(mask: &Mask, kind: bool, diagonal: bool) -> Components {
        let (width, height) = (mask.width, mask.height);
        let mut labels = vec![NONE; width * height];
        let mut parents: Vec<u32> = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let at = y * width + x;
                if mask.pixels[at] != kind {
                    continue;
                }
                let mut label = NONE;
                let mut join = |other: u32| {
                    if other != NONE {
                        let root = find(&mut parents, other);
                        if label == NONE {
                            label = root;
                        } else if label != root {
                            let (low, high) = (label.min(root), label.max(root));
                            parents[high as usize] = low;
                            label = low;
                        }
                    }
                };
                if x > 0 {
                    join(labels[at - 1]);
                }
                if y > 0 {
                    join(labels[at - width]);
                    if diagonal && x > 0 {
                        join(labels[at - width - 1]);
                    }
                    if diagonal && x + 1 < width {
                        join(labels[at - width + 1]);
                    }
                }
                if label == NONE {
                    label = parents.len() as u32;
                    parents.push(label);
                }
                labels[at] = label;
            }
        }
        let mut all: Vec<Component> = Vec::new();
        let mut numbers = vec![NONE; parents.len()];
        for y in 0..height {
            for x in 0..width {
                let label = &mut labels[y * width + x];
                if *label == NONE {
                    continue;
                }
                let root = find(&mut parents, *label) as usize;
                if numbers[root] == NONE {
                    numbers[root] = all.len() as u32;
                    let label = numbers[root];
                    all.push(Component { label, area: 0, left: x, top: y, right: x + 1, bottom: y + 1 });
                }
                *label = numbers[root];
                let component = &mut all[numbers[root] as usize];
                component.area += 1;
                component.left = component.left.min(x);
                component.right = component.right.max(x + 1);
                component.bottom = y + 1;
            }
        }
        Components { width, labels, all }
    }

    /// The outermost pixels of a component, row by row: enough for its convex hull.
    pub(crate) fn outline(&self, component: &Component) -> Vec<Point> {
        let mut points = Vec::with_capacity(4 * component.height());
        for y in component.top..component.bottom {
            let row = &self.labels[y * self.width + component.left..y * self.width + component.right];
            let first = row.iter().position(|&label| label == component.label);
            let last = row.iter().rposition(|&label| label == component.label);
            if let (Some(first), Some(last)) = (first, last) {
                let (x0, x1) = ((component.left + first) as f32, (component.left + last + 1) as f32);
                for y in [y as f32, y as f32 + 1.0] {
                    points.extend([Point::new(x0, y), Point::new(x1, y)]);
                }
            }
        }
        points
    }
}

fn find(parents: &mut [u32], label: u32) -> u32 {
    let mut root = label;
    while parents[root as usize] != root {
        root = parents[root as usize];
    }
    let mut at = label;
    while parents[at as usize] != root {
        at = std::mem::replace(&mut parents[at as usize], root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(rows: &[&str]) -> Mask {
        let pixels = rows.iter().flat_map(|row| row.bytes().map(|c| c == b'#')).collect();
        Mask { width: rows[0].len(), height: rows.len(), pixels }
    }

    /// An oblique line is one dark component and separates two light ones.
    #[test]
    fn dark_pixels_touch_at_corners_and_light_ones_do_not() {
        let mask = mask(&["..#", ".#.", "#.."]);
        let dark = Components::of(&mask, true, true);
        assert_eq!(dark.all.len(), 1);
        assert_eq!((dark.all[0].area, dark.all[0].width(), dark.all[0].height()), (3, 3, 3));
        assert_eq!(Components::of(&mask, false, false).all.len(), 2);
    }

    #[test]
    fn branches_that_meet_later_are_one_component() {
        let mask = mask(&["#.#.#", "#.#.#", "#####"]);
        assert_eq!(Components::of(&mask, true, true).all.len(), 1);
    }

    /// Half the light, and the same line is found.
    #[test]
    fn threshold_follows_the_light() {
        let image =
            |light: u8| Gray::new(40, 40, (0..1600).map(|i| if i % 40 == 20 { light / 2 } else { light }).collect());
        let dark = |light: u8| {
            let image = image(light);
            Mask::dark(&image, &Integral::new(&image), 6, 0.08).pixels
        };
        assert_eq!(dark(240), dark(100));
        assert_eq!(dark(240).iter().filter(|&&dark| dark).count(), 40);
    }
}
