//! The command line as plain values: one block a command, with its help.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use ninefold::Language;
use ninefold::explain::{Explainer, Level, Technique};
use ninefold::generate::Symmetry;
use ninefold::rate::Rating;
use ninefold::text::Format;

use crate::threads;

const STYLES: clap::builder::Styles = clap::builder::Styles::styled()
    .header(anstyle::Style::new().bold())
    .usage(anstyle::Style::new().bold())
    .literal(anstyle::AnsiColor::Cyan.on_default().bold())
    .placeholder(anstyle::AnsiColor::Cyan.on_default());

/// The end of every help page about puzzles: how they are found, and what the exit status says.
macro_rules! about_inputs {
    () => {
        "
Input:
  A file, '-' for standard input, or the puzzle itself; standard input if there
  is none. A file may hold many puzzles, in any format that --from names. The
  format is recognised by content, and so are gzip and zstd. An argument that
  names no file is read as a puzzle if it looks like one.

Exit status:
  0    every puzzle has exactly one solution
  1    some have none or several, or cannot be read
  2    the command was used wrongly, a file could not be read or written, or
       there was no puzzle at all
  130  interrupted"
    };
}

/// The same, where nothing is asked of the puzzles but that they can be read.
macro_rules! about_reading {
    () => {
        "
Input:
  A file, '-' for standard input, or the puzzle itself; standard input if there
  is none. gzip and zstd are recognised by content.

Exit status:
  0    every puzzle was read
  1    some could not be read
  2    the command was used wrongly, a file could not be read or written, or
       there was no puzzle at all
  130  interrupted"
    };
}

mod symmetry;

pub(crate) use symmetry::{Canon, Dedup, Shuffle, Split};

macro_rules! solve_examples {
    () => {
        "\
Examples:
  ninefold solve examples/easy.txt                    a drawn grid
  ninefold solve examples/seventeen.txt > solved.txt  one line a puzzle
  ninefold solve --output json - < puzzles.csv        one object a puzzle
  ninefold solve --count 1000 sparse.txt              how many solutions, up to 1000
  ninefold solve --all sparse.txt | head              every solution, when it is found
  ninefold solve huge.txt.zst --write solved.txt.zst  all cores, constant memory
  ninefold solve huge.txt.zst --write solved.txt.zst --resume
"
    };
}

macro_rules! check_examples {
    () => {
        "\
Examples:
  ninefold check examples/easy.txt
  ninefold check --json puzzle.txt
  ninefold check collection.sdm | grep -c '; minimal'
"
    };
}

macro_rules! convert_examples {
    () => {
        "\
Examples:
  ninefold convert --to line puzzle.sdk
  ninefold convert --to svg --theme dark puzzle.txt > puzzle.svg
  ninefold convert --to pencilmarks --candidates puzzle.txt
  ninefold convert --to csv collection.sdm --write collection.csv.gz
"
    };
}

/// Solve, check, rate, explain, compare and convert Sudoku.
#[derive(Debug, Parser)]
#[command(name = "ninefold", version, styles = STYLES, max_term_width = 100, after_help = "\
Examples:
  ninefold solve examples/easy.txt
  ninefold solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  ninefold check puzzle.sdk
  ninefold rate --trace puzzle.txt
  ninefold convert --to svg puzzle.txt > puzzle.svg
  ninefold hint puzzle.txt
  ninefold explain --output html puzzle.txt > puzzle.html
  ninefold dedup collection.txt > different.txt")]
pub(crate) struct Args {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes it the choice of every stream that asks.
    pub(crate) fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Check(Check),
    Rate(Rate),
    Convert(Convert),
    Hint(Hint),
    Explain(Explain),
    Steps(Steps),
    Canon(Canon),
    Dedup(Dedup),
    Shuffle(Shuffle),
    Split(Split),
    Generate(Generate),
    Completions(Completions),
    Man(Man),
}

/// Which puzzles.
#[derive(Debug, clap::Args)]
pub(crate) struct Inputs {
    /// Files, '-' for standard input, or puzzles
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,

    /// Read this format, whatever the input looks like
    #[arg(short, long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,
}

