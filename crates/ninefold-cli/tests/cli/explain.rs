//! `ninefold hint`, `explain` and `steps` from the outside.

use serde_json::Value;
use snapbox::{assert_data_eq, str};

use crate::common::*;

/// A position with an X-wing, as a HoDoKu line, and what the X-wing removes.
const X_WING: &str = ":0300:7:8+94+2.+65.+3.+3.89..+26+6+72+53.9.+8.+26.+5..3+9+9+13.2..65.+8.+3+691.2+24+9+6.5+38.+35..+82+6+9+4.6+8+94+3+2+5.:126 446 456 746 747:754::";

fn objects(ran: &Ran) -> Vec<Value> {
    ran.lines()
        .iter()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

#[test]
fn a_hint_gives_away_more_on_every_rung() {
    let rungs: Vec<String> =
        (1..=5).map(|rung| ninefold(&["hint", "--rung", &rung.to_string(), EASY]).exits(0).out).collect();
    assert_data_eq!(
        rungs.concat(),
        str![[r#"
Look at box 5.
Think about 5.
Naked Single: A cell with one candidate left must hold it.
r5c5 has no candidate but 5.
r5c5 has no candidate but 5. So r5c5 is 5.

"#]]
    );
    assert_eq!(ninefold(&["hint", EASY]).out, rungs[0]);
    assert_eq!(ninefold(&["hint", "--rung", "6", EASY]).code, Some(2));
}

#[test]
fn a_hint_speaks_chinese_when_asked() {
    let ran = ninefold(&["hint", "--rung", "5", "--language", "zh", EASY]).exits(0);
    assert_eq!(ran.out, "r5c5只剩候选数5。因此r5c5填5。\n");
    let ran = ninefold(&["hint", "--language", "xx", EASY]).exits(2);
    assert!(ran.err.contains("known languages are en, zh"), "{}", ran.err);
}

#[test]
fn a_wrong_digit_and_a_wrongly_removed_candidate_are_said_before_any_step() {
    // The solution has 4 in r1c3 and 6 in r1c4.
    let wrong_digit = format!(":0000:x:{}::::", EASY.replacen("..7", "+1.7", 1));
    let ran = ninefold_with(&["hint", "--rung", "1"], wrong_digit.as_bytes()).exits(1);
    assert_eq!(ran.out, "! r1c3 is not 1: the puzzle cannot be solved with that digit there.\n");
    // A digit was placed, so the removed candidate is a player's note.
    let wrong_removal = format!(":0000:x:{}:614:::", EASY.replacen("..7", "+4.7", 1));
    let ran = ninefold_with(&["hint", "--json"], wrong_removal.as_bytes()).exits(1);
    let hint = &objects(&ran)[0];
    assert_eq!((&hint["kind"], &hint["answer"]), (&"mistake".into(), &"unique".into()));
    assert_eq!(hint["hint"], "6 was removed from r1c4, but the solution has 6 there.");
    assert_eq!(hint["mistakes"][0]["sentence"], hint["hint"]);
}

#[test]
fn a_hint_for_what_is_no_puzzle_says_why() {
    assert_eq!(ninefold(&["hint", LOOSE]).exits(1).out, "! more than one solution\n");
    assert_eq!(ninefold(&["hint", BROKEN]).exits(1).out, "! no solution\n");
    assert_eq!(ninefold(&["hint", EASY_SOLVED]).exits(0).out, "The puzzle is solved.\n");
}

#[test]
fn every_command_answers_in_the_words_of_solve() {
    let input = format!("{EASY}\n{LOOSE}\n{BROKEN}\n");
    let told = |args: &[&str]| objects(&ninefold_with(args, input.as_bytes()).exits(1));
    let solved = told(&["solve", "--output", "json"]);
    for args in [
        &["check", "--json"][..],
        &["rate", "--json"],
        &["canon", "--json"],
        &["explain", "--output", "json"],
        &["steps", "--json"],
        &["hint", "--json"],
    ] {
        for (number, (solved, object)) in solved.iter().zip(told(args)).enumerate() {
            for member in ["puzzle", "answer", "solution", "second", "differences"] {
                // A hint that comes with the solution would be none.
                let kept_back = args[0] == "hint" && number == 0 && member == "solution";
                let expected = if kept_back { &serde_json::Value::Null } else { &solved[member] };
                assert_eq!(&object[member], expected, "{args:?} {number} {member}");
            }
        }
    }
}

#[test]
fn techniques_are_named_in_one_list_or_in_several() {
    for (command, option) in [("steps", "--technique"), ("explain", "--without"), ("hint", "--with")] {
        let one_list = ninefold(&[command, option, "full-house,0003", EASY]).exits(0);
        let several = ninefold(&[command, option, "full-house", option, "naked-single", EASY]).exits(0);
        assert_eq!(one_list.out, several.out, "{command}");
    }
}

#[test]
fn a_path_is_told_step_by_step_and_ends_with_what_it_came_to() {
    let ran = ninefold(&["explain", EASY]).exits(0);
    let lines = ran.lines();
    assert_eq!(lines[0], EASY);
    assert_eq!(lines[1], "  1. Naked Single: r5c5 has no candidate but 5. So r5c5 is 5.");
    assert_eq!(lines[51], " 51. Full House: r9c7 is the last empty cell of row 9. So r9c7 is 1.");
    assert_eq!(lines[52], "solved; easy; score 204; hardest naked-single; full-house 21, naked-single 30");
}

#[test]
fn summaries_keep_the_order_of_the_puzzles_whatever_the_threads() {
    let mut text = collection(60);
    text.insert_str(82 * 7, "nonsense\n");
    let one = ninefold_with(&["explain", "--summary", "--threads", "1"], text.as_bytes()).exits(1);
    let four = ninefold_with(&["explain", "--summary", "--threads", "4"], text.as_bytes()).exits(1);
    assert_eq!(one.out, four.out);
    let lines = one.lines();
    assert_eq!(lines.len(), 61);
    assert!(lines[7].starts_with("! ") && lines[7].contains(":8:1: found 'n'"), "{}", lines[7]);
    for (index, line) in lines.iter().enumerate().filter(|(index, _)| *index != 7) {
        assert!(line.starts_with("solved; ") || line.starts_with("stuck; "), "line {index}: {line}");
    }
}

#[test]
fn techniques_can_be_forbidden_added_and_put_in_order() {
    let json = |args: &[&str]| {
        let ran = ninefold(&[&["explain", "--output", "json", "--summary"], args, &[EASY]].concat()).exits(0);
        objects(&ran)[0].clone()
    };
    assert_eq!(json(&[])["solved"], true);
    assert!(json(&[])["steps"].is_null());
    let without = json(&["--without", "full-house", "--without", "0003"]);
    assert!(without["techniques"]["full-house"].is_null() && without["techniques"]["naked-single"].is_null());
    let order = json(&["--order", "hidden-single,naked-single"]);
    let used: Vec<&String> = order["techniques"].as_object().unwrap().keys().collect();
    assert_eq!(used, ["hidden-single"], "enough for this puzzle, and tried first");
    assert!(json(&["--with", "unique-loop", "--no-uniqueness"])["solved"].as_bool().unwrap());
    let ran = ninefold(&["explain", "--without", "sword", EASY]).exits(2);
    assert!(ran.err.contains("no technique has that name or code"), "{}", ran.err);
}

#[test]
fn the_page_has_a_picture_for_every_step_and_needs_nothing_else() {
    let page = ninefold(&["explain", "--output", "html", EASY]).exits(0).out;
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert_eq!(page.matches("<svg ").count(), 51);
    assert_eq!(page.matches("<li>").count(), 51);
    assert!(page.contains("<h3>1. Naked Single</h3>\n<p>r5c5 has no candidate but 5. So r5c5 is 5.</p>"));
    for foreign in ["<script", "<link", "src=", "href=", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let page = ninefold(&["explain", "--output", "html", LOOSE]).exits(1).out;
    assert!(page.contains("more than one solution</p>"), "{page}");
}

#[test]
fn steps_are_one_object_a_position_with_placements_and_eliminations() {
    let by_slug = ninefold_with(&["steps", "--json", "--technique", "x-wing"], X_WING.as_bytes()).exits(0);
    let objects_by_slug = objects(&by_slug);
    let steps = objects_by_slug[0]["steps"].as_array().unwrap();
    assert_eq!(steps[0]["technique"], "x-wing");
    assert_eq!(steps[0]["code"], "0300");
    assert_eq!(steps[0]["placements"], Value::Array(Vec::new()));
    assert_eq!(steps[0]["eliminations"], serde_json::json!(["7r5c4"]));
    for technique in ["0300", "0300-1", "03001", "given"] {
        let ran = ninefold_with(&["steps", "--json", "--technique", technique], X_WING.as_bytes()).exits(0);
        assert_eq!(objects(&ran)[0]["steps"], objects_by_slug[0]["steps"], "{technique}");
    }
    let two = format!("{X_WING}\n{X_WING}\n");
    let ran = ninefold_with(&["steps", "--json", "--technique", "given"], two.as_bytes()).exits(0);
    assert_eq!(ran.lines().len(), 2);
}

#[test]
fn a_line_that_names_no_known_technique_is_told_so() {
    let unknown = X_WING.replace("0300", "9999");
    let ran = ninefold_with(&["steps", "--json", "--technique", "given"], unknown.as_bytes()).exits(0);
    assert_eq!(objects(&ran)[0]["steps"], Value::Array(Vec::new()));
    assert_eq!(objects(&ran)[0]["trouble"], "no technique has the code 9999");
    let ran = ninefold(&["steps", "--technique", "given", EASY]).exits(0);
    assert!(ran.out.contains("! the line names no technique"), "{}", ran.out);
}

#[test]
fn all_steps_include_the_easy_ones_and_leave_out_the_large_fish() {
    let ran = ninefold_with(&["steps", "--json"], X_WING.as_bytes()).exits(0);
    let object = objects(&ran).remove(0);
    let slugs: Vec<&str> =
        object["steps"].as_array().unwrap().iter().map(|step| step["technique"].as_str().unwrap()).collect();
    assert!(slugs.contains(&"x-wing"));
    assert!(!slugs.iter().any(|slug| slug.starts_with("mutant") && slug.ends_with("whale")));
    let text = ninefold_with(&["steps", "--technique", "x-wing"], X_WING.as_bytes()).exits(0).out;
    assert!(text.contains("X-Wing: -7"), "{text}");
}

#[test]
fn a_technique_may_be_written_in_any_way() {
    let by_slug = ninefold_with(&["steps", "--technique", "x-wing"], X_WING.as_bytes()).exits(0).out;
    for name in ["X-Wing", "x wing", "XWING", "0300"] {
        assert_eq!(ninefold_with(&["steps", "--technique", name], X_WING.as_bytes()).exits(0).out, by_slug, "{name}");
        ninefold(&["explain", "--summary", "--without", name, EASY]).exits(0);
        ninefold(&["generate", "--seed", "1", "--without", name]).exits(0);
    }
}

#[test]
fn a_step_has_the_same_members_wherever_it_is_shown() {
    let steps = objects(&ninefold(&["steps", "--json", "--technique", "naked-single", EASY]).exits(0))[0].clone();
    let path = objects(&ninefold(&["explain", "--json", EASY]).exits(0))[0].clone();
    let hint = objects(&ninefold(&["hint", "--rung", "5", "--json", EASY]).exits(0))[0].clone();
    assert_eq!(path["steps"][0], steps["steps"][0]);
    assert_eq!(hint["step"], steps["steps"][0]);
    let rated = objects(&ninefold(&["rate", "--trace", "--json", EASY]).exits(0))[0].clone();
    for member in ["technique", "name", "placements", "eliminations", "sentence"] {
        let kind = |value: &Value| (value.is_string(), value.is_array());
        assert_eq!(kind(&rated["steps"][0][member]), kind(&steps["steps"][0][member]), "{member}");
    }
}
