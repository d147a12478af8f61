"""Bounds of every function that has them: they hold the exact result, are tight, or are refused.

Exact results are balls of 60 digits.
"""

import numpy as np
import pytest
from support.references.bounded import FUNCTIONS, assert_held, compared, parts
from support.references.enclosed import random_tree
from support.trees.robots import ALL_KINDS, ROBOTS, draw, with_physics
from support.trees.spatial_robots import bases

import lieref
from lieref.errors import ArgumentError, ShapeError
from lieref.model.tree.compiled import balls, compile_model, fine_tables

# A bound is at most so many times the error that it bounds, in the median over results; the error
# of one result alone varies with the processor.
TIGHT = 30
# Trees on whose inertias no accuracy is lost: of others the bounds of forward dynamics are wider.
CLOSE = ("aerial_manipulator", "arm", "quadruped", "every_joint", "every_joint_free")


@pytest.mark.parametrize(
    ("name", "state"), [(name, state) for name, of in FUNCTIONS.items() for state in of.states]
)
@pytest.mark.parametrize("robot", ROBOTS)
def test_bounds_hold_the_exact_result_and_are_tight(robot, name, state):
    of = FUNCTIONS[name]
    model, q, v = draw(robot, state, r=5)
    sizes = []
    for base in bases(model):
        for r in of.orders if base == "body" else of.others:
            found = assert_held(name, model, q, v[: r + 2], base)
            sizes += found if r <= of.tight else []
    if name == "forward_dynamics" and (state != "generic" or robot not in CLOSE):
        return
    # zeros and doubles have no error
    assert not sizes or np.median(sizes) <= TIGHT


@pytest.mark.parametrize("representation", ["body", "hybrid", "mixed"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_twists_in_other_representations(robot, representation):
    model, q, v = draw(robot, "generic", r=2)
    for base in bases(model):
        sizes = assert_held("forward_kinematics", model, q, v, base, representation=representation)
        assert not sizes or np.median(sizes) <= TIGHT


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize(
    ("name", "r"),
    [(name, r) for name in ("inverse_dynamics", "forward_dynamics") for r in (0, 2)],
)
def test_wrenches_and_other_forces(name, r, axes):
    model, q, v = draw("every_joint_free", "generic", r=r)
    rng = np.random.default_rng(2)
    loads = {
        "wrenches": rng.standard_normal((r + 1, model.nbodies, 6)),
        "wrench_axes": axes,
        "tau_ext": rng.standard_normal((r + 1, model.nv)),
    }
    assert_held(name, model, q, v, "body", **loads)
    found = FUNCTIONS[name].found(model, q, v, "body", **loads)
    limit = 1e-12 if name == "inverse_dynamics" else 1e-6
    assert found[1].max() <= limit * abs(found[0]).max()


@pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name, of in FUNCTIONS.items() for seed in range(of.trees)]
)
def test_random_trees_and_sizes(name, seed):
    model, q = random_tree(seed)
    rng = np.random.default_rng(seed)
    loads, sizes = {}, (-160, 12) if name == "inverse_dynamics" else (-100, 8)
    v = rng.uniform(-1, 1, (2 + seed % 6, model.nv)) * 10.0 ** rng.integers(*sizes)
    if name == "inverse_dynamics":
        v *= rng.integers(0, 2, v.shape)
    elif name == "forward_dynamics":
        # errors of lower orders are in the bounds of higher ones
        v = rng.uniform(-3, 3, (6, model.nv))
    elif name == "inverse_dynamics_partials" and seed % 3 == 0:
        loads["wrenches"] = rng.standard_normal((model.nbodies, 6))
    elif name == "forward_kinematics":
        loads["representation"] = ("spatial", "body")[seed % 2]
    assert_held(name, model, q, v, "body", **loads)


@pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name, of in FUNCTIONS.items() for seed in range(of.radii)]
)
def test_every_motion_within_the_radius_is_within_the_bounds(name, seed):
    of, rng = FUNCTIONS[name], np.random.default_rng(seed)
    model, q, v = draw("arm", "generic", r=0, seed=seed)
    if name == "inverse_dynamics":
        kinds = ALL_KINDS[seed % 9 :] + ALL_KINDS[: seed % 9]
        model = lieref.catalogue.random_tree(4, seed, kinds, "free")
        q, v = model.random_configuration(rng), rng.uniform(-1, 1, (seed % 4 + 2, model.nv))
    radius = 10.0 ** rng.uniform(-12, -2)
    found = of.found(model, q, v, "body", input_radius=radius)
    for corner in range(4):
        moves = [rng.uniform(-1, 1, x.shape) for x in (q, v)]
        moves = [np.sign(x) for x in moves] if corner % 2 else moves
        inside = [x + 0.999999 * radius * d for x, d in zip((q, v), moves, strict=True)]
        # what is off the sphere means the rotation of q / |q|
        compared(name, found, of.exact(model, model.normalize(inside[0]), inside[1], "body"))
    for value, radii in zip(*(parts(name, x) for x in found), strict=True):
        assert radii.max() < 1e4 * radius * (1 + abs(value).max())


