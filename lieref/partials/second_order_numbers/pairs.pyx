"""Inverse and forward dynamics of order 0 of many states, and over second-order numbers.

These functions differentiate by running the shipped kernels: numbers of four parts, see
lieref/algebra/scalars/second_order.h, stand in the last axis of an array, (value, along e1, along
e2, along both); as many rows as fit into a kernel's numbers run side by side. `checked` looks at a
user's arguments once, the loops at nothing.
"""

cimport numpy as cnp

from lieref.calls cimport LINE, cache_aligned, entry, release, take
from lieref.algebra.scalars.state_groups cimport (
    NO_FAILURE, NO_MEMORY, Batch, add_rows, open_batch, run_batch)
from lieref.dynamics cimport forward_dynamics as forward
from lieref.dynamics cimport inverse_dynamics as inverse
from lieref.model.model cimport Model
from lieref.model.checks cimport check_tree, named_option
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_wrenches)

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref import machine
from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import SingularError
from lieref.model.checks import AXES, BASES

cnp.import_array()

Array = NDArray[np.float64]

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef void (*InverseRun)(void*, const inverse.Call*) noexcept nogil
ctypedef int (*ForwardRun)(void*, const forward.Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# One kernel of either dynamics: a run takes `width` rows of numbers of `parts` doubles.
cdef struct Kernel:
    InverseRun inverse_run
    ForwardRun forward_run
    Workspace workspace
    int parts
    int width

# What stays the same from row to row; of many states, but for the wrenches, from state to state.
cdef struct Common:
    void* model
    int nq
    int nv
    int loads               # numbers of the wrenches on the bodies
    const Kernel* kernel
    Py_ssize_t rows         # of a state
    int base
    bint inertial
    const double* wrenches

cdef enum:
    PARTS = 4

cdef Kernel[2][3] kernels

#: Kinds of numbers, and the two maps from a state to a row.
NUMBERS = {"real": 0, "hyper_dual": 1, "bicomplex": 2}
DYNAMICS = {"inverse": 0, "forward": 1}


cdef int number
cdef str name
for number, name in enumerate(("hyper_dual", "bicomplex"), 1):
    kernels[0][number].inverse_run = <InverseRun> entry(f"_h_grne_{name}", "RUN", "run")
    kernels[0][number].workspace = <Workspace> entry(f"_h_grne_{name}", "WORKSPACE", "workspace")
    kernels[0][number].width = machine.kernel(f"_h_grne_{name}").PAIRS
    kernels[1][number].forward_run = <ForwardRun> entry(f"_h_gabi_{name}", "RUN", "forward_run")
    kernels[1][number].workspace = <Workspace> entry(f"_h_gabi_{name}", "WORKSPACE",
                                                     "forward_workspace")
    kernels[1][number].width = machine.kernel(f"_h_gabi_{name}").PAIRS
    kernels[0][number].parts = kernels[1][number].parts = PARTS
kernels[0][0].inverse_run = <InverseRun> inverse.run_inverse_dynamics
kernels[0][0].workspace = inverse.workspace_size
kernels[1][0].forward_run = <ForwardRun> forward.run_forward_dynamics
kernels[1][0].workspace = forward.forward_workspace_size
for number in range(2):
    kernels[number][0].parts = kernels[number][0].width = 1


def checked(
    model: Model, q: Any, v: Any, str name, u: Any, base: str, wrenches: Any, wrench_axes: str,
) -> tuple[Array, Array, Array, Array | None]:
    """The arguments as arrays, u under its `name`, or the errors of the public functions."""
    check_tree(model)
    named_option("base", base, BASES)
    named_option("wrench_axes", wrench_axes, AXES)
    if wrenches is not None:
        wrenches = checked_wrenches(model, wrenches)
    return (checked_configuration(model, q), checked_row(model, "v", v),
            checked_row(model, name, u), wrenches)


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


cdef int _run_all(const Common* common, const double* q, const double* v, const double* u,
                  double* out, double* memory) noexcept nogil:
    """Every row of u and v to its row of out; the body whose joint is singular, else -1."""
    cdef inverse.Call call
    cdef forward.Call solve
    cdef Py_ssize_t row
    cdef int singular
    cdef const Kernel* kernel = common.kernel
    cdef Py_ssize_t size = kernel.parts * kernel.width
    cdef double* q_row = memory
    cdef double* v_row = q_row + size * common.nq
    cdef double* u_row = v_row + size * common.nv
    cdef double* result = u_row + size * common.nv
    cdef double* wrenches = result + size * common.nv
    cdef double* workspace = wrenches + size * common.loads
    if common.wrenches == NULL:
        wrenches = NULL
    else:
        _spread(common.wrenches, common.loads, kernel, wrenches)
    # every array begins at a multiple of a number's size, which vectors want
    call.r = 0
    call.base = common.base
    call.q = q_row
    call.v = v_row
    call.wrenches = wrenches
    call.inertial_wrenches = common.inertial
    call.tau_ext = NULL
    call.tau = result
    call.workspace = cache_aligned(workspace)
    solve.r = 0
    solve.base = common.base
    solve.q = q_row
    solve.v = v_row
    solve.prescribed = NULL
    solve.wrenches = wrenches
    solve.inertial_wrenches = common.inertial
    solve.tau_ext = NULL
    solve.vdot = result
    solve.tau = u_row
    solve.workspace = call.workspace
    row = 0
    while row < common.rows:
        _pack(q, common.nq, row, common.rows, kernel, q_row)
        _pack(v, common.nv, row, common.rows, kernel, v_row)
        _pack(u, common.nv, row, common.rows, kernel, u_row)
        if kernel.forward_run == NULL:
            kernel.inverse_run(common.model, &call)
        else:
            singular = kernel.forward_run(common.model, &solve)
            if singular >= 0:
                return singular
        _unpack(result, common.nv, row, common.rows, kernel, out)
        row += kernel.width
    return -1


cdef size_t _fill(Common* common, Model model, str dynamics, str number, object base, bint wrenches,
                  object wrench_axes, Py_ssize_t rows) except 0:
    """Fill in all but the wrenches; the bytes of memory that a run wants, whole cache lines."""
    common.model = <void*> model
    common.nq = model.nq
    common.nv = model.nv
    common.loads = 6 * model.nbodies
    common.kernel = &kernels[<int> DYNAMICS[dynamics]][<int> NUMBERS[number]]
    common.rows = rows
    common.base = BASES[base]
    common.inertial = AXES[wrench_axes]
    common.wrenches = NULL
    cdef size_t numbers = common.nq + 3 * common.nv + common.loads
    numbers += common.kernel.workspace(model, 0, wrenches and common.inertial)
    return 3 * LINE + sizeof(double) * common.kernel.parts * common.kernel.width * numbers


class StateError(Exception):
    """A kernel refused a state; its argument is the number of the state."""


cdef int _run_state(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """The rows of one state: q, v, u, wrenches -> out; 0 if a joint is singular."""
    cdef Common common = (<const Common*> context)[0]
    common.wrenches = inputs[3]
    return -1 if _run_all(&common, inputs[0], inputs[1], inputs[2], outputs[0],
                          <double*> workspace) < 0 else 0


def rows_of_many(
    Model model not None, str dynamics, str number, q: Array, v: Array, u: Array, base: str,
    wrenches: Array | None, wrench_axes: str, int workers,
) -> Array:
    """`rows_of` for many states.

    Parameters
    ----------
    q, v, u : (B, n, nq, 4), (B, n, nv, 4), (B, n, nv, 4) arrays of double
        n rows of every state.
    wrenches : (B, nbodies, 6) array or None
    workers : int
        Threads that share the states.

    Returns
    -------
    (B, n, nv, 4) array

    Raises
    ------
    StateError
        A singular joint, or a result that is not finite; says which state, the first of them.
    """
    cdef Batch batch
    cdef Common common
    cdef Py_ssize_t failed
    out = np.empty(v.shape)
    open_batch(&batch, (out.shape[0],))
    batch.width = 1
    # what was put together by indices may lie in any order
    rows = [np.ascontiguousarray(array) for array in (q, v, u)]
    for array in rows:
        add_rows(&batch, array, 3, False)
    add_rows(&batch, wrenches, 2, False)
    add_rows(&batch, out, 3, True)
    batch.workspace = _fill(&common, model, dynamics, number, base, wrenches is not None,
                            wrench_axes, out.shape[1])
    batch.run = _run_state
    batch.context = &common
    with nogil:
        failed = run_batch(&batch, workers)
    if failed == NO_MEMORY:
        raise MemoryError(f"{batch.workspace} bytes of workspace")
    if failed != NO_FAILURE:
        raise StateError(failed)
    return out


def rows_of(
    Model model not None, str dynamics, str number, cnp.ndarray q not None: Array,
    cnp.ndarray v not None: Array, cnp.ndarray u not None: Array, base: str, wrenches: Array | None,
    wrench_axes: str,
) -> Array:
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
        Forward dynamics of a singular joint; names it.
    """
    cdef Common common
    cdef int singular
    cdef cnp.ndarray out = np.empty_like(v)
    cdef const double* q_data = <const double*> cnp.PyArray_DATA(q)
    cdef const double* v_data = <const double*> cnp.PyArray_DATA(v)
    cdef const double* u_data = <const double*> cnp.PyArray_DATA(u)
    cdef double* out_data = <double*> cnp.PyArray_DATA(out)
    cdef size_t bytes = _fill(&common, model, dynamics, number, base, wrenches is not None,
                              wrench_axes, q.shape[0])
    if wrenches is not None:
        common.wrenches = <const double*> cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    cdef double* memory = <double*> take(NULL, bytes // sizeof(double))
    with nogil:
        singular = _run_all(&common, q_data, v_data, u_data, out_data, memory)
    release(memory, NULL)
    if singular >= 0:
        # of numbers with parts the real one
        refuse_other_causes(model, q[0] if q.ndim == 2 else q[0, :, 0])
        raise SingularError(
            f"joint {model.joint_names[singular]!r} of body {model.names[singular]!r}: "
            "singular: the articulated inertia across it is zero, or so small beside the masses "
            "that it carries that rounding errors may be as large")
    return out
