"""No leak: a million calls, every error path and every place of the workspace."""

import gc
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from support.trees.robots import draw

from lieref.dynamics.forward_dynamics import (
    forward_dynamics,
    hybrid_dynamics,
    hybrid_dynamics_complex,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex
from lieref.errors import LierefError

MILLION = 1_000_000
# An object that is lost on every call costs 16 bytes or more each, the workspace of an order
# beyond the stack's 16 KiB far more. Pools of the allocators come and go by some hundred KiB.
SLACK = 4 * 2**20
# pytest and gc may keep a few objects meanwhile; a loss would be one for each call.
OBJECTS = 200
STATUS = Path("/proc/self/statm")


def _resident():
    """Memory of this process in bytes; where the system does not tell, 0."""
    if not STATUS.exists():
        return 0
    return int(STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _growth(call, count):
    """Bytes and Python objects that count calls leave behind, after a warm-up."""
    for _ in range(min(2000, count // 4)):
        call()
    gc.collect()
    bytes_before, objects_before = _resident(), sys.getallocatedblocks()
    for _ in range(count):
        call()
    gc.collect()
    return _resident() - bytes_before, sys.getallocatedblocks() - objects_before


def _kept(call, count):
    """What calls lose they lose every time; threads of other tests keep something once."""
    for _ in range(3):
        size, objects = _growth(call, count)
        print(f"{count} calls: {size} bytes, {objects} objects")
        if size < SLACK and objects < OBJECTS:
            return
    raise AssertionError(f"{count} calls leave {size} bytes and {objects} objects")


def test_a_million_calls():
    model, q, v = draw("two_link", "generic", r=0)
    held = [sys.getrefcount(x) for x in (model, q, v, None)]
    _kept(lambda: inverse_dynamics(model, q, v), MILLION)
    after = [sys.getrefcount(x) for x in (model, q, v, None)]
    assert after[:3] == held[:3]
    # the interpreter and its other threads take and drop thousands of references to None meanwhile
    assert abs(after[3] - held[3]) < MILLION // 2


def test_converted_arguments_and_every_option():
    model, q, v = draw("two_link", "generic", r=1)
    rows = v.tolist()
    loads = np.ones((2, 2, 6), order="F"), "inertial", np.ones((2, 2), dtype="f4")
    _kept(lambda: inverse_dynamics(model, q[::-1], rows, "hybrid", *loads, "spatial"), 8_000)
    _kept(lambda: inverse_dynamics_complex(model, q, rows, "mixed", *loads), 8_000)


@pytest.mark.parametrize("form", ["default", "spatial"])
def test_workspaces_on_the_heap(form):
    # 13 bodies at order 9: more than a hundred KiB a call
    model, q, v = draw("quadruped", "generic", r=9)
    _kept(lambda: inverse_dynamics(model, q, v, form=form), 1_000)
    _kept(lambda: inverse_dynamics_complex(model, q, v, form=form), 500)


def _spoilt():
    """Arguments for each error of the public function."""
    model, q, v = draw("aerial_manipulator", "generic", r=0)
    nan, bent = v.copy(), q.copy()
    nan[1, 2] = np.nan
    bent[4] *= 2
    good = {"model": model, "q": q, "v": v}
    return {
        "shape of q": {**good, "q": q[:-1]},
        "shape of v": {**good, "v": v[:1]},
        "dtype": {**good, "v": v > 0},
        "no array": {**good, "q": [[1.0], [2.0, 3.0]]},
        "NaN": {**good, "v": nan},
        "quaternion": {**good, "q": bent},
        "wrenches": {**good, "wrenches": v},
        "tau_ext": {**good, "tau_ext": q},
        "base": {**good, "base": "world"},
        "form": {**good, "form": ["spatial"]},
        "no model": {**good, "model": None},
    }


@pytest.mark.parametrize("what", _spoilt())
def test_errors_leave_nothing(what):
    arguments = _spoilt()[what]

    def call():
        try:
            inverse_dynamics(**arguments)
        except (LierefError, TypeError):
            return
        raise AssertionError("not refused")

    _kept(call, 4_000)


def test_many_calls_of_forward_dynamics():
    model, q, v = draw("two_link", "generic", r=0)
    half = np.array([True, False])
    _kept(lambda: forward_dynamics(model, q, v[0], v[1:]), 50_000)
    _kept(lambda: hybrid_dynamics(model, q, v[0], v[1:], v[1:], half), 10_000)
    model, q, v = draw("quadruped", "generic", r=9)
    tau = inverse_dynamics(model, q, v)
    loads = np.ones((10, model.nbodies, 6), order="F"), "inertial", np.ones((10, model.nv), "f4")
    for form in ("default", "spatial", "body", "hybrid"):
        _kept(lambda form=form: forward_dynamics(
            model, q, v[0].tolist(), tau[:, ::1], "mixed", *loads, form), 1_000)  # fmt: skip
    _kept(lambda: hybrid_dynamics_complex(model, q, v[0], tau, tau, np.ones(18, bool)), 500)


def test_errors_of_hybrid_dynamics_leave_nothing():
    model, q, v = draw("aerial_manipulator", "generic", r=0)
    half = np.arange(model.nv) % 2 == 0
    good = {"model": model, "q": q, "v": v[0], "vdot": v[1:], "tau": v[1:], "prescribed": half}
    nan = np.full_like(v[1:], np.nan)
    changes = (
        {"q": q[:-1]}, {"q": 2 * q}, {"v": v[0, 1:]}, {"vdot": v}, {"tau": nan}, {"vdot": nan},
        {"prescribed": half[1:]}, {"prescribed": None}, {"base": 1}, {"form": []},
        {"wrenches": v}, {"tau_ext": q}, {"digits": 3}, {"tau": [[1.0], [2.0, 3.0]]},
    )  # fmt: skip
    for changed in changes:

        def call(arguments={**good, **changed}):  # noqa: B006
            try:
                hybrid_dynamics(**arguments)
            except LierefError:
                return
            raise AssertionError(f"not refused: {arguments.keys()}")

        _kept(call, 1_000)
