"""What must hold of forward and hybrid dynamics whatever the reference: round trips and energy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np

import lieref
from lieref import oracle
from lieref.check.metrics import FloatArray
from lieref.oracle import Arb
from verification.subjects import tasks
from verification.subjects.computations import FORMS, Form
from verification.subjects.tasks import Task

# Of the energy, a polynomial of given doubles: its own error cannot show in any number.
DIGITS = 40


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure both forms on one task.

    Parameters
    ----------
    params : mapping
        A task without prescribed coordinates and without wrenches, see `tasks.draw`.

    Returns
    -------
    dict
        For each form and order k

        - ``round_trip``: inverse(forward(tau)) - tau, by |H| |v^(k+1)| or |tau^(k)|, whichever is
          larger: H v^(k+1) is what the other terms of tau^(k) cancel with;
        - ``all``: hybrid dynamics with everything prescribed against inverse dynamics, by
          |tau^(k)|;
        - ``none``: hybrid dynamics with nothing prescribed against forward dynamics, by
          |v^(k+1)|;
        - ``power``: the k-th derivative of E' - v . (tau + tau_ext) with the motion that forward
          dynamics finds, by the k-th derivative of |v| . |H| |v'|, taken with moduli: H v' is
          what the other terms of tau cancel with;
        - ``energy``: the (k+1)-th derivative of E without forces, gravity alone acting, by the
          same.
    """
    task = tasks.draw(params)
    H = np.abs(
        [[float(x) for x in row] for row in oracle.joint_space_inertia(
            task.model, task.state.q, task.state.base
        )]
    )  # fmt: skip
    return {"forms": {form: _form(form, task, H) for form in FORMS}}


def _form(form: Form, task: Task, H: FloatArray) -> dict[str, list[float]]:
    model, state = task.model, task.state
    options: dict[str, Any] = {**state.arguments(), "form": form}
    vdot = tasks.kernel(form, task)[0]
    v_all = np.vstack([state.v[:1], vdot])
    again = lieref.inverse_dynamics(model, state.q, v_all, **options)
    size = np.maximum(np.abs(vdot) @ H.T, np.abs(task.tau))
    everything, nothing = (np.full(model.nv, x) for x in (True, False))
    inverse = lieref.inverse_dynamics(model, state.q, state.v, **options)
    _, held = lieref.hybrid_dynamics(
        model, state.q, state.v[0], task.vdot, task.tau, everything, **options
    )
    moved, _ = lieref.hybrid_dynamics(
        model, state.q, state.v[0], task.vdot, task.tau, nothing, **options
    )
    return {
        "round_trip": _by_rows(again - task.tau, size),
        "all": _by_rows(held - inverse, inverse),
        "none": _by_rows(moved[1:] - vdot, vdot),
        "power": _power(task, v_all, H),
        "energy": _conserved(form, task, H),
    }


def _by_rows(error: FloatArray, size: FloatArray) -> list[float]:
    """Largest modulus of each row of the error by that of the size."""
    return [float(x) for x in np.abs(error).max(axis=1) / np.abs(size).max(axis=1)]


def _power(task: Task, v_all: FloatArray, H: FloatArray) -> list[float]:
    """(E' - v . Q)^(k) = E^(k+1) - sum_j binom(k, j) v^(j) . Q^(k-j), Q = tau + tau_ext"""
    K = Arb(DIGITS)
    found = oracle.energy(task.model, task.state.q, v_all, task.state.base, field=K)
    torques = [task.tau] + ([] if task.state.tau_ext is None else [task.state.tau_ext])
    moving = np.abs(v_all[1:]) @ H.T
    balance = []
    with K.working():
        for k in range(len(task.tau)):
            power = sum(
                K(float(x)) * K(float(y)) * comb(k, j)
                for j in range(k + 1)
                for torque in torques
                for x, y in zip(v_all[j], torque[k - j], strict=True)
            )
            left = K.to_float(abs(found.kinetic[k + 1] + found.potential[k + 1] - power))
            size = sum(comb(k, j) * (np.abs(v_all[j]) @ moving[k - j]) for j in range(k + 1))
            balance.append(left / float(size))
    return balance


def _conserved(form: Form, task: Task, H: FloatArray) -> list[float]:
    """Balance of the motion under gravity alone: E^(k+1) = 0."""
    state = replace(task.state, tau_ext=None)
    free = replace(task, state=state, tau=np.zeros_like(task.tau))
    v_all = np.vstack([state.v[:1], tasks.kernel(form, free)[0]])
    return _power(free, v_all, H)


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return 2 * tasks.seconds(params)
