"""A report: measured, and written into a folder."""

from __future__ import annotations

import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from lieref.check.quantities import KINEMATICS, USUAL, chosen
from lieref.check.quantities import named as quantity_of
from lieref.check.subjects import require_known
from lieref.errors import ShapeError
from lieref.reporting import contents as tabulated
from lieref.reporting import drawing, drawings, formats, latex, methods, pages
from lieref.reporting.campaigns import campaign, environment, store
from lieref.reporting.campaigns.campaign import Case
from lieref.reporting.contents import Contents
from lieref.reporting.robots import Base, Request, Subject, label, named, subject_digest
from lieref.reporting.tables import Table
from lieref.version import __version__

MEASURING, TIMING = "lieref.reporting.measuring", "lieref.reporting.timing"
#: States of one case, and states with a conditioning bound.
SHARE, BOUNDED = 10, 20
#: Rough seconds of a state with 12 degrees of freedom, and the power of these that they grow with.
COSTS = {
    "inverse_dynamics": (0.01, 1.0),
    "joint_space_inertia": (0.01, 2.0),
    "forward_dynamics": (0.02, 1.5),
    "inverse_dynamics_orders": (0.01, 1.0),
    "forward_dynamics_orders": (0.1, 1.5),
    "inverse_dynamics_partials": (0.1, 2.0),
    "forward_dynamics_partials": (0.15, 2.5),
    "inverse_dynamics_second_partials": (0.15, 3.0),
    "forward_dynamics_second_partials": (0.3, 3.0),
    "forward_kinematics": (0.005, 1.0),
    "jacobian": (0.005, 1.5),
}
#: What closing the loops at the precision of a reference costs, about.
LOOPS = 100.0
LEAST_FIRST = "two from 0 to 20, the lower one first"
ORDERS = ("inverse_dynamics_orders", "forward_dynamics_orders")


@dataclass(frozen=True)
class Findings:
    """What a report found.

    contents : see `lieref.reporting.contents.Contents`
    tables : by name, as data frames of pandas where it is installed, else as `Table`
    verdicts : a sentence for each robot and subject
    """

    contents: Contents
    tables: Mapping[str, Any]
    verdicts: tuple[str, ...]


def requested(
    models: Sequence[str],
    subjects: Sequence[Subject],
    base: Base | None,
    quantities: Sequence[str] | str | None,
    orders: tuple[int, int],
    states: int,
    seed: int,
    times: bool,
    frames: Sequence[str] | None,
) -> Request:
    """Return a request; ModelError, ShapeError or ArgumentError for what cannot be measured."""
    for holds, given, expected in (
        (bool(models), "no model", "one or more"),
        (bool(subjects), "no subject", "one or more"),
        (0 <= orders[0] <= orders[1] <= 20, f"orders {orders[0]}-{orders[1]}", LEAST_FIRST),
        (states >= 1, f"states {states}", "at least 1"),
        (0 <= seed < 10**6, f"seed {seed}", "0 to 999999"),
        (base in (None, "fixed", "free"), f"base {base!r}", "'fixed' or 'free'"),
    ):
        if not holds:
            raise ShapeError(f"{given}: expected {expected}")
    for subject in subjects:
        require_known(subject)
    usual = (*USUAL, *ORDERS, *(KINEMATICS if frames else ()))
    asked = chosen(usual if quantities is None else quantities)
    robots = named(models, base, frames or ())
    every = dict.fromkeys(frame for robot in robots for frame in robot.frames)
    by_label = {label(subject): subject for subject in subjects}
    return Request(
        robots,
        by_label,
        {name: subject_digest(subject) for name, subject in by_label.items()},
        tuple(
            replace(x, frame=frame).word
            for x in asked
            for frame in (every if x.kinematic else [""])
        ),
        orders,
        states,
        seed,
        times,
        tuple(frames or ()),
    )


