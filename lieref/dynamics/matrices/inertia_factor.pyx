"""The sparse factor of a joint-space inertia: checks of arguments, then ltdl.pxi."""

cimport numpy as cnp

from lieref.calls cimport entry
from lieref.model.model cimport Model
from lieref.model.checks cimport check_finite, check_tree, checked_array, doubles_each, number_array

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError, NonFiniteError, ShapeError, SingularError
from lieref.model.tree.configuration import require_tree

cnp.import_array()

ctypedef void (*Run)(Model, const Factor*) noexcept nogil

# The factor in one build.
cdef struct Kernel:
    Run factorise
    Run solve
    Run multiply


cdef Kernel _kernel(str name):
    """The build of the kernel that this processor runs."""
    return Kernel(<Run> entry(name, "FACTORISE", "run"), <Run> entry(name, "SOLVE", "run"),
                  <Run> entry(name, "MULTIPLY", "run"))


cdef Kernel real_kernel = _kernel("_closed_forms_scalar")
cdef Kernel complex_kernel = _kernel("_closed_forms_complex")


# A pivot below this part of its entry of H is not negative by rounding.
cdef double NEGATIVE = 1e-6


cdef bint _is_complex(object x):
    """What is no array at all is not either."""
    try:
        return np.iscomplexobj(x)
    except (TypeError, ValueError):
        return False


cdef class InertiaFactor:
    """The factor L^T D L of a joint-space inertia; see `inertia_factor`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> factor = lieref.inertia_factor(model, lieref.joint_space_inertia(model, q))
    >>> factor.solve(v).shape
    (3,)
    """

    cdef readonly Model model
    cdef cnp.ndarray _factor, _up
    cdef Kernel* _kernel
    cdef int _typenum
    model: Model

    def __cinit__(self, model: Model, H: ArrayLike):
        cdef Factor call
        cdef cnp.npy_intp[2] shape
        cdef int lost = -1
        check_tree(model)
        shape[0] = model.nv
        shape[1] = model.nv
        self.model = model
        self._typenum = cnp.NPY_CDOUBLE if _is_complex(H) else cnp.NPY_DOUBLE
        self._kernel = &complex_kernel if _is_complex(H) else &real_kernel
        self._factor = checked_array("H", H, self._typenum, 2, shape).copy()
        self._up = np.empty(model.nv, np.intc)
        diagonal = np.empty(model.nv, self._factor.dtype)
        call.H = cnp.PyArray_DATA(self._factor)
        call.b = cnp.PyArray_DATA(<cnp.ndarray> diagonal)
        call.count = 1
        call.up = <int*> cnp.PyArray_DATA(self._up)
        call.lost = &lost
        self._kernel.factorise(model, &call)
        self._require_pattern()
        if lost >= 0:
            raise _lost_pivot(model, lost, np.real(self._factor[lost, lost]),
                              np.real(diagonal[lost]))

    cdef int _require_pattern(self) except -1:
        """Entries of joints neither of which is on the other's way to the root are zero."""
        cdef int i, j, way
        cdef int count = self.model.nv
        cdef int step = doubles_each(self._typenum)
        cdef const double* row
        cdef const int* up = <const int*> cnp.PyArray_DATA(self._up)
        for i in range(count):
            row = <const double*> cnp.PyArray_DATA(self._factor) + <size_t> i * count * step
            way = up[i]
            for j in range(i - 1, -1, -1):
                if j == way:
                    way = up[way]
                elif row[step * j] != 0 or row[step * (j + 1) - 1] != 0:
                    raise ShapeError(
                        f"H[{i}, {j}] is {self._factor[i, j]}, expected 0: neither joint is on "
                        "the way from the other one to the root")
        return 0

    @property
    def L(self) -> NDArray[Any]:
        """(nv, nv) unit lower triangular, zero but on the way from a joint to the root."""
        L = np.tril(self._factor, -1)
        L[np.diag_indices(len(L))] = 1
        return L

    @property
    def D(self) -> NDArray[Any]:
        """(nv,) the pivots: the inertias that the joints move with all joints beyond them free."""
        return np.diagonal(self._factor).copy()

    def solve(self, b: ArrayLike) -> NDArray[Any]:
        """H^-1 b for b (nv,) or (nv, count); of b's shape."""
        return self._apply(b, False)

    def multiply(self, b: ArrayLike) -> NDArray[Any]:
        """H b = L^T D L b for b (nv,) or (nv, count); of b's shape."""
        return self._apply(b, True)

    cdef object _apply(self, object b, bint multiplies):
        cdef Factor call
        cdef cnp.npy_intp[2] shape
        cdef cnp.ndarray array, out
        if not isinstance(b, np.ndarray):
            b = number_array("b", b, self._typenum)
        if np.ndim(b) not in (1, 2):
            raise ShapeError(f"b has shape {np.shape(b)}, expected ({self.model.nv},) or "
                             f"({self.model.nv}, count)")
        shape[0] = self.model.nv
        shape[1] = np.shape(b)[1] if np.ndim(b) == 2 else 1
        array = checked_array("b", b, self._typenum, np.ndim(b), shape)
        out = array.copy()
        call.H = cnp.PyArray_DATA(self._factor)
        call.b = cnp.PyArray_DATA(out)
        call.count = <int> shape[1]
        call.up = <int*> cnp.PyArray_DATA(self._up)
        call.lost = NULL
        if multiplies:
            self._kernel.multiply(self.model, &call)
        else:
            self._kernel.solve(self.model, &call)
        check_finite("the result", out, self._typenum, "it is beyond the range of double")
        return out


