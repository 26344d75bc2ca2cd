//! The guarantees that the page relies on.

use serde_json::Value;

use super::read::MAX_READ;
use super::*;
use crate::generate::{Options, generated, practised};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ESCARGOT: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn puzzle(line: &str) -> String {
    format!(r#"{{"puzzle": "{line}"}}"#)
}

fn value(answer: Result<String, String>) -> Value {
    serde_json::from_str(&answer.unwrap()).unwrap()
}

#[test]
fn text_is_read_as_positions_and_errors_with_their_places() {
    let text = format!("{EASY} easy \"one\"\n{}z{}\n", &EASY[..10], &EASY[11..]);
    let read = value(read(&text, "en"));
    assert_eq!(read["format"], "line");
    assert_eq!(read["puzzles"][0]["puzzle"], EASY);
    assert_eq!(read["puzzles"][0]["comment"], "easy \"one\"");
    assert_eq!(read["puzzles"][0]["candidates"], Value::Null);
    let error = &read["errors"][0];
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &11.into()));
    assert_eq!(error["found"], "'z'");
    assert_eq!(error["expected"], "a digit or an empty cell");
}

#[test]
fn puzzles_left_out_of_a_long_text_are_counted() {
    let read = value(read(&format!("{EASY}\n").repeat(MAX_READ + 7), "en"));
    assert_eq!(read["puzzles"].as_array().unwrap().len(), MAX_READ);
    assert_eq!(read["more"], 7);
}

#[test]
fn answers_are_none_unique_or_multiple() {
    let unique = value(solve(&puzzle(EASY)));
    assert_eq!(unique["answer"], "unique");
    assert!(unique["solution"].as_str().unwrap().starts_with("534678912"));
    let none = value(solve(&puzzle(&EASY.replace("53..7", "55..7"))));
    assert_eq!(none["answer"], "none");
    assert_eq!(none["conflicts"][0]["cells"][1], "r1c2");
    let several = value(solve(&puzzle(&EASY.replace("53..7", "....."))));
    assert_eq!(several["answer"], "multiple");
    assert!(!several["differences"].as_array().unwrap().is_empty());
}