def plans(request: Request) -> tuple[campaign.Plan, campaign.Plan]:
    """Return the cases for errors, and those for times, which are measured alone."""
    errors, times = [], []
    for robot in request.robots:
        about: dict[str, Any] = {"robot": robot.name, "base": robot.base, "digest": robot.digest}
        about |= {"seed": request.seed, "order": request.orders[1]}
        about |= {"subjects": dict(request.digests)}
        for name in request.asked(robot):
            seconds, power = COSTS[quantity_of(name).name]
            each = seconds * (robot.nv / 12.0) ** power * (LOOPS if robot.loops else 1.0)
            for first in range(0, request.states, SHARE):
                count = min(SHARE, request.states - first)
                params = {**about, "quantity": name, "first": first, "count": count}
                params |= {"bounded": BOUNDED}
                bounded = max(0, min(BOUNDED - first, count))
                errors.append(Case(MEASURING, params, each * (count + 2 * bounded)))
        params = {**about, "quantities": list(request.asked(robot))}
        times.append(Case(TIMING, params, 1.0 + len(request.subjects)))
    return {"errors": errors}, {"times": times if request.times else []}


def measured(
    request: Request,
    folder: Path,
    jobs: int,
    cluster: str | None,
    fresh: bool,
    console: Console,
) -> Contents:
    """Compute what the folder does not have yet, and return all of it."""
    local = {
        "words": {
            x.name: str(x.file.resolve()) if x.file is not None else x.word for x in request.robots
        },
        "subject_words": {
            name: x if isinstance(x, str) else list(x) for name, x in request.subjects.items()
        },
    }
    wanted: set[str] = set()
    for plan, processes, where in zip(plans(request), (jobs, 1), (cluster, None), strict=True):
        cases = [case for each in plan.values() for case in each]
        wanted |= {case.id for case in cases}
        if cases:
            about = {"plan": _told(request)}
            campaign.run(plan, folder, processes, fresh, console, where, about, local)
        fresh = False
    found = [record for record in store.records(folder) if record["id"] in wanted]
    return tabulated.gathered(request, found)


def _told(request: Request) -> dict[str, Any]:
    """The request for environment.json: without paths."""
    robots = [{k: v for k, v in asdict(x).items() if k != "word"} for x in request.robots]
    return {
        "robots": robots,
        "subjects": dict(request.digests),
        "quantities": list(request.quantities),
        "orders": list(request.orders),
        "states": request.states,
        "seed": request.seed,
    }


def write(contents: Contents, folder: Path, style: str) -> None:
    """Write page, text, tables, figures, sources and the command into the folder of the results."""
    found = tabulated.all_tables(contents)
    about = environment.read(folder) or environment.describe()
    for name in ("tables", "figures"):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
    for table in found:
        for suffix, text in files(table).items():
            (folder / "tables" / f"{table.name}.{suffix}").write_text(text, encoding="utf-8")
    drawn = drawings.all_drawings(contents, style)
    svgs = [drawing.write(x, folder / "figures") for x in drawn]
    bounded = min(BOUNDED, contents.request.states)
    method = methods.paragraph(contents, about, bounded)
    sources = methods.bibtex(contents)
    page = pages.page(contents, found, list(zip(drawn, svgs, strict=True)), method, sources)
    for name, text in (
        ("index.html", page),
        ("README.md", pages.readme(contents, found, drawn, method)),
        ("methods.txt", method + "\n"),
        ("methods.tex", f"{latex.escaped(method)} {methods.citations(sources)}\n"),
        ("references.bib", sources),
        ("reproduce.sh", reproduction(contents.request, folder, style)),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "reproduce.sh").chmod(0o755)


def files(table: Table) -> dict[str, str]:
    """Return a table as text, by the ending of its file."""
    return {
        "csv": formats.comma_separated(table),
        "md": formats.markdown(table),
        "tex": latex.text(table),
    }


def reproduction(request: Request, folder: Path, style: str) -> str:
    """Return a script that makes the report again; models of the user's files stand beside it."""
    words = ["lieref", "report"]
    for robot in request.robots:
        word = robot.word
        if robot.file is not None:
            (folder / "models").mkdir(exist_ok=True)
            word = f"models/{robot.name}{robot.file.suffix.lower()}"
            if robot.file.resolve() != (folder / word).resolve():
                shutil.copyfile(robot.file, folder / word)
        words += ["--model", word]
    base = next((robot.base for robot in request.robots), None)
    words += ["--base", base] if base else []
    for name, subject in request.subjects.items():
        given = name if not isinstance(subject, str) else subject
        words += ["--subject", given]
    low, high = request.orders
    names = dict.fromkeys(quantity_of(word).name for word in request.quantities)
    words += ["--quantities", *names, "--orders", f"{low}-{high}"]
    words += ["--frames", *request.frames] if request.frames else []
    words += ["--states", str(request.states), "--seed", str(request.seed), "--style", style]
    words += [] if request.times else ["--no-times"]
    return (
        "#!/bin/sh\n"
        f"# Makes this report again, in the folder `again`; needs lieref {__version__}:\n"
        f"#   pip install 'lieref[report,interop]=={__version__}'\n"
        "# and, for subjects that are your own code, that code in the folder of this script.\n"
        'set -eu\ncd "$(dirname "$0")"\n'
        f"{shlex.join(words)} --output again\n"
    )


