"""Near-singular robots: within the bound of the arguments, or an error that names the joint.

Of every form of forward dynamics.
"""

import warnings

import numpy as np
import pytest
from support.references.forward_forms import ABSOLUTE, FACTORS, bounds
from support.trees.robots import translation
from support.trees.spatial_robots import floats, relative

from lieref import oracle
from lieref.dynamics.forward_dynamics import (
    conditioning_bound,
    forward_dynamics,
    forward_dynamics_complex,
    hybrid_dynamics,
)
from lieref.errors import ModelWarning, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical, Prismatic, Revolute, Spherical, Universal
from lieref.model.mechanisms import catalogue

# Of the bound as in test_forward_dynamics.py.
BOUNDS, ROUNDINGS = 30, 1e-14
# What double-doubles leave to be rounded, and what doubles may lose before they refuse: a pivot is
# at least 1e-13 of what it is the difference of.
FINE, ROUGH = 2.0**-52, 1e-2
INERTIA = np.diag([0.02, 0.03, 0.04])
# The forms of the papers: their limits beside singular robots are those of the spatial form.
PRINTED = ("spatial", "body", "hybrid")


def solved(model, q, v, tau, limit=None, form="default"):
    """Whether the kernel solves the problem; if so, well: within the bound, or in double-doubles
    within the limit.
    """
    options = {"form": form} if limit is None else {"digits": 31}
    try:
        found = forward_dynamics(model, q, v, tau, **options)
    except SingularError as error:
        assert any(repr(name) in str(error) for name in model.joint_names)
        return False
    reference = floats(oracle.forward_dynamics(model, q, v, tau, digits=70))
    if limit is None:
        limit = bounds(lambda *x: forward_dynamics(model, *x, form=form), (q, v, tau))
        limit = BOUNDS * limit + ROUNDINGS
        if form != "default":
            limit = FACTORS["spatial"] / BOUNDS * limit + ABSOLUTE
    assert (relative(found, reference) <= limit).all(), relative(found, reference)
    return True


def assert_told(model, q, v, tau, name):
    """The joint with a singular inertia is named, in doubles of every form."""
    for form in ("default", *PRINTED):
        with pytest.raises(SingularError, match=name):
            forward_dynamics(model, q, v, tau, form=form)


def state(model, r=1, seed=1):
    rng = np.random.default_rng(seed)
    q = model.random_configuration(rng)
    return q, rng.standard_normal(model.nv), rng.standard_normal((r + 1, model.nv))


def chain(masses, joints, tilted=None):
    """Bodies one after the other; masses scale their inertias."""
    b, parent = ModelBuilder(name="chain"), None
    at = translation(0.1, 0.2, 0.5) if tilted is None else tilted
    for i, (mass, joint) in enumerate(zip(masses, joints, strict=True)):
        com, inertia = (0.1, -0.05, 0.2), mass * INERTIA
        parent = b.add_body(f"link{i}", parent, joint, at, mass, com, inertia)
    return b.build()


def doubtful(name):
    return ModelBuilder(name=name, doubtful="warn")