@pytest.mark.parametrize("friction", ["sign", "smooth"])
@pytest.mark.parametrize(
    ("name", "robot"),
    [
        *((name, robot) for name in ("inverse_dynamics", "joint_space_inertia",
          "inverse_dynamics_partials") for robot in ("every_joint_free", "quadruped")),
        ("forward_dynamics", "quadruped"),
    ],
)  # fmt: skip
def test_joint_physics(name, robot, friction):
    model = with_physics(ROBOTS[robot](), 1, friction)
    rng = np.random.default_rng(1)
    q = model.random_configuration(rng)
    for r in {"inverse_dynamics": (0, 1, 3), "forward_dynamics": (2,)}.get(name, (0,)):
        v = rng.standard_normal((r + 2, model.nv))
        assert_held(name, model, q, v, "body")
        found = FUNCTIONS[name].found(model, q, v, "body")
        if name.endswith("dynamics"):
            assert found[1].max() <= 1e-14 * abs(found[0]).max()


def test_radii_of_one_argument():
    """What is not known of one argument widens what it is in, and nothing else."""
    model, q, v = draw("arm", "generic", r=1)

    def radii(name, rows, given):
        return FUNCTIONS[name].found(model, q, v[:rows], "body", input_radius=given)[1]

    none, of_q = (radii("inverse_dynamics", 3, x) for x in ({}, {"q": 1e-6}))
    assert (of_q > 1e3 * none).all()
    # the jerk is no matter to the forces themselves
    of_jerk = radii("inverse_dynamics", 3, {"v": [[0.0], [0.0], [1e-6]]})
    assert (of_jerk[0] == none[0]).all() and (of_jerk[1] > 1e3 * none[1]).all()
    none, of_a = (radii("inverse_dynamics_partials", 2, x) for x in ({}, {"a": 1e-3}))
    assert (of_a.dtau_da == none.dtau_da).all() and (of_a.dtau_dv == none.dtau_dv).all()
    assert of_a.dtau_dq.max() > 1e3 * none.dtau_dq.max()
    # where a body is does not hang on how fast it is
    none, of_v = (radii("forward_kinematics", 2, x) for x in ({}, {"v": 1e-3}))
    assert (of_v[0] == none[0]).all() and of_v[1].max() > 1e3 * none[1].max()


def test_zeros_of_the_result_are_exact():
    model = lieref.catalogue.serial_chain(3, "fixed").with_gravity((0, 0, 0))
    values, radii = lieref.inverse_dynamics(model, np.zeros(3), np.zeros((2, 3)), bounds=True)
    assert (values == 0).all() and (radii < 1e-280).all()


@pytest.mark.parametrize("angle", [1e3, 1e8])
def test_large_angles(angle):
    model, q, v = draw("arm", "generic", r=1)
    assert_held("inverse_dynamics", model, q + angle, v, "body")
    values, radii = lieref.inverse_dynamics(model, q + angle, v, bounds=True)
    assert radii.max() <= 1e-12 * abs(values).max()


def test_poses_far_from_the_origin():
    model, q, v = draw("every_joint_free", "generic", r=1)
    q[:3] += 1e6
    assert_held("forward_kinematics", model, q, v, "body")


def test_an_inertia_is_symmetric_and_has_no_springs():
    """Weight and springs would widen the radii of uncertain angles."""
    model = with_physics(ROBOTS["every_joint_free"](), 1)
    q = model.random_configuration(np.random.default_rng(1))
    bare = model.with_gravity((0, 0, 0)).with_joint_physics(armature=model.armature)
    (H, plain), (_, none) = (
        lieref.joint_space_inertia(x, q, bounds=True, input_radius=1e-6) for x in (model, bare)
    )
    assert (plain == none).all() and (plain == plain.T).all() and (H == H.T).all()
    with pytest.warns(lieref.ModelWarning, match="nothing of this model moves"):
        model = lieref.ModelBuilder(doubtful="warn").build()
    assert [x.shape for x in lieref.joint_space_inertia(model, [], bounds=True)] == [(0, 0)] * 2


