"""``python -m verification.mutants``: put mutants into a copy of the source; tests must see them.

A sample takes ``--sample`` lines of lieref at random, and of each line one mutant. The copies are
debug builds (-O1, bounds checks) for this machine alone, kept in results/mutants; a mutant
rebuilds only the modules that its file enters. Finished mutants are kept there too: a run that was
interrupted goes on where it stopped, and a mutant whose file has changed is another one.
``--again`` tests those that survived once more, for tests that are new.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue

from rich.console import Console

from verification.mutants.report import Outcome, finished, outcome, summary, table
from verification.mutants.sample import KINDS, ROOT, Site, equivalent, sampled, sites, source
from verification.mutants.trees import Coverage, Tree, TreeError, copied

DEFAULT = Path("results/mutants")


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=200, metavar="N", help="lines, at random")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample (1)")
    parser.add_argument("--kind", choices=sorted(KINDS), default="", help="of files; else all")
    parser.add_argument("--only", default="", metavar="TEXT", help="files with TEXT in their path")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="copies at work at once")
    parser.add_argument("--list", action="store_true", help="list the sample, and test nothing")
    parser.add_argument("--again", action="store_true", help="test what survived before once more")
    parser.add_argument(
        "--limit", type=float, default=900.0, metavar="SECONDS", help="of the tests of each (900)"
    )
    parser.add_argument(
        "--coverage", type=Path, metavar="FILE", help="of `coverage json --show-contexts`"
    )
    parser.add_argument("--out", type=Path, default=DEFAULT, metavar="FOLDER", help=f"({DEFAULT})")
    return parser.parse_args(words)


def coverage_map(path: Path | None) -> Coverage:
    """Return the tests that run a line, by file and line, of a report of coverage.py."""
    files = json.loads(source(path))["files"] if path else {}
    return {
        name[name.find("lieref/") :]: {
            line: [test.rpartition("|")[0] for test in tests]
            for line, tests in found["contexts"].items()
        }
        for name, found in files.items()
    }


def run(
    missing: Sequence[Site], jobs: int, limit: float, coverage: Coverage, console: Console
) -> None:
    """Put the mutants in, each in one of `jobs` trees; append each outcome to the record.

    Raises
    ------
    TreeError
        The copy does not build, or another run is at work in it.
    """
    lock = (DEFAULT / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise TreeError(f"another run is at work in {DEFAULT}") from None
    begun = time.perf_counter()
    first = Tree(DEFAULT.resolve() / "tree_0", ROOT)
    first.refresh()
    console.print(f"copy built in {time.perf_counter() - begun:.0f} s")
    trees: SimpleQueue[Tree] = SimpleQueue()
    trees.put(first)
    for number in range(1, min(jobs, len(missing))):
        trees.put(copied(first, first.folder.with_name(f"tree_{number}")))

    def judge(site: Site) -> Outcome:
        tree, started = trees.get(), time.perf_counter()
        try:
            verdict, witness = tree.judge(site, limit, coverage)
        finally:
            trees.put(tree)
        return outcome(site, verdict, witness, time.perf_counter() - started)

    record = DEFAULT / "outcomes.jsonl"
    with lock, ThreadPoolExecutor(jobs) as pool, record.open("a", encoding="utf-8") as out:
        waiting = {pool.submit(judge, site): site for site in missing}
        try:
            for number, done in enumerate(as_completed(waiting), 1):
                found = done.result()
                out.write(json.dumps(asdict(found)) + "\n")
                out.flush()
                count = f"{number}/{len(missing)} {found.seconds:5.1f} s {found.verdict}"
                line = f"{count}: {waiting[done].name} {found.witness}"
                console.print(line, markup=False, highlight=False)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def main(words: Sequence[str] | None = None) -> int:
    """Run a sample; return 0 if every mutant is seen, 1 if one survives, 2 if it cannot run."""
    options = _arguments(words)
    console = Console(soft_wrap=True)
    chosen = sampled(sites(options.kind, options.only), options.sample, options.seed)
    if options.list:
        for site in chosen:
            console.print(site.name, markup=False, highlight=False)
        return 0
    DEFAULT.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    known = finished(DEFAULT / "outcomes.jsonl")
    if options.again:
        known = {key: x for key, x in known.items() if x.verdict != "survived"}
    missing = [site for site in chosen if site.key not in known]
    console.print(f"{len(chosen)} mutants, {len(chosen) - len(missing)} finished before")
    if missing:
        try:
            run(missing, options.jobs, options.limit, coverage_map(options.coverage), console)
        except TreeError as error:
            console.print(f"error: {error}", markup=False)
            return 2
    from lieref.reporting.formats import comma_separated

    known, listed = finished(DEFAULT / "outcomes.jsonl"), equivalent()
    outcomes = [known[site.key] for site in chosen]
    text = comma_separated(table(outcomes, listed))
    (options.out / "mutants.csv").write_text(text, encoding="utf-8")
    given = " ".join(
        ["python -m verification.mutants", *(sys.argv[1:] if words is None else words)]
    )
    (options.out / "README.md").write_text(summary(outcomes, listed, given), encoding="utf-8")
    survivors = [x for x in outcomes if x.counted(listed) == "survived"]
    console.print(f"{len(survivors)} of {len(outcomes)} mutants survived: {options.out}/README.md")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
