"""Maps of single joints, without any library: rates, power, batches, refusals."""

import sys

import numpy as np
import pytest

import lieref
from lieref.algebra import SE3
from lieref.model.interop.blocks import Attitude, CircleAngle, TurnedPlane
from lieref.model.interop.coordinate_map import CoordinateMap, Placed, span
from lieref.model.interop.extras import library, require
from lieref.model.interop.library_model import LibraryModel

OFFSET = SE3.exp(np.array([0.3, -0.5, 0.2, 0.1, 0.4, -0.2]))
#: Of differences with this step; found 2e-9 and less.
STEP, DIFFERENCES = 1e-5, 1e-8


def ball(rotation, **how):
    model = lieref.ModelBuilder()
    model.add_body("body", joint=lieref.Spherical(), mass=1.0, inertia=np.eye(3))
    return model.build(), Attitude(rotation, **how), 3 if rotation == "rpy" else 4, 3


def free(rotation, **how):
    model = lieref.ModelBuilder()
    model.add_body("body", joint=lieref.Free(), mass=1.0, inertia=np.eye(3))
    return model.build(), Attitude(rotation, free=True, **how), 6 if rotation == "rpy" else 7, 6


def plane():
    model = lieref.ModelBuilder()
    model.add_body("body", joint=lieref.Planar((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    return model.build(), TurnedPlane(), 4, 3


def circle():
    model = lieref.ModelBuilder()
    model.add_body("body", joint=lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    return model.build(), CircleAngle(), 2, 1


JOINTS = {
    "circle": circle(),
    "plane": plane(),
    "ball": ball("xyzw"),
    "ball, w first": ball("wxyz"),
    "ball, angles, parent's axes": ball("rpy", angular_axes="parent"),
    "free": free("xyzw", linear_first=True),
    "free, mixed": free("wxyz", linear_first=True, linear_axes="parent"),
    "free, parent's axes": free(
        "wxyz", position_first=False, angular_axes="parent", linear_axes="parent"
    ),
    "free, offset": free(
        "wxyz", position_first=False, angular_axes="parent", linear_axes="parent", offset=OFFSET
    ),
    "free, angles, offset": free(
        "rpy", position_first=False, angular_axes="parent", linear_axes="parent", offset=OFFSET
    ),
    "free, body's axes, offset": free("xyzw", offset=OFFSET),
}


def both_of(name):
    model, block, nq, nv = JOINTS[name]
    joint = Placed(span(0, model.nq), span(0, nq), span(0, nv), span(0, nv), block)
    return LibraryModel(model, None, name, CoordinateMap(model.nq, nv, nq, nv, [joint]))


@pytest.fixture(params=list(JOINTS))
def both(request):
    return both_of(request.param)


def test_configurations_come_back(both):
    q = np.stack([both.model.random_configuration(np.random.default_rng(i)) for i in range(5)])
    theirs = both.from_lieref_q(q)
    again = both.to_lieref_q(theirs)
    for one, other in zip(q, again, strict=True):
        # quaternions of both signs are the same attitude
        np.testing.assert_allclose(both.model.difference(one, other), 0.0, atol=1e-14)


def test_vectors_come_back_and_power_is_kept(both):
    rng = np.random.default_rng(1)
    q = both.model.random_configuration(rng)
    v, a, tau = rng.standard_normal((3, both.model.nv))
    theirs = both.from_lieref_q(q)
    u, b = both.from_lieref_v(q, v), both.from_lieref_a(q, v, a)
    np.testing.assert_allclose(both.to_lieref_v(theirs, u), v, rtol=0, atol=1e-14)
    np.testing.assert_allclose(both.to_lieref_a(theirs, u, b), a, rtol=0, atol=1e-14)
    f = both.from_lieref_tau(q, tau)
    np.testing.assert_allclose(both.to_lieref_tau(theirs, f), tau, rtol=0, atol=1e-14)
    np.testing.assert_allclose(f @ u, tau @ v, rtol=1e-13)
    np.testing.assert_allclose(both.velocity_map(theirs) @ u, v, rtol=0, atol=1e-14)


def test_acceleration_is_the_rate_of_the_mapped_velocity(both):
    rng = np.random.default_rng(2)
    q = both.model.random_configuration(rng)
    v, a = rng.standard_normal((2, both.model.nv))

    def moved(t):
        # along v and a up to the second order in t
        return both.from_lieref_v(both.model.integrate(q, t * v + t * t / 2 * a), v + t * a)

    rate = (moved(STEP) - moved(-STEP)) / (2 * STEP)
    np.testing.assert_allclose(both.from_lieref_a(q, v, a), rate, rtol=0, atol=DIFFERENCES)


def test_every_row_of_a_batch_is_that_of_a_single_call(both):
    rng = np.random.default_rng(3)
    q = np.stack([both.model.random_configuration(rng) for _ in range(4)])
    v, a = rng.standard_normal((2, 3, 4, both.model.nv))
    found = both.from_lieref_a(q, v, a)
    assert found.shape == v.shape
    one = both.from_lieref_a(q[2], v[1, 2], a[1, 2])
    np.testing.assert_allclose(found[1, 2], one, rtol=0, atol=1e-14)
    theirs = both.from_lieref_q(q)
    assert both.velocity_map(theirs).shape == (4, both.model.nv, both.model.nv)


def test_batches_that_do_not_broadcast(both):
    q, n = both.model.neutral(), both.model.nv
    with pytest.raises(lieref.ShapeError, match="do not broadcast"):
        both.from_lieref_tau(np.stack([q] * 2), np.zeros((3, n)))


def test_pitch_of_90_degrees_keeps_the_attitude():
    both = both_of("ball, angles, parent's axes")
    angles = np.array([0.3, np.pi / 2, -0.8])
    q = both.to_lieref_q(angles)
    again = both.to_lieref_q(both.from_lieref_q(q))
    # the angles are lost to the square root of a rounding, the attitude is not
    np.testing.assert_allclose(both.model.difference(q, again), 0.0, atol=1e-7)


def test_a_missing_library_names_the_extra():
    with pytest.raises(ImportError, match=r"no_such_library.*install lieref\[interop\]"):
        library("no_such_library", "interop")
    with pytest.raises(lieref.ArgumentError, match="plant is a str, expected a builtins.dict"):
        require("plant", "", dict)


def test_importing_lieref_imports_no_other_library():
    import subprocess

    names = "{'pinocchio', 'mujoco', 'pydrake'}"
    program = f"import sys, lieref, lieref.check; assert not {names} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
