"""Partial derivatives of Jacobians against differences at 160 digits, and the two ways together."""

from itertools import permutations

import numpy as np
import pytest
from support.references.kinematic_references import POINT, REPRESENTATIONS, moved, state
from support.trees.robots import draw
from support.trees.spatial_robots import EPS

from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics.jacobian import jacobian
from lieref.kinematics.jacobian_columns import columns
from lieref.kinematics.jacobian_partials import jacobian_partial, jacobian_partials
from lieref.kinematics.jacobian_partials_twin import all_partials, partial_along
from lieref.kinematics.jacobians import jacobian_derivatives
from lieref.kinematics.posture import posture, posture_over
from lieref.oracle import Arb

# Central differences of steps of 1e-28 err by 1e-56 of a third derivative, and by rounding of
# 1e-160 / 1e-28^n.
WIDE, STEP, DIGITS = Arb(160), 28, 1e-50
# Doubles by different sums, by the sum of the terms' moduli. Worst seen: 4.1 eps.
DOUBLES = 16 * EPS


ARM = np.array([[WIDE(x) for x in POINT]], object)


@pytest.fixture
def wide():
    """The digits of WIDE, which are of the whole process."""
    with WIDE.working():
        yield


def _is_definition(found, reference):
    """Surely, every ball of them: the largest of balls may be another one's."""
    assert (abs(found - reference) <= DIGITS * max(abs(reference).max(), 1)).all()


def _differences(model, q, body, along, base="body"):
    """By representation; along a1 first: it is the innermost factor of q exp(..) exp(..)."""
    if not along:
        at, here = posture_over(WIDE, model, q, [], base), np.array([body])
        return {r: at.in_base(columns(at, here, ARM, r)[None])[0, 0] for r in REPRESENTATIONS}
    h = WIDE(10) ** -STEP
    up, down = (
        _differences(model, moved(WIDE, model, q, along[-1], s), body, along[:-1], base)
        for s in (h, -h)
    )
    return {r: (up[r] - down[r]) / (2 * h) for r in REPRESENTATIONS}


