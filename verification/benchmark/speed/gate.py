"""``python -m verification.benchmark gate``: have ratios of times grown since they were stored?

The yardsticks are MuJoCo's C and Pinocchio called from Python: both come compiled with their
wheels, so nothing but lieref changes from run to run. A ratio that has grown by more than a factor
is measured again before it counts; on another machine the factor is wider, for processors differ in
what they are good at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import lieref
from lieref.reporting.campaigns import environment
from lieref.reporting.tables import Table
from verification.benchmark import build, peers
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, Dynamics, state
from verification.benchmark.speed import mujoco_c
from verification.benchmark.speed.cases import batched
from verification.benchmark.speed.plans import BATCHED, ORDERS, SMALL_NAME, STATES
from verification.benchmark.timing import Run, interleaved, python_run
from verification.subjects import robots

BASELINE = Path("reports/speed/baseline.json")
SAME, OTHER = 1.25, 2.0
REPEATS, SECONDS = 2000, 2.5
# Fewer states than the report has: a repeat is short and meets fewer disturbances.
GATED_STATES = STATES // 16
MUJOCO, PINOCCHIO = "MuJoCo's C", "Pinocchio from Python"


class BaselineError(RuntimeError):
    """There is no baseline, or none that can be read."""


@dataclass(frozen=True)
class Verdict:
    """One ratio against its baseline.

    Attributes
    ----------
    name : str
    before, now : float or None
        None where it was not stored, or not measured.
    """

    name: str
    before: float | None
    now: float | None
    factor: float

    @property
    def growth(self) -> float | None:
        """Return the ratio now over the one before."""
        return None if self.before is None or self.now is None else self.now / self.before

    @property
    def word(self) -> str:
        """Return the verdict in a word."""
        if self.now is None:
            return "not measured"
        if self.growth is None:
            return "new"
        return "holds" if self.growth <= self.factor else "WORSE"

    @property
    def holds(self) -> bool:
        """Return whether the gate may be passed."""
        return self.word in ("holds", "new")


def machine_of(found: Mapping[str, Any]) -> dict[str, str]:
    """Return what makes ratios comparable: the processor's model and the build of the kernels."""
    return {"processor": found["processor"]["model"], "kernels": found["build"]["kernels"]}


def judge(
    baseline: Mapping[str, Any], ratios: Mapping[str, float], machine: Mapping[str, str]
) -> list[Verdict]:
    """Return the verdict on every ratio that is stored or measured.

    Parameters
    ----------
    baseline : mapping
        ``machine`` and ``ratios``, as `write` stores them.
    ratios : mapping
        Name to the ratio measured now.
    machine : mapping
        As `machine_of` returns it.
    """
    factor = SAME if baseline["machine"] == machine else OTHER
    stored = baseline["ratios"]
    names = [*stored, *(name for name in ratios if name not in stored)]
    return [Verdict(name, stored.get(name), ratios.get(name), factor) for name in names]


