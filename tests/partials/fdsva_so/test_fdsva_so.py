"""Second partials of forward dynamics: every way of FDSVA-SO, the definition and its laws."""

from functools import cache

import numpy as np
import pytest
from support.partials.fdsva_so_cases import (
    WAYS,
    floats,
    inner_terms,
    moduli,
    parts,
    scales,
    terms_of,
)
from support.partials.partial_cases import interleaved, motion, same_joint
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS

from lieref import oracle
from lieref.errors import NonFiniteError, SingularError
from lieref.model.mechanisms import catalogue
from lieref.partials.fdsva_so import fdsva_so_twin
from lieref.partials.fdsva_so.forward_dynamics_second_partials import (
    Terms,
    choose,
    depth,
    forward_dynamics_second_partials,
)

# Against the definition, entry by entry; see `scales`. Found: 1.9 eps.
KERNEL = 8 * EPS
# H d2a + inner terms, by the sum of the moduli of the terms. Found: below 8 eps.
RESIDUAL = 32 * EPS
# Laws between entries of one tensor, by `scales`. Found: below 0.5 eps.
LAWS = 2 * EPS


@cache
def twin_case(robot):
    """A state of a robot or a tree of every joint type, and the reference by the twin in balls."""
    if robot in ROBOTS:
        model, q, v, tau, wrenches = motion(robot, "generic")
    else:
        model = random_tree(robot, seed=3)
        q, (v, tau), (wrenches,), _ = random_state(model, 0, seed=4)
    K = oracle.Arb(90)
    with K.working():
        reference = fdsva_so_twin.second_partials(model, q, v, tau, K, wrenches)
    return model, q, v, tau, wrenches, floats(K, reference)


@cache
def oracle_case(base, wrench_axes):
    """A small free-floating robot in a representation, and the reference value by the oracle."""
    K = oracle.Arb(50)
    model = catalogue.random_tree(2, 5, ("spherical", "helical"), "free")
    q, (v, tau), (wrenches,), _ = random_state(model, 0, seed=4)
    options = {"base": base, "wrenches": wrenches, "wrench_axes": wrench_axes}
    reference = oracle.forward_dynamics_second_partials(model, q, v, tau, **options, field=K)
    return model, q, v, tau, options, floats(K, reference)


def assert_near(found, reference, sizes, limit=KERNEL):
    for mine, theirs, size in zip(found, reference, sizes, strict=True):
        # a itself, at which the partials are taken, is as uncertain as its largest entries
        assert (abs(mine - theirs) <= limit * (size + size.max())).all(), (
            abs(mine - theirs) / (size + size.max())
        ).max() / EPS


@pytest.mark.parametrize(("inner", "outer"), WAYS)
@pytest.mark.parametrize("robot", ["two_link", "arm", "fixed_base"])
def test_against_the_twin(robot, inner, outer):
    model, q, v, tau, wrenches, reference = twin_case(robot)
    found = forward_dynamics_second_partials(
        model, q, v, tau, wrenches=wrenches, inner=inner, outer=outer
    )
    assert_near(found, reference, scales(*parts(model, q, v, tau, "body", wrenches), found))


@pytest.mark.parametrize(("inner", "outer"), WAYS)
@pytest.mark.parametrize(
    ("base", "wrench_axes"), [("spatial", "body"), ("hybrid", "inertial"), ("mixed", "body")]
)
def test_representations_against_the_oracle(base, wrench_axes, inner, outer):
    model, q, v, tau, options, reference = oracle_case(base, wrench_axes)
    found = forward_dynamics_second_partials(model, q, v, tau, **options, inner=inner, outer=outer)
    assert_near(found, reference, scales(*parts(model, q, v, tau, **options), found))


def assert_solved(model, q, v, tau, base, inner, outer):
    slopes, _, bends = parts(model, q, v, tau, base)
    terms = terms_of(model, q, slopes, bends, base, inner, outer)
    found = forward_dynamics_second_partials(model, q, v, tau, base, inner=inner, outer=outer)
    for x, y in zip(found, terms.tensors, strict=True):
        assert (x == y).all()
    H = slopes.dtau_da
    first = terms.accelerations.swapaxes(0, 1)
    given = (slopes.dtau_dq, slopes.dtau_dv, -np.eye(model.nv))
    inner_values, sizes = inner_terms(bends, first), inner_terms(moduli(bends), abs(first))
    pairs = [*zip(first, given, map(abs, given), strict=True)]
    pairs += zip(found, inner_values, sizes, strict=True)
    for X, B, size in pairs:
        left = np.tensordot(H, X, 1) + B
        size = np.tensordot(abs(H), abs(X), 1) + size
        assert abs(left).max() <= RESIDUAL * size.max(), abs(left).max() / size.max() / EPS


