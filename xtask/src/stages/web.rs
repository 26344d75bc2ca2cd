//! The page: built, and used in a browser.

use crate::page;
use crate::stage::{Stage, When, nothing};

pub(super) const STAGE: Stage = Stage {
    name: "web",
    about: "the page, in a browser",
    when: When::Full,
    beside: true,
    needs: nothing,
    run: page::test,
};