#[test]
fn a_check_reports_redundant_givens_wrong_digits_and_symmetry() {
    let checked = value(check(&puzzle(EASY)));
    assert_eq!(checked["minimal"], checked["redundant"].as_array().unwrap().is_empty());
    assert_eq!(checked["symmetries"][0], "half-turn");
    let wrong = format!(r#"{{"puzzle": "532{}", "givens": "{EASY}"}}"#, &EASY[3..]);
    let mistakes = serde_json::json!([{"kind": "placement", "cell": "r1c3", "digit": 2}]);
    assert_eq!(value(check(&wrong))["mistakes"], mistakes);
}

#[test]
fn hints_have_five_rungs_and_mistakes_come_first() {
    for language in ["en", "zh"] {
        let hint = value(hint(&puzzle(EASY), language, "", true));
        assert_eq!(hint["kind"], "step");
        assert_eq!(hint["rungs"].as_array().unwrap().len(), 5);
        assert_eq!(hint["rungs"][4], hint["step"]["sentence"]);
        assert!(hint.get("solution").is_none());
        let focus = hint["focus"].as_array().unwrap();
        assert!(!focus.is_empty());
        for house in focus {
            let number = &house.as_str().unwrap()[1..];
            assert!(hint["rungs"][0].as_str().unwrap().contains(number), "the first rung names {house}");
        }
        assert_eq!(hint["before"]["candidates"].as_array().unwrap().len(), 81);
    }
    let wrong = format!(r#"{{"puzzle": "532{}", "givens": "{EASY}"}}"#, &EASY[3..]);
    let hint = value(hint(&wrong, "en", "", true));
    assert_eq!((&hint["kind"], &hint["answer"]), (&"mistake".into(), &"unique".into()));
    let mistake = &hint["mistakes"][0];
    assert_eq!((&mistake["cell"], &mistake["digit"]), (&"r1c3".into(), &2.into()));
    for answer in [steps(&wrong, "en", "", true), path(&wrong, "en", "", true)] {
        assert_eq!(&value(answer)["mistakes"][0], mistake);
    }
}

#[test]
fn steps_come_in_stages_easiest_first_and_each_conclusion_once() {
    let mut stages = step_stages(&puzzle(EASY), "en", "", true).unwrap();
    assert_eq!(value(Ok(stages.answer()))["before"]["candidates"].as_array().unwrap().len(), 81);
    let (mut count, mut conclusions) = (0, std::collections::BTreeSet::new());
    let mut first = None;
    while let Some(stage) = stages.next_stage() {
        let stage = value(Ok(stage));
        assert_eq!(stage["stopped"], false);
        for group in stage["groups"].as_array().unwrap() {
            first.get_or_insert(group["technique"].clone());
            count += group["count"].as_u64().unwrap();
            for step in group["steps"].as_array().unwrap() {
                assert!(conclusions.insert(step["notation"].to_string()), "{step}");
            }
        }
    }
    assert_eq!(first, Some("hidden-single".into()));
    let all = value(steps(&puzzle(EASY), "en", "", true));
    assert_eq!(all["counts"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>(), count);
    let wrong = format!(r#"{{"puzzle": "532{}", "givens": "{EASY}"}}"#, &EASY[3..]);
    let mut refused = step_stages(&wrong, "en", "", true).unwrap();
    assert_eq!(value(Ok(refused.answer()))["mistakes"][0]["cell"], "r1c3");
    assert_eq!(refused.next_stage(), None);
}

#[test]
fn techniques_that_are_forbidden_are_not_used() {
    let without = value(path(&puzzle(EASY), "en", "-naked-single -full-house", true));
    assert_eq!(without["solved"], true);
    let counts = without["techniques"].as_object().unwrap();
    assert!(!counts.contains_key("naked-single") && !counts.contains_key("full-house"));
    assert!(hint(&puzzle(EASY), "en", "-no-such", true).unwrap_err().contains("no-such"));
}

#[test]
fn each_step_of_a_path_has_the_position_before_it_and_can_be_drawn() {
    let path = value(path(&puzzle(EASY), "en", "", true));
    assert_eq!((&path["answer"], &path["solved"]), (&"unique".into(), &true.into()));
    for step in path["steps"].as_array().unwrap() {
        let candidates = &step["before"]["candidates"];
        let position =
            format!(r#"{{"puzzle": {}, "givens": "{EASY}", "candidates": {candidates}}}"#, step["before"]["placed"]);
        let (technique, notation) = (step["technique"].as_str().unwrap(), step["notation"].as_str().unwrap());
        let svg = svg(&position, technique, notation, "dark").unwrap();
        assert!(svg.starts_with("<svg ") && svg.contains("<circle"), "{notation}");
    }
}

#[test]
fn grids_without_exactly_one_solution_are_errors() {
    let several = puzzle(&EASY.replace("53..7", "....."));
    for answer in [
        hint(&several, "en", "", true),
        steps(&several, "en", "", true),
        path(&several, "en", "", true),
        rate(&several),
    ] {
        let answer = value(answer);
        assert_eq!(answer["answer"], "multiple");
        assert!(!answer["differences"].as_array().unwrap().is_empty());
    }
}

#[test]
fn ratings_have_steps() {
    let rated = value(rate(&puzzle(EASY)));
    assert_eq!(rated["answer"], "unique");
    assert_eq!(rated["steps"].as_array().unwrap().len(), 51);
    let hardest = rated["steps"].as_array().unwrap().iter().map(|step| step["rating"].as_f64().unwrap());
    assert_eq!(Some(hardest.fold(0.0, f64::max)), rated["er"].as_f64());
}

#[test]
fn a_puzzle_and_its_mirror_image_have_one_canonical_form() {
    let mirrored: String = EASY.chars().rev().collect();
    let (form, image) = (value(canonical(&puzzle(EASY))), value(canonical(&puzzle(&mirrored))));
    assert_eq!(form["canonical"], image["canonical"]);
    assert_eq!(form["automorphisms"], 1);
    assert!(canonical(&puzzle(&".".repeat(81))).unwrap_err().contains("more than one solution"));
}

#[test]
fn generated_puzzles_have_the_requested_properties_and_depend_only_on_the_seed() {
    let options = Options { level: "medium", symmetry: "half-turn", technique: "", least: 17, most: 30 };
    let make = |seed| value(generated(seed, &options, |_| false));
    let made = make(1);
    let checked = value(check(&puzzle(made["puzzle"].as_str().unwrap())));
    assert_eq!((&made["level"], &checked["answer"]), (&"medium".into(), &"unique".into()));
    assert_eq!(made["solution"], checked["solution"]);
    assert!(checked["symmetries"].as_array().unwrap().contains(&"half-turn".into()));
    assert!(made["puzzle"].as_str().unwrap().bytes().filter(|&byte| byte != b'.').count() <= 30);
    assert_eq!(make(1), made);
    assert_ne!(make(2), made);
    assert_eq!(made["fits"], true);
    assert!(generated(1, &Options { level: "impossible", ..options }, |_| false).is_err());
    assert!(generated(1, &Options { technique: "no-such", ..options }, |_| false).is_err());
    assert!(generated(1, &Options { least: 10, most: 16, ..options }, |_| false).is_err());
}

#[test]
fn a_practice_position_has_a_step_of_the_lesson_and_a_listener_stops_the_search() {
    let found = practised("naked-pair locked-pair", 1, "en", |_| false).unwrap().unwrap();
    let found = value(Ok(found));
    let technique = found["step"]["technique"].as_str().unwrap();
    assert!(["naked-pair", "locked-pair"].contains(&technique), "{technique}");
    assert_eq!(found["before"]["candidates"].as_array().unwrap().len(), 81);
    assert_eq!(practised("naked-pair", 1, "en", |_| true), Ok(None));
    assert!(practised("no-such", 1, "en", |_| false).is_err());
}

#[test]
fn givens_can_be_many_and_a_technique_can_be_asked_for() {
    let printed = Options { level: "easy", symmetry: "half-turn", technique: "", least: 34, most: 38 };
    let made = value(generated(5, &printed, |_| false));
    let givens = made["puzzle"].as_str().unwrap().bytes().filter(|&byte| byte != b'.').count();
    assert!((34..=38).contains(&givens));
    let wanted = Options { level: "", symmetry: "", technique: "x-wing", least: 17, most: 81 };
    let made = value(generated(5, &wanted, |_| false));
    assert!(made["techniques"].as_object().unwrap().contains_key("x-wing"));
}

#[test]
fn a_search_that_is_stopped_returns_the_nearest_puzzle() {
    let wanted = Options { level: "easy", symmetry: "", technique: "", least: 17, most: 17 };
    let made = value(generated(1, &wanted, |count| count > 20));
    assert_eq!((&made["fits"], &made["answer"]), (&false.into(), &"unique".into()));
}

#[test]
fn a_puzzle_is_minimised_and_shows_what_its_solutions_have() {
    let minimal = value(minimise(&puzzle(EASY), "", 1));
    assert_eq!(value(check(&puzzle(minimal["puzzle"].as_str().unwrap())))["minimal"], true);
    assert!(minimise(&puzzle(&".".repeat(81)), "", 1).is_err());
    let orbits = value(orbits("half-turn"));
    assert_eq!(orbits.as_array().unwrap().len(), 41);
    assert!(orbits.as_array().unwrap().contains(&serde_json::json!(["r1c1", "r9c9"])));
    let possible = value(possible(&puzzle(EASY)));
    assert_eq!((&possible["candidates"][0], &possible["candidates"][2]), (&"5".into(), &"4".into()));
}

#[test]
fn a_puzzle_in_a_sentence_is_read() {
    let read = value(read(&format!("Here it is: {EASY}, have fun"), "en"));
    assert_eq!((read["puzzles"].as_array().unwrap().len(), read["errors"].as_array().unwrap().len()), (1, 0));
    assert_eq!(read["puzzles"][0]["puzzle"], EASY);
}

#[test]
fn the_parts_of_a_search_together_equal_the_whole_search() {
    for mode in ["naive", "propagation"] {
        let whole = watch(&puzzle(EASY), mode, 0.0, u32::MAX).unwrap();
        assert!(whole.done);
        let mut parts = Vec::new();
        while parts.len() < whole.events.len() {
            let part = watch(&puzzle(EASY), mode, parts.len() as f64, 1000).unwrap();
            parts.extend(part.events);
            assert_eq!(part.done, parts.len() == whole.events.len());
            if part.done {
                assert_eq!(part.counters, whole.counters);
            }
        }
        assert_eq!(parts, whole.events);
        let counters: Value = serde_json::from_str(&whole.counters).unwrap();
        assert_eq!(counters["placed"], counters["takenBack"], "the search takes back every placement");
        assert_eq!(counters["solutions"], 1);
    }
    let thought = watch(&puzzle(ESCARGOT), "propagation", 0.0, u32::MAX).unwrap();
    let tried = watch(&puzzle(ESCARGOT), "naive", 0.0, u32::MAX).unwrap();
    assert!(thought.events.len() * 5 < tried.events.len());
}

#[test]
fn invalid_arguments_are_errors_with_a_sentence() {
    for nonsense in ["", "{}", "[]", "{\"puzzle\": 7}", "{\"puzzle\": \"123\"}"] {
        assert!(solve(nonsense).unwrap_err().contains("expected"), "{nonsense}");
    }
    assert!(hint(&puzzle(EASY), "xx", "", true).is_err());
    assert!(write(&puzzle(EASY), "pdf").is_err());
    assert!(svg(&puzzle(EASY), "", "", "pink").is_err());
    assert!(print(&puzzle(EASY), "pdf").is_err());
    assert!(watch(&puzzle(EASY), "backwards", 0.0, 1).is_err());
}

#[test]
fn pictures_show_puzzle_candidates_and_solution() {
    let digits = |what: &str| print(&puzzle(EASY), what).unwrap().matches("<text ").count();
    assert_eq!((digits("puzzle"), digits("solution")), (30, 81));
    assert!(digits("candidates") > 81);
    assert_eq!(write(&puzzle(EASY), "line").unwrap().trim_end(), EASY);
}

#[test]
fn a_sukaku_is_solved_rated_and_explained_from_its_candidates() {
    let solution = value(solve(&puzzle(EASY)))["solution"].as_str().unwrap().to_owned();
    // The solution's digit and the next one, in every fifth cell.
    let candidates: Vec<String> = solution
        .bytes()
        .enumerate()
        .map(|(cell, digit)| {
            let digit = digit - b'0';
            if cell % 5 == 0 { format!("{digit}{}", digit % 9 + 1) } else { digit.to_string() }
        })
        .collect();
    let sukaku = format!(r#"{{"candidates": {}}}"#, serde_json::to_string(&candidates).unwrap());
    assert_eq!(value(solve(&sukaku))["solution"], solution);
    assert_eq!(value(rate(&sukaku))["answer"], "unique");
    assert_eq!(value(path(&sukaku, "en", "", true))["solved"], true);
    assert_eq!(value(hint(&sukaku, "en", "", true))["kind"], "step");
}

#[test]
fn an_order_is_read_by_the_library_and_gives_its_puzzles_one_at_a_time() {
    let mut ordered = order("2 easy, 1 naked-pair", 7, "en").unwrap();
    let parts: Value = serde_json::from_str(&ordered.parts()).unwrap();
    let expected = serde_json::json!([
        {"count": 2, "level": "easy"},
        {"count": 1, "technique": "naked-pair", "name": "Naked Pair"},
    ]);
    assert_eq!(parts, expected);
    assert_eq!(ordered.next_with(|_| true), None, "stopped");
    let found: Vec<Value> = std::iter::from_fn(|| ordered.next_with(|_| false))
        .map(|object| serde_json::from_str(&object).unwrap())
        .collect();
    assert_eq!(found.iter().map(|one| &one["part"]).collect::<Vec<_>>(), [0, 0, 1]);
    assert_ne!(found[0]["puzzle"], found[1]["puzzle"]);
    for one in &found {
        let answer = value(solve(&puzzle(one["puzzle"].as_str().unwrap())));
        assert_eq!(answer["solution"], one["solution"]);
    }
    assert_eq!(found[2]["step"]["technique"], "naked-pair");
    assert_eq!(found[2]["before"]["candidates"].as_array().unwrap().len(), 81);
    let error = order("12 simple", 7, "en").err().unwrap();
    assert!(error.contains("found 'simple', expected a level or a technique"), "{error}");
}
