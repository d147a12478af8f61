"""Inverse dynamics of any order from first principles: the reference value.

Positions as Taylor series in t, and d'Alembert's principle. A body is a cloud of mass points at
T X, of which only the second moments J = sum X X^T dm count: in a displacement dT their inertia
and weight do the work sum dx . (x'' - g) dm = <dT, (T'' - g) J>, the sum of the products of
entries. The generalized force of a coordinate is that work, over the bodies that it moves, at its
unit rate. No twist, no Lie bracket, and no recursion over derivative orders: the derivatives of
the generalized forces are coefficients of power series.
"""

from __future__ import annotations

from typing import Any

from lieref.model.model import Model
from lieref.model.tree.exact import ExactBody, ExactModel
from lieref.oracle.arguments import configuration, loads, stack
from lieref.oracle.computation import computed
from lieref.oracle.scalars import series as ts
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.joint_torques import joint_torques
from lieref.oracle.tree.transforms import (
    Series,
    Transforms,
    coefficient,
    constants,
    transforms,
)


@computed("v : (r + 2, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def inverse_dynamics(
    model: Model,
    q: Any,
    v: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> list[list[Any]]:
    """Generalized forces and their time derivatives up to order r, at any precision.

    Source: Newton's law for every mass point of every body, and d'Alembert's principle.

    Returns
    -------
    list of r + 1 lists of nv scalars of the field: tau and its plain time derivatives.

    Examples
    --------
    >>> import lieref
    >>> builder = lieref.ModelBuilder()
    >>> inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    >>> _ = builder.add_body("arm", None, lieref.Revolute((0, 1, 0)), None, 2, (0.5, 0, 0), inertia)
    >>> v = [[1.0], [2.0]]
    >>> print(lieref.oracle.inverse_dynamics(builder.build(), [0.3], v, digits=30)[0][0])
    -6.37185095832219556004220154693
    """
    K = field
    qs, vs = configuration(K, model, q), stack(K, model, "v", v, 2)
    applied, external = loads(K, model, wrenches, tau_ext, len(vs) - 1)
    return torques(K, exact_model(model, K), qs, vs, base, applied, wrench_axes, external)


def torques(
    K: Any,
    exact: ExactModel,
    q: list[Any],
    v: list[list[Any]],
    base: str,
    applied: Any,
    axes: str,
    external: Any,
) -> list[list[Any]]:
    """`inverse_dynamics` of scalars of K that are checked already; call inside K.working()."""
    bodies, rows = exact.bodies, len(v) - 1
    poses = transforms(K, bodies, q, v, base)
    required = required_work(K, exact, poses, applied, axes, rows)
    tau: list[list[Any]] = [[None] * len(v[0]) for _ in range(rows)]
    for body, pose, needed in zip(bodies, poses, required, strict=True):
        for j, series in enumerate(work(K, unit_lines(K, body, pose, base, rows), needed)):
            for k, x in enumerate(ts.plain(series)):
                column = body.iv + j
                tau[k][column] = x if external is None else x - external[k][column]
    if exact.physics is not None:
        own = joint_torques(K, exact.physics, q, v)
        tau = [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(tau, own, strict=True)]
    return tau


def required_work(
    K: Any, exact: ExactModel, poses: list[Transforms], applied: Any, axes: str, rows: int
) -> list[Series]:
    """What is paired with displacements of each body and of all that it carries."""
    bodies = exact.bodies
    required = [
        _required(K, body, pose, exact.gravity, rows)
        for body, pose in zip(bodies, poses, strict=True)
    ]
    if applied is not None:
        for i, pose in enumerate(poses):
            acting = _applied(K, pose, [row[i] for row in applied], axes)
            required[i] = [x - y for x, y in zip(required[i], acting, strict=True)]
    for body, pose, own in reversed(list(zip(bodies, poses, required, strict=True))):
        if body.parent >= 0:
            # displacements of the carrier move T = T_parent G by dT_parent G
            G = [x.transpose() for x in pose.G[:rows]]
            carrier = required[body.parent]
            for k in range(rows):
                carrier[k] = carrier[k] + coefficient(K, own, G, k)
    return required


def _required(K: Any, body: ExactBody, pose: Transforms, gravity: Any, rows: int) -> Series:
    """(T'' - g) J, (3, 4): what is paired with a displacement dT of the body."""
    J = constants(K, body).J
    out = [K.times(pose.T[k + 2], J) * ((k + 1) * (k + 2)) for k in range(rows)]
    # gravity is the acceleration of the frame: of the last column of T
    moments = K.entries(J)[12:]
    out[0] = out[0] - K.matrix(3, 4, [g * x for g in gravity for x in moments])
    return out


def _applied(K: Any, pose: Transforms, rows: list[list[Any]], axes: str) -> Series:
    """Wrench (torque n, force f) about the body's origin as a matrix that pairs with dT.

    The force pairs with the origin's displacement. n pairs with dR = [e] R as the matrix [n] R / 2.
    """
    zero = K(0)
    series = [ts.taylor([row[c] for row in rows]) for c in range(6)]
    wrenches = []
    for x, y, z, *force in zip(*series, strict=True):
        skew = [[zero, -z, y], [z, zero, -x], [-y, x, zero]]
        half = [[entry / 2 for entry in row] for row in skew]
        wrenches.append((half, force))
    if axes == "body":
        last = [zero] * 4
        own = [
            K.matrix(4, 4, [e for row, f in zip(*parts, strict=True) for e in (*row, f)] + last)
            for parts in wrenches
        ]
        return [coefficient(K, pose.T, own, k) for k in range(len(rows))]
    turns = [K.matrix(3, 3, [e for row in half for e in row]) for half, _ in wrenches]
    out = []
    for k, (_, force) in enumerate(wrenches):
        turned = K.entries(coefficient(K, turns, pose.T, k))
        turned[3::4] = force
        out.append(K.matrix(3, 4, turned))
    return out


def unit_lines(
    K: Any, body: ExactBody, pose: Transforms, base: str, rows: int
) -> list[list[list[Any]]]:
    """dT at unit rates of a joint's coordinates: of each coordinate the 12 entries by order."""
    screws = constants(K, body).screws
    size = len(K.entries(screws)) // 16
    out: list[list[list[Any]]] = [[] for _ in range(size)]
    for T in pose.T[:rows]:
        flat = K.entries(K.times(T, screws))
        for j, line in enumerate(out):
            line.append([x for i in range(3) for x in flat[4 * (i * size + j) :][:4]])
    if body.kind != "free" or body.parent >= 0 or base == "body":
        return out
    zero, one = K(0), K(1)
    for j in range(3):
        # the origin slides along an inertial axis
        slide = [one if c == 4 * j + 3 else zero for c in range(12)]
        out[3 + j] = [slide] + [[zero] * 12 for _ in range(rows - 1)]
        if base == "mixed":
            continue
        # dT = [e] T: the origin moves if the axis is at that of space
        a, b = (j + 1) % 3, (j + 2) % 3
        for k, T in enumerate(pose.T[:rows]):
            flat, line = K.entries(T), [zero] * 12
            line[4 * a : 4 * a + 4] = [-x for x in flat[4 * b : 4 * b + 4]]
            line[4 * b : 4 * b + 4] = flat[4 * a : 4 * a + 4]
            if base == "hybrid":
                line[3::4] = [zero] * 3
            out[j][k] = line
    return out


def work(K: Any, lines: list[list[list[Any]]], required: Series) -> list[ts.Series]:
    """<dT, what is required> as series, for each line."""
    rows = len(required)
    flat = [x for line in lines for row in line for x in row]
    against = K.matrix(rows, 12, [x for V in required for x in K.entries(V)]).transpose()
    products = K.entries(K.times(K.matrix(len(lines) * rows, 12, flat), against))
    out = []
    for j in range(len(lines)):
        table = products[j * rows * rows : (j + 1) * rows * rows]
        # coefficient k: terms i and k - i
        sums = [table[k] for k in range(rows)]
        for i in range(1, rows):
            for k in range(i, rows):
                sums[k] = sums[k] + table[i * rows + k - i]
        out.append(sums)
    return out