def _lost_pivot(Model model not None, coordinate, pivot, diagonal):
    """The error for a pivot that is not known to be positive."""
    if not np.isfinite(pivot):
        return NonFiniteError(f"H: eliminating row {coordinate} leaves a pivot of {pivot}, beyond "
                              "the range of double")
    if pivot < -NEGATIVE * abs(diagonal) or diagonal < 0:
        return ModelError(f"H is not positive definite: row {coordinate}, with "
                          f"H[{coordinate}, {coordinate}] = {diagonal:.3g}, leaves a pivot of "
                          f"{pivot:.3g}; a mass or a moment of inertia is negative")
    joint = max(i for i in range(model.nbodies) if model.iv[i] <= coordinate)
    return SingularError(
        f"joint {model.joint_names[joint]!r}: coordinate {coordinate - model.iv[joint]} moves "
        f"an inertia of {pivot:.3g} when all joints beyond it are free, which is nothing but "
        f"rounding error of H[{coordinate}, {coordinate}] = {diagonal:.3g}")


def inertia_factor(model: Model, H: ArrayLike) -> InertiaFactor:
    """Factor a joint-space inertia as L^T D L in its branch-induced sparsity.

    Featherstone's LTDL: L, unit lower triangular, is zero but where H is, between a joint and
    those on its way to the root, so nothing fills in.

    Parameters
    ----------
    model : Model
    H : (nv, nv) array_like
        Joint-space inertia of the model, real or (for the complex step) complex; its lower
        triangle is read.

    Returns
    -------
    InertiaFactor
        With `solve(b)`, `multiply(b)` for b (nv,) or (nv, count), and the arrays `L`, `D`.

    Raises
    ------
    ShapeError, NonFiniteError
        H of another shape or type, or not zero between branches; NaN or infinity.
    ModelError
        H that is not positive definite.
    SingularError
        A pivot that is no larger than the rounding errors of H; names the joint.

    Notes
    -----
    Cost O(nv depth^2), `solve` and `multiply` O(nv depth).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> factor = lieref.inertia_factor(model, lieref.joint_space_inertia(model, q))
    >>> factor.solve(v).shape
    (3,)
    """
    require_tree(model, "the factor has the sparsity of a tree; `inverse_inertia_times` is "
                 "that of a mechanism")
    return InertiaFactor(model, H)