@pytest.mark.parametrize("seed", range(6))
def test_balls_of_the_constants_hold_both_doubles(seed):
    fine = fine_tables(compile_model(random_tree(seed)[0]))
    for pairs, found in zip(fine, balls(random_tree(seed)[0], *fine), strict=True):
        assert (found[..., 0] == pairs[..., 0]).all()
        assert (found[..., 1] >= abs(pairs[..., 1]) + 2.0**-53 * abs(pairs[..., 0])).all()
        assert (found[..., 1] <= 2.0**-51 * (abs(pairs[..., 0]) + 1e-3)).all()


@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_kinematics"])
def test_nothing_is_proven_of_angles_that_are_not_reduced(name):
    model, q, v = draw("arm", "generic", r=1)
    values, radii = FUNCTIONS[name].found(model, q + 1e12, v, "body")
    values, radii = (parts(name, x)[-1] for x in (values, radii))
    assert np.isfinite(values).all() and np.isinf(radii).any()


REFUSED = (
    ("*", {"bounds": 1}, ArgumentError, "bounds = 1, expected True or False"),
    ("*", {"bounds": False, "input_radius": 1e-3}, ArgumentError, "input_radius needs bounds=True"),
    ("*", "mechanism", ArgumentError, "bounds are of trees"),
    ("*", "batch", ShapeError, "takes one state"),
    ("inverse_dynamics", {"form": "body"}, ArgumentError, "form = 'body', expected \"default\""),
    ("inverse_dynamics", {"input_radius": {"v": -1.0}}, ArgumentError,
     "input_radius of v: -1.0, expected numbers from 0 on"),
    ("inverse_dynamics", {"input_radius": {"u": 1.0}}, ArgumentError, "input_radius has 'u', exp"),
    ("inverse_dynamics", {"input_radius": {"q": [1.0, 2.0]}}, ShapeError,
     "input_radius of q: .*, expected numbers that broadcast"),
    ("forward_dynamics", {"form": "body"}, ArgumentError, "form = 'body' and digits = None, exp"),
    ("forward_dynamics", {"digits": 31}, ArgumentError, "form = 'default' and digits = 31, exp"),
    ("joint_space_inertia", {"input_radius": {"v": 1e-3}}, ArgumentError,
     "input_radius has 'v', expected \"q\""),
    ("joint_space_inertia", {"method": "definition"}, ArgumentError,
     "method = 'definition', expected \"composite\""),
    ("inverse_dynamics_partials", {"method": "chain_rule"}, ArgumentError,
     "method = 'chain_rule', expected \"idsva\""),
    ("inverse_dynamics_partials", {"base": "mixed"}, ArgumentError,
     "base = 'mixed' and wrench_axes = 'body', expected"),
    ("forward_kinematics", {"frames": [0]}, ArgumentError, "frames = .*, expected None with boun"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "given", "error", "said"),
    [
        (name, *row)
        for pattern, *row in REFUSED
        for name in FUNCTIONS
        if pattern in ("*", name)
        # it has no radii of arguments
        and not (name == "forward_dynamics" and "input_radius" in row[0])
    ],
)
def test_what_has_no_bounds_is_refused(name, given, error, said):
    model, q, v = draw("every_joint_free", "generic", r=0)
    rest = {
        "inverse_dynamics": (v,),
        "forward_dynamics": (v[0], v[1:]),
        "joint_space_inertia": (),
        "inverse_dynamics_partials": tuple(v),
        "forward_kinematics": (v,),
    }[name]
    options = {"bounds": True}
    if given == "mechanism":
        model = lieref.catalogue.four_bar()
    elif given == "batch":
        q, rest = q[None], tuple(x[None] for x in rest)
    else:
        options |= given
    with pytest.raises(error, match=said):
        getattr(lieref, name)(model, q, *rest, **options)


@pytest.mark.parametrize(
    ("name", "rows", "said"),
    [
        ("inverse_dynamics", 23, "v has 23 rows, expected at most 22 with bounds=True"),
        ("forward_kinematics", 23, "v has 23 rows, expected at most 22 with bounds=True"),
        ("forward_dynamics", 22, "tau has 22 rows, expected at most 21 with bounds=True"),
    ],
)
def test_orders_whose_factorials_are_no_doubles_are_refused(name, rows, said):
    model, q, v = draw("arm", "generic", r=0)
    stack = np.zeros((rows, model.nv))
    given = (v[0], stack) if name == "forward_dynamics" else (stack,)
    with pytest.raises(ShapeError, match=said):
        getattr(lieref, name)(model, q, *given, bounds=True)
