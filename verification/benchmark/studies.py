"""The benchmarks: what each measures, judges and shows.

Each has a folder with the same files: `cases` (a function a kind of cases), `plans`, `limits`,
`tables` and `figures`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from verification.benchmark.dynamics.problems import FORWARD, INVERSE, Dynamics
from verification.benchmark.judging import Judging
from verification.report import Report


@dataclass(frozen=True)
class Study:
    """One benchmark.

    Attributes
    ----------
    job : str
        The word of the command line, also in environment.json.
    folder : str
        Its folder in results/, and in reports/.
    about : str
        What is timed, in a few words.
    shorter : str
        What ``--quick`` leaves out.
    kinds : tuple of str
        The kinds of its cases, each a function in `cases`.
    cases : module
    plan : callable
        Whether quick -> kind and parameters of every case.
    judging : sequence
        The claims, each with the kind of the cases that it judges.
    report : Report
        What its page shows besides the claims.
    """

    job: str
    folder: str
    about: str
    shorter: str
    kinds: tuple[str, ...]
    cases: ModuleType
    plan: Callable[[bool], Iterator[tuple[str, dict[str, Any]]]]
    judging: Sequence[Judging]
    report: Report


def _of(problem: Dynamics) -> Study:
    return _study(
        "dynamics",
        f"{problem.label} dynamics and its peers",
        "without CasADi at N = 101",
        f"{problem.label.capitalize()} dynamics of any order: speed",
        problem=problem,
    )


def _study(
    package: str,
    about: str,
    shorter: str,
    title: str,
    links: Sequence[tuple[str, str]] = (),
    problem: Dynamics | None = None,
) -> Study:
    """Return the benchmark of a folder, or of a problem in it."""

    def part(name: str) -> Any:
        return importlib.import_module(f"verification.benchmark.{package}.{name}")

    plans, limits, tables, figures = map(part, ("plans", "limits", "tables", "figures"))
    plan, all_tables, all_figures = plans.plan, tables.all_tables, figures.all_figures
    job, judging = package, limits.CLAIMS
    folder = package if package == "speed" else f"{package}_speed"
    if problem is not None:
        plan, judging = partial(plan, problem), judging[problem.name]
        all_tables, all_figures = (partial(x, problem=problem) for x in (all_tables, all_figures))
        job, folder = problem.job, f"{problem.name}_speed"
    report = Report(title, all_tables, all_figures, tables.said, links)
    cases = part("cases")
    return Study(job, folder, about, shorter, plans.KINDS, cases, plan, judging, report)


STUDIES = {
    study.job: study
    for study in (
        _of(INVERSE),
        _of(FORWARD),
        _study(
            "partials",
            "partial derivatives of inverse and forward dynamics by every method",
            "smaller trees, CasADi's C for small robots alone",
            "First and second partial derivatives: speed",
        ),
        _study(
            "forms",
            "the forms of inverse dynamics, and the regressor",
            "five robots",
            "The forms of inverse dynamics: speed",
            (
                (
                    "../representations/index.html#table-forms_compared",
                    "The forms compared: operations, run time, accuracy, distance",
                ),
            ),
        ),
        _study(
            "loops",
            "the recursions over clusters and what they are compared with",
            "smaller robots and shorter chains",
            "Mechanisms with loops: speed",
            (("../loops/index.html", "Mechanisms with loops: accuracy, laws, errata"),),
        ),
        _study(
            "speed",
            "kernels, batches, threads and calls, and compiled peers",
            "N = 7 and Talos, without CasADi",
            "Speed: single states, batches, threads, calls",
            (
                (
                    "../inverse_dynamics_speed/index.html",
                    "Inverse dynamics: growth with bodies and orders, CasADi",
                ),
                (
                    "../forward_dynamics_speed/index.html",
                    "Forward dynamics: growth with bodies and orders, CasADi",
                ),
            ),
        ),
    )
}