/// Where results go that cannot be resumed.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Results {
    /// Write to this file, compressed if its name ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// Threads to use [default: one for each core]
    ///
    /// Beyond 32 no more are started than there are cores.
    #[arg(short, long, value_name = "N", value_parser = threads::parse)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// No summary and no progress bar on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// How a batch is done and where its results go.
#[derive(Debug, clap::Args)]
pub(crate) struct Batch {
    /// Write to this file, compressed if its name ends in .gz or .zst
    ///
    /// While the command runs the results are in FILE.part, whole lines in the order of the puzzles, and FILE.resume
    /// notes how far they got. When everything is read and written, FILE.part becomes FILE: what looks
    /// complete is complete. In the moments in which something is added to it, FILE.part is called FILE.writing. A
    /// kill -9 can leave that name, and then half a line at its end; --resume sees to that.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// Go on with an interrupted --write FILE
    ///
    /// Give the same command as before and add --resume. The file ends with the same bytes as without the interruption.
    /// Where there is nothing to go on with, everything is done from the beginning.
    #[arg(long, requires = "write")]
    pub(crate) resume: bool,

    /// Threads to use [default: one for each core]
    ///
    /// Beyond 32 no more are started than there are cores.
    #[arg(short, long, value_name = "N", value_parser = threads::parse)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// No summary and no progress bar on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Solve puzzles
///
/// On a terminal, one puzzle is answered with a drawn grid, its givens told apart. Otherwise each puzzle is answered with
/// one line, in order: 81 digits where there is exactly one solution, else a line that begins with '! ' and says why.
/// A summary goes to standard error.
///
/// A puzzle that comes with pencilmarks is solved from these: a candidate that is missing is taken as ruled out.
#[derive(Debug, Parser)]
#[command(after_help = solve_examples!(), after_long_help = concat!(solve_examples!(), "
Output, for each puzzle:
  line  81 digits, or '! no solution', or '! more than one solution', or
        '! FILE:LINE:COLUMN: what is wrong there'; with --count a number; with
        --all a line for each solution
  grid  the solution as a drawn grid, or a line as above
  json  one object on one line. \"puzzle\" is the grid and \"answer\" is
        \"unique\", \"none\" or \"multiple\". \"solution\" is the solution; if
        there are several, \"second\" is another one, and \"differences\" are the
        cells in which the two differ. What stood beside the puzzle is kept. With
        --count there are \"count\" and \"limit\", with --stats \"guesses\" and
        \"passes\", with --all the \"number\" of the solution. A puzzle that cannot
        be read is {\"error\": {\"input\", \"line\", \"column\", \"message\"}}.
  csv   puzzle,answer,solution,second,error; with --count puzzle,count,error;
        with --all puzzle,solution,error
  svg   a picture of the solution. Several puzzles need --write NAME.svg and
        become NAME-1.svg, NAME-2.svg, ...
", about_inputs!()))]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How to show the answers [default: grid for one puzzle on a terminal, else line]
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    pub(crate) output: Option<Output>,

    /// Count solutions, up to LIMIT; LIMIT means that many or more
    #[arg(short, long, value_name = "LIMIT", value_parser = at_least_one)]
    pub(crate) count: Option<u64>,

    /// Every solution, written as it is found
    #[arg(short, long, conflicts_with_all = ["count", "resume", "threads"])]
    pub(crate) all: bool,

    /// Tell how much searching it took: guesses and passes of propagation
    #[arg(long)]
    pub(crate) stats: bool,

    /// Colours of --output svg
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// How answers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// 81 digits, or '! ' and the reason
    Line,
    /// A drawn grid
    Grid,
    /// One JSON object a line
    Json,
    /// Comma separated values with a header
    Csv,
    /// A picture
    Svg,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Theme {
    /// Dark digits on white
    #[default]
    Light,
    /// Light digits on a dark ground
    Dark,
}

/// Say what is wrong or right about puzzles
///
/// Conflicts by house and cell; the number of solutions, and two of them with the cells in which they differ when there
/// are several; whether every given is needed, and which are not; the symmetries of the pattern of givens.
///
/// One puzzle gets a report, many get one line each, in order.
#[derive(Debug, Parser)]
#[command(after_help = check_examples!(), after_long_help = concat!(check_examples!(), "
The line of a puzzle has parts with '; ' between them:
  unique; 17 givens; minimal; no symmetry
  unique; 30 givens; redundant r1c1 r2c6; half turn
  multiple; 28 givens; 2 solutions, differences r1c1 r1c2 r9c1 r9c2; no symmetry
  none; 30 givens; two 5s in row 1: r1c1 r1c2; half turn
or it is '! FILE:LINE:COLUMN: what is wrong there'.

JSON has the members of solve --output json, and \"count\" of solutions up to
\"limit\", \"conflicts\" (house, digit, cells), \"minimal\", \"redundant\" (cells),
\"wrong\" (placed digits that are not the solution's) and \"symmetries\".
", about_inputs!()))]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Rate puzzles on the Sudoku Explainer scale
///
/// One line for each puzzle, in order: the puzzle and ER/EP/ED. ER is the hardest step of the easiest way to solve it, EP
/// the hardest up to the first placement, ED the first step. Ratings are the same, to every step, as those of Sukaku
/// Explainer with the techniques of Sudoku Explainer 1.2.1.
///
/// A puzzle that comes with pencilmarks is rated from these.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  ninefold rate examples/seventeen.txt
  ninefold rate --trace examples/hard.sdk                 every step
  ninefold rate --max-er 7.0 collection.txt               only as far as it matters
  ninefold rate --diamond hardest.txt --write diamonds.txt",
after_long_help = concat!("\
Examples:
  ninefold rate examples/seventeen.txt
  ninefold rate --trace examples/hard.sdk                 every step
  ninefold rate --max-er 7.0 collection.txt               only as far as it matters
  ninefold rate --diamond hardest.txt --write diamonds.txt

Output, for each puzzle:
  line  the puzzle, a blank and ER/EP/ED, or '>X' where it is harder than
        --max-er X. With --trace a line for each step follows: two blanks, the
        step's rating and its description. Where there is not exactly one
        solution: '! no solution', '! more than one solution',
        '! FILE:LINE:COLUMN: what is wrong there'
  json  one object on one line: the members of solve --output json, and \"er\",
        \"ep\" and \"ed\", or \"harder_than\". With --trace \"steps\", each with
        \"rating\", \"technique\", \"text\", \"eliminations\" and perhaps
        \"placement\"
  csv   puzzle,answer,er,ep,ed,error

Ratings are not invariant under symmetry: a puzzle with rows, columns or digits exchanged may rate differently. With \
--canonical all of them rate as their canonical form does, which stands in the place of the puzzle; JSON has both.
", about_inputs!()))]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The steps, too
    #[arg(short = 'T', long)]
    pub(crate) trace: bool,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    /// Comma separated values with a header
    #[arg(long, conflicts_with_all = ["json", "trace"])]
    pub(crate) csv: bool,

    /// Stop with a puzzle as soon as it is known to be harder than X; '>X' is its rating then
    #[arg(short, long, value_name = "X")]
    pub(crate) max_er: Option<Rating>,

    /// Only puzzles whose hardest step comes before anything can be placed (ER = EP)
    #[arg(long)]
    pub(crate) pearl: bool,

    /// Only puzzles whose hardest step is the first (ER = EP = ED)
    #[arg(long)]
    pub(crate) diamond: bool,

    /// Rate the canonical form, which is the same for all isomorphic puzzles; it is the puzzle shown then
    #[arg(long)]
    pub(crate) canonical: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Write puzzles in another format
///
/// Nothing is solved; what the format cannot carry is left out. Puzzles that cannot be read are named on standard error
/// and left out.
#[derive(Debug, Parser)]
#[command(after_help = convert_examples!(), after_long_help = concat!(convert_examples!(), "
Several puzzles as pictures need --write NAME.svg and become NAME-1.svg,
NAME-2.svg, ...
", about_reading!()))]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The format to write
    #[arg(short = 'T', long, value_name = "FORMAT", value_parser = target_parser())]
    pub(crate) to: Target,

    /// Add the candidates of empty cells, where the puzzle has none of its own
    #[arg(short, long)]
    pub(crate) candidates: bool,

    /// Colours of --to svg
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,

    /// Write to this file, compressed if its name ends in .gz or .zst
    #[arg(short, long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Text(Format),
    Svg,
}

/// Which techniques may be used, and in which language they are told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Reasoning {
    /// The language: en or zh
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = language)]
    pub(crate) language: Language,

    /// Use these techniques, too
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = technique)]
    pub(crate) with: Vec<Technique>,

    /// Do not use these techniques
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = technique)]
    pub(crate) without: Vec<Technique>,

    /// Use these techniques, in this order, and no others
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = technique, conflicts_with = "with")]
    pub(crate) order: Option<Vec<Technique>>,

    /// Do not rely on the solution being unique
    #[arg(long)]
    pub(crate) no_uniqueness: bool,
}