@pytest.mark.parametrize("state", ["zero", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_they_solve_the_linear_equations(robot, state):
    model, q, v, tau, _ = motion(robot, state)
    # the ways take turns
    inner, outer = WAYS[(len(robot) + len(state)) % 4]
    assert_solved(model, q, v, tau, "body", inner, outer)


@pytest.mark.parametrize(("inner", "outer"), WAYS)
@pytest.mark.parametrize("base", ["body", "hybrid"])
def test_any_numbering(base, inner, outer):
    model, rng = interleaved(), np.random.default_rng(3)
    q = model.random_configuration(rng)
    assert_solved(model, q, *rng.standard_normal((2, model.nv)), base, inner, outer)


@pytest.mark.parametrize(("inner", "outer"), WAYS)
@pytest.mark.parametrize(
    "robot", ["every_joint_free", "quadruped", "serial_20_free", "every_joint"]
)
def test_only_coordinates_of_one_joint_do_not_commute(robot, inner, outer):
    """To the last bit; that of a joint is that of the inner terms, which they solve."""
    model, q, v, tau, wrenches = motion(robot, "generic")
    found = forward_dynamics_second_partials(
        model, q, v, tau, wrenches=wrenches, inner=inner, outer=outer
    )
    sizes = scales(*parts(model, q, v, tau, "body", wrenches), found)
    other = ~same_joint(model)
    asymmetry = found.d2a_dv_dv - found.d2a_dv_dv.swapaxes(1, 2)
    assert abs(asymmetry).max() <= LAWS * sizes.d2a_dv_dv.max()
    assert not asymmetry[:, other].any()
    assert not (found.d2a_dq_dq - found.d2a_dq_dq.swapaxes(1, 2))[:, other].any()
    # d(H^-1)/dq is symmetric
    tq = found.d2a_dtau_dq
    assert abs(tq - tq.swapaxes(0, 1)).max() <= LAWS * sizes.d2a_dtau_dq.max()


def test_trees_on_the_world_do_not_feel_each_other():
    model, rng = interleaved(), np.random.default_rng(3)
    q = model.random_configuration(rng)
    tree = list(range(model.nbodies))
    for i, parent in enumerate(model.parents):
        tree[i] = tree[parent] if parent >= 0 else i
    owner = np.repeat(tree, [joint.nv for joint in model.joints])
    together = owner[:, None] == owner
    apart = ~(together[:, :, None] & together[:, None, :])
    for inner, outer in WAYS:
        for tensor in forward_dynamics_second_partials(
            model, q, *rng.standard_normal((2, model.nv)), inner=inner, outer=outer
        ):
            assert not tensor[apart].any()


def test_auto_goes_by_the_depth_of_the_tree():
    # coordinates before each: 0, 1, ..., 4; and six of a free root among them
    assert depth(catalogue.serial_chain(5)) == 2
    assert depth(catalogue.serial_chain(2, "free")) == 3
    assert depth(catalogue.binary_tree(7)) == 10 / 7
    assert choose(catalogue.serial_chain(5)) == ("dtm", "dtm")
    assert choose(catalogue.serial_chain(30)) == ("idfoza", "dtm")
    assert choose(catalogue.serial_chain(60)) == ("idfoza", "aza")
    assert choose(catalogue.binary_tree(40)) == ("dtm", "dtm")
    assert choose(catalogue.serial_chain(60), "dtm", "dtm") == ("dtm", "dtm")
    assert choose(catalogue.serial_chain(5), "idfoza", "aza") == ("idfoza", "aza")


@pytest.mark.parametrize("robot", ["arm", "serial_20_free"])
def test_auto_is_what_it_says(robot):
    model, q, v, tau, _ = motion(robot, "generic")
    inner, outer = choose(model)
    found = forward_dynamics_second_partials(model, q, v, tau)
    named = forward_dynamics_second_partials(model, q, v, tau, inner=inner, outer=outer)
    for x, y in zip(found, named, strict=True):
        assert (x == y).all()


@pytest.mark.parametrize("outer", ["dtm", "aza"])
def test_a_pivot_that_is_lost_is_named(outer):
    model, q, v, tau, _ = motion("arm", "generic")
    slopes, _, bends = parts(model, q, v, tau)
    if outer == "dtm":
        # H of a finger without mass
        slopes.dtau_da[-1] = slopes.dtau_da[:, -1] = 0
    else:
        # masses and inertias, which no builder takes
        make, given = model.__reduce__()
        kept = np.arange(model.nbodies) < 6
        inertias = model.inertias * kept[:, None, None]
        model = make(*given[:6], model.masses * kept, given[7], inertias, *given[9:])
    terms = Terms(model, q, slopes.dtau_da, slopes, bends, [], "dtm", outer)
    with pytest.raises(SingularError, match="finger.*coordinate 0"):
        terms.first()


def test_the_largest_numbers():
    """Within the range of double; and tensors beyond it, where the first partials are not."""
    model, q, v, tau, _ = motion("aerial_manipulator", "generic")
    found = forward_dynamics_second_partials(model, q, np.full(model.nv, 1e150), tau)
    assert all(np.isfinite(x).all() for x in found)
    with pytest.raises(NonFiniteError, match=r"^d2a_dq_dq\[.*beyond the range of double"):
        forward_dynamics_second_partials(model, q, np.full(model.nv, 4e153), tau)


def test_the_stages_come_in_order():
    model, q, v, tau, _ = motion("two_link", "generic")
    slopes, _, bends = parts(model, q, v, tau)
    with pytest.raises(TypeError):
        Terms(model, q, slopes.dtau_da, slopes, bends, [], "dtm", "dtm").inner()
