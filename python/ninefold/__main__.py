"""`python -m ninefold`: data sets from the command line."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence

import ninefold


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    parser = _parser()
    args = parser.parse_args(arguments)
    try:
        return args.run(args)
    except ModuleNotFoundError as error:
        extra = {"pyarrow": "arrow", "ray": "ray", "pyspark": "spark"}.get(error.name or "", "arrow")
        print(f"{error}; pip install ninefold[{extra}]", file=sys.stderr)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted; the same command continues", file=sys.stderr)
        return 130
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ninefold", description="Labelled data sets of Sudoku puzzles")
    parser.add_argument("--version", action="version", version=f"ninefold {ninefold.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    label = commands.add_parser("label", help="label the puzzles of a file or folder")
    _source_and_target(label)
    label.add_argument("--columns", help="columns, parted by commas; --columns help lists them")
    label.add_argument("--sample", type=float, default=1.0, help="the share of the classes that are rated")
    _split(label)
    label.add_argument("--engine", choices=["local", "ray", "spark"], default="local", help="what divides the work")
    label.add_argument("--address", help="the address of the Ray cluster or the Spark master")
    label.add_argument("--overwrite", action="store_true", help="replace the results of another job")
    label.set_defaults(run=_label)

    dedup = commands.add_parser("dedup", help="keep the first puzzle of each class")
    _source_and_target(dedup)
    dedup.add_argument("--by", choices=["class", "solution", "givens"], default="class", help="which are the same")
    dedup.set_defaults(run=_dedup)

    build = commands.add_parser("build", help="build a data set by a recipe")
    build.add_argument("count", type=int, help="how many puzzles")
    build.add_argument(
        "recipe", help="a JSON object with options of ninefold.generate, or an array of them; @FILE reads it"
    )
    build.add_argument("target", help="the folder")
    build.add_argument("--columns", help="columns, parted by commas")
    build.add_argument("--title", default="Sudoku puzzles", help="the title of the data card")
    build.add_argument("--engine", choices=["local", "ray"], default="local", help="what divides the work")
    build.add_argument("--address", help="the address of the Ray cluster")
    build.add_argument("--threads", type=int, help="how many threads work")
    build.add_argument("--overwrite", action="store_true", help="replace the results of another job")
    _split(build)
    build.set_defaults(run=_build)
    return parser


def _source_and_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help="a Parquet file, CSV, any text format, or a folder of these")
    parser.add_argument("target", help="a folder, or a Parquet file")
    parser.add_argument("--column", help="the column of puzzles")
    parser.add_argument("--from", dest="format", help="the text format")
    parser.add_argument("--threads", type=int, help="how many threads work")


def _split(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=0, help="the seed")
    parser.add_argument("--test", type=float, default=0.1, help="the share of the test set")
    parser.add_argument("--validation", type=float, default=0.1, help="the share of the validation set")


def _parts(args: argparse.Namespace) -> dict[str, float]:
    return {"test": args.test, "validation": args.validation}


class _Counter:
    """Prints how many puzzles are finished, a few times a second, on a terminal."""

    def __init__(self) -> None:
        self.start = self.last = time.monotonic()

    def __call__(self, done: int, total: int | None) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and now - self.last >= 0.2:
            self.last = now
            of = "" if total is None else f" of {total:,}"
            print(f"\r{done:,}{of} puzzles, {done / (now - self.start):,.0f} a second", end="\r", file=sys.stderr)


def _label(args: argparse.Namespace) -> int:
    from ninefold.data import COLUMNS, Labels, label
    from ninefold.data._labels import DEFAULT

    if args.columns == "help":
        for name, meaning in COLUMNS.items():
            print(f"{name:16}{meaning}")
        return 0
    columns = args.columns.split(",") if args.columns else DEFAULT
    if args.engine != "local":
        labels = Labels(columns, args.seed, _parts(args), sample=args.sample, column=args.column)
        from ninefold._engines import label_on_ray, label_on_spark

        run = label_on_ray if args.engine == "ray" else label_on_spark
        return _report(*run(args.source, args.target, labels, args.address, args.threads or 1, args.overwrite))
    done = label(
        args.source,
        args.target,
        columns,
        seed=args.seed,
        parts=_parts(args),
        sample=args.sample,
        column=args.column,
        format=args.format,
        threads=args.threads,
        progress=_Counter(),
        overwrite=args.overwrite,
    )
    return _report(done.rows, done.errors)


def _report(rows: int, errors: int) -> int:
    print(f"{rows:,} puzzles labelled, {errors:,} unreadable", file=sys.stderr)
    return 1 if errors else 0


def _dedup(args: argparse.Namespace) -> int:
    from ninefold.data import dedup

    done = dedup(
        args.source,
        args.target,
        by=args.by,
        column=args.column,
        format=args.format,
        threads=args.threads,
        progress=_Counter(),
    )
    print(f"{done.rows:,} puzzles, {done.kept:,} kept, {done.errors:,} without a class", file=sys.stderr)
    return 1 if done.errors else 0


def _build(args: argparse.Namespace) -> int:
    from ninefold.data import build
    from ninefold.data._build import DEFAULT

    text = args.recipe
    if text.startswith("@"):
        with open(text[1:], encoding="utf-8") as file:
            text = file.read()
    run = None
    if args.engine == "ray":
        from ninefold._engines import build_on_ray

        run = build_on_ray(args.address)
    done = build(
        args.count,
        json.loads(text),
        args.target,
        args.seed,
        columns=args.columns or DEFAULT,
        parts=_parts(args),
        title=args.title,
        threads=args.threads,
        progress=_Counter(),
        run=run,
        overwrite=args.overwrite,
    )
    print(f"{done.rows:,} puzzles, {done.files:,} files written", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
