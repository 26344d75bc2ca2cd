//! Image files into grey pixels, within limits.

use std::io::Cursor;

use image::error::{ImageError, LimitErrorKind};
use image::{DynamicImage, GenericImageView, GrayImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use crate::error::ReadError;
use crate::gray::Gray;

/// The most memory that a decoder may take, in bytes: eight for each of the most pixels.
const MOST_MEMORY: u64 = 8 * crate::MOST_PIXELS;

/// Decodes a file. Without `upright` the EXIF orientation is ignored.
pub(crate) fn decode(file: &[u8], upright: bool) -> Result<Gray, ReadError> {
    let reader = ImageReader::new(Cursor::new(file)).with_guessed_format().map_err(|_| ReadError::NotAnImage)?;
    let format = reader.format().and_then(name).ok_or(ReadError::NotAnImage)?;
    // Some messages of decoders have line ends, but an error is one line.
    let damaged = |error: &ImageError| {
        let message = error.to_string();
        ReadError::Damaged { format, reason: message.split_whitespace().collect::<Vec<_>>().join(" ") }
    };
    let mut decoder = reader.into_decoder().map_err(|error| damaged(&error))?;
    let (width, height) = decoder.dimensions();
    crate::check_size(width, height)?;
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MOST_MEMORY);
    let failed = |error: ImageError| match &error {
        ImageError::Limits(limit)
            if matches!(limit.kind(), LimitErrorKind::DimensionError | LimitErrorKind::InsufficientMemory) =>
        {
            ReadError::TooLarge { width, height }
        }
        _ => damaged(&error),
    };
    decoder.set_limits(limits).map_err(failed)?;
    // A file with unreadable EXIF data is read as it is.
    let orientation = decoder.orientation().ok().filter(|_| upright);
    let mut image = DynamicImage::ImageLuma8(gray(&DynamicImage::from_decoder(decoder).map_err(failed)?));
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    let image = image.into_luma8();
    Ok(Gray::new(image.width() as usize, image.height() as usize, image.into_raw()))
}

/// The name of a format that is read.
fn name(format: ImageFormat) -> Option<&'static str> {
    match format {
        ImageFormat::Jpeg => Some("JPEG"),
        ImageFormat::Png => Some("PNG"),
        ImageFormat::WebP => Some("WebP"),
        ImageFormat::Gif => Some("GIF"),
        ImageFormat::Bmp => Some("BMP"),
        _ => None,
    }
}

/// The grey pixels; what is transparent is white.
fn gray(image: &DynamicImage) -> GrayImage {
    let (width, height) = image.dimensions();
    let pixels = match image {
        DynamicImage::ImageLuma8(image) => image.as_raw().clone(),
        DynamicImage::ImageRgb8(image) => {
            image.as_raw().chunks_exact(3).map(|p| Gray::of_rgb(p[0], p[1], p[2])).collect()
        }
        // Rare kinds, one pixel at a time.
        _ => image.pixels().map(|(_, _, p)| Gray::of_rgba(p[0], p[1], p[2], p[3])).collect(),
    };
    GrayImage::from_raw(width, height, pixels).expect("one byte a pixel")
}
