//! A page that shows paths with a picture for each step. It needs no other files.

use std::fmt::Write as _;

use ninefold::explain::{Path, View};
use ninefold::{Language, Position, svg};

use crate::args::Theme;
use crate::commands::explain::summary;

/// What is before the first puzzle. The end tags of a page may be left out, so nothing is after the last.
pub(crate) const HEADER: &str = "<!DOCTYPE html>
<html>
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Ninefold</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font: bold 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
ol { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1.5rem; }
svg { width: 100%; height: auto; }
h3 { margin: 0; }
p { margin: .25rem 0; }
code { color: #555; }
.error { color: #b00020; }
</style>
</head>
<body>
";

/// A path: each step with its picture, its name, its sentence and its conclusions in short.
pub(crate) fn path(path: &Path, start: &Position, language: Language, theme: Theme, only_summary: bool) -> String {
    let theme = match theme {
        Theme::Light => svg::Theme::Light,
        Theme::Dark => svg::Theme::Dark,
    };
    let mut page = String::new();
    let _ = writeln!(page, "<section lang=\"{}\">\n<h2>{}</h2>", language.tag(), start.to_line());
    let _ = writeln!(page, "<p>{}</p>\n<ol>", escaped(&summary(path)));
    for (index, (marks, step)) in path.positions().enumerate().filter(|_| !only_summary) {
        let picture = View::new(step, &marks).to_svg(&marks, path.givens(), theme);
        let name = escaped(language.name(step.technique));
        let sentence = escaped(&language.sentence(step));
        let _ = writeln!(
            page,
            "<li>\n{picture}<h3>{}. {name}</h3>\n<p>{sentence}</p>\n<p><code>{}</code></p>\n</li>",
            index + 1,
            step.notation()
        );
    }
    page.push_str("</ol>\n</section>\n");
    page
}

/// A puzzle without path: the line that says why.
pub(crate) fn refusal(line: &str) -> String {
    format!("<p class=\"error\">{}</p>\n", escaped(line))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
