"""Inverse and forward dynamics of order 0 of many states, and over second-order numbers.

The doors that differentiate by running the shipped kernels: numbers of four parts, see
lieref/algebra/second_order.h, stand in the last axis of an array, (value, along e1, along e2,
along both); as many rows as fit into a kernel's numbers run side by side. `checked` looks at a
user's arguments once, the loops at nothing.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport sqrt
from libc.string cimport memset
cimport numpy as cnp

from lieref.dynamics cimport forward_dynamics as forward
from lieref.dynamics cimport inverse_dynamics as inverse
from lieref.model.model cimport FREE, SPHERICAL, Model

import numpy as np

from lieref import machine
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError, SingularError

cnp.import_array()

include "../dynamics/arguments.pxi"
include "state.pxi"

ctypedef void (*InverseRun)(Model, const inverse.Call*) noexcept nogil
ctypedef int (*ForwardRun)(Model, const forward.Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# One kernel of either dynamics: a run takes `width` rows of numbers of `parts` doubles.
cdef struct Kernel:
    InverseRun inverse_run
    ForwardRun forward_run
    Workspace workspace
    int parts
    int width

# What stays the same from state to state.
cdef struct Held:
    int base
    bint inertial
    const double* wrenches

cdef enum:
    PARTS = 4

cdef Kernel[2][3] kernels

#: Kinds of numbers, and the two maps from a state to a row.
NUMBERS = {"real": 0, "hyper_dual": 1, "bicomplex": 2}
DYNAMICS = {"inverse": 0, "forward": 1}


def _bind():
    """Choose, once at import, the builds that this processor runs."""
    cdef int number
    for number, name in enumerate(("hyper_dual", "bicomplex"), 1):
        module = machine.kernel(f"lieref.dynamics._h_grne_{name}")
        kernels[0][number].inverse_run = <InverseRun> PyCapsule_GetPointer(module.RUN,
                                                                           "lieref.run")
        kernels[0][number].workspace = <Workspace> PyCapsule_GetPointer(module.WORKSPACE,
                                                                        "lieref.workspace")
        kernels[0][number].width = module.PAIRS
        module = machine.kernel(f"lieref.dynamics._h_gabi_{name}")
        kernels[1][number].forward_run = <ForwardRun> PyCapsule_GetPointer(module.RUN,
                                                                           "lieref.forward_run")
        kernels[1][number].workspace = <Workspace> PyCapsule_GetPointer(
            module.WORKSPACE, "lieref.forward_workspace")
        kernels[1][number].width = module.PAIRS
        kernels[0][number].parts = kernels[1][number].parts = PARTS
    kernels[0][0].inverse_run = inverse.run_inverse_dynamics
    kernels[0][0].workspace = inverse.workspace_size
    kernels[1][0].forward_run = forward.run_forward_dynamics
    kernels[1][0].workspace = forward.forward_workspace_size
    for number in range(2):
        kernels[number][0].parts = kernels[number][0].width = 1


_bind()


def checked(Model model not None, q, v, str name, u, base, wrenches, wrench_axes):
    """The arguments as arrays, u under its `name`, or the errors of the public doors."""
    _choice("base", base, BASES)
    _choice("wrench_axes", wrench_axes, AXES)
    if wrenches is not None:
        wrenches = _wrenches(model, wrenches)
    return _configuration(model, q), _row(model, "v", v), _row(model, name, u), wrenches


cdef void _pack(const double* x, Py_ssize_t count, Py_ssize_t row, Py_ssize_t rows,
                const Kernel* kernel, double* out) noexcept nogil:
    """`width` rows of `count` numbers from `row` on, the last one again where they end."""
    cdef Py_ssize_t i, lane, part, source
    for lane in range(kernel.width):
        source = min(row + lane, rows - 1) * count
        for i in range(count):
            for part in range(kernel.parts):
                out[(i * kernel.parts + part) * kernel.width + lane] = (
                    x[(source + i) * kernel.parts + part])


cdef void _unpack(const double* x, Py_ssize_t count, Py_ssize_t row, Py_ssize_t rows,
                  const Kernel* kernel, double* out) noexcept nogil:
    """The reverse of _pack"""
    cdef Py_ssize_t i, lane, part
    for lane in range(min(kernel.width, rows - row)):
        for i in range(count):
            for part in range(kernel.parts):
                out[((row + lane) * count + i) * kernel.parts + part] = (
                    x[(i * kernel.parts + part) * kernel.width + lane])


cdef void _spread(const double* x, Py_ssize_t count, const Kernel* kernel,
                  double* out) noexcept nogil:
    """Constants as numbers without units"""
    cdef Py_ssize_t i, k
    for i in range(count):
        for k in range(kernel.parts * kernel.width):
            out[i * kernel.parts * kernel.width + k] = x[i] if k < kernel.width else 0


cdef int _run_all(Model model, const Kernel* kernel, const Held* held, const double* q,
                  const double* v, const double* u, double* out, Py_ssize_t rows,
                  double* memory) noexcept nogil:
    """Every row of u and v to its row of out; the body whose joint is singular, else -1."""
    cdef inverse.Call call
    cdef forward.Call solve
    cdef Py_ssize_t row
    cdef int singular
    cdef Py_ssize_t size = kernel.parts * kernel.width
    cdef double* q_row = memory
    cdef double* v_row = q_row + size * model.nq
    cdef double* u_row = v_row + size * model.nv
    cdef double* result = u_row + size * model.nv
    cdef double* wrenches = result + size * model.nv
    cdef double* workspace = wrenches + size * 6 * model.nbodies
    if held.wrenches == NULL:
        wrenches = NULL
    else:
        _spread(held.wrenches, 6 * model.nbodies, kernel, wrenches)
    # every array begins at a multiple of a number's size, which vectors want
    call.r = 0
    call.base = held.base
    call.q = q_row
    call.v = v_row
    call.wrenches = wrenches
    call.inertial_wrenches = held.inertial
    call.tau_ext = NULL
    call.tau = result
    call.workspace = _aligned(workspace)
    solve.r = 0
    solve.base = held.base
    solve.q = q_row
    solve.v = v_row
    solve.prescribed = NULL
    solve.wrenches = wrenches
    solve.inertial_wrenches = held.inertial
    solve.tau_ext = NULL
    solve.vdot = result
    solve.tau = u_row
    solve.workspace = call.workspace
    row = 0
    while row < rows:
        _pack(q, model.nq, row, rows, kernel, q_row)
        _pack(v, model.nv, row, rows, kernel, v_row)
        _pack(u, model.nv, row, rows, kernel, u_row)
        if kernel.forward_run == NULL:
            kernel.inverse_run(model, &call)
        else:
            singular = kernel.forward_run(model, &solve)
            if singular >= 0:
                return singular
        _unpack(result, model.nv, row, rows, kernel, out)
        row += kernel.width
    return -1


def rows_of(Model model not None, str dynamics, str number, cnp.ndarray q not None,
            cnp.ndarray v not None, cnp.ndarray u not None, base, wrenches, wrench_axes):
    """Forces (dynamics "inverse", u accelerations) or accelerations ("forward", u forces).

    Parameters
    ----------
    model : Model
    dynamics : {"inverse", "forward"}
    number : {"real", "hyper_dual", "bicomplex"}
    q, v, u : (n, nq[, 4]), (n, nv[, 4]), (n, nv[, 4]) contiguous arrays of double
        One state a row; the last axis holds the parts of a number that is not real.
    base, wrenches, wrench_axes
        As `checked` has seen them.

    Returns
    -------
    (n, nv[, 4]) array

    Raises
    ------
    SingularError
        Forward dynamics of a joint that nothing opposes; names it.
    """
    cdef Kernel* kernel = &kernels[<int> DYNAMICS[dynamics]][<int> NUMBERS[number]]
    cdef Held held
    cdef int singular
    cdef Py_ssize_t rows = q.shape[0]
    cdef Py_ssize_t numbers = model.nq + 3 * model.nv + 6 * model.nbodies
    cdef cnp.ndarray out = np.empty_like(v)
    cdef const double* q_data = <const double*> cnp.PyArray_DATA(q)
    cdef const double* v_data = <const double*> cnp.PyArray_DATA(v)
    cdef const double* u_data = <const double*> cnp.PyArray_DATA(u)
    cdef double* out_data = <double*> cnp.PyArray_DATA(out)
    held.base = BASES[base]
    held.inertial = AXES[wrench_axes]
    held.wrenches = NULL
    if wrenches is not None:
        held.wrenches = <const double*> cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    numbers += kernel.workspace(model, 0, wrenches is not None and held.inertial)
    cdef size_t bytes = 3 * LINE + sizeof(double) * kernel.parts * kernel.width * numbers
    cdef void* memory = PyMem_RawMalloc(bytes)
    if memory == NULL:
        raise MemoryError(f"{bytes} bytes of workspace")
    if LIEREF_DEBUG:
        # what a kernel reads before it has written it becomes NaN in its result
        memset(memory, 0xFF, bytes)
    with nogil:
        singular = _run_all(model, kernel, &held, q_data, v_data, u_data, out_data, rows,
                            <double*> _aligned(memory))
    PyMem_RawFree(memory)
    if singular >= 0:
        raise SingularError(
            f"joint {model.joint_names[singular]!r} of body {model.names[singular]!r}: nothing "
            "opposes it: the articulated inertia across it is zero, or so small beside the masses "
            "that it carries that rounding errors may be as large")
    return out
