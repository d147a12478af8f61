"""``python -m verification.faults``: plant each fault in a copy of the source; tests must see it.

The lists stand beside the tests: ``tests/**/planted_faults*.py`` hold FAULTS, tuples of a place,
a text that occurs once in it, what the fault puts there, and the tests that must turn red. A place
is a function, "file: function" or "file: Class.method", or a whole file; of the file's path as many
parts are named as tell it from others, so that a fault stays where a file moves. The
copy is built as a debug build (-O1, bounds checks) for this machine alone; a fault rebuilds only
the modules that its file enters. Finished faults are kept: a run that was interrupted goes
on where it stopped; a fault whose file or test has changed is planted again. ``--sample 300
--seed 1`` takes so many at random, spread over the files with faults, kernels first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from rich.console import Console

from verification.faults.campaign import Outcome, finished, key, run_campaign
from verification.faults.places import (
    ROOT,
    FaultError,
    faulty_text,
    located,
    planted,
    sampled,
    source,
)

if TYPE_CHECKING:
    from lieref.reporting.tables import Table

DEFAULT = Path("results/faults")
KINDS = {".pxi": "kernels", ".pyx": "entries", ".pxd": "primitives", ".py": "Python"}


def table(outcomes: Iterable[Outcome]) -> Table:
    """Return the outcomes as a table of the report."""
    # here and in `main`, not above: the report's modules want a lieref that is built
    from lieref.reporting.tables import Table

    rows = [[x.name, x.caught_by or "survived", x.seconds] for x in outcomes]
    caption = "Planted faults: the first test that turned red, and the time to build and to see it."
    return Table("faults", caption, ("Fault", "Caught by", "Seconds"), rows)


def summary(outcomes: Sequence[Outcome], planted_by: str) -> str:
    """Return the page of a campaign: how many faults of each kind of file were seen."""
    from lieref.reporting.formats import markdown
    from lieref.reporting.tables import Table

    counts: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        place = outcome.name.partition(": ")[0]
        kind = KINDS.get(Path(place).suffix, "headers, pages")
        counts.setdefault(kind, []).append(outcome)
    rows = [
        [kind, len(found), sum(bool(x.caught_by) for x in found), median(x.seconds for x in found)]
        for kind, found in sorted(counts.items())
    ]
    seen = sum(bool(x.caught_by) for x in outcomes)
    survivors = [f"- `{x.name}`" for x in outcomes if not x.caught_by]
    caption = (
        "Median seconds to build the modules that the fault enters and to see a test turn red."
    )
    return (
        "\n\n".join(
            [
                "# Planted faults",
                f"Written by `{planted_by}`. {seen} of {len(outcomes)} faults turned a test red; "
                "which one is in [faults.csv](faults.csv).",
                markdown(
                    Table("kinds", caption, ("Files", "Faults", "Seen", "Seconds"), rows)
                ).strip(),
                *(["Not seen:", "\n".join(survivors)] if survivors else []),
            ]
        )
        + "\n"
    )


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification.faults", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="faults with TEXT in their name")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, at random")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="copies at work at once")
    parser.add_argument(
        "--list", action="store_true", help="list the faults, and whether they apply"
    )
    parser.add_argument("--out", type=Path, default=DEFAULT, metavar="FOLDER", help=f"({DEFAULT})")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run the campaign; return 0 if every fault is seen, 1 if one survives, 2 if it cannot run."""
    options = _arguments(words)
    console = Console(soft_wrap=True)
    faults = [fault for fault in planted() if options.only in f"{fault.name} {fault.target}"]
    if options.sample is not None:
        faults = sampled(faults, options.sample, options.seed)
    try:
        for fault in faults:
            faulty_text(fault, source(ROOT / located(fault)))
            if options.list:
                console.print(f"{fault.name} -> {fault.target}", markup=False, highlight=False)
        if options.list:
            console.print(f"{len(faults)} faults, each applies")
            return 0
        options.out.mkdir(parents=True, exist_ok=True)
        record = options.out / "results.jsonl"
        known = finished(record)
        missing = [fault for fault in faults if key(fault) not in known]
        console.print(f"{len(faults)} faults, {len(faults) - len(missing)} finished before")
        if missing:
            run_campaign(missing, options.jobs, record, console)
    except FaultError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    from lieref.reporting.formats import WRITERS

    known = finished(record)
    outcomes = [known[key(fault)] for fault in faults if key(fault) in known]
    for suffix, write in WRITERS.items():
        (options.out / f"faults.{suffix}").write_text(write(table(outcomes)), encoding="utf-8")
    words = " ".join(["python -m verification.faults", *(sys.argv[1:] if words is None else words)])
    (options.out / "README.md").write_text(summary(outcomes, words), encoding="utf-8")
    survivors = [outcome for outcome in outcomes if not outcome.caught_by]
    for outcome in survivors:
        console.print(f"SURVIVED: {outcome.name}", markup=False)
    console.print(f"{len(outcomes) - len(survivors)} of {len(outcomes)} faults seen")
    if len(outcomes) < len(faults):
        console.print(f"{len(faults) - len(outcomes)} faults not planted: their tests are red")
        return 2
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
