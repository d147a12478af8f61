"""Derivatives by parameters of the model: against the complex step, and against moved models.

Two judges. "complex_step": H-GRNE and H-GABI, the text that ships, compiled for constants that are
complex. "moved_models": the oracle at 210 digits on models whose parameters differ by 1e-50, two
at a time for second derivatives, by central differences that err by 1e-100.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import oracle
from lieref.dynamics.shared.moved_constants import forward_dynamics_moved, inverse_dynamics_moved
from lieref.model.checks import Axes, Base
from lieref.model.tree.exact import ComplexField, exact_model
from lieref.oracle.tree.inertia import factorize, solve
from lieref.oracle.tree.inverse_dynamics import torques
from lieref.oracle.tree.moved_models import Change, moved_model, run_faster
from lieref.partials.parameters.parameters import KINDS, WIDTHS, Kind
from verification.subjects import robots, states

Array = NDArray[np.float64]
Run = Callable[[Sequence[Change]], Any]
STEP = 1e-30
FINE = oracle.Arb(210)
FIRST: dict[tuple[str, str], Callable[..., Array]] = {
    ("inverse", "placement"): lieref.inverse_dynamics_geometric_partials,
    ("inverse", "screw"): lieref.inverse_dynamics_screw_partials,
    ("inverse", "inertia"): lieref.inverse_dynamics_regressor,
    ("forward", "placement"): lieref.forward_dynamics_geometric_partials,
    ("forward", "screw"): lieref.forward_dynamics_screw_partials,
    ("forward", "inertia"): lieref.forward_dynamics_regressor,
}
SECOND = {
    "inverse": lieref.inverse_dynamics_parameter_second_partials,
    "forward": lieref.forward_dynamics_parameter_second_partials,
}


class Subject:
    """A robot in a state, and what it is asked for."""

    def __init__(self, params: Mapping[str, Any]):
        self.model = robots.build(params["robot"])
        state = states.draw(self.model, params["state"], 0)
        self.dynamics = str(params["dynamics"])
        self.q, self.v, self.last = state.q, state.v[0], state.v[1]
        self.base: Base = params["base"]
        self.axes: Axes = params["axes"]
        rng = np.random.default_rng(params["state"]["seed"])
        self.wrenches = rng.standard_normal((self.model.nbodies, 6))

    def first(self, kind: Kind) -> Array:
        """What lieref computes, (nv, columns)."""
        given: dict[str, Any] = {"base": self.base}
        if (self.dynamics, kind) != ("inverse", "inertia"):
            given |= {"wrenches": self.wrenches, "wrench_axes": self.axes}
        return FIRST[self.dynamics, kind](self.model, self.q, self.v, self.last, **given)

    def columns(self, kind: Kind, slides: bool) -> list[tuple[Kind, int, int]]:
        """Parameters that are not held fixed: screws of one degree, bodies with a mass.

        slides: also screws that make a slide turn, about an axis that is 1 / size away.
        """
        found = []
        for i, joint in enumerate(self.model.joints):
            for c in range(WIDTHS[kind]):
                if kind == "inertia" and not self.model.masses[i]:
                    continue
                turning = joint.kind == "prismatic" and c < 3 and not slides
                if kind != "screw" or (joint.nv == 1 and not turning):
                    found.append((kind, i, c))
        return found

    def complex_run(self, changes: Sequence[Change]) -> Any:
        """Forces or accelerations of moved models, by the kernels."""
        K, q, v, last = ComplexField(), self.q, self.v, self.last
        exact, rates = moved_model(K, exact_model(self.model, K), changes)
        loads = (self.base, self.wrenches, self.axes)
        if self.dynamics == "inverse":
            here, rate, bend = run_faster(exact, rates, q, v, last)
            tau = inverse_dynamics_moved(self.model, exact, here, rate, bend, *loads)
            return np.array(run_faster(exact, rates, q, tau)[1])
        slower = {i: 1 / rate for i, rate in rates.items()}
        here, rate = run_faster(exact, rates, q, v)
        force = run_faster(exact, slower, q, last)[1]
        a = forward_dynamics_moved(self.model, exact, here, rate, force, *loads)
        return np.array(run_faster(exact, slower, q, a)[1])

    def exact_run(self, changes: Sequence[Change]) -> Any:
        """Forces or accelerations of moved models, by the oracle; inside FINE.working()."""
        exact, rates = moved_model(FINE, exact_model(self.model, FINE), changes)
        q, v, last = ([FINE(float(x)) for x in row] for row in (self.q, self.v, self.last))
        loads = [[[FINE(float(x)) for x in row] for row in self.wrenches]]

        def forces(v: Any, a: Any, applied: Any) -> Any:
            state = run_faster(exact, rates, q, v, a)
            row = torques(FINE, exact, state[0], state[1:], self.base, applied, self.axes, None)[0]
            return np.array(run_faster(exact, rates, q, row)[1])

        if self.dynamics == "inverse":
            return forces(v, last, loads)
        still = [FINE(0)] * len(v)
        fall = forces(still, still, None)
        H = []
        for j in range(len(v)):
            unit = [FINE(int(j == k)) for k in range(len(v))]
            H.append(list(forces(still, unit, None) - fall))
        names, sizes = [str(j) for j in range(len(v))], [row[j] for j, row in enumerate(H)]
        rest = np.array(last) - forces(v, still, loads)
        return np.array(solve(FINE, factorize(FINE, H, sizes, names), list(rest)))


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return relative max norms of the errors, by what is differentiated.

    Parameters
    ----------
    params : mapping
        ``judge``, ``dynamics`` ("inverse" or "forward"), ``robot``, ``state``, ``base``, ``axes``,
        ``count`` of columns, or of pairs of each two kinds, that the models of 210 digits judge.
    """
    subject = Subject(params)
    rng = np.random.default_rng(params["state"]["seed"])
    if params["judge"] == "complex_step":
        return {kind: _complex_error(subject, kind) for kind in KINDS}
    with FINE.working():
        first = {kind: _first_error(subject, kind, rng, params["count"]) for kind in KINDS}
        return first | _second_errors(subject, rng, params["count"])