def built(builder):
    """A model of bodies that the builder itself warns of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return builder.build()


def leaf(mass, inertia, joint, com=(0, 0, 0)):
    """A sound link and a doubtful body beyond it."""
    b = doubtful("leaf")
    b.add_body("link", None, Revolute((0, 1, 0)), None, 1.0, (0, 0, 0.3), INERTIA)
    b.add_body("leaf", "link", joint, translation(0.3, 0, 0.2), mass, com, inertia)
    return built(b)


NOTHING = np.zeros((3, 3))
REFUSED = {
    "massless": leaf(0.0, NOTHING, Revolute((0.6, 0, 0.8))),
    "massless slide": leaf(0.0, NOTHING, Prismatic((0, 0, 1))),
    "massless screw": leaf(0.0, NOTHING, Helical((0, 0, 1), 0.2)),
    "massless ball": leaf(0.0, NOTHING, Spherical()),
    "massless free": leaf(0.0, NOTHING, Free()),
    "point mass on the axis": leaf(1.0, NOTHING, Revolute((0.6, 0, 0.8)), (0.3, 0, 0.4)),
    "point mass on a ball": leaf(1.0, NOTHING, Spherical(), (0.3, 0, 0.4)),
    "point mass, free": leaf(1.0, NOTHING, Free(), (0.3, 0, 0.4)),
}
# Too little for doubles.
THIN = {
    "on a ball": leaf(1.0, np.diag([0.02, 0.02, 1e-16]), Spherical(), (0, 0, 0.2)),
    "about itself": leaf(1.0, np.diag([0.02, 0.02, 1e-16]), Revolute((0, 0, 1))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_leaf_without_inertia(name):
    model = REFUSED[name]
    q, v, tau = state(model)
    assert_told(model, q, v, tau, "'leaf'")
    with pytest.raises(SingularError, match="'leaf'"):
        forward_dynamics_complex(model, q, v, tau)
    _solved_without_the_leaf(model, q, v, tau)


@pytest.mark.parametrize("name", THIN)
def test_double_doubles_solve_what_doubles_refuse(name):
    model = THIN[name]
    q, v, tau = state(model)
    assert_told(model, q, v, tau, "'leaf'")
    with pytest.raises(SingularError, match="'leaf'"):
        forward_dynamics_complex(model, q, v, tau)
    assert solved(model, q, v, tau, FINE)
    _solved_without_the_leaf(model, q, v, tau)


def _solved_without_the_leaf(model, q, v, tau):
    """With the leaf's motion prescribed nothing is singular."""
    held = np.arange(model.nv) > 0
    reference = oracle.hybrid_dynamics(model, q, v, tau, tau, held, digits=40)
    for form in ("default", *PRINTED):
        limit = 100 * (ROUNDINGS if form == "default" else ABSOLUTE)
        found = hybrid_dynamics(model, q, v, tau, tau, held, form=form)
        for x, y in zip(found, reference, strict=True):
            assert (relative(x, floats(y)) <= limit).all(), form


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_a_base_without_inertia(base):
    b = doubtful("speck")
    b.add_body("speck", None, Free(), None, 1.0, (0.1, 0, 0), NOTHING)
    model = built(b)
    q, v, tau = state(model)
    with pytest.raises(SingularError, match="'speck'"):
        forward_dynamics(model, q, v, tau, base)
    with pytest.raises(SingularError, match="'speck'"):
        hybrid_dynamics(model, q, v, tau, tau, np.arange(6) > 3, base)


@pytest.mark.parametrize("angle", [0.0, 1e-17, 1e-12, 1e-9, 1e-5, 1e-4, 1e-2])
def test_gimbals(angle):
    """Massless rings whose outer axes fall together; the last axis is parallel to the first."""
    b = doubtful("gimbal")
    b.add_body("outer", None, Revolute((0, 0, 1)), None, 0.0)
    b.add_body("inner", "outer", Revolute((1, 0, 0)), None, 0.0)
    b.add_body("top", "inner", Revolute((0, 0, 1)), None, 1.0, (0, 0, 0.2), INERTIA)
    model = built(b)
    q, v, tau = np.array([0.3, angle, 0.7]), np.array([0.1, 0.0, 0.2]), np.ones((1, 3))
    # the pivot is angle^2 of the inertia beside it
    if angle < 1e-7:
        for digits in (16, 31):
            with pytest.raises(SingularError, match="'outer'"):
                forward_dynamics(model, q, v, tau, digits=digits)
    else:
        assert solved(model, q, v, tau, FINE)
        reference = forward_dynamics(model, q, v, tau, digits=40)
        found = forward_dynamics(model, q, v, tau)
        assert (relative(found, reference) <= ROUNDINGS / angle**2).all()


def test_a_universal_joint_bears_a_body():
    b = ModelBuilder(name="universal")
    b.add_body("top", None, Universal((1, 0, 0), (0, 1, 0)), None, 1.0, (0, 0, 0.2), INERTIA)
    model = b.build()
    assert solved(model, *state(model))


