//! Photographs in the browser: pixels in, JSON out.
//!
//! A module of its own, because the network and the search for the grid are only loaded when a photograph is opened. The
//! browser decodes the image and turns it upright; a canvas has its pixels. The photograph never leaves the device.
//!
//! ```text
//! const reader = new PhotoReader();
//! const {width, height, data} = context.getImageData(0, 0, canvas.width, canvas.height);
//! const reading = JSON.parse(reader.read(width, height, data));
//! const again = JSON.parse(reader.read(width, height, data, Float32Array.of(x0, y0, x1, y1, x2, y2, x3, y3)));
//! ```
//!
//! The object is the one that `ninefold read --json` prints: `docs/json.md` describes it. With an `error` there is no
//! puzzle. If there are `corners` beside the error, a grid was found.

use ninefold::json::Object;
use ninefold_photo::{Point, ReadError, Reader};
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads photographs. It holds the weights of the network, so one is enough for many photographs.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct PhotoReader {
    reader: Reader,
}

#[wasm_bindgen]
impl PhotoReader {
    /// A reader with the network of the crate.
    #[wasm_bindgen(constructor)]
    pub fn new() -> PhotoReader {
        PhotoReader { reader: Reader::new() }
    }

    /// Reads the puzzle in an image of four bytes a pixel: red, green, blue, alpha, row by row.
    ///
    /// `corners` are the eight coordinates of the corners of the grid, clockwise, if a person has set them. They need
    /// not be exact.
    pub fn read(&self, width: u32, height: u32, pixels: &[u8], corners: Option<Vec<f32>>) -> String {
        let object = match self.reading(width, height, pixels, corners.as_deref()) {
            Ok(reading) => Object::new().with(&reading),
            Err(error) => Object::new().with(&error),
        };
        object.to_string()
    }
}

impl PhotoReader {
    fn reading(
        &self,
        width: u32,
        height: u32,
        pixels: &[u8],
        corners: Option<&[f32]>,
    ) -> Result<ninefold_photo::Reading, ReadError> {
        let corners = match corners.map(<[f32; 8]>::try_from) {
            None => None,
            Some(Ok(places)) => Some(std::array::from_fn(|i| Point::new(places[2 * i], places[2 * i + 1]))),
            Some(Err(_)) => return Err(ReadError::Corners),
        };
        self.reader.read_rgba(width, height, pixels, corners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(json: &str) -> String {
        let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
        value["error"]["kind"].as_str().unwrap_or("no error").to_owned()
    }

    #[test]
    fn what_cannot_be_read_is_json_with_an_error() {
        let reader = PhotoReader::new();
        let white = vec![255; 100 * 80 * 4];
        assert_eq!(kind(&reader.read(100, 80, &white, None)), "no-grid");
        assert_eq!(kind(&reader.read(100, 81, &white, None)), "pixel-count");
        assert_eq!(kind(&reader.read(100, 80, &white, Some(vec![1.0; 7]))), "corners");
        assert_eq!(kind(&reader.read(100, 80, &white, Some(vec![1.0; 8]))), "corners");
    }
}
