"""The campaigns: the claims of each, and what its report shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lieref.reporting.campaigns import environment
from lieref.reporting.campaigns.store import StoreError
from verification import formulas
from verification.audits import figures as audits_figures
from verification.audits import tables as audits_tables
from verification.audits.documents import write_findings
from verification.claims import Claim, discover
from verification.detection_power import figures as detection_power_figures
from verification.detection_power import tables as detection_power_tables
from verification.evidence import Evidence, load
from verification.forward_dynamics import figures as forward_figures
from verification.forward_dynamics import tables as forward_tables
from verification.inverse_dynamics import figures as inverse_figures
from verification.inverse_dynamics import tables as inverse_tables
from verification.loops import figures as loops_figures
from verification.loops import tables as loops_tables
from verification.partials import figures as partials_figures
from verification.partials import tables as partials_tables
from verification.report import Report
from verification.representations import figures as representations_figures
from verification.representations import tables as representations_tables
from verification.simulation import figures as simulation_figures
from verification.simulation import numbers as simulation
from verification.simulation import tables as simulation_tables

#: Errata of Algorithms 3 and 4, which docs/errata.md takes from beside all others of Ali et al.
FORWARD_ERRATA = ("erratum_forward_input", "erratum_hybrid_bias", "hybrid_wrench")


@dataclass(frozen=True)
class Campaign:
    """What can be run.

    Attributes
    ----------
    name : str
        The word of the command line.
    subject : str
        What its claims are about, in a few words.
    claims : callable
        () -> its claims.
    report : Report
    """

    name: str
    subject: str
    claims: Callable[[], list[Claim]]
    report: Report

    @property
    def folder(self) -> Path:
        """Where the results and the report are, unless another folder is asked for."""
        return Path("results", self.name.replace("-", "_"))

    def render(self, folder: Path, claims: Sequence[Claim]) -> Evidence:
        """Write the report of a folder that has results of these claims; return what it shows.

        Raises
        ------
        StoreError
            If results.jsonl or environment.json is missing or damaged.
        """
        evidence = load(folder, claims)
        self.report.write(folder, evidence)
        return evidence


def _claims(package: str, paper: str = "", only: tuple[str, ...] = ()) -> list[Claim]:
    """Return the claims of a package, and on the formulas of a paper: all, or those named."""
    found = formulas.claims(paper) if paper else []
    return discover(package) + [claim for claim in found if not only or claim.name in only]


CAMPAIGNS = {
    campaign.name: campaign
    for campaign in (
        Campaign(
            "inverse-dynamics",
            "inverse dynamics",
            partial(_claims, "verification.inverse_dynamics.claims", "001"),
            Report(
                "Inverse dynamics of any order: verification report",
                inverse_tables.all_tables,
                inverse_figures.all_figures,
            ),
        ),
        Campaign(
            "forward-dynamics",
            "forward and hybrid dynamics",
            partial(_claims, "verification.forward_dynamics.claims", "001", FORWARD_ERRATA),
            Report(
                "Forward and hybrid dynamics of any order: verification report",
                forward_tables.all_tables,
                forward_figures.all_figures,
            ),
        ),
        Campaign(
            "detection-power",
            "what lieref check flags",
            partial(_claims, "verification.detection_power.claims"),
            Report(
                "The detection power of lieref check",
                detection_power_tables.all_tables,
                detection_power_figures.all_figures,
            ),
        ),
        Campaign(
            "audits",
            "other libraries",
            partial(_claims, "verification.audits.claims"),
            Report(
                "Audits of other libraries",
                audits_tables.all_tables,
                audits_figures.all_figures,
                links=(
                    ("findings/README.md", "Findings, each with a script that shows it"),
                    ("peers/README.md", "Other libraries: digits by quantity and joint types"),
                ),
                documents=write_findings,
            ),
        ),
        Campaign(
            "loops",
            "mechanisms with loops",
            partial(_claims, "verification.loops.claims", "002"),
            Report(
                "Mechanisms with loops: verification report",
                loops_tables.all_tables,
                loops_figures.all_figures,
                links=(("../loops_speed/index.html", "Mechanisms with loops: speed"),),
            ),
        ),
        Campaign(
            "partials",
            "partial derivatives",
            partial(_claims, "verification.partials.claims", "003"),
            Report(
                "First and second partial derivatives, by every method: verification report",
                partials_tables.all_tables,
                partials_figures.all_figures,
            ),
        ),
        Campaign(
            "representations",
            "Müller and the integrators",
            partial(_claims, "verification.representations.claims", "004"),
            Report(
                "Four representations and Lie-group integration: verification report",
                representations_tables.all_tables,
                representations_figures.all_figures,
                representations_tables.finding,
                representations_tables.LINKS,
            ),
        ),
        Campaign(
            "simulation",
            "the closed loop of Ali et al., Fig. 3",
            partial(_claims, "verification.simulation.claims"),
            Report(
                "Closed loop of inverse and forward dynamics: Ali et al., Fig. 3",
                simulation_tables.all_tables,
                simulation_figures.all_figures,
                simulation.finding,
            ),
        ),
    )
}


def campaign_of(folder: Path) -> Campaign:
    """Return the campaign whose claims the folder's plan names; without a plan the first.

    Raises
    ------
    StoreError
        If it names none.
    """
    plan = (environment.read(folder) or {"plan": {}})["plan"]

    def named(campaign: Campaign) -> int:
        return len(plan.keys() & {claim.name for claim in campaign.claims()})

    found = max(CAMPAIGNS.values(), key=named)
    if plan and not named(found):
        raise StoreError(
            f"{folder}: its plan has no claim of a campaign; reports of a benchmark are written "
            "by python -m verification.benchmark render"
        )
    return found
