"""Functions of a cluster's couplings and implicit constraints, and their derivatives.

Couplings are composed: q = gamma(z), qdot = Gamma zdot, qddot = Gamma zddot + zdot^T Gamma' zdot
[Chignoli et al., (3)], z the cluster's coordinates that no coupling drives. Constraints phi(q) = 0
[(2)] depend on all coordinates of the cluster. Generic over the scalar field; derivatives of a
function are coefficients of Taylor series.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lieref.algebra.series.taylor_scalar import Functions, Taylor
from lieref.errors import ConfigurationError, ModelError
from lieref.model.loops.implicit import ImplicitConstraint

if TYPE_CHECKING:
    from lieref.model.loops.loop_structure import LoopStructure

Row = list[Any]


def evaluate(K: Functions, coupling: Any, y: list[Any]) -> list[Any]:
    """Values of the driven coordinates of one coupling, or of one constraint, for any scalars y.

    Raises
    ------
    ModelError
        The function does not take such scalars, or did not return one value for each driven
        joint or equation; names it.
    """
    if coupling.function is None:
        return [
            sum((K(float(c)) * x for c, x in zip(row, y, strict=True)), K(float(offset)))
            for row, offset in zip(coupling.ratios, coupling.offsets, strict=True)
        ]
    implicit = isinstance(coupling, ImplicitConstraint)
    kind, of = ("constraint", "equation") if implicit else ("coupling", "driven joint")
    try:
        values = coupling.function(y, K)
    except (AttributeError, LookupError, TypeError) as error:
        raise ModelError(
            f"{kind} {coupling.name!r}: its function raised {type(error).__name__}: {error}; "
            "expected function(y, m) for scalars of any kind, of + - * / and m.sin, m.sqrt, ..."
        ) from error
    if not isinstance(values, list | tuple) or len(values) != coupling.size:
        raise ModelError(
            f"{kind} {coupling.name!r}: its function returned {values!r}, expected a sequence "
            f"of {coupling.size} number(s), one for each {of}"
        )
    return [K(x) for x in values]


def without_functions(structure: LoopStructure, k: int) -> bool:
    """Whether all that couples cluster k beside loops is linear, so that Gamma is a constant."""
    cluster = structure.clusters[k]
    return not cluster.constraints and all(
        structure.couplings[c].function is None for c in cluster.couplings
    )


def coordinate_of(structure: LoopStructure, body: int) -> tuple[int, int]:
    """Configuration and velocity coordinate of a one-degree joint."""
    return int(structure.tree.idx_q[body]), int(structure.tree.idx_v[body])


def driven_values(K: Functions, structure: LoopStructure, k: int, q: Row) -> dict[int, Any]:
    """gamma(z): value of each configuration coordinate that cluster k's couplings drive."""
    at = list(q)
    found = {}
    for c in structure.clusters[k].couplings:
        driven, sources = structure.coupling_ends[c]
        y = [at[coordinate_of(structure, body)[0]] for body in sources]
        for body, value in zip(driven, evaluate(K, structure.couplings[c], y), strict=True):
            iq = coordinate_of(structure, body)[0]
            at[iq] = found[iq] = value
    return found


def derivatives(
    K: Functions, structure: LoopStructure, k: int, q: Row
) -> tuple[list[Row], list[list[Row]]]:
    """Gamma (n_tree x n_z) and Gamma' (n_tree x n_z x n_z) of cluster k at q.

    Rows are the cluster's velocity coordinates, columns its free ones z, both increasing. A
    free coordinate has a unit row, and zeros in Gamma'.
    """
    cluster = structure.clusters[k]
    zero, one = K(0), K(1)
    n = len(cluster.free)
    first = {iv: {i: one} for i, iv in enumerate(cluster.free)}
    # what is missing is zero
    second: dict[int, dict[tuple[int, int], Any]] = {iv: {} for iv in cluster.free}
    for c in cluster.couplings:
        driven, sources = structure.coupling_ends[c]
        places = [coordinate_of(structure, body) for body in sources]
        y = [q[iq] for iq, _ in places]
        rows = [first[iv] for _, iv in places]
        curves = [second[iv] for _, iv in places]
        columns = sorted(set().union(*rows))
        corners = sorted(set().union(*curves))
        if structure.couplings[c].function is not None:
            corners = [(a, b) for a in columns for b in columns]
        slopes, bends = _partials(K, structure.couplings[c], y)
        for i, body in enumerate(driven):
            iv = coordinate_of(structure, body)[1]
            first[iv] = {
                a: _sum(zero, slopes[i], [row.get(a, zero) for row in rows]) for a in columns
            }
            # sum_s gamma_s z_s'' + sum_st gamma_st z_s' z_t'^T
            second[iv] = {
                (a, b): _sum(zero, slopes[i], [curve.get((a, b), zero) for curve in curves])
                + _sum(
                    zero,
                    [x for bend in bends[i] for x in bend],
                    [s.get(a, zero) * t.get(b, zero) for s in rows for t in rows],
                )
                for a, b in corners
            }
    return (
        [[first[iv].get(a, zero) for a in range(n)] for iv in cluster.velocities],
        [
            [[second[iv].get((a, b), zero) for b in range(n)] for a in range(n)]
            if second[iv]
            else [[zero] * n] * n
            for iv in cluster.velocities
        ],
    )


