//! A page that tells paths with a picture for each step. It needs nothing beside itself.

use std::fmt::Write as _;

use ninefold::Answer;
use ninefold::Language;
use ninefold::explain::{Path, View};
use ninefold::svg;
use ninefold::text::{ParseError, Record};

use super::{line, place};
use crate::args::Theme;
use crate::commands::explain::summary;

/// What stands before the first puzzle. The end tags of a page may be left out, so nothing stands after the last.
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
pub(crate) fn path(path: &Path, language: Language, theme: Theme, only_summary: bool, out: &mut Vec<u8>) {
    let theme = match theme {
        Theme::Light => svg::Theme::Light,
        Theme::Dark => svg::Theme::Dark,
    };
    let mut page = String::new();
    let start = path.positions().next().map_or(*path.end(), |(marks, _)| marks);
    let _ = writeln!(page, "<section lang=\"{}\">\n<h2>{}</h2>", language.tag(), start.placed());
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
    out.extend_from_slice(page.as_bytes());
}

/// A puzzle without path.
pub(crate) fn answer(record: &Record, answer: &Answer, out: &mut Vec<u8>) {
    let mut reason = Vec::new();
    line::answer(answer, &mut reason);
    trouble(&format!("{} {}", record.grid, String::from_utf8_lossy(&reason)), out);
}

/// A puzzle that cannot be read.
pub(crate) fn error(input: &str, error: &ParseError, out: &mut Vec<u8>) {
    trouble(&place(input, error), out);
}

fn trouble(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("<p class=\"error\">{}</p>\n", escaped(text.trim_end())).as_bytes());
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
