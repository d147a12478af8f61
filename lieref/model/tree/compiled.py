"""Constants that the kernels read, computed once per model with many digits and rounded once.

The formulas stand here for any field of numbers, and in `body_triples` compiled for sums of three
doubles, which make the tables of all models but those with extreme numbers.

The recursions work in *kernel frames*: origin on the joint axis, z along it, so that a joint is a
plane rotation and a shift along z.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lieref.model.joints.joints import Free, Screw, Spherical
from lieref.model.tree import body_triples
from lieref.model.tree.exact import (
    DecimalField,
    ExactBody,
    ExactModel,
    Matrix,
    Vector,
    apply,
    cross,
    dot,
    exact_model,
    multiply,
    transpose,
)
from lieref.model.tree.tree_model import TreeModel

Array = NDArray[np.float64]
Pairs = tuple[Array, Array]
#: Digits of constants with extreme numbers, and those of a double and a double-double to trust.
DIGITS, TRUSTED, FINE_TRUSTED = 40, 15, 31
#: Least pivots of double-doubles as a part of those of doubles.
FINE_PIVOTS = 10.0 ** (TRUSTED - FINE_TRUSTED)
#: Of numbers between these, products of five neither over- nor underflow.
SMALLEST, LARGEST = 2.0**-200, 2.0**200
#: Numbers of the joint kinds in the kernels, as in the enum Kind of constants.pxd.
KINDS = {"revolute": 0, "prismatic": 1, "helical": 2, "spherical": 3, "free": 4}
#: Order in which a symmetric 3 x 3 matrix is stored: xx, yy, zz, xy, xz, yz.
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def kernel_frame(K: Any, body: ExactBody) -> tuple[Matrix, Vector]:
    """Kernel frame in the body frame, (rotation, origin): z along the axis, origin on it.

    Spherical and free joints keep the body frame.
    """
    if body.axis is None or body.point is None:
        zero, one = K(0), K(1)
        identity = tuple(tuple(one if i == j else zero for j in range(3)) for i in range(3))
        return identity, (zero, zero, zero)
    return axis_frame(K, body.kind, body.axis, body.point)


def axis_frame(K: Any, kind: str, axis: Vector, point: Vector) -> tuple[Matrix, Vector]:
    """Frame of a one-degree joint, (rotation, origin): z along the unit axis, origin on it.

    The origin is the axis point nearest to the given frame's origin. x and y complete z from the
    two coordinate axes least along it; for an axis along a coordinate axis this is a permutation,
    so such robots are described without rounding.
    """
    zero, one = K(0), K(1)
    z = axis
    along = max(range(3), key=lambda i: abs(z[i]))
    seed = tuple(one if i == (along + 1) % 3 else zero for i in range(3))
    projection = dot(seed, z)
    x = tuple(s - projection * c for s, c in zip(seed, z, strict=True))
    norm = K.sqrt(dot(x, x))
    x = tuple(c / norm for c in x)
    offset = dot(z, point)
    origin = tuple(c - offset * e for c, e in zip(point, z, strict=True))
    if kind == "prismatic":
        origin = (zero, zero, zero)
    return transpose((x, cross(z, x), z)), origin


def _inertia_about(
    K: Any, body: ExactBody, rotation: Matrix, origin: Vector
) -> tuple[list[Any], list[Any]]:
    """First moment h = m c (3) and second moments P = sum x x^T dm (xx, yy, zz, xy, xz, yz)."""
    c = apply(transpose(rotation), tuple(a - b for a, b in zip(body.com, origin, strict=True)))
    inertia = multiply(transpose(rotation), multiply(body.inertia, rotation))
    half_trace = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2
    h = [body.mass * x for x in c]
    moments = [(half_trace if i == j else K(0)) - inertia[i][j] + h[i] * c[j] for i, j in PAIRS]
    return h, moments


def body_constants(K: Any, exact: ExactModel) -> list[tuple[Any, ...]]:
    """Per body: E (9), r (3), pitch, m, h (3), P (6), kernel frame in the body (9 + 3).

    E takes the parent's kernel axes to this body's at q = 0 (x_child = E x_parent), r is this
    kernel frame's origin at q = 0 in the parent's kernel frame; all row by row.

    h and P are those of the *augmented* body: the mass m of the whole subtree beyond each joint
    is lumped at that joint's r. A recursion then hands on only what differs from this lump, so a
    common acceleration is not rotated to the tips and back, which would lose digits.
    """
    zero, one = K(0), K(1)
    world = (tuple(tuple(one if i == j else zero for j in range(3)) for i in range(3)), (zero,) * 3)
    frames = [kernel_frame(K, body) for body in exact.bodies]
    places = []
    for body, (rotation, origin) in zip(exact.bodies, frames, strict=True):
        parent_rotation, parent_origin = frames[body.parent] if body.parent >= 0 else world
        to_parent = multiply(transpose(parent_rotation), multiply(body.R, rotation))
        at = apply(body.R, origin)
        r = apply(
            transpose(parent_rotation),
            tuple(a + b - c for a, b, c in zip(body.p, at, parent_origin, strict=True)),
        )
        places.append((transpose(to_parent), r))
    masses = [body.mass for body in exact.bodies]
    inertias = [
        _inertia_about(K, body, *frame) for body, frame in zip(exact.bodies, frames, strict=True)
    ]
    for i in range(len(masses) - 1, -1, -1):
        parent, r = exact.bodies[i].parent, places[i][1]
        if parent >= 0:
            masses[parent] += masses[i]
            h, moments = inertias[parent]
            inertias[parent] = (
                [a + masses[i] * b for a, b in zip(h, r, strict=True)],
                [a + masses[i] * r[j] * r[k] for a, (j, k) in zip(moments, PAIRS, strict=True)],
            )
    return [
        (
            *(x for row in E for x in row),
            *r,
            body.pitch,
            mass,
            *h,
            *moments,
            *(x for row in rotation for x in row),
            *origin,
        )
        for body, (E, r), mass, (h, moments), (rotation, origin) in zip(
            exact.bodies, places, masses, inertias, frames, strict=True
        )
    ]


def link_constants(K: Any, exact: ExactModel, trusted: int = TRUSTED) -> list[tuple[Any, ...]]:
    """Per body: m, h (3), J (6: xx, yy, zz, xy, xz, yz), least pivots (2), in kernel frames.

    m, h and J are the body's own mass, first moment and inertia about the kernel origin. The least
    pivots are what the inertia about, or along, an axis of the joint must exceed: a fraction of
    what the body may at most oppose in any direction: with d the distances from the joint, a screw
    moves a sum of m d^2 of at most twice that of the turn and that of the shift.
    trusted: digits of the numbers that the pivots will be computed in, 15 for doubles.
    """
    fraction = K(10) ** (2 - trusted)
    rows = []
    for body in exact.bodies:
        rotation, origin = kernel_frame(K, body)
        h, moments = _inertia_about(K, body, rotation, origin)
        trace = moments[0] + moments[1] + moments[2]
        inertia = [(trace if i == j else K(0)) - moments[c] for c, (i, j) in enumerate(PAIRS)]
        about = 4 * trace + 2 * body.pitch * body.pitch * body.mass
        rows.append((body.mass, *h, *inertia, fraction * about, fraction * body.mass))
    return rows


def lane_constants(
    K: Any, exact: ExactModel, bodies: Sequence[tuple[Any, ...]] | None = None
) -> list[tuple[Any, ...]]:
    """Constants of one body for kernels that keep x, y, z in lanes: struct Link of constants.pxd.

    Everything is a column or row of three, padded by a zero. `spin` has the columns that take the
    entries 01, 02, 12 of Om = [w][w] and the differences 11 - 22, 22 - 00, 00 - 11 of its diagonal
    to the moment w x J w = -vee(Om J).
    bodies: `body_constants` of the same model, if they are known.
    """
    given = body_constants(K, exact) if bodies is None else bodies
    rows = []
    for row, own in zip(given, link_constants(K, exact), strict=True):
        xx, yy, zz = own[4:7]
        rows.append(_lanes(K(0), (*own, yy - xx, xx - zz, zz - yy), row))
    return rows


def _lanes(zero: Any, own: Sequence[Any], body: Sequence[Any]) -> tuple[Any, ...]:
    """Constants of one body in lanes.

    own: `link_constants`, then the differences yy - xx, xx - zz, zz - yy. body: E and r first.
    """
    m, hx, hy, hz, xx, yy, zz, xy, xz, yz, about, along, yy_xx, xx_zz, zz_yy = own
    E, r = (body[0:3], body[3:6], body[6:9]), body[9:12]
    columns = (
        *((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)),
        *((zero, hz, -hy), (-hz, zero, hx), (hy, -hx, zero)),
        *E,
        *((xz, -yz, yy_xx), (-xy, xx_zz, yz), (zz_yy, xy, -xz)),
        *((yz, zero, zero), (zero, xz, zero), (zero, zero, xy)),
        (hx, hy, hz),
        r,
        *((zero, r[2], -r[1]), (-r[2], zero, r[0]), (r[1], -r[0], zero)),
    )
    padded = (x for column in columns for x in (*column, zero))
    return (m, about, along, zero, *padded, *(zero,) * 4)


#: Where each entry of `_lanes` comes from: numbers of the entries of own and of E and r, from 1,
#: negative where the sign changes, 0 for a zero.
LANES = np.array(_lanes(0, range(1, 16), range(16, 28)))


# How many numbers the members of Body and Link are.
BODY_PARTS = (9, 3, 1, 1, 3, 6, 9, 3)
LINK_PARTS = (1, 3, 12, 12, 12, 24, 4, 16, 4)


class Tables(NamedTuple):
    """What kernels read: (N, 35), (N, 10) and (N, 88) doubles, each entry correctly rounded.

    `sums` has the numbers of the bodies, (N, 35, 3), and those of each body alone, (N, 10, 3), as
    sums of three doubles. Where they were computed in decimals it is None, and `pairs` has bodies
    and links as pairs of doubles.
    """

    bodies: Array
    rigid: Array
    links: Array
    sums: Pairs | None = None
    pairs: Pairs | None = None


def _split(K: Any, rows: list[tuple[Any, ...]]) -> Array:
    """Numbers of K as pairs of doubles."""
    pairs = np.empty((len(rows), len(rows[0]), 2))
    for i, row in enumerate(rows):
        # many entries of a row are one object
        different = {id(x): x for x in row}
        split = {k: (high := float(x), float(x - K(high))) for k, x in different.items()}
        pairs[i] = [split[id(x)] for x in row]
    return pairs


def _joint_lines(model: TreeModel) -> tuple[NDArray[np.intc], Array]:
    """What the axes of joints are given by: see `body_triples.constants`."""
    given, lines = np.zeros(model.nbodies, np.intc), np.zeros((model.nbodies, 7))
    for i, joint in enumerate(model.joints):
        if isinstance(joint, Spherical | Free):
            continue
        if not isinstance(joint, Screw):
            given[i] = body_triples.LINE
            lines[i] = (*joint.axis, *joint.point, joint.pitch)
        elif joint.kind == "prismatic":
            given[i], lines[i, :3] = body_triples.LINE, joint.X[3:]
        else:
            given[i], lines[i, :6] = body_triples.SCREW, joint.X
    return given, lines


def _moderate(*arrays: Array) -> bool:
    """Whether no number is so large or small that products leave the range of doubles."""
    sizes = [np.abs(array) for array in arrays]
    return all(
        size.max(initial=0.0) <= LARGEST and size.min(initial=LARGEST, where=size > 0.0) >= SMALLEST
        for size in sizes
    )


def _decimal_constants(model: TreeModel) -> tuple[Array, Array]:
    """Constants of bodies and links as pairs of doubles, for numbers of any size."""
    K = DecimalField(DIGITS)
    with K.working():
        exact = exact_model(model, K)
        constants = body_constants(K, exact)
        return _split(K, constants), _split(K, lane_constants(K, exact, constants))


def _sums(model: TreeModel, given: NDArray[np.intc], lines: Array) -> Pairs:
    """`Tables.sums` of a model of moderate numbers."""
    kinds = np.array([KINDS[joint.kind] for joint in model.joints], np.intc)
    rigid = model.masses, model.coms, model.inertias
    return body_triples.constants(model.parents, kinds, given, lines, model.placements, *rigid)


def _pairs(bodies: Array, own: Array) -> Pairs:
    """Constants of bodies and links as pairs of doubles, from sums."""
    links = body_triples.links(bodies, own, TRUSTED)
    # the sum with zero has no negative zeros
    return bodies[..., :2] + 0.0, body_triples.lanes(bodies, links, LANES)


def fine_tables(tables: Tables) -> Pairs:
    """Bodies (N, 35, 2) and links (N, 88, 2) for kernels over double-doubles.

    Each entry, and what its rounding to double leaves of it.
    """
    bodies, links = _pairs(*tables.sums) if tables.sums else cast("Pairs", tables.pairs)
    links = links.copy()
    links[:, 1:3] *= FINE_PIVOTS
    return bodies, links


def balls(model: TreeModel, fine_bodies: Array, fine_links: Array) -> tuple[Array, Array]:
    """Midpoints and radii of the constants, (N, 35, 2) and (N, 88, 2), from those in two doubles.

    The radius is 2^-52 of the number, what both doubles may be away from one, and 2^-70 of the
    numbers that were added up for it, 2^50 times what the sums of `body_triples` and decimals of
    40 digits are wrong by.
    """
    given, lines = _joint_lines(model)
    axes, others = (np.linalg.norm(x, axis=1) for x in (lines[:, :3], lines[:, 3:6]))
    points = np.where(given == body_triples.SCREW, others / np.where(axes > 0, axes, 1), others)
    shifts = np.linalg.norm(model.placements[:, :3, 3], axis=1)
    centers = np.linalg.norm(model.coms, axis=1)
    length = float(np.max(shifts + centers + points + abs(lines[:, 6])))
    mass = float(np.sum(model.masses))
    second = float(np.sum(abs(model.inertias))) + mass * length**2
    # of E, r, pitch, m, h, P, K, k
    of_bodies = np.repeat((1, length, length, mass, mass * length, second, 1, length), BODY_PARTS)
    # of m, least, J, H, rows, spin, first, lever, room
    of_links = np.repeat((mass, 0, second, mass * length, 1, second, mass * length, length, 0),
                         LINK_PARTS)  # fmt: skip
    return _as_balls(fine_bodies, of_bodies), _as_balls(fine_links, of_links)


def _as_balls(fine: Array, sizes: Array) -> Array:
    middle = fine[..., 0]
    return np.stack((middle, 2.0**-52 * abs(middle) + 2.0**-70 * (32 * sizes)), axis=-1)


def compile_model(model: TreeModel) -> Tables:
    """The tables of a model."""
    given, lines = _joint_lines(model)
    sums = pairs = None
    if _moderate(lines, model.placements, model.masses, model.coms, model.inertias):
        sums = _sums(model, given, lines)
        bodies, links = _pairs(*sums)
    else:
        bodies, links = pairs = _decimal_constants(model)
    inertias = [model.inertias[:, i, j, None] for i, j in PAIRS]
    rigid = np.concatenate((model.masses[:, None], model.coms, *inertias), axis=1)
    return Tables(bodies[..., 0].copy(), rigid, links[..., 0].copy(), sums, pairs)


def tables_of_changed_inertia(
    tables: Tables, parents: NDArray[np.intc], i: int, mass: float, com: Array, inertia: Array
) -> Tables | None:
    """The tables where body i has another mass, center of mass and inertia.

    What they are to the last bit, from what the joints have left as it was; None where numbers are
    so large or small that all are computed.
    """
    if tables.sums is None:
        return None
    found = body_triples.changed_inertia(
        parents, tables, i, mass, com, inertia, LANES, TRUSTED, SMALLEST, LARGEST
    )
    return found and Tables(*found)
