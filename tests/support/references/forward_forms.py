"""Forms of forward dynamics as their tests call them, and what rounding allows each of them."""

import ctypes
import importlib

import numpy as np
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, EPS, relative

from lieref._builds import PACKAGES
from lieref.dynamics.forward.default import forward_dynamics_generic
from lieref.dynamics.forward.forms.body import h_gabi_twist_body_twin
from lieref.dynamics.forward.forms.hybrid import h_gabi_hybrid_twin
from lieref.dynamics.forward.forms.spatial import h_gabi_spatial_twin
from lieref.dynamics.forward_dynamics import (
    forward_dynamics,
    hybrid_dynamics,
    hybrid_dynamics_complex,
)

TWINS = {
    "default": forward_dynamics_generic,
    "spatial": h_gabi_spatial_twin,
    "body": h_gabi_twist_body_twin,
    "hybrid": h_gabi_hybrid_twin,
}
# So many times what half an ulp in the arguments costs. Found of body and hybrid twists: 0.6 at
# the median, 8 at the most; wrenches about the base's origin, of the spatial form, cancel.
FACTORS = {"default": 30.0, "spatial": 400.0, "body": 40.0, "hybrid": 40.0}
# Rows that vanish, or whose arguments do, relative to one; of the default form in ulp, times r + 1.
# Found: below 8 eps (r + 1).
ABSOLUTE = 4e-12
ROUNDINGS = 32 * EPS
# A limit above this says nothing.
LOOSEST = 0.03
# Numbers behind the scratch that the kernel must leave alone.
FENCE = 1000


def solve(model, q, v, vdot, tau, prescribed=None, *loads, form="spatial"):
    """Hybrid dynamics: vdot and tau, both (r + 1, nv); NaN stands where nothing is given."""
    if prescribed is None:
        prescribed = np.zeros(model.nv)
    given = np.asarray(prescribed, bool)
    arguments = (q, v, tau if vdot is None else vdot, tau)
    hybrid = hybrid_dynamics_complex if _complex(arguments) else hybrid_dynamics
    q, v, vdot, tau = (np.array(x) for x in arguments)
    vdot[:, ~given], tau[:, given] = np.nan, np.nan
    motion, forces = hybrid(model, q, v, vdot, tau, given, *loads, form=form)
    return motion[1:], forces


def _complex(arguments):
    return any(np.iscomplexobj(x) for x in arguments)


class Call(ctypes.Structure):
    """The struct ForwardCall of lieref/dynamics/shared/calls.pxd."""

    _fields_ = (
        ("r", ctypes.c_int),
        ("base", ctypes.c_int),
        ("q", ctypes.c_void_p),
        ("v", ctypes.c_void_p),
        ("prescribed", ctypes.c_void_p),
        ("wrenches", ctypes.c_void_p),
        ("inertial_wrenches", ctypes.c_int),
        ("tau_ext", ctypes.c_void_p),
        ("vdot", ctypes.c_void_p),
        ("tau", ctypes.c_void_p),
        ("workspace", ctypes.c_void_p),
    )


def _function(capsule, name, result, *arguments):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    return ctypes.PYFUNCTYPE(result, ctypes.py_object, *arguments)(get(capsule, name))


def solve_by_build(build, model, q, v, tau, base, wrenches, axes, form):
    """Forward dynamics through the capsules of one build, in scratch that holds NaN."""
    module = importlib.import_module(f"{PACKAGES[f'_gabi_{form}_scalar']}._gabi_{form}_{build}")
    workspace = _function(
        module.WORKSPACE, b"lieref.forward_workspace", ctypes.c_size_t, ctypes.c_int, ctypes.c_int
    )
    run = _function(module.RUN, b"lieref.forward_run", ctypes.c_int, ctypes.POINTER(Call))
    r, inertial = len(tau) - 1, axes == "inertial"
    vdot = np.full_like(tau, np.nan)
    size = workspace(model, r, inertial)
    scratch = np.full(size + FENCE, np.nan)
    scratch[size:] = FENCE
    pointers = [np.ascontiguousarray(x).ctypes.data for x in (q, v)]
    call = Call(
        r,
        BASES.index(base),
        *pointers,
        None,
        wrenches.ctypes.data,
        inertial,
        None,
        vdot.ctypes.data,
        tau.ctypes.data,
        scratch.ctypes.data,
    )
    assert run(model, ctypes.byref(call)) == -1
    assert (scratch[size:] == FENCE).all(), "the kernel wrote behind its workspace"
    return vdot


def bounds(function, arguments, seed=0):
    """What half an ulp in the arguments does to the rows of a result, relative to their max norm.

    Measured on the function itself, by steps so long that its own roundings do not count.
    """
    rng = np.random.default_rng(seed)
    step, result = 2.0**-30, function(*arguments)
    moves = []
    for _ in range(6):
        moved = [x * (1 + step * rng.choice([-1.0, 1.0], np.shape(x))) for x in arguments]
        moves.append(relative(function(*moved), result))
    return np.max(moves, axis=0) * EPS / (2 * step)


def forward(form, model, *loads):
    """vdot as a function of q, v and tau; loads: base, wrenches, their axes and tau_ext."""
    return lambda q, v, tau: forward_dynamics(model, q, v, tau, *loads, form=form)


def limit(form, function, *arguments):
    """What a form may lose of each row of function(*arguments), relative to its max norm."""
    found = FACTORS[form] * bounds(function, arguments)
    orders = np.arange(1, len(found) + 1)
    found = found + (ROUNDINGS * orders if form == "default" else ABSOLUTE)
    assert (found < LOOSEST).all()
    return found


def spatial_bases_far_away():
    """A motion 1e2, 1e4 and 1e6 m away, with a spatial base: distance, model, q, v.

    u of the body's origin p becomes u - w x p of the point at the inertial origin.
    """
    model, q, near = draw("aerial_manipulator", "generic", r=0)
    for distance in (1e2, 1e4, 1e6):
        q[:3] = distance * np.array([0.6, -0.48, 0.64])
        v = near.copy()
        v[0, 3:6] -= np.cross(v[0, :3], q[:3])
        v[1, 3:6] -= np.cross(v[1, :3], q[:3]) + np.cross(v[0, :3], near[0, 3:6])
        yield distance, model, q, v
