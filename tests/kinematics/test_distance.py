"""What is relative does not depend on where the robot stands, whatever joint its root hangs from.

The same tree with its root at home, or moved, a metre and a thousand kilometres away: positions
relative to the root, screws and twists of the shifted frame are the same numbers, so whatever is
made of them alone must agree to the last bit.
"""

import numpy as np
import pytest
from support.references.kinematic_references import POINT
from support.trees.robots import translation
from support.trees.spatial_robots import EPS

from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.jacobian import jacobian
from lieref.kinematics.jacobian_partials import jacobian_partial, jacobian_partials
from lieref.kinematics.jacobians import jacobian_derivatives, system_jacobian_derivatives
from lieref.kinematics.system_factors import system_factors
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical, Prismatic, Revolute, Spherical
from lieref.oracle import Mp, body_poses

NEAR, FAR = (0.4, 0.1, -0.3), (6e5, -4.8e5, 6.4e5)
RELATIVE = ("body", "hybrid", "mixed")
ROOTS = {
    "revolute": Revolute((0, 0.8, 0.6), (0.1, 0.0, 0.1)),
    "prismatic": Prismatic((0, 0.6, 0.8)),
    "helical": Helical((0, 0.6, 0.8), 0.3, (0.1, 0.0, 0.1)),
    "spherical": Spherical(),
    "free": Free(),
}


def tree(root, place):
    """Every kind of joint on the way to "hand", and a branch, on a root placed at `place`."""
    b = ModelBuilder(name="tree")
    turned = translation(0.1, -0.2, 0.3)
    turned[:3, :3] = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]
    at = turned.copy()
    at[:3, 3] = place
    b.add_body("trunk", None, ROOTS[root], at, 2.0, (0.1, 0.0, 0.2))
    b.add_body("neck", "trunk", Spherical(), turned, 0.5)
    b.add_body("nut", "neck", Helical((0, 0.6, 0.8), 0.3, (0.1, -0.05, 0.2)), turned, 0.4)
    b.add_body("side", "trunk", Revolute((1, 0, 0)), translation(0, 0.2, 0), 0.3)
    b.add_body("slide", "nut", Prismatic((0.6, 0, 0.8)), turned, 0.3)
    b.add_body("hand", "slide", Revolute((0, 0, 1), (0.1, 0.2, 0.0)), turned, 0.2)
    return b.build()


@pytest.fixture(params=ROOTS)
def trees(request):
    """The tree near by and far away, and one state of both."""
    near, far = tree(request.param, NEAR), tree(request.param, FAR)
    rng = np.random.default_rng(3)
    print(f"tree({request.param!r}), seed 3")
    return near, far, near.random_configuration(rng), rng.standard_normal((3, near.nv))


@pytest.mark.parametrize("representation", RELATIVE)
def test_jacobians_and_their_derivatives(trees, representation):
    near, far, q, v = trees
    for call in (
        lambda model: jacobian(model, q, "hand", representation, POINT),
        lambda model: jacobian_derivatives(model, q, v, "hand", representation, POINT),
        lambda model: system_jacobian_derivatives(model, q, v, representation),
        lambda model: jacobian_partials(model, q, "hand", 2, representation, POINT),
        lambda model: jacobian_partial(model, q, "hand", (1, 0, 4), representation, POINT),
        lambda model: system_factors(model, q, representation).A,
        lambda model: forward_kinematics(model, q, v, "body", representation)[1],
    ):
        assert np.array_equal(call(near), call(far))


@pytest.mark.parametrize("base", ["hybrid", "mixed"])
def test_other_representations_of_a_free_base(base):
    near, far = tree("free", NEAR), tree("free", FAR)
    rng = np.random.default_rng(4)
    q, v = near.random_configuration(rng), rng.standard_normal((3, near.nv))
    for representation in RELATIVE:
        here = system_jacobian_derivatives(near, q, v, representation, base)
        assert np.array_equal(here, system_jacobian_derivatives(far, q, v, representation, base))
        A = system_factors(near, q, representation, base)
        B = system_factors(far, q, representation, base)
        assert np.array_equal(A.A @ A.X, B.A @ B.X)


def test_a_root_that_moved_away():
    """The coordinate of a prismatic root, and the position of a free one."""
    for root, moved in (("prismatic", [1e6]), ("free", FAR)):
        model = tree(root, NEAR)
        rng = np.random.default_rng(5)
        q, v = model.random_configuration(rng), rng.standard_normal((3, model.nv))
        away = q.copy()
        away[: len(moved)] = moved
        for representation in RELATIVE:
            J = system_jacobian_derivatives(model, q, v, representation)
            assert np.array_equal(J, system_jacobian_derivatives(model, away, v, representation))
            for base in RELATIVE if root == "free" else ("body",):
                near, far = (
                    forward_kinematics(model, x, v, base, representation)[1] for x in (q, away)
                )
                assert np.array_equal(near, far)


def test_places_carry_the_rounding_of_the_distance_alone(trees):
    """Rotations are the same; positions are a sum of two numbers right to some eps."""
    near, far, q, v = trees
    C, reference = forward_kinematics(far, q, v)[0], body_poses(far, q, v, field=Mp(40))[0]
    assert np.array_equal(C[:, :3, :3], forward_kinematics(near, q, v)[0][:, :3, :3])
    exact = np.array([[float(row[3]) for row in pose[:3]] for pose in reference])
    # the root's place is rounded when it is added up, and the sum once more
    assert abs(C[:, :3, 3] - exact).max() <= 3 * EPS * abs(exact).max()
    assert abs(C[:, :3, 3]).max() > 1e5