/// Give the next step, a little at a time
///
/// The puzzle may be half done: digits placed later and pencilmarks are used where the format tells them (`+5` in a HoDoKu
/// line, a drawn grid of candidates). A mistake is found before any step.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  ninefold hint puzzle.txt                where to look
  ninefold hint --rung 2 puzzle.txt       which digit
  ninefold hint --rung 3 puzzle.txt       which technique
  ninefold hint --rung 4 puzzle.txt       the pattern
  ninefold hint --rung 5 puzzle.txt       the full step",
after_long_help = concat!("\
Examples:
  ninefold hint puzzle.txt                where to look
  ninefold hint --rung 2 puzzle.txt       which digit
  ninefold hint --rung 3 puzzle.txt       which technique
  ninefold hint --rung 4 puzzle.txt       the pattern
  ninefold hint --rung 5 puzzle.txt       the full step

JSON has \"puzzle\", \"answer\" as solve --output json tells it, \"rung\", and \"hint\" or \"mistake\", which is \
a sentence; on rung 5 also \"step\", as 'steps' tells it. The solution of a puzzle is not among them.

TECHNIQUES are names such as x-wing or HoDoKu codes such as 0300, with commas between them;
docs/techniques.md lists them.
", about_inputs!()))]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How much to give away, 1 to 5
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) rung: u8,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reasoning: Reasoning,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// Solve puzzles the way people do, and say why
///
/// Each step is the easiest that can be found, told in a sentence. With --summary there is one line for each puzzle, in
/// order.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  ninefold explain puzzle.txt
  ninefold explain --output html puzzle.txt > puzzle.html     a picture for each step
  ninefold explain --language zh puzzle.txt
  ninefold explain --summary collection.txt                   one line a puzzle, all cores",