def _sequences(model, rng, order, count):
    """Random coordinates, half of them of one joint of six degrees."""
    body = model.names.index("flyer")
    own = np.arange(model.idx_v[body], model.idx_v[body] + 6)
    draws = [rng.choice(own, order) for _ in range(count // 2)]
    return [*draws, *[rng.integers(model.nv, size=order) for _ in range(count // 2)]]


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("root, step", [("free_root", 1), ("fixed_root", 4)])
def test_both_ways_are_the_definition(root, step):
    model, q, _ = state(root, 0, 7)
    place = [WIDE(x) for x in q]
    body = model.names.index("hand")
    at, here = posture_over(WIDE, model, place, []), np.array([body])
    # "mixed" is the two others put together, at every order alike
    every = {
        r: [all_partials(at, here, ARM, n, r) for n in ((1,) if r == "mixed" else (1, 2))]
        for r in REPRESENTATIONS
    }
    rng = np.random.default_rng(3)
    cases = [(k,) for k in range(0, model.nv, step)]
    cases += [tuple(along) for along in _sequences(model, rng, 2, 6)]
    cases += [tuple(along) for along in _sequences(model, rng, 3, 2)]
    for along in cases:
        for r, reference in _differences(model, place, body, along).items():
            _is_definition(partial_along(at, here, ARM, along, r), reference)
            if len(along) <= len(every[r]):
                _is_definition(every[r][len(along) - 1][(slice(None), *along)], reference)


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
def test_other_bases_are_the_definition(base):
    model, q, _ = state("free_root", 0, 7)
    place = [WIDE(x) for x in q]
    body = model.names.index("hand")
    at, here = posture_over(WIDE, model, place, [], base), np.array([body])
    kinds = ("body", "spatial", "hybrid")
    every = {r: [all_partials(at, here, ARM, n, r) for n in (1, 2)] for r in kinds}
    root = int(model.idx_v[np.flatnonzero(model.parents < 0)[0]])
    cases = [(root,), (root + 4,), (root + 6,)]
    # of the root alone, of it and others in both orders, and three of it
    cases += [(root, root + 1), (root + 4, root + 2), (root + 5, root + 7), (root + 7, root + 1)]
    for along in [*cases, (root + 1, root + 3, root)]:
        for r, reference in _differences(model, place, body, along, base).items():
            _is_definition(partial_along(at, here, ARM, along, r), reference)
            if r in kinds and len(along) < 3:
                _is_definition(every[r][len(along) - 1][(slice(None), *along)], reference)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("base", ["body", "spatial", "mixed"])
def test_kernel_is_the_plain_implementation(base, representation):
    """Of joints of every kind; along three of one joint, in front of, at and behind a column."""
    model, q, _ = state("free_root", 0, 7)
    body = model.names.index("hand")
    at, here = posture(model, q, np.zeros((0, model.nv)), base), np.array([body])
    arm = np.array([POINT])
    options = {"representation": representation, "point": POINT, "base": base}

    def near(found, expected):
        assert abs(found - expected).max() <= DOUBLES * max(abs(expected).max(), 1.0)

    for order in (1, 2):
        expected = np.moveaxis(all_partials(at, here, arm, order, representation), -1, 0)
        near(jacobian_partials(model, q, body, order, **options), expected)
    flyer, last = int(model.idx_v[model.names.index("flyer")]), model.nv - 1
    for along in ((flyer + 1, flyer, flyer + 4), (last, 0, flyer + 2), (7, 1), (last,), ()):
        expected = partial_along(at, here, arm, along, representation).T
        near(jacobian_partial(model, q, body, along, **options), expected)


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_recursion_is_the_closed_form_at_order_3(representation):
    model, q, _ = state("fixed_root", 0, 8)
    body = model.names.index("nut")
    D = jacobian_partials(model, q, body, 3, representation, POINT)
    scale = abs(D).max()
    path = range(5)
    for along in [(i, j, k) for i in path for j in path for k in path]:
        closed = jacobian_partial(model, q, body, along, representation, POINT)
        assert abs(D[(slice(None), slice(None), *along)] - closed).max() <= DOUBLES * scale
    assert D[:, :, model.nv - 1].any() == 0


@pytest.mark.parametrize("representation", REPRESENTATIONS)
@pytest.mark.parametrize("robot", ["arm", "every_joint", "quadruped"])
def test_time_derivatives_by_partials(robot, representation):
    """J' = sum_k dJ/dq_k v_k, and J'' with second partials, on whole robots in doubles."""
    model, q, v = draw(robot, "generic", r=1)
    body = model.nbodies - 1
    J = jacobian_derivatives(model, q, v[:2], body, representation)
    first = jacobian_partials(model, q, body, 1, representation)
    second = jacobian_partials(model, q, body, 2, representation)
    now = jacobian(model, q, body, representation)
    none = jacobian_partials(model, q, body, 0, representation)
    assert abs(none - now).max() <= DOUBLES * abs(now).max()
    rate = first @ v[0]
    bend = first @ v[1] + second @ v[0] @ v[0]
    size = abs(first) @ abs(v[0])
    assert abs(rate - J[1]).max() <= DOUBLES * size.max()
    size = abs(first) @ abs(v[1]) + abs(second) @ abs(v[0]) @ abs(v[0])
    assert abs(bend - J[2]).max() <= DOUBLES * size.max()


@pytest.mark.parametrize("representation", ["body", "spatial", "hybrid"])
def test_order_matters_in_one_joint_only(representation):
    model, q, _ = state("free_root", 0, 9)
    body = model.names.index("hand")
    joint = np.repeat(range(model.nbodies), [j.nv for j in model.joints])
    D = jacobian_partials(model, q, body, 2, representation)
    asymmetry = abs(D - D.swapaxes(2, 3)).max((0, 1))
    same = joint[:, None] == joint
    assert asymmetry[~same].max() <= DOUBLES * abs(D).max()
    assert asymmetry[same].max() > 0.1
    # along two joints any order gives the same
    along = [int(model.idx_v[model.names.index(name)]) for name in ("trunk", "flyer", "slide")]
    ways = [
        jacobian_partial(model, q, body, order, representation) for order in permutations(along)
    ]
    assert all(np.array_equal(ways[0], way) for way in ways)


@pytest.mark.parametrize("order", [-1, 30, 2**70, 1.0, True])
def test_what_is_no_order_is_refused(order):
    model, q, _ = draw("quadruped", "generic", r=0)
    with pytest.raises((ArgumentError, ShapeError)):
        jacobian_partials(model, q, 0, order)


@pytest.mark.parametrize("coordinates", [3, "01", (0, 18), (-1,), (1.0,), (True,)])
def test_what_are_no_coordinates_is_refused(coordinates):
    model, q, _ = draw("quadruped", "generic", r=0)
    assert model.nv == 18
    with pytest.raises((ArgumentError, ShapeError)):
        jacobian_partial(model, q, 0, coordinates)