def _complex_error(subject: Subject, kind: Kind) -> float:
    """Of all columns of a kind, by one step each."""
    found, worst, size = subject.first(kind), 0.0, 0.0
    for name, i, c in subject.columns(kind, slides=False):
        reference = subject.complex_run([(name, i, c, 1j * STEP)]).imag / STEP
        worst = max(worst, float(abs(found[:, WIDTHS[kind] * i + c] - reference).max()))
        size = max(size, float(abs(reference).max()))
    return worst / size


def _doubles(row: Any) -> Array:
    return np.array([FINE.to_float(x) for x in row])


def _first_error(subject: Subject, kind: Kind, rng: np.random.Generator, count: int) -> float:
    """Of some columns of a kind."""
    found, every = subject.first(kind), subject.columns(kind, slides=True)
    step, worst = FINE(1) / 10**50, 0.0
    for n in rng.choice(len(every), min(count, len(every)), replace=False):
        name, i, c = every[n]
        up, down = (subject.exact_run([(name, i, c, x)]) for x in (step, -step))
        reference = _doubles((up - down) / (2 * step))
        worst = max(worst, float(abs(found[:, WIDTHS[kind] * i + c] - reference).max()))
    return worst / float(abs(found).max())


def _second_errors(subject: Subject, rng: np.random.Generator, count: int) -> dict[str, float]:
    """Of some pairs of each two kinds, by the size of their block."""
    found = SECOND[subject.dynamics](
        subject.model, subject.q, subject.v, subject.last, KINDS, None, subject.base,
        subject.wrenches, subject.axes,
    )[0]  # fmt: skip
    start, at = {}, 0
    for kind in KINDS:
        start[kind], at = at, at + WIDTHS[kind] * subject.model.nbodies
    step, out = FINE(1) / 10**50, {}
    for a, b in ((a, b) for n, a in enumerate(KINDS) for b in KINDS[n:]):
        if subject.dynamics == "inverse" and (a, b) == ("inertia", "inertia"):
            continue
        ends = [
            slice(start[kind], start[kind] + WIDTHS[kind] * subject.model.nbodies)
            for kind in (a, b)
        ]
        block, worst = found[:, ends[0], ends[1]], 0.0
        for _ in range(count):
            x, y = (
                every[int(rng.integers(len(every)))]
                for every in (subject.columns(kind, slides=True) for kind in (a, b))
            )
            # steps apart: a slide that turns with the sum of two must turn
            total = sum(
                s * t * subject.exact_run([(*x, s * step), (*y, 2 * t * step)])
                for s in (1, -1)
                for t in (1, -1)
            )
            reference = _doubles(total / (8 * step * step))
            mine = block[:, WIDTHS[a] * x[1] + x[2], WIDTHS[b] * y[1] + y[2]]
            worst = max(worst, float(abs(mine - reference).max()))
        out[f"{a} {b}"] = worst / float(abs(block).max())
    return out