after_long_help = concat!("\
Examples:
  ninefold explain puzzle.txt
  ninefold explain --output html puzzle.txt > puzzle.html     a picture for each step
  ninefold explain --language zh puzzle.txt
  ninefold explain --summary collection.txt                   one line a puzzle, all cores
  ninefold explain --no-uniqueness --without swordfish puzzle.txt

The line of a puzzle with --summary has parts with '; ' between them:
  solved; hard; score 320; hardest xy-wing; full-house 9, naked-single 31, xy-wing 1
  stuck; hard; score 150; hardest swordfish; ...           no technique in use leads on
  ! no solution
Level and score are HoDoKu's. JSON has the members of solve --output json, and a \"path\" with \"solved\", \
\"level\", \"score\", \"hardest\", \"counts\" and, without --summary, \"steps\".

TECHNIQUES are names such as x-wing or HoDoKu codes such as 0300, with commas between them;
docs/techniques.md lists them.
", about_inputs!()))]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How to show the steps
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) output: Telling,

    /// What each puzzle came to, and no steps
    #[arg(short, long)]
    pub(crate) summary: bool,

    /// Colours of the pictures of --output html
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    pub(crate) theme: Theme,

    #[command(flatten)]
    pub(crate) reasoning: Reasoning,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// How steps are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Telling {
    /// A sentence a step
    #[default]
    Text,
    /// One JSON object a puzzle
    Json,
    /// A page with a picture for each step
    Html,
}

/// List all steps that a position allows
///
/// Every technique is tried but the large fish, which are looked for when they are named.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  ninefold steps puzzle.txt
  ninefold steps --json --technique x-wing puzzle.txt
  ninefold steps --json --technique given library.txt      the technique each HoDoKu line names",
