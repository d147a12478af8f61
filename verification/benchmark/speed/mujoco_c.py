"""MuJoCo's C as a peer: the stages of its library that the two problems need, in a loop of C.

Inverse dynamics is mj_kinematics, mj_comPos, mj_comVel and mj_rne with accelerations; forward
dynamics is the same with mj_rne for the bias, mj_makeM, mj_factorM and mj_solveM. Contacts,
actuators and sensors are left out.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import mujoco
import numpy as np
from numpy.typing import NDArray

import lieref
from lieref.check.metrics import FloatArray
from lieref.check.subjects import mujoco_library
from verification.benchmark import build
from verification.benchmark.dynamics.problems import INVERSE, Dynamics, State
from verification.benchmark.peers import Result
from verification.benchmark.timing import Run

LIMIT = 120.0  # s
CODE = """
#include <stddef.h>
#include <time.h>

typedef void (*stage)(const void *, void *);
typedef void (*recursion)(const void *, void *, int, double *);
typedef void (*solver)(const void *, void *, double *, const double *, int);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

double inverse_seconds(const size_t *functions, const void *model, void *data, double *tau,
                       long calls)
{
    double start = now();
    for (long i = 0; i < calls; ++i) {
        for (int k = 0; k < 3; ++k) ((stage) functions[k])(model, data);
        ((recursion) functions[3])(model, data, 1, tau);
    }
    return now() - start;
}

double forward_seconds(const size_t *functions, const void *model, void *data, const double *tau,
                       double *work, double *qacc, int nv, long calls)
{
    double start = now();
    for (long i = 0; i < calls; ++i) {
        for (int k = 0; k < 3; ++k) ((stage) functions[k])(model, data);
        ((recursion) functions[3])(model, data, 0, work);
        for (int k = 0; k < nv; ++k) work[k] = tau[k] - work[k];
        ((stage) functions[4])(model, data);
        ((stage) functions[5])(model, data);
        ((solver) functions[6])(model, data, qacc, work, 1);
    }
    return now() - start;
}
"""
STAGES = ("mj_kinematics", "mj_comPos", "mj_comVel", "mj_rne",
          "mj_makeM", "mj_factorM", "mj_solveM")  # fmt: skip


def _functions() -> NDArray[np.uintp]:
    """Addresses in the library that Python has loaded."""
    (path,) = Path(mujoco.__file__).parent.glob("libmujoco.*")
    library = ctypes.CDLL(str(path))
    found = [ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in STAGES]
    return np.array(found, dtype=np.uintp)


def run_of(
    problem: Dynamics, model: lieref.Model, state: State, cache: Path
) -> tuple[Run, Result, FloatArray]:
    """Return a run at order 0, what it computes (nv,) and what it ought to.

    The numbers of the state are taken for MuJoCo's representation of the base, `mixed`.

    Raises
    ------
    SubjectError
        MuJoCo cannot have the model.
    BuildError
        There is no compiler.
    """
    v = state.v[:2]
    tau = lieref.inverse_dynamics(model, state.q, v, base="mixed")[0]
    other, data, places = mujoco_library.loaded(model, state.q, v[0])
    accelerations, torques = np.zeros(model.nv), np.zeros(model.nv)
    accelerations[places], torques[places] = v[1], tau
    data.qacc[:] = accelerations
    loops = ctypes.CDLL(str(build.c_library(CODE, cache, LIMIT).path))
    functions, result, work = _functions(), np.zeros(model.nv), np.zeros(model.nv)
    pointers = [ctypes.c_void_p(address) for address in (other._address, data._address)]
    inverse = problem is INVERSE
    loop = loops.inverse_seconds if inverse else loops.forward_seconds
    loop.restype = ctypes.c_double
    arrays = (result,) if inverse else (torques, work, result)
    sizes = () if inverse else (ctypes.c_int(model.nv),)
    given = (
        ctypes.c_void_p(functions.ctypes.data),
        *pointers,
        *(ctypes.c_void_p(array.ctypes.data) for array in arrays),
        *sizes,
    )

    # the default value keeps what the addresses point to
    def run(calls: int, _kept: object = (functions, other, data, arrays)) -> float:
        return float(loop(*given, ctypes.c_long(calls)))

    return run, lambda: result[places], tau if inverse else v[1]
