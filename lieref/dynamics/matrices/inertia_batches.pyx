"""Joint-space inertia of many states: `lieref.joint_space_inertia` for leading axes."""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, add_rows, open_batch
from lieref.dynamics.shared.calls cimport ClosedFormsCall as Call
from lieref.model.model cimport Model
from lieref.model.checks cimport named_option
from lieref.dynamics.shared.batches cimport batch_shape, compute_batch, state_rows, worker_count

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.dynamics.shared import base_change
from lieref.dynamics.forward.roots import base_changes
from lieref.model.state_by_state import each_state
from lieref.errors import NonFiniteError
from lieref.model.checks import BASES

cnp.import_array()

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef void (*Run)(void*, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int) noexcept nogil

METHODS = {"composite": False, "definition": True}

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_inertia_states", "INERTIA", "run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_inertia_states", "INERTIA_WORKSPACE", "inertia_workspace")


# What is the same for every group of a batch.
cdef struct Shared:
    void* model
    size_t entries              # numbers of H, in lanes


cdef void _clear(const void* context, double** outputs, void* workspace) noexcept nogil:
    """H is zero beyond the tree's pattern, which no run leaves."""
    memset(outputs[0], 0, (<const Shared*> context).entries * sizeof(double))


cdef int _run_group(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """q -> H"""
    cdef Call call
    call.n = 1
    call.q = inputs[0]
    call.v = NULL
    call.H = outputs[0]
    call.A = NULL
    call.first = NULL
    call.workspace = workspace
    kernel_run((<const Shared*> context).model, &call)
    return -1


def joint_space_inertia(
    single: Callable[..., NDArray[np.float64]], Model model not None, q: ArrayLike, base: str,
    method: str, workers: int,
) -> NDArray[np.float64]:
    """`joint_space_inertia` with leading axes of q or several workers.

    In lanes by composite bodies; by definition state by state with `single`.
    """
    cdef int threads = worker_count(workers)
    cdef Batch batch
    cdef Shared shared
    cdef cnp.npy_intp[1] shape
    cdef cnp.ndarray H
    shape[0] = model.nq
    rows = state_rows("q", q, 1, shape)
    arguments = (("q", rows, 1), ("base", base, 0), ("method", method, 0))
    axes = batch_shape(arguments)
    named_option("base", base, BASES)
    if named_option("method", method, METHODS):
        return each_state("joint_space_inertia", single, model, (rows, base, method), (1, 0, 0))
    H = np.empty(axes + (model.nv, model.nv))
    open_batch(&batch, axes)
    add_rows(&batch, rows, 1, False)
    add_rows(&batch, H, 2, True)
    shared.model = <void*> model
    shared.entries = <size_t> model.nv * model.nv * batch.width
    batch.start = _clear
    batch.run = _run_group
    batch.context = &shared
    batch.workspace = sizeof(double) * batch.width * kernel_workspace(model, 1)
    compute_batch(&batch, model, single, arguments, axes, threads, NonFiniteError)
    for change in base_changes(model, rows, None, base, 1):
        H = base_change.congruence(change, H[None])[0]
    return H