after_long_help = concat!("\
Examples:
  ninefold steps puzzle.txt
  ninefold steps --json --technique x-wing puzzle.txt
  ninefold steps --json --technique given library.txt      the technique each HoDoKu line names

JSON has the members of solve --output json, and \"steps\": [{\"technique\": \"x-wing\", \"code\": \"0300\", \
\"placements\": [], \"eliminations\": [\"5r4c7\"], ...}]; \"trouble\" says why 'given' names no technique.

Where the givens do not have exactly one solution, techniques that rely on it are left out unless they are named.

TECHNIQUES are names such as x-wing, HoDoKu codes such as 0300, with a variant (0710-3) or a fifth
digit for siamese fish (03111), or 'given', with commas between them; docs/techniques.md lists them.
", about_inputs!()))]
pub(crate) struct Steps {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Look for these techniques only
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = wanted)]
    pub(crate) technique: Vec<Wanted>,

    /// One JSON object a line for each position
    #[arg(long)]
    pub(crate) json: bool,

    /// The language: en or zh
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = language)]
    pub(crate) language: Language,

    /// Do not rely on the solution being unique
    #[arg(long)]
    pub(crate) no_uniqueness: bool,

    #[command(flatten)]
    pub(crate) batch: Batch,
}

/// What `steps` looks for.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// The technique that the line of the puzzle names.
    Given,
    /// This one.
    Technique(Box<Explainer>),
}

macro_rules! generate_examples {
    () => {
        "\
Examples:
  ninefold generate                                        a puzzle of medium difficulty
  ninefold generate -n 1000 --seed 42 --symmetry half-turn --givens 24..27
  ninefold generate -n 100 --er 7.0..8.0 --json            with rating and techniques
  ninefold generate --require xy-wing --forbid naked-triple --level hard
  ninefold generate --mask heart.txt                       givens where the drawing has characters
  ninefold generate -n 1000000 --symmetry none --write million.txt.zst
"
    };
}

/// Make puzzles
///
/// Each has exactly one solution and is minimal: no given can be left out, or with a symmetry no set of givens that belong
/// together; with --mask or --redundant some may. A seed gives the same puzzles on every machine and any number of
/// threads. The solutions are drawn from all solution grids, each as likely as the others.
///
/// Without any wish, the puzzle is one of medium level with a half turn.
#[derive(Clone, Debug, Parser)]
#[command(after_help = generate_examples!(), after_long_help = concat!(generate_examples!(), "
Output:
  On a terminal, one puzzle is drawn. Otherwise there is a line of 81 characters for each.
  With --json there is one object a line: \"puzzle\", \"solution\", \"seed\" and \"number\" (puzzle number \
of that seed, from 0), \"version\", \"options\" as they were given, \"givens\", \"minimal\", \"symmetries\", \
\"er\", \"ep\", \"ed\", \"level\", \"score\", \"techniques\" with how often each is used, and \
\"canonical\". Rating takes much longer than making a puzzle.

A difficulty, a mask or a number of givens is searched for: a puzzle is changed a little again and again, and what \
comes nearer is kept. Nobody can know whether there is such a puzzle. The search ends after --time, or when no puzzle \
was found for a minute.

Exit status:
  0    all puzzles were made
  1    fewer than asked for were found in time; standard error says what came nearest
  2    the command was used wrongly, asks for what cannot be, or could not write
  130  interrupted"))]
pub(crate) struct Generate {
    /// How many puzzles
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) number: u64,

    /// The same seed gives the same puzzles [default: the time, and it is told]
    #[arg(short, long, value_name = "SEED", value_parser = seed)]
    pub(crate) seed: Option<u64>,

    /// Symmetry of the pattern of givens
    #[arg(long, value_name = "NAME", value_parser = symmetry_parser())]
    pub(crate) symmetry: Option<Symmetry>,

    /// Givens in exactly these cells: a file or 81 characters, where '.' or '0' is an empty cell
    #[arg(long, value_name = "MASK")]
    pub(crate) mask: Option<String>,

    /// So many givens, N or A..B
    #[arg(long, value_name = "RANGE", value_parser = givens)]
    pub(crate) givens: Option<(usize, usize)>,

    /// Add givens that could be left out, up to the number of --givens
    #[arg(long, requires = "givens", conflicts_with = "mask")]
    pub(crate) redundant: bool,

    /// Sudoku Explainer rating, X or A..B
    #[arg(long, value_name = "RANGE", value_parser = ratings)]
    pub(crate) er: Option<(Rating, Rating)>,

    /// Level as 'explain' tells it
    #[arg(long, value_name = "LEVEL", value_parser = level_parser())]
    pub(crate) level: Option<Level>,

    /// Techniques that the path of 'explain' uses
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = technique)]
    pub(crate) require: Vec<Technique>,

    /// No other techniques than these, those required, and singles
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = technique)]
    pub(crate) allow: Vec<Technique>,

    /// Techniques that can be done without
    #[arg(long, value_name = "TECHNIQUES", value_delimiter = ',', value_parser = technique)]
    pub(crate) forbid: Vec<Technique>,

    /// No two puzzles that are the same up to symmetry; remembers 32 bytes a puzzle
    #[arg(long)]
    pub(crate) distinct: bool,

    /// Stop after so many seconds with what was found
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,

    /// One JSON object a line for each puzzle
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) results: Results,
}

