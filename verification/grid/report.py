"""Renders a grid's folder from results.jsonl and environment.json, and from nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lieref.reporting.campaigns import environment, store
from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table, number
from verification.claims import Claim
from verification.evidence import Evidence, Judged, load
from verification.grid import figures
from verification.grid.plans import AuditGrid
from verification.report import Report
from verification.subjects import robots
from verification.verdicts import Limit, Row

REASON = (
    "Each result is held against the oracle; the tolerance of the rows of a joint is a factor "
    "times nv times what conditioning makes of a 1-ulp input perturbation. The number is the "
    "largest error over its tolerance; whatever is no number (a crash, a missing library) counts "
    "as infinite."
)


def slim(record: Record) -> Record:
    """Return what the tables need of an audit's record: without the blocks of its results."""
    if "error" in record:
        return record
    found = record["result"]["report"]
    rows = []
    for x in found["results"]:
        judged = x["judgement"] or {}
        digits = judged.get("errors", {}).get("digits", math.nan)
        ratio = judged.get("ratio", math.nan)
        rows.append(
            {
                "what": f"{x['quantity']} {x['output']}".strip(),
                "status": x["status"],
                "text": x["text"] or judged.get("joint", ""),
                "ratio": float(ratio),
                "digits": float(digits),
            }
        )
    told = [f"{e['quantity']}: {e['confusion']}" for e in found["explanations"]]
    about = {key: found[key] for key in ("subject", "nv", "verdict")}
    return {**record, "result": {**about, "rows": rows, "explanations": told}}


def _neutral(status: str) -> bool:
    """Whether a result's status does not count against the subject."""
    return status.startswith("pass") or status == "not offered"


def _ratio(what: str) -> Any:
    """A pick: the largest error over its tolerance of one result in a case."""

    def pick(record: Record) -> float | None:
        rows = [row for row in record["result"]["rows"] if row["what"] == what]
        rows = [row for row in rows if row["status"] != "not offered"]
        if not rows:
            return None
        return max(math.inf if math.isnan(row["ratio"]) else row["ratio"] for row in rows)

    return pick


def verdict(records: Sequence[Record]) -> list[Row]:
    """Return one row for each result of the audit, over all cases."""
    names = dict.fromkeys(
        row["what"]
        for record in records
        if "error" not in record
        for row in record["result"]["rows"]
        if row["status"] != "not offered"
    )
    known = [record for record in records if "error" not in record]
    rows = [row for what in names for row in Limit(what, _ratio(what), 1.0)(known)]
    broken = [record for record in records if "error" in record]
    return rows + (Limit("cases without a report", _ratio(""), 1.0)(broken) if broken else [])


def cases(evidence: Evidence) -> Table:
    """Every case of an audit's grid."""
    rows = []
    for record in evidence.by_claim["audit"]:
        params = record["params"]
        axes = [params["robot"], params["state"], params["seed"], params["order"], params["digits"]]
        if "error" in record:
            rows.append([*axes, "", record["error"], "", "", "", "", record["seconds"]])
            continue
        result = record["result"]
        count = [row["status"] for row in result["rows"]]
        ratios = [row["ratio"] for row in result["rows"] if not math.isnan(row["ratio"])]
        digits = [row["digits"] for row in result["rows"] if not math.isnan(row["digits"])]
        passed = sum(status.startswith("pass") for status in count)
        wrong = sum(not _neutral(status) for status in count)
        worst = [max(ratios, default=""), min(digits, default="")]
        rows.append(
            [*axes, result["nv"], result["verdict"], passed, wrong, *worst, record["seconds"]]
        )
    return Table(
        "cases",
        "Every case: results within their tolerance and others, the largest error over its "
        "tolerance, the fewest digits.",
        ("Robot", "State", "Seed", "Order", "Digits of the reference", "Velocities", "Verdict",
         "Within", "Others", "Error over tolerance", "Fewest digits", "Seconds"),
        rows,
    )  # fmt: skip