@pytest.mark.parametrize("ratio", [1e-12, 1e-8, 1e-4, 1e4, 1e8, 1e12])
@pytest.mark.parametrize(
    "joint", [Revolute((0.6, 0, 0.8)), Prismatic((0, 0.6, 0.8)), Helical((0.6, 0, 0.8), 0.3),
              Spherical(), Free()]
)  # fmt: skip
def test_two_unlike_masses_are_solved(ratio, joint):
    """One joint frees too little of the heavier body for digits to be lost on the fixed one."""
    model = chain((1.0, ratio), (Revolute((0, 1, 0)), joint))
    q, v, tau = state(model)
    tau[:, 1:] *= ratio
    for form in ("default", *PRINTED):
        assert solved(model, q, v, tau, form=form)


def test_a_heavy_free_child_leaves_the_twin_alone():
    model = chain((1.0, 1e14), (Revolute((0, 1, 0)), Free()))
    q, v, tau = state(model, r=0)
    tau[:, 1:] *= 1e14
    rough, reference = (forward_dynamics(model, q, v, tau, digits=digits) for digits in (17, 60))
    assert (relative(rough, reference) <= ROUNDINGS).all()


@pytest.mark.parametrize("least", [1e-4, 1e-8, 1e-12])
def test_a_thin_body_is_solved(least):
    """A body at the tip has its inertia without rounding errors, however small."""
    model = leaf(1.0, np.diag([0.02, 0.02, least]), Revolute((0, 0, 1)), (0, 0, 0.2))
    q, v, tau = state(model)
    tau[:, 1:] *= least
    assert solved(model, q, v, tau)


@pytest.mark.parametrize("ratio", [1e4, 1e6, 1e8, 1e10, 1e12, 1e15])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_light_base_before_a_heavy_body(count, ratio):
    """The base is light only where the joints yield: doubles lose digits as the ratio, then all."""
    axes = ((0, 0, 1), (0.6, 0, 0.8), (0, 1, 0))
    model = chain((1.0,) * count + (ratio,), (Free(), *map(Revolute, axes[:count])))
    q, v, tau = state(model, r=0)
    assert solved(model, q, v, tau, FINE)
    reference = floats(oracle.forward_dynamics(model, q, v, tau, digits=60))
    if ratio > 1e14:
        assert_told(model, q, v, tau, "'link0'")
    elif ratio < 1e12:
        found = forward_dynamics(model, q, v, tau)
        assert (relative(found, reference) <= 1e-14 * ratio).all()


def test_rounding_errors_are_remembered():
    """Slides free a heavy load in all directions; a fourth one would carry their errors alone."""
    along = (0.6, 0.0, 0.8), (0.0, 0.6, 0.8), (0.48, 0.64, 0.6)
    for heavy in (1e6, 1e15):
        three = chain((1.0, 1.0, heavy), map(Prismatic, along))
        q, v, tau = state(three, r=0)
        for form in ("default", *PRINTED):
            assert solved(three, q, v, tau, form=form)
        four = chain((1.0, 1.0, 1.0, heavy), map(Prismatic, (along[2], *along)))
        q, v, tau = state(four, r=0)
        assert solved(four, q, v, tau, FINE)
        if heavy > 1e8:
            assert_told(four, q, v, tau, "'link0'")


@pytest.mark.parametrize("hinges", [1, 2])
def test_rounding_errors_have_levers(hinges):
    """What slides leave of a heavy point meets a hinge a metre off, through a slide or a hinge."""
    b, parent = doubtful("levers"), None
    for i in range(hinges):
        at = translation(float(i), 0, 0)
        parent = b.add_body(f"hinge{i}", parent, Revolute((0, 0, 1)), at, 1.0, (0, 0, 0), INERTIA)
    for i, axis in enumerate(((0.6, 0.0, 0.8), (0.0, 0.6, 0.8), (0.48, 0.64, 0.6))):
        at = translation(float(i == 0 and hinges == 1), 0, 0)
        mass = 1e15 if i == 2 else 1.0
        parent = b.add_body(f"slide{i}", parent, Prismatic(axis), at, mass, (0, 0, 0), NOTHING)
    model = built(b)
    q, v, tau = np.zeros(model.nq), np.zeros(model.nv), np.ones((1, model.nv))
    with pytest.raises(SingularError, match="hinge0"):
        forward_dynamics(model, q, v, tau)
    reference = floats(oracle.forward_dynamics(model, q, v, tau, digits=60))
    for digits in (31, 50):
        assert np.array_equal(forward_dynamics(model, q, v, tau, digits=digits), reference)