/// Print completions for a shell
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  ninefold completions bash > /etc/bash_completion.d/ninefold
  ninefold completions zsh > ~/.zfunc/_ninefold
  ninefold completions fish > ~/.config/fish/completions/ninefold.fish")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, or write all of them
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  ninefold man | man -l -
  ninefold man --dir ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write the page of each command into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a number from 1 to {}", u64::MAX))
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

fn givens(text: &str) -> Result<(usize, usize), String> {
    range(text, "a number such as 24 or a range such as 24..27")
}

fn ratings(text: &str) -> Result<(Rating, Rating), String> {
    range(text, "a rating such as 7.2 or a range such as 7.0..8.0")
}

/// `A..B` or one value, which is both ends.
fn range<T: FromStr + PartialOrd + Copy>(text: &str, expected: &str) -> Result<(T, T), String> {
    let parse = |part: &str| part.trim().parse::<T>().map_err(|_| format!("expected {expected}"));
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (parse(first)?, parse(last.strip_prefix('=').unwrap_or(last))?),
        None => (parse(text)?, parse(text)?),
    };
    if first > last { Err(format!("the range is upside down: {text}")) } else { Ok((first, last)) }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds".to_owned())
}

fn symmetry_parser() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name)).try_map(|name| name.parse::<Symmetry>())
}

fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::slug))
        .try_map(|name| Level::ALL.into_iter().find(|level| level.slug() == name).ok_or("no such level"))
}

fn language(tag: &str) -> Result<Language, String> {
    let known = || Language::ALL.map(Language::tag).join(", ");
    tag.parse().map_err(|_| format!("known languages are {}", known()))
}

fn technique(name: &str) -> Result<Technique, String> {
    name.parse().map_err(|_| unknown_technique(name))
}

fn wanted(name: &str) -> Result<Wanted, String> {
    if name == "given" {
        return Ok(Wanted::Given);
    }
    let explainer = Explainer::named(name).map_err(|_| unknown_technique(name))?;
    Ok(Wanted::Technique(Box::new(explainer)))
}

/// Names that have something in common with the unknown one.
fn unknown_technique(name: &str) -> String {
    let alike = |slug: &&str| slug.split('-').any(|word| word.len() > 2 && name.to_lowercase().contains(word));
    let near: Vec<&str> = Technique::ALL.into_iter().map(Technique::slug).filter(alike).take(8).collect();
    match near.is_empty() {
        true => "no technique has that name or code".to_owned(),
        false => format!("no technique has that name or code; perhaps {}", near.join(", ")),
    }
}

fn possible_formats() -> impl Iterator<Item = PossibleValue> {
    Format::ALL.into_iter().map(|format| PossibleValue::new(format.name()).help(format.description()))
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(possible_formats()).try_map(|name| name.parse::<Format>())
}

fn target_parser() -> impl TypedValueParser<Value = Target> {
    let svg = PossibleValue::new("svg").help("a picture");
    PossibleValuesParser::new(possible_formats().chain([svg])).try_map(|name| match name.as_str() {
        "svg" => Ok(Target::Svg),
        name => name.parse().map(Target::Text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent_and_every_command_has_examples() {
        let mut command = Args::command();
        command.build();
        command.clone().debug_assert();
        for command in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Examples:\n  ninefold "), "{help}");
        }
    }
}