def implicit_values(K: Functions, structure: LoopStructure, k: int, q: Row) -> Row:
    """phi of the implicit constraints of cluster k at q.

    Raises
    ------
    ConfigurationError
        A function has no value there; names its constraint.
    """
    out: Row = []
    for c in structure.clusters[k].constraints:
        constraint = structure.constraints[c]
        y = [q[coordinate_of(structure, body)[0]] for body in structure.constraint_ends[c]]
        try:
            out += evaluate(K, constraint, y)
        except ModelError:
            raise
        except (ArithmeticError, ValueError) as error:
            # what the functions of the math module raise outside their domain
            raise ConfigurationError(
                f"constraint {constraint.name!r} has no finite value: "
                f"{type(error).__name__}: {error}"
            ) from None
    return out


def implicit_derivatives(
    K: Functions, structure: LoopStructure, k: int, q: Row
) -> tuple[list[Row], list[list[Row]]]:
    """First and second partial derivatives of `implicit_values` by the cluster's velocities."""
    velocities = structure.clusters[k].velocities
    zero, n = K(0), len(velocities)
    first: list[Row] = []
    second: list[list[Row]] = []
    for c in structure.clusters[k].constraints:
        places = [coordinate_of(structure, body) for body in structure.constraint_ends[c]]
        at = [velocities.index(iv) for _, iv in places]
        slopes, bends = _partials(K, structure.constraints[c], [q[iq] for iq, _ in places])
        for slope, bend in zip(slopes, bends, strict=True):
            row, square = [zero] * n, [[zero] * n for _ in range(n)]
            for a, i in enumerate(at):
                row[i] = slope[a]
                for b, j in enumerate(at):
                    square[i][j] = bend[a][b]
            first.append(row)
            second.append(square)
    return first, second


def _sum(zero: Any, a: Row, b: Row) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True)), zero)


def _coefficient(K: Any, x: Any, level: int) -> Any:
    """Coefficient of t in a series of this level; zero for a constant."""
    return x.c[1] if isinstance(x, Taylor) and x.level == level else K(0)


def _partials(K: Functions, coupling: Any, y: Row) -> tuple[list[Row], list[list[Row]]]:
    """First and second partial derivatives of one coupling's or constraint's values by y."""
    m, n = coupling.size, len(y)
    zero, one = K(0), K(1)
    bends = [[[zero] * n for _ in range(n)] for _ in range(m)]
    if coupling.function is None:
        return [[K(float(c)) for c in row] for row in coupling.ratios], bends
    inner = Functions(K)
    outer = Functions(inner)
    slopes = [[zero] * n for _ in range(m)]
    for a in range(n):
        for b in range(a + 1):
            moved = [inner.series([x, one if i == a else zero]) for i, x in enumerate(y)]
            point = [
                outer.series([x, inner.series([one if i == b else zero, zero])])
                for i, x in enumerate(moved)
            ]
            for i, value in enumerate(evaluate(outer, coupling, point)):
                along_b = _coefficient(inner, value, outer.level)
                bends[i][a][b] = bends[i][b][a] = _coefficient(K, along_b, inner.level)
                if a == b:
                    slopes[i][b] = (
                        along_b.c[0]
                        if isinstance(along_b, Taylor) and along_b.level == inner.level
                        else along_b
                    )
    return slopes, bends
