"""Second partials of forward dynamics: checks of arguments, then the compiled FDSVA-SO."""

cimport numpy as cnp

from lieref.calls cimport entry, release, take
from lieref.model.model cimport Model
from lieref.model.checks cimport BODY, named_option, require_double_range
from lieref.dynamics.shared.motion_arguments cimport (
    checked_configuration, checked_row, checked_wrenches, is_body_call, named)

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.forward.roots import base_changes, resting_roots
from lieref.dynamics.shared.base_change import BaseChange
from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import SingularError
from lieref.model.checks import Axes, Base
from lieref.partials.second_order_numbers import chain_rule
from lieref.partials.fdsva.forward_dynamics_partials import unopposed
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials)
from lieref.partials.results import (
    ForwardDynamicsSecondPartials, InverseDynamicsPartials, InverseDynamicsSecondPartials)

cnp.import_array()

ctypedef void (*Run)(Model, Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil

METHODS = {"fdsva_so": 0, "chain_rule": 1}
INNER = {"dtm": <int> INNER_DTM, "idfoza": <int> INNER_IDFOZA, "auto": -1}
OUTER = {"dtm": <int> OUTER_DTM, "aza": <int> OUTER_AZA, "auto": -1}
# Coordinates between a coordinate and the root, on average, from which on the recursions over
# bodies are faster than products: measured, reports/partials.
DEEP_INNER = 8.0
DEEP_OUTER = 26.0

# Builds that this processor runs.
cdef Run first_run = <Run> entry("_fdsva_so_wide", "RUN_FIRST", "fdsva_so_run")
cdef Run inner_run = <Run> entry("_fdsva_so_wide", "RUN_INNER", "fdsva_so_run")
cdef Run outer_run = <Run> entry("_fdsva_so_wide", "RUN_OUTER", "fdsva_so_run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_fdsva_so_wide", "WORKSPACE", "fdsva_so_workspace")


cdef size_t fdsva_so_workspace_size(Model model) noexcept nogil:
    return kernel_workspace(model)


cdef void run_first(Model model, Call* call) noexcept nogil:
    first_run(model, call)


cdef void run_inner(Model model, Call* call) noexcept nogil:
    inner_run(model, call)


cdef void run_outer(Model model, Call* call) noexcept nogil:
    outer_run(model, call)


def depth(Model model not None) -> float:
    """Number of coordinates between a coordinate and the root, itself not counted, on average."""
    cdef int i, c
    cdef long total = 0
    beyond = []
    for i in range(model.nbodies):
        before = beyond[model.parent[i]] if model.parent[i] >= 0 else 0
        count = model.joints[i].nv
        for c in range(count):
            total += before + c
        beyond.append(before + count)
    return float(total) / max(model.nv, 1)


def choose(
    Model model not None, inner: str = "auto", outer: str = "auto",
) -> tuple[Literal["dtm", "idfoza"], Literal["dtm", "aza"]]:
    """The methods that "auto" means for a model, and others as they are: (inner, outer)."""
    named_option("inner", inner, INNER)
    named_option("outer", outer, OUTER)
    deep = depth(model)
    if inner == "auto":
        inner = "idfoza" if deep >= DEEP_INNER else "dtm"
    if outer == "auto":
        outer = "aza" if deep >= DEEP_OUTER else "dtm"
    return inner, outer


cdef class Terms:
    """The terms of FDSVA-SO of one state, in the order first, inner, outer; nothing is checked.

    slopes, bends: first and second partials of inverse dynamics at the accelerations that forward
    dynamics gives, in one representation of the base; changes: from that one to "body", as
    `base_changes` gives them; H: joint-space inertia in the latter. The results take the places of
    the arrays of `bends`, which must not share memory. Each stage is run once:
    `first` finds da/dx, `inner` the parentheses of [Singh, (46)-(49)], `outer` -H^-1 of them.
    """

    cdef readonly Model model
    # (nv, 3, nv): da_dq, da_dv, da_dtau side by side, and the same with rows of base "body"
    cdef readonly object accelerations, moved
    # d2a_dq_dq, d2a_dv_dv, d2a_dq_dv, d2a_dtau_dq, while under way with rows of base "body"
    cdef readonly list tensors
    cdef object _q, _H, _dH, _varies
    cdef list _changes
    cdef Call _call
    model: Model
    accelerations: NDArray[np.float64]
    moved: NDArray[np.float64]
    tensors: list[NDArray[np.float64]]

    def __cinit__(
        self, Model model not None, q: NDArray[np.float64], H: NDArray[np.float64],
        slopes: InverseDynamicsPartials, bends: InverseDynamicsSecondPartials,
        list changes: list[BaseChange], inner: Literal["dtm", "idfoza"],
        outer: Literal["dtm", "aza"],
    ):
        self.model = model
        self._changes = changes
        self._q, self._H = q, np.ascontiguousarray(H)
        varies = np.zeros(model.nv, np.uint8)
        torques = np.zeros((model.nv, 3, model.nv))
        torques[:, 0] = slopes.dtau_dq
        torques[:, 1] = slopes.dtau_dv
        np.fill_diagonal(torques[:, 2], -1)
        tensors = [np.ascontiguousarray(x) for x in bends]
        for change in changes:
            varies[change.here] = 1
            for array in (torques, *tensors):
                _turn(change.inverse[0].T, array, change.here)
        self.moved, self._varies, self._dH = torques, varies, tensors.pop()
        self.tensors = [*tensors, np.zeros_like(self._dH)]
        self._call.inner = INNER[inner]
        self._call.outer = OUTER[outer]
        self._call.q = cnp.PyArray_DATA(<cnp.ndarray> self._q)
        self._call.H = cnp.PyArray_DATA(<cnp.ndarray> self._H)
        self._call.dH = cnp.PyArray_DATA(<cnp.ndarray> self._dH)
        self._call.varies = <const unsigned char*> cnp.PyArray_DATA(<cnp.ndarray> self._varies)
        self._call.dq_dq = cnp.PyArray_DATA(<cnp.ndarray> self.tensors[0])
        self._call.dv_dv = cnp.PyArray_DATA(<cnp.ndarray> self.tensors[1])
        self._call.dq_dv = cnp.PyArray_DATA(<cnp.ndarray> self.tensors[2])
        self._call.dtau_dq = cnp.PyArray_DATA(<cnp.ndarray> self.tensors[3])

    cdef int _run(self, Run run) except -1:
        """One stage without the GIL, on scratch memory of its own."""
        self._call.workspace = take(NULL, kernel_workspace(self.model))
        self._call.lost = -1
        with nogil:
            run(self.model, &self._call)
        release(self._call.workspace, NULL)
        if self._call.lost >= 0:
            refuse_other_causes(self.model, self._q)
            raise SingularError(unopposed(self.model, self._call.lost))
        return 0

    def first(self) -> None:
        """da/dq, da/dv and da/dtau."""
        self._call.first = cnp.PyArray_DATA(<cnp.ndarray> self.moved)
        self._run(first_run)
        self.accelerations = self.moved.copy() if self._changes else self.moved
        for change in self._changes:
            _turn(change.inverse[0], self.accelerations, change.here)

    def inner(self) -> None:
        """The inner terms, in the places of the tensors; TypeError before `first`."""
        self._call.first = cnp.PyArray_DATA(<cnp.ndarray?> self.accelerations)
        self._call.along = cnp.PyArray_DATA(<cnp.ndarray> self.moved)
        self._run(inner_run)

    def outer(self) -> None:
        """The outer terms, which are the results."""
        self._run(outer_run)
        for change in self._changes:
            for tensor in self.tensors:
                _turn(change.inverse[0], tensor, change.here)


def _turn(matrix, array, here):
    """array[here] = matrix array[here]"""
    rows = array[here].reshape(6, -1)
    array[here] = (matrix @ rows).reshape(array[here].shape)


def _fdsva_so(Model model not None, q, v, tau, base, wrenches, wrench_axes, inner, outer):
    """The four tensors; checked arguments."""
    loads = None if wrenches is None else wrenches[None]
    # the accelerations there differ by what is linear in v
    v, _ = resting_roots(model, q, v, base)
    a = forward_dynamics(model, q, v, tau[None], base, loads, wrench_axes)[0]
    slopes = inverse_dynamics_partials(model, q, v, a, base, wrenches, wrench_axes)
    bends = inverse_dynamics_second_partials(model, q, v, a, base, wrenches, wrench_axes)
    changes = base_changes(model, q, None, base, 1)
    H = joint_space_inertia(model, q) if changes else slopes.dtau_da
    terms = Terms(model, q, H, slopes, bends, changes, inner, outer)
    terms.first()
    terms.inner()
    terms.outer()
    return named(ForwardDynamicsSecondPartials, tuple(terms.tensors))


@described()
def forward_dynamics_second_partials(
    model: Model, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: Base = "body",
    wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
    method: Literal["fdsva_so", "chain_rule"] = "fdsva_so",
    inner: Literal["auto", "dtm", "idfoza"] = "auto", outer: Literal["auto", "dtm", "aza"] = "auto",
) -> ForwardDynamicsSecondPartials:
    """Second partial derivatives of the accelerations that forces cause.

    "fdsva_so": FDSVA-SO, [Singh, (46)-(49)], from the first and second partials of inverse
    dynamics at these accelerations; H is factored or eliminated, never inverted. "chain_rule":
    forward dynamics of second-order hyper-dual numbers, slower and more accurate.

    Parameters
    ----------
    method : {"fdsva_so", "chain_rule"}
        Which of the two above.
    inner : {"auto", "dtm", "idfoza"}
        How FDSVA-SO forms its inner terms, the products of dH/dq with da/dx. "dtm": sums over the
        coordinates for which the entry of dH/dq is not zero. "idfoza": for each column of da/dx
        the first partials of an inverse dynamics with these accelerations and without velocity
        and gravity, [Singh, (52)].
    outer : {"auto", "dtm", "aza"}
        How it applies H^-1 to them. "dtm": by the factor L^T D L of H in the sparsity of the tree,
        all columns of a tensor side by side; this is the counterpart of the paper's product of
        the tensor with an explicit inverse, of which it keeps the cost and not the errors. "aza":
        for each column a forward dynamics without velocity and gravity, [Singh, (50)], with
        articulated inertias that are computed once. "auto" takes the faster one for the depth of
        the tree, `lieref.partials.fdsva_so.forward_dynamics_second_partials.choose`.

    Returns
    -------
    ForwardDynamicsSecondPartials
        d2a_dq_dq, d2a_dv_dv, d2a_dq_dv, d2a_dtau_dq, (nv, nv, nv) each, indexed in the order of
        the name, acceleration first. Derivatives with respect to q are right Lie derivatives, in
        the body axes of every joint whatever `base` is; d2a_dq_dq[i, j, k] is the one along k of
        the one along j, which is symmetric but for pairs of one joint.

    Notes
    -----
    Cost O(nv^3 d), d the coordinates between a joint and the root; O(nv^3) by "idfoza" and "aza".
    Accuracy: claims of reports/partials. "fdsva_so" with base "spatial" loses digits with the
    distance from the origin, for its tensors hold multiples of it; "chain_rule", and the other
    representations, do not. `lieref.oracle.forward_dynamics_second_partials` gives reference
    values.

    Examples
    --------
    >>> lieref.forward_dynamics_second_partials(model, q, v, v).d2a_dq_dq.shape
    (3, 3, 3)
    """
    q = checked_configuration(model, q)
    v = checked_row(model, "v", v)
    tau = checked_row(model, "tau", tau)
    if wrenches is not None:
        wrenches = checked_wrenches(model, wrenches)
    plain = is_body_call(model, base, wrenches, wrench_axes)
    inner, outer = choose(model, inner, outer)
    if named_option("method", method, METHODS):
        found = chain_rule.forward_dynamics_second_partials(model, q, v, tau, base, wrenches,
                                                            wrench_axes)
    else:
        found = _fdsva_so(model, q, v, tau, BODY if plain else base, wrenches, wrench_axes, inner,
                          outer)
    for name, array in zip(found._fields, found):
        require_double_range(name, array)
    return found
