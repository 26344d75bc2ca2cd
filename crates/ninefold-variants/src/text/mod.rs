//! Text in and out.

pub(crate) mod base64;
