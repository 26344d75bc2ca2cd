//! Drawn photographs are read: any rotation, perspective, light, tint, blur; and what is not a puzzle is refused.

mod picture;

use ninefold::json::Object;
use ninefold::{Cell, Grid};
use ninefold_photo::{Content, Point, ReadError, Reader, Reading};
use picture::{Corners, PUZZLE, Scene};

fn read(scene: &Scene) -> Result<Reading, ReadError> {
    Reader::new().read_rgba(scene.width as u32, scene.height as u32, &scene.rgba(), None)
}

#[track_caller]
fn assert_reads(scene: &Scene) -> Reading {
    let reading = match read(scene) {
        Ok(reading) => reading,
        Err(error) => panic!("{error}: {:?}", error.reading().map(|reading| reading.givens().to_string())),
    };
    assert_eq!(reading.givens().to_string(), scene.givens);
    for (found, &(x, y)) in reading.corners().iter().zip(&scene.corners) {
        let distance = (f64::from(found.x) - x).hypot(f64::from(found.y) - y);
        assert!(distance < 8.0, "corner {found:?} is {distance:.1} pixels from {x:.1}, {y:.1}");
    }
    reading
}

/// The corners of the upright scene turned clockwise around the middle.
fn turned(degrees: f64) -> Corners {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Scene::new(PUZZLE).corners.map(|(x, y)| {
        let (x, y) = ((x - 240.0) * 0.8, (y - 240.0) * 0.8);
        (240.0 + x * cos - y * sin, 240.0 + x * sin + y * cos)
    })
}

#[test]
fn upright_page_is_read_with_confidence() {
    let reading = assert_reads(&Scene::new(PUZZLE));
    assert!(reading.doubtful().is_empty(), "doubtful: {:?}", reading.doubtful());
    assert!(reading.visible() > 0.9, "visible: {}", reading.visible());
    assert_eq!(reading.puzzle().map(|puzzle| puzzle.givens().to_string()).as_deref(), Some(PUZZLE));
    let first = reading.cell(Cell::all().next().expect("81 cells"));
    assert!(matches!(first.content, Content::Printed(digit) if digit.get() == 5), "{first:?}");
    assert_ne!(first.second, first.content);
}

#[test]
fn puzzle_of_17_givens_is_read() {
    assert_reads(&Scene::new(
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000".replace('0', ".").as_str(),
    ));
}

#[test]
fn any_rotation_is_read() {
    for degrees in [90.0, 180.0, 270.0, 30.0, 205.0] {
        assert_reads(&Scene { corners: turned(degrees), ..Scene::new(PUZZLE) });
    }
}

#[test]
fn perspective_is_read() {
    let corners = [(70.0, 60.0), (400.0, 95.0), (450.0, 420.0), (30.0, 450.0)];
    assert_reads(&Scene { corners, ..Scene::new(PUZZLE) });
}

#[test]
fn shadow_tint_blur_and_noise_are_read() {
    assert_reads(&Scene { shadow: 0.35, tint: 0.75, blur: 1, noise: 0.03, ..Scene::new(PUZZLE) });
}

#[test]
fn pale_print_is_read() {
    assert_reads(&Scene { paper: 0.7, ink: 0.5, ..Scene::new(PUZZLE) });
}

#[test]
fn light_on_dark_is_read() {
    assert_reads(&Scene { paper: 0.1, ink: 0.9, ..Scene::new(PUZZLE) });
}

#[test]
fn broken_frame_is_read() {
    assert_reads(&Scene { gap: 0.6, ..Scene::new(PUZZLE) });
}

#[test]
fn given_corners_are_used_and_need_not_be_exact() {
    let scene = Scene::new(PUZZLE);
    let corners = [(38.0, 45.0), (441.0, 40.0), (435.0, 441.0), (44.0, 436.0)].map(|(x, y)| Point::new(x, y));
    let read = |corners| Reader::new().read_rgba(480, 480, &scene.rgba(), Some(corners));
    assert_eq!(read(corners).expect("a puzzle").givens().to_string(), PUZZLE);
    let [a, b, c, d] = corners;
    assert_eq!(read([c, b, a, d]).expect("anticlockwise from another corner").givens().to_string(), PUZZLE);
    assert!(matches!(read([a, c, b, d]), Err(ReadError::Corners)), "sides that cross");
    assert!(matches!(read([a, a, a, a]), Err(ReadError::Corners)), "one point");
    assert!(matches!(read([Point::new(f32::NAN, 0.0), b, c, d]), Err(ReadError::Corners)), "not a number");
}

/// A digit printed twice in a row cannot be chosen: the less probable copy is read as something else, or refused.
#[test]
fn reading_obeys_the_rule() {
    let mut givens = PUZZLE.to_owned();
    givens.replace_range(0..3, "5.5");
    match read(&Scene::new(&givens)) {
        Ok(reading) => {
            assert!(reading.puzzle().is_some());
            assert!(!reading.doubtful().is_empty(), "a change of a clear digit is doubtful");
        }
        Err(error) => {
            assert!(matches!(error, ReadError::NotAPuzzle { .. }), "{error}");
            assert_eq!(error.reading().expect("the reading").givens().to_string(), givens);
        }
    }
}

