"""Plain twin of the spatial forward recursion: [Ali, Algorithm 1] over any scalar field K.

Product of exponentials and spatial twists in Taylor coefficients x^(k)/k!, so that the Leibniz
sums of the paper are plain convolutions. Everything is resolved in the *shifted frame* of the
body's tree: fixed, inertial axes, origin o at the place where the root body's origin is now, so
that nothing grows with the robot's distance from the inertial origin. The product of exponentials
is taken link by link, with the joints' screws X in their own frames
(`lieref.model.tree.compiled.body_constants`): with the screws of the home configuration a joint's
axis and its body would be rounded with their distances from the root at home.
Symbols (docs/notation.md): C, G poses of a body and of its kernel frame; S motion subspace; V
twist.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import Series, VectorSeries
from lieref.model.tree.compiled import body_constants
from lieref.model.tree.exact import (
    ExactBody,
    ExactModel,
    Matrix,
    Vector,
    apply,
    cross,
    exact_model,
    multiply,
    rotation_from_quaternion,
    transpose,
)

if TYPE_CHECKING:
    from lieref.model.model import Model

Pose = tuple[Matrix, Vector]


@dataclass
class Motion:
    """One body: pose and series in the shifted frame, and its mass.

    G, C: poses (rotation, position). o: shift point in the inertial frame, m. S: columns of six
    series, one to each velocity coordinate of the joint. V: six series. m, com, inertia: of the
    body, in its own axes, the inertia about the center of mass.
    """

    G: Pose
    C: Pose
    o: Vector
    S: list[VectorSeries]
    V: VectorSeries
    m: Any
    com: Vector
    inertia: Matrix


def compose(a: Pose, b: Pose) -> Pose:
    """a b"""
    return multiply(a[0], b[0]), tuple(x + y for x, y in zip(apply(a[0], b[1]), a[1], strict=True))


def inverse(a: Pose) -> Pose:
    """a^-1"""
    back = transpose(a[0])
    return back, tuple(-x for x in apply(back, a[1]))


def adjoint(C: Pose, Y: Vector) -> Vector:
    """Ad_C Y = (R y, x x R y + R z) of Y = (y, z)"""
    turned, moved = apply(C[0], Y[:3]), apply(C[0], Y[3:])
    return (*turned, *(a + b for a, b in zip(cross(C[1], turned), moved, strict=True)))


def ad(V: Vector, Y: Vector) -> Vector:
    """ad_V Y = (w x y, v x y + w x z) of V = (w, v), Y = (y, z)"""
    first, second = cross(V[3:], Y[:3]), cross(V[:3], Y[3:])
    return (*cross(V[:3], Y[:3]), *(a + b for a, b in zip(first, second, strict=True)))


def ad_sum(V: VectorSeries, X: VectorSeries, k: int) -> Vector:
    """Coefficient k of ad_V X: sum_m ad_{V_{k-m}} X_m"""
    total = (V[0][0] * 0,) * 6
    for m in range(k + 1):
        term = ad(tuple(c[k - m] for c in V), tuple(c[m] for c in X))
        total = tuple(a + b for a, b in zip(total, term, strict=True))
    return total


def extend(X: VectorSeries, coefficient: Vector, divisor: int) -> None:
    """Append coefficient / divisor, component by component."""
    for series, x in zip(X, coefficient, strict=True):
        series.append(x / divisor)


def lead(K: Any, body: ExactBody) -> Any:
    """Shift along z to each unit of a one-degree joint's coordinate."""
    return {"prismatic": K(1), "helical": body.pitch}.get(body.kind, K(0))


def _joint_pose(K: Any, body: ExactBody, q: list[Any]) -> Pose:
    """exp(X q) in the kernel frame."""
    zero, one = K(0), K(1)
    if body.axis is None:
        position = tuple(q[:3]) if body.kind == "free" else (zero,) * 3
        return rotation_from_quaternion(K, tuple(q[-4:])), position
    c, s = (one, zero) if body.kind == "prismatic" else (K.cos(q[0]), K.sin(q[0]))
    return ((c, -s, zero), (s, c, zero), (zero, zero, one)), (zero, zero, lead(K, body) * q[0])


def adjoint_columns(K: Any, C: Pose, count: int) -> list[VectorSeries]:
    """The first columns of Ad_C, each six series of one coefficient."""
    axes = [tuple(K(int(i == j)) for i in range(6)) for j in range(count)]
    return [[[x] for x in adjoint(C, axis)] for axis in axes]


def adjoint_series(K: Any, C: Pose, V: VectorSeries, n: int) -> list[VectorSeries]:
    """Six columns of Ad_C, n coefficients: (Ad_C)' = ad_V Ad_C   [Ali, (1)]"""
    columns = adjoint_columns(K, C, 6)
    for k in range(n - 1):
        for column in columns:
            extend(column, ad_sum(V, column, k), k + 1)
    return columns


def _subspace(K: Any, body: ExactBody, C: Pose, G: Pose) -> list[VectorSeries]:
    """Value of a subspace that is constant in the body: Ad_G X, or columns of Ad_C."""
    if body.axis is not None:
        turn = K(int(body.kind != "prismatic"))
        return [[[x] for x in adjoint(G, (K(0), K(0), turn, K(0), K(0), lead(K, body)))]]
    return adjoint_columns(K, C, 6 if body.kind == "free" else 3)


