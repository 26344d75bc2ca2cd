//! English.

use alloc::string::ToString;

use super::Catalogue;

pub(super) static CATALOGUE: Catalogue = Catalogue {
    tag: "en",
    comma: ", ",
    and: " and ",
    clause_comma: ", ",
    clause_and: ", and ",
    gap: " ",
    // The table of techniques and the errors of reading are in English already.
    techniques: &[],
    fish: None,
    found: ToString::to_string,
    expected: ToString::to_string,
    messages: &[
        // Houses.
        ("row", "row {number}"),
        ("column", "column {number}"),
        ("block", "box {number}"),
        // The rungs of a hint.
        ("where", "Look at {houses}."),
        ("which", "Think about {digits}."),
        ("how", "{name}: {idea}"),
        // Mistakes.
        ("wrong-placement", "{cell} is not {digit}: the puzzle cannot be solved with that digit there."),
        (
            "incomplete-notes",
            "Your notes in {cell} leave out {digit}: they are incomplete, and a step found in them could be wrong.",
        ),
        // No step.
        ("stuck", "No technique in use finds a step here."),
        ("solved", "The puzzle is solved."),
        // Conclusions.
        ("so", "So {conclusions}."),
        ("is", "{cell} is {digit}"),
        ("is-not", "{digits} can be removed from {cells}"),
        // Patterns.
        ("full-house", "{cell} is the last empty cell of {houses}, where only {digit} is missing."),
        ("naked-single", "{cell} can only be {digit}: {reasons}."),
        ("house-has", "{houses} has {digits} in {cells}"),
        ("digits-left-out", "its pencilmarks leave out {digits}"),
        ("last-digit", "{digit} is placed everywhere but in {houses}."),
        ("single", "In {houses}, {digit} can only go in {cell}: {reasons}."),
        ("digit-excludes", "the {digit} in {cell} excludes {cells}"),
        ("cells-left-out", "the pencilmarks leave it out in {cells}"),
        ("others-filled", "the other cells are filled"),
        ("intersection", "In {base}, {digit} can only be in {cells}, which is in {cover} too."),
        ("naked-subset", "In {houses}, the cells {cells} have no candidates but {digits}, one for each."),
        ("hidden-subset", "In {houses}, the digits {digits} can only go in {cells}, one in each."),
        ("fish", "The {digit}s of {base} all lie in {cover}, which are as many houses: these hold no other {digit}."),
        (
            "finned-fish",
            "Except for {fins}, the {digit}s of {base} all lie in {cover}, which are as many houses: either these hold no other {digit}, or one of the exceptions is true.",
        ),
        (
            "siamese-fish",
            "Except for {fins}, the {digit}s of {base} all lie in {cover}; except for {other-fins}, they all lie in {other}: two fish with the same base.",
        ),
        (
            "wing",
            "The pivot {pivots} and the pincers {pincers} have the candidates {digits}: however they are filled, one of them must be {digit}.",
        ),
        (
            "colouring",
            "Colour {first} one way, {second} the other: along the houses with two places for {digit} the colours alternate, so one of them is {digit} throughout and the other nowhere.",
        ),
        (
            "two-colourings",
            "Colour {first} one way, {second} the other: along the houses with two places for {digit} the colours alternate. Colour {third} and {fourth} likewise. Of each two colours one is {digit} throughout and the other nowhere.",
        ),
        (
            "deadly",
            "If {cells} held {digits} only, the two could be exchanged and the puzzle would have two solutions: one of the cells holds another digit.",
        ),
        (
            "deadly-helped",
            "If {cells} held {digits} only, the two could be exchanged: one of the cells holds another digit, and makes a naked subset with {helpers}.",
        ),
        (
            "deadly-linked",
            "If {cells} held {digits} only, the two could be exchanged and the puzzle would have two solutions; and {linked} has no other place in {houses}.",
        ),
        (
            "grave",
            "Without {digit} in {cell}, every cell would have two candidates and every digit two places in each house: such a puzzle has no solution or two.",
        ),
        (
            "sue-de-coq-pattern",
            "The cells {crossing}, with {line-cells} of {line} and {block-cells} of {block}, are as many as their digits {digits}, and none of these can be used twice: each is used once.",
        ),
        ("templates", "Think of every way to place nine {digit}s, one in each house."),
        (
            "exclusion",
            "Fill {cells} in every way: some would leave one of {witnesses} with nothing, and the others leave out {digits} in a cell.",
        ),
        ("chain", "{chain}: if {start} is false then {end} is true, so at least one of the two is true."),
        (
            "remote-pair",
            "{chain}: along the cells the two digits alternate, so the first and the last cell of each chain differ.",
        ),
        ("dual-two-string-kite", "{chain}: of each chain, at least one end is true."),
        ("dual-empty-rectangle", "{chain}: of each chain, at least one end is true."),
        ("continuous-loop", "{chain}: the loop closes, so exactly one end of each of its links is true."),
        ("loop-true", "{chain}: if {start} were false, it would be true."),
        ("blossom", "Whichever digit {cell} takes locks an almost locked set: {petals}."),
        (
            "direct-intersection",
            "In {base}, {digit} is confined to {cells}, so in {single-houses} it has one place left.",
        ),
        (
            "direct-subset",
            "In {houses}, {digits} have no places but {cells}, so {single-digit} has one place left there.",
        ),
        (
            "bug",
            "Without {candidates}, every cell would have two candidates and every house two places for each digit, and the solution would not be unique. So one of {candidates} is true.",
        ),
        (
            "bug-helped",
            "Without {candidates}, every cell would have two candidates and every house two places for each digit, and the solution would not be unique. So one of {candidates} is true, and with {helpers} they form a subset.",
        ),
        (
            "bug-linked",
            "Without {candidates}, every cell would have two candidates and every house two places for each digit, and the solution would not be unique. So one of {candidates} is true, and {houses} has {linked} only in {cells}.",
        ),
        ("forcing-no-candidate", "{branches}. That leaves {cell} without a candidate."),
        ("forcing-no-place", "{branches}. That leaves no place for {digit} in {houses}."),
        ("forcing-both", "{branches}. That makes {candidates} both true and false."),
        ("forcing-cell", "Every candidate of {cell} leads to the same: {branches}."),
        ("forcing-house", "Every place of {digit} in {houses} leads to the same: {branches}."),
        ("forcing-either", "Whether {candidate} is true or false, it leads to the same: {branches}."),
        (
            "kraken-fins",
            "Except for {fins}, the {digit}s of {base} all lie in {cover}, which are as many houses; each of the exceptions leads to the same: {branches}.",
        ),
        (
            "kraken-cover",
            "The {digit}s of {base} need {cover}: one of those in {houses} or one of the exceptions is true, and each leads to the same: {branches}.",
        ),
        (
            "locked-sectors",
            "The candidates of the {count} cells {cells} all lie in as many digits of houses ({sectors}): these have their digits nowhere else.",
        ),
        ("exocet", "The places of {digits} on {houses} are so few that what {base} hold of them must be in {cells}."),
        // Arguments line by line.
        ("if-then", "If {premises}, then {consequence}: {reason}."),
        ("then", "Then {consequence}: {reason}."),
        ("cell-is", "{cells} is {digit}"),
        ("cell-is-not", "{cells} is not {digit}"),
        ("one-is", "{digit} is in one of {cells}"),
        ("none-is", "{digit} is in none of {cells}"),
        ("because-cell", "{cells} has no other candidate"),
        ("because-one-digit", "{cells} holds one digit"),
        ("because-house", "{houses} has no other place for {digit}"),
        ("because-once", "{houses} holds {digit} once"),
        ("because-set", "the almost locked set {cells} then holds {digits}"),
        ("because-locked", "every place left for {digit} in {houses} sees {cells}"),
        ("because-naked", "{cells} then hold {digits} only"),
        ("because-hidden", "{digits} of {houses} then fill {cells}"),
        ("because-fish", "the {digit}s of {base} then lie in {cover}"),
        ("because-lemma", "lemma {name}"),
        ("line-lemma", "Lemma {name}:"),
        ("line-either", "So {first}, or {last}."),
        ("line-loop", "The loop closes: exactly one end of each of its links is true."),
        ("line-opposite", "So {first}: the assumption leads to its opposite."),
        ("line-cell", "{cell} is one of {digits}."),
        ("line-house", "In {houses}, {digit} is in one of {cells}."),
        ("line-either-way", "{candidates} is true or false."),
        ("line-fish-or-fin", "The fish holds, or {digit} is in one of {cells}."),
        ("line-one-of", "{digit} is in one of {cells}."),
        ("line-petal", "If {cell} is {digit}, then {cells} holds {digits}."),
        ("line-suppose", "Suppose that {supposed}."),
        ("line-no-candidate", "No candidate is left for {cell}: a contradiction."),
        ("line-no-place", "No place is left for {digit} in {houses}: a contradiction."),
        ("line-both", "{candidates} would be true and false: a contradiction."),
        ("line-refuted", "So what was supposed is false."),
        ("line-same", "The same follows in every case."),
        ("loop-false", "{chain}: if {start} were true, it would be false."),
    ],
};