#[test]
fn empty_grid_is_not_a_puzzle() {
    let error = read(&Scene::new(&".".repeat(81))).expect_err("no puzzle");
    assert!(matches!(error, ReadError::NotAPuzzle { .. }), "{error}");
    assert_eq!(error.reading().expect("the reading").givens(), Grid::EMPTY);
}

#[test]
fn pictures_without_a_grid_are_refused() {
    let (width, height) = (400, 300);
    let mut random = 7u32;
    let mut chance = move || {
        random = random.wrapping_mul(1664525).wrapping_add(1013904223);
        (random >> 24) as u8
    };
    // Random values at points 20 pixels apart, and a smooth surface between them: fur, clouds, cloth.
    let points: Vec<f64> = (0..21 * 16).map(|_| f64::from(chance())).collect();
    let texture = |i: usize| {
        let (x, y) = (i % width, i / width);
        let smooth = |t: usize| 0.5 - 0.5 * (t as f64 / 20.0 * std::f64::consts::PI).cos();
        let at = |dx: usize, dy: usize| points[(y / 20 + dy) * 21 + x / 20 + dx];
        let (fx, fy) = (smooth(x % 20), smooth(y % 20));
        let (above, below) = (at(0, 0) + (at(1, 0) - at(0, 0)) * fx, at(0, 1) + (at(1, 1) - at(0, 1)) * fx);
        (above + (below - above) * fy) as u8
    };
    let pictures: [(&str, Vec<u8>); 6] = [
        ("texture", (0..width * height).map(texture).collect()),
        ("white", vec![255; width * height]),
        ("noise", (0..width * height).map(|_| chance()).collect()),
        ("gradient", (0..width * height).map(|i| (i % width * 255 / width) as u8).collect()),
        ("lined paper", (0..width * height).map(|i| if (i / width).is_multiple_of(20) { 60 } else { 230 }).collect()),
        // Round shapes of many sizes.
        (
            "rings",
            (0..width * height)
                .map(|i| {
                    let (x, y) = ((i % width) as f64 - 180.0, (i / width) as f64 - 140.0);
                    (128.0 + 100.0 * (x.hypot(y) / 9.0).sin()) as u8
                })
                .collect(),
        ),
    ];
    for (name, pixels) in pictures {
        let rgba: Vec<u8> = pixels.iter().flat_map(|&p| [p, p, p, 255]).collect();
        let error = Reader::new().read_rgba(width as u32, height as u32, &rgba, None).expect_err(name);
        assert!(matches!(error, ReadError::NoGrid), "{name}: {error}");
    }
}

#[test]
fn sizes_are_checked() {
    let reader = Reader::new();
    let error = |width, height, bytes| reader.read_rgba(width, height, &vec![0; bytes], None).expect_err("refused");
    assert!(matches!(error(100, 100, 39_999), ReadError::PixelCount { found: 39_999, expected: 40_000 }));
    assert!(matches!(error(10_000, 10_000, 0), ReadError::TooLarge { width: 10_000, height: 10_000 }));
    assert!(matches!(error(u32::MAX, u32::MAX, 0), ReadError::TooLarge { .. }));
    assert!(matches!(error(400, 20, 400 * 20 * 4), ReadError::TooSmall { .. }));
    assert!(matches!(error(0, 0, 0), ReadError::TooSmall { .. }));
}

#[test]
fn json_holds_corners_confidences_and_second_choices() {
    let json: serde_json::Value =
        serde_json::from_str(&Object::new().with(&assert_reads(&Scene::new(PUZZLE))).to_string()).expect("JSON");
    assert_eq!(json["puzzle"], PUZZLE);
    assert_eq!(json["answer"], "unique");
    assert_eq!(json["solution"].as_str().map(str::len), Some(81));
    assert_eq!(json["corners"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["doubtful"].as_array().map(Vec::len), Some(0));
    let cells = json["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 81);
    assert_eq!((&cells[0]["cell"], &cells[0]["digit"]), (&"r1c1".into(), &5.into()));
    assert_eq!(cells[0]["content"], "printed");
    assert_eq!(cells[2]["content"], "empty");
    for cell in cells {
        let (first, second) = (cell["confidence"].as_f64(), cell["second"]["confidence"].as_f64());
        assert!(first.zip(second).is_some_and(|(first, second)| first >= second && first <= 1.0), "{cell}");
    }
    let error = read(&Scene::new(&".".repeat(81))).expect_err("no puzzle");
    let json: serde_json::Value = serde_json::from_str(&Object::new().with(&error).to_string()).expect("JSON");
    assert_eq!(json["error"]["kind"], "not-a-puzzle");
    assert_eq!(json["puzzle"], ".".repeat(81));
    assert_eq!(json["answer"], "multiple");
}