def report(
    models: str | Sequence[str],
    subjects: Subject | Sequence[Subject] = ("lieref",),
    *,
    base: Base | None = None,
    quantities: Sequence[str] | str | None = None,
    frames: Sequence[str] | None = None,
    orders: tuple[int, int] = (0, 5),
    states: int = 100,
    seed: int = 0,
    jobs: int = 1,
    style: str = "ieee-single",
    output: str | Path | None = None,
    times: bool = True,
    cluster: str | None = None,
    fresh: bool = False,
    console: Console | None = None,
) -> Findings:
    """Measure the accuracy and the speed of dynamics on some robots, and report it.

    Errors are those of Singh et al., against reference values with proven bounds of their error.

    Parameters
    ----------
    models : str or sequence of str
        Words for `lieref.check.named_model`: "robot.urdf", "ur5", "serial_chain:10". Robots with
        loops or couplings are measured with lieref's own kernels.
    subjects : str or sequence
        As of `lieref.check.audit`; a program is a list of the words of its command line.
    base : "fixed", "free" or None
        Of the robots; None: free for files.
    quantities : sequence of str or None
        Names of `lieref.check.QUANTITIES`, or "dynamics", "kinematics", "all"; None: dynamics,
        inertia, first partials and orders, and with `frames` kinematics.
    frames : sequence of str or None
        Names of bodies or frames (`Model.frames`) of which kinematics is asked, of each robot
        those that it has; the last body of a robot that has none of them.
    orders : (int, int)
        Lowest and highest order of the time derivatives in tables and figures.
    states, seed : int
        Number of random states, and the seed that they are drawn with.
    jobs : int
        Processes, -1 for every core; times are measured by one alone. With more than 1 the
        program's main module must be safe to import.
    style : str
        The column of a journal that figures fill, of `lieref.reporting.drawings.STYLES`.
    output : path or None
        Folder of the report; finished cases found there are not measured again. None: no files.
    times : bool
        Whether calls are timed.
    cluster : str or None
        Address or file of a Dask scheduler, whose workers measure the errors.
    fresh : bool
        Whether earlier results in the folder are measured again.
    console : rich.console.Console or None
        Shows the progress; None: standard error.

    Returns
    -------
    Findings

    Raises
    ------
    ModelError, ShapeError, ArgumentError
        An unknown model, subject, quantity or style, or numbers out of range.
    StoreError, CampaignError
        As of `lieref.reporting.campaigns.campaign.run`.

    Examples
    --------
    >>> import lieref
    >>> found = lieref.report("serial_chain:2", quantities="inverse_dynamics", states=2)
    >>> len(found.tables) > 0
    True
    """
    if style not in drawings.STYLES:
        raise ShapeError(f"style {style!r}: expected one of {', '.join(drawings.STYLES)}")
    models = [models] if isinstance(models, str) else list(models)
    subjects = [subjects] if isinstance(subjects, str) else list(subjects)
    request = requested(models, subjects, base, quantities, orders, states, seed, times, frames)
    with ExitStack() as stack:
        if output is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        else:
            folder = Path(output)
        shown = console or Console(stderr=True)
        contents = measured(request, folder, jobs, cluster, fresh, shown)
        if output is not None:
            write(contents, folder, style)
    found = tabulated.all_tables(contents)
    return Findings(
        contents,
        {table.name: _frame(table) for table in found},
        tuple(sentence for _, sentence in pages.verdicts(contents)),
    )


def _frame(table: Table) -> Any:
    """A data frame where pandas is installed."""
    try:
        import pandas
    except ImportError:
        return table
    return pandas.DataFrame(list(table.rows), columns=list(table.columns))
