"""The table that lieref.h declares, called as C does: every member of a call, the usual bits."""

import ctypes

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import BASES

import lieref
from lieref.dynamics import c_api

POINTER, INT, SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
AXES = ("body", "inertial")


class Model(ctypes.Structure):
    """lieref_model"""

    _fields_ = [("handle", POINTER), ("nbodies", INT), ("nq", INT), ("nv", INT)]


LOADED = [
    ("r", INT),
    ("base", INT),
    ("q", POINTER),
    ("v", POINTER),
    ("wrenches", POINTER),
    ("inertial_wrenches", INT),
    ("tau_ext", POINTER),
]


class InverseCall(ctypes.Structure):
    """lieref_inverse_call"""

    _fields_ = [*LOADED, ("tau", POINTER), ("workspace", POINTER)]


class ForwardCall(ctypes.Structure):
    """lieref_forward_call"""

    _fields_ = [*LOADED, ("tau", POINTER), ("vdot", POINTER), ("workspace", POINTER)]


SIZE_OF = ctypes.CFUNCTYPE(SIZE, ctypes.POINTER(Model), INT, INT)


class Table(ctypes.Structure):
    """lieref_api"""

    _fields_ = [
        ("version", INT),
        ("model_of", ctypes.PYFUNCTYPE(INT, ctypes.py_object, ctypes.POINTER(Model))),
        ("inverse_workspace_size", SIZE_OF),
        ("forward_workspace_size", SIZE_OF),
        (
            "inverse_dynamics",
            ctypes.CFUNCTYPE(None, ctypes.POINTER(Model), ctypes.POINTER(InverseCall)),
        ),
        (
            "forward_dynamics",
            ctypes.CFUNCTYPE(INT, ctypes.POINTER(Model), ctypes.POINTER(ForwardCall)),
        ),
    ]


def table():
    """What lieref_import gives."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = POINTER, [ctypes.py_object, ctypes.c_char_p]
    return Table.from_address(get(c_api.C_API, b"lieref.dynamics.c_api.C_API"))


def opened(model):
    """The model for C; its object must outlive it."""
    found = Model()
    assert table().model_of(model, found) == 0
    return found


@pytest.mark.parametrize("r", [0, 1, 4])
@pytest.mark.parametrize("robot", ["every_joint_free", "aerial_manipulator"])
def test_every_member_of_a_call(robot, r):
    model, q, v = draw(robot, "generic", r)
    rng = np.random.default_rng(r)
    wrenches = rng.standard_normal((r + 1, model.nbodies, 6))
    tau_ext = rng.standard_normal((r + 1, model.nv))
    api, seen = table(), opened(model)
    assert (seen.nbodies, seen.nq, seen.nv) == (model.nbodies, model.nq, model.nv)
    for base in BASES:
        for axes in (*AXES, None):
            given = {"tau_ext": tau_ext, "wrenches": wrenches, "wrench_axes": axes} if axes else {}
            loads = {
                "r": r,
                "base": BASES.index(base),
                "q": q.ctypes.data,
                "v": v.ctypes.data,
                "inertial_wrenches": int(axes == "inertial"),
            }
            if axes:
                loads.update(wrenches=wrenches.ctypes.data, tau_ext=tau_ext.ctypes.data)
            tau, vdot = np.full((2, r + 1, model.nv), np.nan)
            work = np.empty(api.inverse_workspace_size(seen, r, loads["inertial_wrenches"]))
            call = InverseCall(**loads, tau=tau.ctypes.data, workspace=work.ctypes.data)
            api.inverse_dynamics(seen, call)
            assert np.array_equal(tau, lieref.inverse_dynamics(model, q, v, base, **given))
            work = np.empty(api.forward_workspace_size(seen, r, loads["inertial_wrenches"]))
            call = ForwardCall(
                **loads, tau=tau.ctypes.data, vdot=vdot.ctypes.data, workspace=work.ctypes.data
            )
            kept = tau.copy()
            assert api.forward_dynamics(seen, call) == -1
            expected = lieref.forward_dynamics(model, q, v[0], tau, base, **given)
            assert np.array_equal(vdot, expected)
            # what C gives as const stays as it is
            assert np.array_equal(tau, kept)


@pytest.mark.parametrize("other", ["robot", None, 3])
def test_only_a_model_can_be_opened(other):
    with pytest.raises(TypeError, match=f"^expected a lieref Model, not a {type(other).__name__}$"):
        table().model_of(other, Model())
