//! The JSON form of readings and errors, as the command line and the page show it.
//!
//! ```text
//! {"puzzle": "53..7....", "answer": "unique", "solution": "5346789...", "width": 960, "height": 1280,
//!  "corners": [[112.0, 204.5], [840.3, 210.9], [851.7, 938.2], [99.4, 930.0]], "visible": 0.974, "doubtful": ["r4c7"],
//!  "cells": [{"cell": "r1c1", "content": "printed", "digit": 5, "confidence": 0.9998,
//!             "second": {"content": "printed", "digit": 6, "confidence": 0.0001}}, ...]}
//! ```

use ninefold::json::{Answered, Members, Object, array};
use ninefold::{Cell, Position};

use crate::error::ReadError;
use crate::reading::{Content, Reading};

/// `puzzle` (the printed digits), the members of the answer to it, `written` (the digits written by hand, if there are
/// any), `width` and `height` of the upright photograph, `corners`, `visible`, `doubtful` and `cells`.
impl Members for Reading {
    fn add_to(&self, object: &mut Object<'_>) {
        let position = Position::of_givens(self.givens());
        let written = self.written();
        object.string("puzzle", self.givens());
        Answered(&position, &position.solve()).add_to(object);
        if !written.filled().is_empty() {
            object.string("written", written);
        }
        let (width, height) = self.size();
        object.raw("width", width);
        object.raw("height", height);
        object.raw("corners", array(self.corners().iter().map(|p| format!("[{:.1}, {:.1}]", p.x, p.y))));
        object.raw("visible", format_args!("{:.3}", self.visible()));
        object.strings("doubtful", self.doubtful().iter());
        object.objects("cells", Cell::all().map(|cell| CellMembers(self, cell)));
    }
}

/// `cell`, the members of its content, and `second` with those of the second choice.
struct CellMembers<'a>(&'a Reading, Cell);

impl Members for CellMembers<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        let CellMembers(reading, cell) = *self;
        let shown = reading.cell(cell);
        object.string("cell", cell);
        ContentMembers(shown.content, shown.confidence).add_to(object);
        object.object("second", &ContentMembers(shown.second, shown.second_confidence));
    }
}

/// `content` (`empty`, `printed` or `written`), `digit` unless it is empty, and `confidence`.
struct ContentMembers(Content, f32);

impl Members for ContentMembers {
    fn add_to(&self, object: &mut Object<'_>) {
        let ContentMembers(content, confidence) = *self;
        object.string("content", content.name());
        if let Some(digit) = content.digit() {
            object.raw("digit", digit);
        }
        object.raw("confidence", format_args!("{confidence:.4}"));
    }
}

/// The members of the reading if a grid was found, then `error` with `kind` and `message`.
impl Members for ReadError {
    fn add_to(&self, object: &mut Object<'_>) {
        if let Some(reading) = self.reading() {
            reading.add_to(object);
        }
        object.object("error", &ErrorMembers(self));
    }
}

struct ErrorMembers<'a>(&'a ReadError);

impl Members for ErrorMembers<'_> {
    fn add_to(&self, object: &mut Object<'_>) {
        object.string("kind", self.0.kind());
        object.string("message", self.0);
    }
}
