"""The wrenches that joints transmit, from first principles: the reference value.

A joint exerts on its body what displacements of the body, with all that it carries, take in work,
d'Alembert's principle, as in `lieref.oracle.inverse_dynamics`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lieref.model.model import Model
from lieref.oracle.arguments import configuration, loads, stack
from lieref.oracle.computation import computed
from lieref.oracle.scalars import series as ts
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.inverse_dynamics import required_work, unit_lines, work
from lieref.oracle.tree.transforms import transforms


@computed("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def joint_wrenches(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    axes: str = "body",
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> list[list[list[Any]]]:
    """Wrenches that joints exert on their bodies, and their time derivatives, at any precision.

    Source: Newton's law for every mass point of every body, and d'Alembert's principle.

    Parameters
    ----------
    axes : {"body", "inertial"}
        Axes of the results.

    Returns
    -------
    list of r + 1 lists of nbodies lists of 6 scalars of the field
        (moment, force) at the origin of the body's frame, and derivatives of the components.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(1)
    >>> found = lieref.oracle.joint_wrenches(model, [0.0], [[0.0], [0.0]], digits=30)
    >>> len(found), len(found[0]), len(found[0][0])
    (1, 1, 6)
    """
    K, qs, vs = field, configuration(field, model, q), stack(field, model, "v", v, 2)
    rows = len(vs) - 1
    applied, _ = loads(K, model, wrenches, None, rows)
    exact = exact_model(model, K)
    poses = transforms(K, exact.bodies, qs, vs, base)
    required = required_work(K, exact, poses, applied, wrench_axes, rows)
    out: list[list[list[Any]]] = [[] for _ in range(rows)]
    for body, pose, needed in zip(exact.bodies, poses, required, strict=True):
        # the displacements that a free joint on the world would have
        free = replace(body, kind="free", parent=-1, axis=None)
        lines = unit_lines(K, free, pose, "body" if axes == "body" else "hybrid", rows)
        series = work(K, lines, needed)
        for k, row in enumerate(zip(*map(ts.plain, series), strict=True)):
            out[k].append(list(row))
    return out