def test_coincident_axes():
    rng = np.random.default_rng(2)
    for tilt in (0.0, 1e-17, 1e-13, 1e-10, 1e-3):
        axis = np.array([tilt, 0, 1]) / np.hypot(tilt, 1)
        b = ModelBuilder(name="coincident")
        b.add_body("inner", None, Revolute((0, 0, 1)), None, 1.0, (0, 0, 0), INERTIA)
        b.add_body("outer", "inner", Revolute(tuple(axis)), None, 1.0, (0, 0, 0), INERTIA)
        model = b.build()
        q, v, tau = rng.standard_normal(2), rng.standard_normal(2), rng.standard_normal((1, 2))
        assert solved(model, q, v, tau)


def _wild_tree(seed):
    """Joints of any kind, levers and places that vanish, masses from 1e-12 to 1e12."""
    rng = np.random.default_rng(seed)
    b, names = ModelBuilder(name="wild"), []
    for i in range(rng.integers(2, 9)):
        axis = rng.standard_normal(3) if rng.random() < 0.6 else np.eye(3)[rng.integers(3)]
        axis /= np.linalg.norm(axis)
        joints = Revolute(axis), Prismatic(axis), Spherical(), Helical(axis, 0.7), Free()
        joint = Free() if i == 0 and rng.random() < 0.5 else rng.choice(joints)
        mass = 10.0 ** rng.choice([0, 0, 0, 12, -12, 8, -8, 4, 6])
        parent = None if i == 0 else names[-1] if rng.random() < 0.8 else rng.choice(names)
        at = translation(*(0.3 * rng.standard_normal(3) * (rng.random(3) < 0.6)))
        com = 0.1 * rng.standard_normal(3) * (rng.random(3) < 0.6)
        names.append(b.add_body(f"body{i}", parent, joint, at, mass, com, mass * INERTIA))
    return b.build()


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_wild_trees_are_solved_or_told(first):
    count = 0
    for seed in range(first, first + 40):
        model = _wild_tree(seed)
        rng = np.random.default_rng(seed)
        q, tau = model.random_configuration(rng), rng.standard_normal((1, model.nv))
        for digits, limit in ((16, ROUGH), (31, FINE)):
            try:
                found = forward_dynamics(model, q, np.zeros(model.nv), tau, digits=digits)
            except SingularError:
                continue
            reference = forward_dynamics(model, q, np.zeros(model.nv), tau, digits=80)
            error = relative(found, reference)[0]
            if digits == 16 and error > limit:
                # weight of what is heavy, and generalized forces that are lost beside it
                limit = conditioning_bound(model, q, np.zeros(model.nv), tau)[0]
            assert error <= limit, (seed, digits)
            count += digits == 16
    assert count > 10


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_long_chains_are_not_singular(base):
    model = catalogue.serial_chain(300, base)
    q, v, tau = state(model, r=0)
    found = forward_dynamics(model, q, v, tau)
    bound = bounds(lambda *x: forward_dynamics(model, *x), (q, v, tau))
    assert bound[0] < 1e-8
    reference = forward_dynamics(model, q, v, tau, digits=30)
    assert (relative(found, reference) <= BOUNDS * bound + ROUNDINGS).all()


def test_more_digits_solve_what_doubles_cannot():
    thin = leaf(1.0, np.diag([0.02, 0.02, 1e-20]), Spherical(), (0, 0, 0.2))
    q, v, tau = state(thin, r=0)
    reference = floats(oracle.forward_dynamics(thin, q, v, tau, digits=80))
    assert np.array_equal(forward_dynamics(thin, q, v, tau, digits=60), reference)
    for model in REFUSED.values():
        q, v, tau = state(model, r=0)
        with pytest.raises(SingularError, match="leaf"):
            forward_dynamics(model, q, v, tau, digits=60)
