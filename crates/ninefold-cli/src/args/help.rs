//! What follows the options in the help of a command, and in its manual page: examples, sections, exit status.

/// The parts of a command's help that follow its options.
#[derive(Debug)]
pub(crate) struct Help {
    /// Command lines, perhaps with comments behind them. They are part of the short help, too.
    pub(crate) examples: &'static str,
    pub(crate) sections: &'static [Section],
}

/// Text that is laid out already: its lines are not filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
}

/// What an input can be.
pub(super) const INPUT: Section = Section {
    title: "Input",
    text: "\
A file, '-' for standard input, or the puzzle itself; standard input if there is
no argument. A file may hold many puzzles, in any format that --from names. The
format is recognised by content, and so are gzip and zstd. An argument that names
no file is read as a puzzle if it looks like one.",
};

pub(super) const EXIT_STATUS: Section = Section {
    title: "Exit status",
    text: "\
0    every puzzle has exactly one solution, and no position has a mistake
1    some puzzle has none or several, has a mistake, or cannot be read
2    the command line is wrong, a file cannot be read or written, or there is no
     puzzle
130  interrupted by Ctrl-C; 143 by kill, 129 by a closed terminal",
};

/// The exit status of a command that does not solve.
pub(super) const EXIT_STATUS_OF_READING: Section = Section {
    title: "Exit status",
    text: "\
0    every puzzle was read
1    some puzzle cannot be read
2    the command line is wrong, a file cannot be read or written, or there is no
     puzzle
130  interrupted by Ctrl-C; 143 by kill, 129 by a closed terminal",
};

impl Help {
    /// The sections with the examples first.
    pub(crate) fn sections(&self) -> impl Iterator<Item = Section> {
        let examples = Section { title: "Examples", text: self.examples };
        [examples].into_iter().chain(self.sections.iter().copied())
    }
}

impl Section {
    fn to_text(self) -> String {
        let lines: Vec<String> = self.text.lines().map(|line| format!("  {line}").trim_end().to_owned()).collect();
        format!("{}:\n{}\n", self.title, lines.join("\n"))
    }
}

/// The command with its help.
pub(super) fn with_help(command: clap::Command, help: &Help) -> clap::Command {
    let sections: Vec<String> = help.sections().map(Section::to_text).collect();
    command.after_help(sections[0].trim_end().to_owned()).after_long_help(sections.join("\n").trim_end().to_owned())
}
