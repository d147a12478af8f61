"""Second partials by parameters: against moved models at 210 digits, and identities."""

from itertools import product

import numpy as np
import pytest
from support.partials.partial_cases import motion
from support.partials.sensitivity_cases import (
    changed_accelerations,
    changed_torques,
    loads,
    scalars,
)
from support.references.oracle_differences import FINE, STEP, difference, moved, small_tree
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state

from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.errors import ArgumentError, ShapeError
from lieref.model.tree.exact import exact_model
from lieref.partials.coordinates.screw_motion import joint_screw
from lieref.partials.fdsva_so.forward_dynamics_second_partials import (
    forward_dynamics_second_partials,
)
from lieref.partials.parameters.parameter_second_partials import (
    forward_dynamics_parameter_second_partials,
    inverse_dynamics_parameter_second_partials,
)
from lieref.partials.parameters.parameters import KINDS, WIDTHS
from lieref.partials.parameters.regressor import inertial_parameters

# Required of first order; found: 2e-15, of accelerations too.
DEMANDED = 1e-13
# Solutions with H, whose condition multiplies the errors of the forces. Found: 16 eps
# (arm).
SOLVED = 64 * EPS
# Sums with H^-1 over all parameters: the condition of H and what cancels. Found: 20 eps.
CONDITION = 96 * EPS
TREES = ("free_root", "free_inside", "spherical_leaf", "free_on_arm")
# representation of a base, axes of the wrenches
HELD = (("body", "inertial"), ("spatial", "body"), ("hybrid", "inertial"), ("mixed", "body"))
ENTRIES = (inverse_dynamics_parameter_second_partials, forward_dynamics_parameter_second_partials)
MOVED = (changed_torques, changed_accelerations)


def case(name):
    model = small_tree(name, seed=61)
    q, (v, last), _, _ = random_state(model, 0, seed=62)
    wrenches = np.random.default_rng(64).standard_normal((model.nbodies, 6))
    return model, model.normalize(q), v, last, wrenches


def columns(model, kinds=KINDS):
    """(kind, body, number) of each column."""
    return [(k, i, c) for k in kinds for i in range(model.nbodies) for c in range(WIDTHS[k])]


def place(model, kind):
    """Columns of a kind."""
    return [j for j, column in enumerate(columns(model)) if column[0] == kind]


def pairs(model, rng, count):
    """Pairs of columns of every two kinds, half of them of one body."""
    every = columns(model)
    for a in KINDS:
        for b in KINDS:
            for n in range(count):
                j = int(rng.choice(place(model, a)))
                others = place(model, b)
                if n % 2 == 0:
                    others = [k for k in others if every[k][1] == every[j][1]]
                yield j, int(rng.choice(others))


def doubles(row):
    return np.array([FINE.to_float(x) for x in row])


def assert_pairs(name, held, which, count):
    """d2_dp_dp against four corners of moved models, each pair of kinds by its own size."""
    model, q, v, last, wrenches = case(name)
    base, axes = held
    found = ENTRIES[which](model, q, v, last, KINDS, None, base, wrenches, axes)[0]
    every, given = columns(model), (base, loads(wrenches), axes)
    with FINE.working():
        exact, state = exact_model(model, FINE), [scalars(x) for x in (q, v, last)]
        for j, k in pairs(model, np.random.default_rng(63), count):
            # steps apart: a slide that turns with the sum of two must turn
            corners = [
                x * y * MOVED[which](
                    exact, [(*every[j], x * STEP), (*every[k], 2 * y * STEP)], *state, *given
                )
                for x in (1, -1) for y in (1, -1)
            ]  # fmt: skip
            reference = doubles(sum(corners) / (8 * STEP * STEP))
            block = np.ix_(*(place(model, every[c][0]) for c in (j, k)))
            size = max(abs(found[(slice(None), *block)]).max(), abs(reference).max())
            # between two inertial parameters forces have no second derivative at all
            assert abs(found[:, j, k] - reference).max() <= DEMANDED * max(size, 1e-30)


