//! Image files into grey pixels.

use image::{DynamicImage, ImageDecoder, ImageReader};

use crate::gray::Gray;

pub(crate) fn decode(bytes: &[u8]) -> Result<Gray, image::ImageError> {
    let mut decoder = ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format()?.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    let rgb = image.into_rgb8();
    let pixels = rgb.pixels().map(|p| Gray::of_rgb(p[0], p[1], p[2])).collect();
    Ok(Gray::new(rgb.width() as usize, rgb.height() as usize, pixels))
}