def _base_subspace(K: Any, base: str, R: Matrix, o: Vector, v: list[Series]) -> list[VectorSeries]:
    """S of a free base in the shifted frame, for the velocity coordinates `base`.

    [[B, 0], [p~ B, 1]]: B = 1 and p = -o for "spatial"; p the position of the body's origin
    and B = 1 for "hybrid", B = R for "mixed".
    """
    n, zero = len(v[0]), K(0)
    unit = [[taylor.constant(K(int(i == j)), n) for j in range(3)] for i in range(3)]
    B = taylor.rotation(R, v[:3], "body") if base == "mixed" else unit
    if base == "spatial":
        p = [taylor.constant(-x, n) for x in o]
    else:
        p = [taylor.integral(x, zero) for x in v[3:]]
    angular = [column + taylor.cross(p, column) for column in taylor.transpose(B)]
    nothing = [taylor.constant(zero, n)] * 3
    return angular + [nothing + column for column in unit]


def _twist(
    parent: VectorSeries, S: list[VectorSeries], rates: list[Series], follow: bool
) -> VectorSeries:
    """V = V_p + S v order by order; `follow`: S is constant in the body, S' = ad_V S."""
    V: VectorSeries = [[] for _ in range(6)]
    n = len(rates[0])
    for k in range(n):
        # V_k = V_p,k + sum_m S_m v_{k-m}   [Ali, Alg. 1]
        for i in range(6):
            joint = sum(
                column[i][m] * rate[k - m]
                for column, rate in zip(S, rates, strict=True)
                for m in range(k + 1)
            )
            V[i].append(parent[i][k] + joint)
        # S_{k+1} = 1 / (k + 1) sum_m ad_{V_{k-m}} S_m   [Ali, Alg. 1]
        if follow and k < n - 1:
            for column in S:
                extend(column, ad_sum(V, column, k), k + 1)
    return V


def motions(K: Any, exact: ExactModel, q: list[Any], v: list[Series], base: str) -> list[Motion]:
    """[Ali, Algorithm 1]: pose, subspace and twist of every body, in its tree's shifted frame.

    q (nq,) and v (nv series of Taylor coefficients) in scalars of K; base: representation of the
    velocity of free joints on the world.
    """
    zero = K(0)
    rest = [[zero] * (len(v[0]) if v else 0)] * 6
    out: list[Motion] = []
    for body, row in zip(exact.bodies, body_constants(K, exact), strict=True):
        B = transpose((row[0:3], row[3:6], row[6:9])), row[9:12]
        kernel = inverse(((row[23:26], row[26:29], row[29:32]), row[32:35]))
        nq, nv = {"spherical": (4, 3), "free": (7, 6)}.get(body.kind, (1, 1))
        here, rates = q[body.iq : body.iq + nq], v[body.iv : body.iv + nv]
        G, parent = compose(B, _joint_pose(K, body, here)), rest
        if body.parent < 0:
            # the shifted frame stands where the root body's origin is
            C = compose(G, kernel)
            o = C[1]
            G = G[0], tuple(a - b for a, b in zip(G[1], o, strict=True))
            C = C[0], (zero,) * 3
        else:
            o, parent = out[body.parent].o, out[body.parent].V
            G = compose(out[body.parent].G, G)
            C = compose(G, kernel)
        follow = body.kind != "free" or body.parent >= 0 or base == "body"
        S = _subspace(K, body, C, G) if follow else _base_subspace(K, base, C[0], o, rates)
        V = _twist(parent, S, rates, follow)
        out.append(Motion(G, C, o, S, V, body.mass, body.com, body.inertia))
    return out


def _velocity(x: Vector, w: VectorSeries, u: VectorSeries) -> VectorSeries:
    """Series of x' = u + w x x, the velocity of the point that is at x now."""
    place: VectorSeries = [[each] for each in x]
    rate: VectorSeries = [[], [], []]
    for k in range(len(w[0])):
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            turned = sum(
                w[a][k - m] * place[b][m] - w[b][k - m] * place[a][m] for m in range(k + 1)
            )
            rate[i].append(u[i][k] + turned)
        extend(place, tuple(row[k] for row in rate), k + 1)
    return rate


def forward_kinematics(
    model: Model, q: Any, v: Any, K: Any, base: str = "body", representation: str = "spatial"
) -> tuple[list[Any], list[Any]]:
    """Poses and twists of all bodies with time derivatives, by [Ali, Algorithm 1] over K.

    Arguments as in `lieref.kinematics.forward_kinematics`, entries convertible by K. Returns N
    poses (rotation, position) in the inertial frame and n rows of N twists of six scalars.
    """
    exact = exact_model(model, K)
    n = len(v)
    q = [K(x) for x in q]
    series = [[K(v[k][i]) / factorial(k) for k in range(n)] for i in range(model.nv)]
    poses, twists = [], []
    for motion in motions(K, exact, q, series, base):
        position = tuple(a + b for a, b in zip(motion.C[1], motion.o, strict=True))
        poses.append((motion.C[0], position))
        w, u = motion.V[:3], motion.V[3:]
        if representation == "spatial":
            # velocity of the point at the inertial origin: u + o x w
            o = [taylor.constant(x, n) for x in motion.o]
            twists.append(w + taylor.vadd(u, taylor.cross(o, w)))
            continue
        # Ad_C^-1 V = (R^T w, R^T u + L^T w) with Ad_C = [[R, 0], [L, R]]
        columns = adjoint_series(K, motion.C, motion.V, n)[:3]
        angular = w
        if representation != "hybrid":
            angular = [taylor.dot(column[:3], w) for column in columns]
        if representation == "body":
            linear = [
                taylor.add(taylor.dot(column[:3], u), taylor.dot(column[3:], w))
                for column in columns
            ]
        else:
            linear = _velocity(motion.C[1], w, u)
        twists.append(angular + linear)
    rows = [[[x[k] * factorial(k) for x in twist] for twist in twists] for k in range(n)]
    return poses, rows