@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("name", TREES)
def test_forces_of_moved_models(name, held):
    assert_pairs(name, held, 0, 4)


@pytest.mark.parametrize(("name", "held"), list(zip(TREES, HELD, strict=True)))
def test_accelerations_of_moved_models(name, held):
    assert_pairs(name, held, 1, 2)


def slope(model, which, change, given):
    """d/dp of forces or accelerations of a state, by moved models; scalars of FINE."""
    exact = exact_model(model, FINE)

    def of(now):
        up, down = (MOVED[which](exact, [(*change, x)], *now, *given) for x in (STEP, -STEP))
        return (up - down) / (2 * STEP)

    return of


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize(("name", "held"), list(zip(TREES, HELD, strict=True)))
def test_with_the_motion_against_moved_models(name, held, which):
    model, q, v, last, wrenches = case(name)
    base, axes = held
    found = ENTRIES[which](model, q, v, last, KINDS, None, base, wrenches, axes)
    # of one shape: force, parameter, coordinate
    tensors = found[1], found[2], found[3].swapaxes(1, 2)
    every, rng = columns(model), np.random.default_rng(65)
    with FINE.working():
        state = [scalars(x) for x in (q, v, last)]
        # moved accelerations cost as many forces as there are coordinates
        for kind, n in product(KINDS, range(2 if which else 5)):
            j, k = int(rng.choice(place(model, kind))), int(rng.integers(model.nv))
            if n % 2 == 0:
                # of its own joint: the order matters for a free root, whose placement moves it too
                joint = model.joints[every[j][1]]
                k = int(model.idx_v[every[j][1]] + rng.integers(joint.nv))
            unit = np.eye(model.nv)[k]
            of = slope(model, which, every[j], (base, loads(wrenches), axes))

            def shifted(row, x, unit=unit):
                return [y + x * int(z) * STEP for y, z in zip(row, unit, strict=True)]

            places = (
                lambda x, unit=unit: (moved(model, q, unit, x), *state[1:]),
                lambda x, shifted=shifted: (state[0], shifted(state[1], x), state[2]),
                lambda x, shifted=shifted: (*state[:2], shifted(state[2], x)),
            )
            for tensor, where in zip(tensors, places, strict=True):
                reference = difference(of, where)
                size = max(abs(tensor[:, place(model, kind)]).max(), abs(reference).max())
                assert abs(tensor[:, j, k] - reference).max() <= DEMANDED * size


def test_a_free_root_is_turned_by_its_placement_and_its_coordinates():
    # which comes first matters here, and between no other parameter and coordinate
    model, q, v, a, wrenches = case("free_root")
    found = ENTRIES[0](model, q, v, a, ("placement",), [0], "hybrid", wrenches, "body").d2tau_dp_dq
    with FINE.working():
        state = [scalars(x) for x in (v, a)]
        for j, k in ((0, 1), (1, 0), (1, 2), (2, 0)):
            of = slope(model, 0, ("placement", 0, j), ("hybrid", loads(wrenches), "body"))
            unit = np.eye(model.nv)[k]
            reference = difference(of, lambda x, unit=unit: (moved(model, q, unit, x), *state))
            assert abs(found[:, j, k] - reference).max() <= DEMANDED * abs(found).max()


def test_kinds_and_bodies_are_chosen_in_any_order():
    model, q, v, tau, wrenches = case("free_inside")
    bodies, kinds = [2, model.names[0]], ("inertia", "placement", "screw")
    chosen = [
        columns(model).index((kind, i, c)) for kind in kinds for i in (2, 0)
        for c in range(WIDTHS[kind])
    ]  # fmt: skip
    choices = (
        (kinds, chosen), (("screw",), chosen[-12:]), (("inertia",), chosen[:20]),
        (("screw", "placement"), chosen[-12:] + chosen[20:32]),
    )  # fmt: skip
    for entry in ENTRIES:
        whole = entry(model, q, v, tau, wrenches=wrenches)
        for some, mine in choices:
            part = entry(model, q, v, tau, some, bodies, wrenches=wrenches)
            expected = (
                whole[0][:, mine][:, :, mine],
                whole[1][:, mine],
                whole[2][:, mine],
                whole[3][:, :, mine],
            )
            for ours, theirs, every in zip(part, expected, whole, strict=True):
                assert abs(ours - theirs).max() <= SOLVED * abs(every).max()
        nothing = entry(model, q, v, tau, (), bodies)
        assert [x.size for x in nothing] == [0, 0, 0, 0]


