"""The joint-space inertia of robots with many bodies, without the zeros of its tree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.dynamics.closed_forms import require_base
from lieref.dynamics.forward.roots import base_changes
from lieref.dynamics.matrices.packed_inertia import packed_inertia
from lieref.errors import NonFiniteError
from lieref.model.checks import Base
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree

Array = NDArray[np.float64]


class SparseInertia(NamedTuple):
    """The lower triangle of a joint-space inertia in compressed rows, as of `scipy.sparse`.

    Attributes
    ----------
    data : (nnz,) array
        Row by row the entries H[i, j] of the coordinates j on the way from the root to i, i last.
    indices : (nnz,) int array
        Their columns j, increasing in each row.
    indptr : (nv + 1,) int array
        Where each row begins.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.binary_tree(3)
    >>> len(lieref.sparse_joint_space_inertia(model, np.zeros(3)).data)
    5
    """

    data: Array
    indices: NDArray[np.intc]
    indptr: NDArray[np.intp]


@described()
def sparse_joint_space_inertia(model: Model, q: ArrayLike, base: Base = "body") -> SparseInertia:
    """Return the lower triangle of the joint-space inertia, without what the tree makes zero.

    Composite bodies, as `joint_space_inertia` [Walker and Orin 1982]; H[i, j] of joints neither
    of which carries the other is zero [Featherstone 2005], and is not there.

    Returns
    -------
    SparseInertia
        kg, kg m and kg m^2, the numbers of `joint_space_inertia`. With scipy it is a matrix by
        ``scipy.sparse.csr_array(tuple(H), (model.nv, model.nv))``, its own lower triangle L, and
        the whole H is ``L + scipy.sparse.tril(L, -1).T``.

    Notes
    -----
    Cost and memory O(nv depth), the depth of the tree; of a chain that is half of nv^2.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> H = lieref.sparse_joint_space_inertia(lieref.catalogue.binary_tree(7), np.zeros(7))
    >>> H.indices[H.indptr[6] :]
    array([0, 2, 6], dtype=int32)
    """
    require_tree(
        model,
        "the zeros are those of a tree; `joint_space_inertia` is that of a mechanism",
    )
    require_base(base)
    data, indices, indptr = packed_inertia(model, q)
    with np.errstate(over="ignore", invalid="ignore"):
        for change in base_changes(model, np.asarray(q, float), None, base, 1):
            _change_base(data, indices, indptr, change.here.start, change.T[0])
    if not np.isfinite(data).all():
        raise NonFiniteError("H: the configuration is beyond the range of double")
    return SparseInertia(data, indices, indptr)


def _change_base(
    data: Array, indices: NDArray[np.intc], indptr: NDArray[np.intp], first: int, T: Array
) -> None:
    """T^T H T in place for the six coordinates of a free root from `first` on: first in rows."""
    below = np.flatnonzero(indices[indptr[:-1]] == first)[6:]
    places = indptr[below, None] + np.arange(6)
    data[places] = data[places] @ T
    block = np.zeros((6, 6))
    rows, columns = np.tril_indices(6)
    places = indptr[first + rows] + columns
    block[rows, columns] = block[columns, rows] = data[places]
    data[places] = (T.T @ block @ T)[rows, columns]
