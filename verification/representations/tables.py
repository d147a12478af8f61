"""The tables on the forms of inverse dynamics and on integration."""

from __future__ import annotations

from lieref.reporting.tables import Table
from verification.evidence import Evidence
from verification.representations import forms


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


def all_tables(evidence: Evidence) -> list[Table]:
    """Return every table; the comparison of forms shows the run times of the benchmark, too."""
    timed = forms.speeds(evidence)
    return [*forms.all_tables(evidence, timed), orders(evidence), against_scipy(evidence)]


def finding(evidence: Evidence) -> str:
    """Return what the comparison of forms shows, as a sentence."""
    return forms.finding(evidence, forms.speeds(evidence))
