//! The decoder's boundary: every kind of file gets a reading or a clear message, within bounds of memory.

mod picture;

use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ExtendedColorType, Frame, GrayImage, ImageEncoder, ImageFormat};
use ninefold_photo::{ReadError, Reader};
use picture::{PUZZLE, Scene};

fn photo() -> DynamicImage {
    let scene = Scene::new(PUZZLE);
    GrayImage::from_raw(480, 480, scene.pixels()).expect("one byte a pixel").into()
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image.write_to(&mut file, format).expect("written to memory");
    file.into_inner()
}

fn givens(file: &[u8]) -> String {
    Reader::new().read(file).map_or_else(|error| format!("! {error}"), |reading| reading.givens().to_string())
}

#[test]
fn every_format_is_read() {
    let gray = photo();
    let color: DynamicImage = gray.to_rgb8().into();
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP] {
        assert_eq!(givens(&encoded(&color, format)), PUZZLE, "{format:?}");
    }
    assert_eq!(givens(&encoded(&gray.to_rgba8().into(), ImageFormat::Gif)), PUZZLE);
}

#[test]
fn sixteen_bits_and_transparency_are_read() {
    let gray = photo();
    assert_eq!(givens(&encoded(&gray.to_luma16().into(), ImageFormat::Png)), PUZZLE);
    assert_eq!(givens(&encoded(&gray.to_rgba16().into(), ImageFormat::Png)), PUZZLE);
    // Black ink on a transparent ground.
    let mut clear = gray.to_rgba8();
    clear.pixels_mut().for_each(|pixel| *pixel = image::Rgba([0, 0, 0, 255 - pixel[0]]));
    assert_eq!(givens(&encoded(&clear.into(), ImageFormat::Png)), PUZZLE);
}

#[test]
fn first_picture_of_an_animation_is_read() {
    let white = GrayImage::from_pixel(480, 480, image::Luma([255]));
    let mut file = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut file, 30);
    let frames = [photo(), white.into()].map(|image| Frame::new(image.to_rgba8()));
    encoder.encode_frames(frames).expect("written to memory");
    drop(encoder);
    assert_eq!(givens(&file), PUZZLE);
}

/// A phone held upright stores its pixels on their side, with a note in the EXIF data.
#[test]
fn exif_orientation_decides_size_and_corners() {
    // The header of a TIFF file, and one entry: tag 0x112 (orientation), type 3, one value.
    let exif = |orientation: u8| {
        let mut data = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        data.extend([orientation, 0, 0, 0, 0, 0, 0]);
        data
    };
    let scene = Scene { width: 560, ..Scene::new(PUZZLE) };
    let stored = GrayImage::from_raw(560, 480, scene.pixels()).expect("one byte a pixel");
    for (orientation, size) in [(1, (560, 480)), (6, (480, 560)), (8, (480, 560)), (3, (560, 480))] {
        let mut file = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut file, 90);
        encoder.set_exif_metadata(exif(orientation)).expect("JPEG has EXIF data");
        encoder.write_image(stored.as_raw(), 560, 480, ExtendedColorType::L8).expect("written to memory");
        let reading = Reader::new().read(&file).expect("a puzzle");
        assert_eq!(reading.givens().to_string(), PUZZLE, "orientation {orientation}");
        assert_eq!(reading.size(), size, "orientation {orientation}");
        // Pixel (42, 42) as stored, after the orientation.
        let top_left = match orientation {
            1 => (42.0, 42.0),
            6 => (480.0 - 42.0, 42.0),
            8 => (42.0, 560.0 - 42.0),
            _ => (560.0 - 42.0, 480.0 - 42.0),
        };
        let found = reading.corners()[0];
        assert!((found.x - top_left.0).hypot(found.y - top_left.1) < 8.0, "orientation {orientation}: {found:?}");
    }
}

#[test]
fn what_is_no_image_is_named_so() {
    for file in [&b""[..], b"53..7....6..195", b"GIF", b"%PDF-1.7", b"<svg></svg>", &[0; 4096]] {
        assert!(matches!(Reader::new().read(file), Err(ReadError::NotAnImage)), "{file:?}");
    }
}

#[test]
fn cut_files_are_refused_or_read() {
    let image: DynamicImage = photo().to_rgb8().into();
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp] {
        let file = encoded(&image, format);
        for cut in [12, 20, 40, 100, file.len() / 8, file.len() / 2] {
            // Decoders may fill what is missing with grey: then the puzzle is not whole.
            match Reader::new().read(&file[..cut]) {
                Err(error) => assert!(!error.to_string().is_empty()),
                Ok(reading) => panic!("{format:?} cut to {cut} bytes reads {}", reading.givens()),
            }
        }
    }
    let file = encoded(&image, ImageFormat::Png);
    let error = Reader::new().read(&file[..file.len() / 2]).expect_err("cut");
    assert!(matches!(error, ReadError::Damaged { format: "PNG", .. }), "{error}");
}

/// Sizes are known from the first bytes: nothing is decompressed, no memory is taken.
#[test]
fn bombs_are_refused_by_their_size() {
    for (width, height) in [(12_000, 8_400), (60_000, 60_000), (2_000_000_000, 1)] {
        let error = Reader::new().read(&png_header(width, height)).expect_err("too large");
        let large = matches!(error, ReadError::TooLarge { width: w, height: h } if (w, h) == (width, height));
        assert!(large || width > 1_000_000, "{error}");
    }
    let small = Reader::new().read(&png_header(30, 3000)).expect_err("too small");
    assert!(matches!(small, ReadError::TooSmall { width: 30, height: 3000 }), "{small}");
}

/// The beginning of a PNG file of 16-bit red, green, blue, alpha, and a little of its data.
fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([16, 6, 0, 0, 0]);
    for (length, chunk) in [(13u32, header), (4, b"IDAT\x78\x9c\x03\x00".to_vec())] {
        file.extend(length.to_be_bytes());
        file.extend(&chunk);
        file.extend(crc(&chunk).to_be_bytes());
    }
    file
}

/// The checksum of a chunk of PNG.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 })
    })
}

/// Bytes changed at random never panic the reader.
#[test]
fn damaged_bytes_do_not_panic() {
    let image = photo().resize(160, 160, image::imageops::FilterType::Triangle);
    let mut random = 99u32;
    let mut chance = move |below: usize| {
        random = random.wrapping_mul(1664525).wrapping_add(1013904223);
        (random >> 8) as usize % below
    };
    let reader = Reader::new();
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp] {
        let file = encoded(&image.to_rgb8().into(), format);
        for _ in 0..12 {
            let mut damaged = file.clone();
            for _ in 0..1 + chance(8) {
                let at = chance(damaged.len().min(2000));
                damaged[at] = chance(256) as u8;
            }
            drop(reader.read(&damaged));
        }
    }
}

/// Line i of what `ninefold read` prints belongs to photograph i.
#[test]
fn the_error_of_a_damaged_file_is_one_line() {
    let file = encoded(&photo(), ImageFormat::Jpeg);
    let reader = Reader::new();
    for cut in 2..600 {
        let error = reader.read(&file[..cut]).expect_err("cut");
        assert!(!error.to_string().contains('\n'), "{cut} bytes: {error:?}");
    }
}