def findings(evidence: Evidence) -> Table:
    """Every result that is not right, and the confusion that explains it."""
    rows = []
    for record in evidence.of("audit"):
        params = record["params"]
        state = f"{params['state']}, seed {params['seed']}, order {params['order']}"
        told = record["result"]["explanations"]
        for row in record["result"]["rows"]:
            if not _neutral(row["status"]):
                why = "; ".join(x for x in told if x.startswith(row["what"].partition(" ")[0]))
                number = "" if math.isnan(row["ratio"]) else row["ratio"]
                start = [params["robot"], state, row["what"], row["status"]]
                rows.append([*start, number, row["text"], why])
    return Table(
        "findings",
        "Every result that is not within its tolerance, with the joint whose rows are worst or "
        "what happened, and the usual confusion that explains it.",
        ("Robot", "State", "Result", "Status", "Error over tolerance", "Where", "Explained by"),
        rows,
    )


def audit_report(folder: Path, grid: AuditGrid) -> Evidence:
    """Write tables/, figures/ and index.html of an audit's grid."""
    found = _environment(folder)
    records = {record["id"]: slim(record) for record in store.records(folder)}
    wanted = [case.id for case in grid]
    kept = [records[key] for key in wanted if key in records]
    word = grid.said["subject"]
    subject = word if isinstance(word, str) else " ".join(word)
    names = sorted({r["result"]["subject"] for r in kept if "error" not in r})
    sentence = f"{', '.join(names) or subject} is right on the grid, as conditioning permits."
    claim = Claim("audit", sentence, REASON, "", lambda quick: [], verdict)
    judged = Judged(claim, verdict(kept), len(wanted) - len(kept))
    evidence = Evidence(found, {"audit": kept}, [judged])
    report = Report(
        f"Audit of {subject}",
        lambda evidence: [findings(evidence), cases(evidence)],
        figures.all_figures,
    )
    report.write(folder, evidence)
    return evidence


def _environment(folder: Path) -> dict[str, Any]:
    found = environment.read(folder)
    if found is None:
        raise store.StoreError(f"no {environment.ENVIRONMENT} in {folder.name}")
    return found


def judging(claim: Claim) -> Claim:
    """Return the claim with the rows alone for which a grid has cases."""
    return replace(
        claim, verdict=lambda records: [row for row in claim.verdict(records) if row.cases]
    )


def _one_by_one(claim: Claim, record: Record) -> Iterator[tuple[Any, ...]]:
    """The rows of a claim on one record: part, number, limit, verdict."""
    if "error" in record:
        yield "", "", "", record["error"]
        return
    for row in claim.verdict([record]):
        word = "holds" if row.holds else "FAILS"
        yield row.part, row.number, f"{row.bound} {number(row.limit)}", word


def claim_cases(evidence: Evidence, claim: Claim) -> Table:
    """Every case of a claim's grid."""
    rows = []
    for record in evidence.by_claim[claim.name]:
        params: Mapping[str, Any] = record["params"]
        robot = params.get("robot")
        label = robots.label(robot) if robot and set(robot) & {"bodies", "path", "links"} else robot
        seed = params.get("seed", params.get("state", {}).get("seed", ""))
        axes = ["" if label is None else str(label), seed, params.get("order", "")]
        for found in _one_by_one(claim, record):
            rows.append([*axes, params.get("digits", ""), *found, record["seconds"], record["id"]])
    return Table(
        "cases",
        "What the claim says of every case by itself.",
        ("Robot", "Seed", "Order", "Digits", "Part", "Number", "Limit", "Verdict", "Seconds",
         "Case"),
        rows,
    )  # fmt: skip


def claim_report(folder: Path, claim: Claim) -> Evidence:
    """Write tables/ and index.html of a claim's grid."""
    judged = judging(claim)
    evidence = load(folder, [judged])
    title = f"{claim.name} over a grid"
    Report(title, lambda found: [claim_cases(found, judged)], lambda _: []).write(folder, evidence)
    return evidence
