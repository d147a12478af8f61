"""The benchmarks: what each measures, judges and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from verification.benchmark import cases, drawings, limits, operations, pages, plans
from verification.benchmark.dynamics import FORWARD, INVERSE, Dynamics
from verification.benchmark.forms import cases as forms_cases
from verification.benchmark.forms import limits as forms_limits
from verification.benchmark.forms import pages as forms_pages
from verification.benchmark.forms import plans as forms_plans
from verification.benchmark.loops import cases as loops_cases
from verification.benchmark.loops import limits as loops_limits
from verification.benchmark.loops import pages as loops_pages
from verification.benchmark.loops import plans as loops_plans
from verification.benchmark.partials import cases as partials_cases
from verification.benchmark.partials import drawings as partials_drawings
from verification.benchmark.partials import limits as partials_limits
from verification.benchmark.partials import pages as partials_pages
from verification.benchmark.partials import plans as partials_plans
from verification.benchmark.speed import cases as speed_cases
from verification.benchmark.speed import drawings as speed_drawings
from verification.benchmark.speed import limits as speed_limits
from verification.benchmark.speed import pages as speed_pages
from verification.benchmark.speed import plans as speed_plans
from verification.evidence import Evidence
from verification.report import Report
from verification.subjects import robots


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
    judging: Sequence[limits.Judging]
    report: Report


def _of(problem: Dynamics) -> Study:
    return Study(
        job=problem.job,
        folder=f"{problem.name}_speed",
        about=f"{problem.label} dynamics and its peers",
        shorter="without CasADi at N = 101",
        kinds=plans.KINDS,
        cases=cases,
        plan=partial(plans.plan, problem),
        judging=limits.CLAIMS[problem.name],
        report=Report(
            title=f"{problem.label.capitalize()} dynamics of any order: speed",
            tables=partial(pages.all_tables, problem=problem),
            figures=partial(drawings.all_figures, problem=problem),
            said=_growth,
        ),
    )


def _growth(evidence: Evidence) -> str:
    return operations.conclusion(operations.counts(evidence), robots.label(plans.SMALL))


PARTIALS = Study(
    job="partials",
    folder="partials_speed",
    about="partial derivatives of inverse and forward dynamics by every method",
    shorter="smaller trees, CasADi's C for small robots alone",
    kinds=partials_plans.KINDS,
    cases=partials_cases,
    plan=partials_plans.plan,
    judging=partials_limits.CLAIMS,
    report=Report(
        title="First and second partial derivatives: speed",
        tables=partials_pages.all_tables,
        figures=partials_drawings.all_figures,
        said=partials_pages.said,
    ),
)
FORMS = Study(
    job="forms",
    folder="forms_speed",
    about="the forms of inverse dynamics, and the regressor",
    shorter="five robots",
    kinds=forms_plans.KINDS,
    cases=forms_cases,
    plan=forms_plans.plan,
    judging=forms_limits.CLAIMS,
    report=Report(
        title="The forms of inverse dynamics: speed",
        tables=forms_pages.all_tables,
        figures=forms_pages.all_figures,
        said=forms_pages.said,
        links=(
            (
                "../representations/index.html#table-forms_compared",
                "The forms compared: operations, run time, accuracy, distance",
            ),
        ),
    ),
)
LOOPS = Study(
    job="loops",
    folder="loops_speed",
    about="the recursions over clusters and what they are compared with",
    shorter="smaller robots and shorter chains",
    kinds=loops_plans.KINDS,
    cases=loops_cases,
    plan=loops_plans.plan,
    judging=loops_limits.CLAIMS,
    report=Report(
        title="Mechanisms with loops: speed",
        tables=loops_pages.all_tables,
        figures=loops_pages.all_figures,
        said=loops_pages.said,
        links=(("../loops/index.html", "Mechanisms with loops: accuracy, laws, errata"),),
    ),
)
SPEED = Study(
    job="speed",
    folder="speed",
    about="kernels, batches, threads and calls, and compiled peers",
    shorter="N = 7 and Talos, without CasADi",
    kinds=speed_plans.KINDS,
    cases=speed_cases,
    plan=speed_plans.plan,
    judging=speed_limits.CLAIMS,
    report=Report(
        title="Speed: single states, batches, threads, calls",
        tables=speed_pages.all_tables,
        figures=speed_drawings.all_figures,
        said=speed_pages.said,
        links=(
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
STUDIES = {
    study.job: study for study in (_of(INVERSE), _of(FORWARD), PARTIALS, FORMS, LOOPS, SPEED)
}
