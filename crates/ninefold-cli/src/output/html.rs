//! A self-contained page with paths and a picture for each step.

use std::fmt::Write as _;

use ninefold::explain::{Line, Path, View};
use ninefold::{Language, Position, svg};

use crate::args::Theme;
use crate::commands::explain::summary;

/// What is before the first puzzle. The end tags of a page may be left out, so nothing is after the last.
pub(crate) fn header() -> String {
    let mut page = HEAD.to_owned();
    // While the pointer is on a line, the arrows that it is about are drawn as usual, and the others faintly.
    for number in 0..LIT_ARROWS {
        let _ = writeln!(page, "li:has([data-links~=\"{number}\"]:hover) [data-link=\"{number}\"] {{ opacity: 1; }}");
    }
    page + "</style>\n</head>\n<body>\n"
}

/// So many arrows of a picture can be lit up one by one.
const LIT_ARROWS: usize = 128;

const HEAD: &str = "<!DOCTYPE html>
<html>
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Ninefold</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font: bold 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
section > ol { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1.5rem; }
svg { width: 100%; height: auto; }
h3 { margin: 0; }
p { margin: .25rem 0; }
code { color: #555; }
.error { color: #b00020; }
summary { cursor: pointer; }
.lines { padding-left: 2.5rem; }
.lines .depth-1 { margin-left: 1rem; }
.lines .depth-2 { margin-left: 2rem; }
.lines .depth-3 { margin-left: 3rem; }
.lines li:hover { background: #fff3c4; }
li:has(> details [data-links]:not([data-links=\"\"]):hover) [data-link] { opacity: .15; }
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
            "<li>\n{picture}<h3>{}. {name}</h3>\n<p>{sentence}</p>\n{}<p><code>{}</code></p>\n</li>",
            index + 1,
            lines(&language.lines(step)),
            step.notation()
        );
    }
    page.push_str("</ol>\n</section>\n");
    page
}

/// The argument line by line, folded. `data-links` has the numbers of the arrows that a line is about, which are the
/// `data-link` of the picture.
fn lines(lines: &[Line]) -> String {
    let Some(last) = lines.last() else { return String::new() };
    let mut list = format!("<details><summary>{}</summary>\n<ol class=\"lines\">\n", escaped(&last.text));
    for line in lines {
        let links: Vec<String> = line.links.clone().map(|number| number.to_string()).collect();
        let _ = writeln!(
            list,
            "<li class=\"depth-{}\" data-links=\"{}\">{}</li>",
            line.depth.min(9),
            links.join(" "),
            escaped(&line.text)
        );
    }
    list + "</ol>\n</details>\n"
}

/// A puzzle without path: the line that says why.
pub(crate) fn refusal(line: &str) -> String {
    format!("<p class=\"error\">{}</p>\n", escaped(line))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
