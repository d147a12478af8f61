"""The closed loop of Fig. 3 of Ali et al.: trajectory, inverse dynamics, forward dynamics, back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import lieref
from lieref.trajectories import paper_times
from verification.subjects import table_3
from verification.subjects.computations import FORMS, Form
from verification.subjects.table_3 import BASE, BLOCKS, ORDER, Array


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Run the loop on samples ``first`` to ``last`` - 1, all orders in one call each.

    Parameters
    ----------
    params : mapping
        ``first``, ``last``: samples of Table 3; ``every``: how many samples one point of a figure
        stands for.

    Returns
    -------
    dict
        For each ``every`` samples one entry of

        - ``t``: time of the first of them;
        - ``q``, ``v``, ``tau``, ``retrieved``: joint angles, velocity stack, forces and retrieved
          vdot there, the last two of the paper's own form; six digits;
        - ``motion``: for each form and block, by order, the largest error of the retrieved vdot
          among them, relative to the peak of the trajectory;
        - ``torques``: for each form, by order and block, the largest error of the forces that
          inverse dynamics gives for the retrieved motion, in N m and N by s^k;
        - ``scale``: largest modulus of the generalized forces of each order and block among them.
    """
    times = paper_times()[params["first"] : params["last"]]
    q, v = table_3.states(times)
    found: dict[str, Any] = {"t": [], "q": [], "v": [], "tau": [], "retrieved": [], "scale": []}
    found["motion"] = {form: {block: [] for block in BLOCKS} for form in FORMS}
    found["torques"] = {form: {block: [] for block in BLOCKS} for form in FORMS}
    for start in range(0, len(times), params["every"]):
        here = slice(start, start + params["every"])
        for form in FORMS:
            loops = [_loop(form, *state) for state in zip(q[here], v[here], strict=True)]
            errors = [table_3.against_peaks(loop[2]) for loop in loops]
            for block, columns in BLOCKS.items():
                worst = np.max([error[block] for error in errors], axis=0)
                found["motion"][form][block].append(_rounded(worst, 3))
                changes = np.max(
                    [np.abs(loop[3][:, columns]).max(axis=1) for loop in loops], axis=0
                )
                found["torques"][form][block].append(_rounded(changes, 3))
        # the loops of the last form, the paper's own
        tau, retrieved = loops[0][:2]
        found["t"].append(float(times[start]))
        found["q"].append(_rounded(q[start, 7:], 6))
        found["v"].append([_rounded(row, 6) for row in v[start]])
        found["tau"].append([_rounded(row, 6) for row in tau])
        found["retrieved"].append([_rounded(row, 6) for row in retrieved])
        found["scale"].append(
            {
                block: [max(float(np.abs(x[0][k, columns]).max()) for x in loops) for k in _ORDERS]
                for block, columns in BLOCKS.items()
            }
        )
    return found


_ORDERS = range(ORDER + 1)


def _loop(form: Form, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
    """Forces, retrieved vdot, its error, and the error of the forces of the retrieved motion."""
    model = table_3.trajectory().model
    tau = lieref.inverse_dynamics(model, q, v, base=BASE, form=form)
    vdot = lieref.forward_dynamics(model, q, v[0], tau, base=BASE, form=form)
    again = lieref.inverse_dynamics(model, q, np.vstack([v[:1], vdot]), base=BASE, form=form)
    return tau, vdot, vdot - v[1:], again - tau


def _rounded(row: Array | Sequence[float], digits: int) -> list[float]:
    """Return doubles with so many significant digits, which is what a figure can show."""
    return [float(f"{x:.{digits - 1}e}") for x in row]


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 5e-4 * float(params["last"] - params["first"])