@pytest.mark.parametrize("name", TREES)
def test_order_matters_in_one_placement_only(name):
    model, q, v, a, wrenches = case(name)
    found = ENTRIES[0](model, q, v, a, KINDS, None, "hybrid", wrenches, "inertial").d2tau_dp_dp
    asymmetry = abs(found - found.swapaxes(1, 2)).max(0)
    body = np.array([i if kind == "placement" else -1 - n for n, (kind, i, _) in
                     enumerate(columns(model))])  # fmt: skip
    same = body[:, None] == body
    assert asymmetry[~same].max() <= SOLVED * abs(found).max()
    assert asymmetry[same].max() > 1e-3 * abs(found).max()


def test_placements_along_the_joints_are_their_coordinates():
    # of one degree: T exp(X y) J(q) = T J(q + y)
    model, q, v, tau, wrenches = motion("arm", "generic")
    held = ("body", wrenches, "inertial")
    found = ENTRIES[1](model, q, v, tau, ("placement",), None, *held)
    X = np.zeros((6 * model.nbodies, model.nv))
    for i, joint in enumerate(model.joints):
        X[6 * i : 6 * i + 6, model.idx_v[i]] = joint_screw(joint)
    reference = forward_dynamics_second_partials(model, q, v, tau, *held)
    along = (
        (X.T @ found.d2a_dp_dp @ X, reference.d2a_dq_dq),
        (X.T @ found.d2a_dp_dq, reference.d2a_dq_dq),
        (X.T @ found.d2a_dp_dv, reference.d2a_dq_dv),
        (found.d2a_dtau_dp @ X, reference.d2a_dtau_dq),
    )
    for mine, theirs in along:
        assert abs(mine - theirs).max() <= SOLVED * abs(theirs).max()


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_second_order_of_heavier_bodies(base):
    # all parameters times 1 + x: a = H^-1 (tau / (1 + x) - h)
    model, q, v, tau, _ = motion("quadruped", "generic")
    p = inertial_parameters(model)
    found = ENTRIES[1](model, q, v, tau, ("inertia",), None, base).d2a_dp_dp
    assert (found == found.swapaxes(1, 2)).all()
    expected = 2 * inverse_inertia_times(model, q, tau, base)
    assert abs(found @ p @ p - expected).max() <= CONDITION * abs(expected).max()


@pytest.mark.parametrize("entry", ENTRIES)
def test_unknown_bodies_and_kinds_are_named(entry):
    model, q, v, last, _ = motion("every_joint_free", "generic")
    for bodies, what in (([0, 99], "bodies[1] is 99"), (["hand?"], "bodies[0] is 'hand?'"),
                         ([True], "bodies[0] is True"), ([2, 2], "bodies[1] is 2"),
                         ("body", "bodies is 'body'")):  # fmt: skip
        with pytest.raises(ShapeError) as error:
            entry(model, q, v, last, ("screw",), bodies)
        assert str(error.value).startswith(what)
    for kinds, what in (("screw", "parameters is 'screw'"), (("mass",), "parameters[0] is 'mass'"),
                        (("screw", "screw"), "parameters[1] is 'screw', which came before"),
                        ((1,), "parameters[0] is 1")):  # fmt: skip
        with pytest.raises((ShapeError, ArgumentError)) as error:
            entry(model, q, v, last, kinds)
        assert str(error.value).startswith(what)
