"""Renders the report on paper 004, the forms of inverse dynamics and integration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verification import formulas, report
from verification.claims import Claim, discover
from verification.evidence import Evidence, load
from verification.representations import form_figures, forms
from verification.representations.figures import all_figures
from verification.tables import Table

TITLE = "Four representations and Lie-group integration: verification report"


def claims() -> list[Claim]:
    """Return the claims on paper 004 and on integrators."""
    return discover("verification.representations.claims") + formulas.claims("004")


def orders(evidence: Evidence) -> Table:
    """The fitted order of every integrator on the motions in closed form."""
    rows = []
    for record in evidence.of("integrator_orders"):
        params, result = record["params"], record["result"]
        counts = f"{params['counts'][0]}-{params['counts'][-1]}"
        names = [params[key] for key in ("motion", "method", "coordinates")]
        rows.append([*names, counts, float(result["errors"][-1]), float(result["slope"])])
    return Table(
        "orders",
        "Orders of the integrators: error after one second with the most steps, and the slope "
        "fitted to all.",
        ("Motion", "Method", "Coordinates", "Steps", "Error", "Slope"),
        rows,
    )


def against_scipy(evidence: Evidence) -> Table:
    """Error, work and distance from the unit sphere at each tolerance."""
    rows = []
    for record in evidence.of("scipy_integrators"):
        params = record["params"]
        for method, found in record["result"].items():
            numbers = [found[key] for key in ("error", "evaluations", "quaternion")]
            rows.append([params["motion"], params["tolerance"], method, *numbers])
    rows.sort(key=lambda row: (row[0], -row[1], row[2]))
    return Table(
        "against_scipy",
        "The adaptive Munthe-Kaas method and scipy's RK45 and DOP853 on the same model, over one "
        "second: error against the closed form, evaluations of forward dynamics, and how far the "
        "quaternion ends from unit norm.",
        ("Motion", "Tolerance", "Method", "Error", "Evaluations", "Off the sphere"),
        rows,
    )


def render(folder: Path, found: Sequence[Claim]) -> Evidence:
    """Write the report into the folder, see `report.write_folder`; return what it is made of.

    The comparison of the forms shows the run times that the benchmark left in the folder beside.

    Raises
    ------
    StoreError
        If results.jsonl or environment.json is missing or damaged.
    """
    evidence = load(folder, found)
    timed = forms.speeds(folder.resolve().parent / forms.SPEED)
    shown = [
        *forms.all_tables(evidence, timed),
        orders(evidence),
        against_scipy(evidence),
    ]
    plots = [*form_figures.all_figures(evidence), *all_figures(evidence)]
    said = forms.finding(evidence, timed)
    report.write_folder(folder, evidence, TITLE, shown, plots, said=said, links=forms.LINKS)
    return evidence