def read(path: Path) -> dict[str, Any]:
    """Return the stored baseline.

    Raises
    ------
    BaselineError
        If it is missing or damaged.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        numbers = [float(x) for x in found["ratios"].values()]
        machine = {key: str(found["machine"][key]) for key in ("processor", "kernels")}
    except FileNotFoundError:
        raise BaselineError(f"there is no {path.name}; --write-baseline stores one") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BaselineError(f"{path.name} is damaged: {error!r}") from None
    if not all(0 < x < np.inf for x in numbers):
        raise BaselineError(f"{path.name} is damaged: a ratio is no positive number")
    return {**found, "machine": machine, "ratios": dict(zip(found["ratios"], numbers, strict=True))}


def write(path: Path, ratios: Mapping[str, float], found: Mapping[str, Any]) -> None:
    """Store ratios as the baseline, with the machine that they are of."""
    stored = {
        "machine": machine_of(found),
        "date": found["date"],
        "commit": found["commit"],
        "ratios": {name: float(f"{ratio:.4g}") for name, ratio in ratios.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


def _runs(timers: Any, cache: Path, problem: Dynamics, robot: str) -> dict[str, Run]:
    """The yardstick first, then what is gated, each checked elsewhere before it is timed."""
    model = robots.build(BATCHED[robot])
    start = state(model, 0)
    runs = {MUJOCO: mujoco_c.run_of(problem, model, start, cache)[0]}
    if robot == SMALL_NAME:
        runs[PINOCCHIO], _ = peers.pinocchio_call(problem, BATCHED[robot], model, start)
    for order in ORDERS:
        at = state(model, order)
        runs[f"kernel, r = {order}"], _ = peers.lieref_kernel(timers, problem, model, at)
        runs[f"batch, r = {order}"] = batched(problem, model, order, GATED_STATES)(1)
        if robot == SMALL_NAME:
            runs[f"call, r = {order}"], _ = peers.lieref_call(problem, model, at)
            prepared = getattr(lieref, f"prepare_{problem.name}")(model, order)
            out = np.zeros((order + 1, model.nv))
            runs[f"prepared call, r = {order}"] = python_run(prepared, *problem.inputs(at), out)
    return runs


def groups(timers: Any, cache: Path) -> dict[str, Callable[[], dict[str, Run]]]:
    """Return what is measured together: its name, and what makes its runs."""

    def made(problem: Dynamics, robot: str) -> Callable[[], dict[str, Run]]:
        return lambda: _runs(timers, cache, problem, robot)

    return {
        f"{problem.label}, {robot}": made(problem, robot)
        for problem in (INVERSE, FORWARD)
        for robot in BATCHED
    }


def measure(runs: Mapping[str, Run], group: str) -> dict[str, float]:
    """Return the ratios of one group: each time, of a batch a state, over the first one's.

    Calls from Python also over Pinocchio's, where that is among them.
    """
    timings = interleaved(runs, REPEATS, SECONDS * len(runs) / 4)
    best = {
        name: timing.best / (GATED_STATES if name.startswith("batch") else 1)
        for name, timing in timings.items()
    }
    first, *others = best
    pairs = [(name, first) for name in others if name != PINOCCHIO]
    if PINOCCHIO in best:
        pairs += [(name, PINOCCHIO) for name in others if "call" in name]
    return {f"{group}: {name} / {peer}": best[name] / best[peer] for name, peer in pairs}


def measure_all(
    made: Mapping[str, Callable[[], dict[str, Run]]],
    baseline: Mapping[str, Any] | None,
    machine: Mapping[str, str],
) -> dict[str, float]:
    """Return every ratio; a group with one that is worse is measured twice, the better counts."""
    found: dict[str, float] = {}
    for group, make in made.items():
        runs = make()
        ratios = measure(runs, group)
        verdicts = [] if baseline is None else judge(baseline, ratios, machine)
        # the others belong to other groups
        if not all(verdict.holds for verdict in verdicts if verdict.now is not None):
            again = measure(runs, group)
            ratios = {name: min(ratio, again[name]) for name, ratio in ratios.items()}
        found.update(ratios)
    return found


def table(verdicts: Sequence[Verdict]) -> Table:
    """Return the verdicts as a table."""
    rows = [
        [
            verdict.name,
            *("" if x is None else x for x in (verdict.before, verdict.now, verdict.growth)),
            verdict.factor,
            verdict.word,
        ]
        for verdict in verdicts
    ]
    return Table(
        "gate",
        "Ratios of best times, stored and measured now, and how they have grown.",
        ("Ratio", "Stored", "Now", "Growth", "Allowed", "Verdict"),
        rows,
    )


def heading(baseline: Mapping[str, Any], machine: Mapping[str, str]) -> str:
    """Say which machine the baseline is of, and what growth is allowed here."""
    stored = baseline["machine"]
    if stored == machine:
        return f"Baseline of this machine ({stored['processor']}): a growth of {SAME} is allowed."
    return (
        f"The baseline is of another machine ({stored['processor']}, kernels {stored['kernels']}; "
        f"here {machine['processor']}, {machine['kernels']}): a growth of {OTHER} is allowed."
    )


def run(cache: Path, path: Path, write_baseline: bool) -> tuple[str, list[Verdict]]:
    """Measure, and judge or store; return what to say and the verdicts.

    Raises
    ------
    BaselineError
        There is nothing to judge by.
    BuildError
        The timers cannot be compiled.
    """
    found = environment.describe()
    machine = machine_of(found)
    baseline = None if write_baseline else read(path)
    ratios = measure_all(groups(build.timers(cache), cache), baseline, machine)
    if baseline is None:
        write(path, ratios, found)
        stored = {"machine": machine, "ratios": ratios}
        return f"Baseline of {len(ratios)} ratios: {path}", judge(stored, ratios, machine)
    return heading(baseline, machine), judge(baseline, ratios, machine)
