//! The page in Firefox and WebKit: a few tests of what a player does first. The stage `web` has all tests, in Chromium.

use crate::page;
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage = Stage {
    name: "browsers",
    about: "the page in Firefox and WebKit, in short",
    when: When::Named,
    parallel: true,
    needs: nothing,
    run: page::test_browsers,
};
