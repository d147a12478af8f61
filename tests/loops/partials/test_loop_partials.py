"""First and second partials of inverse and forward dynamics through loops."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from support.mechanisms.closed_chains import closed_chains, seed_of
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw

import lieref
from lieref import loops, oracle
from lieref.errors import (
    ArgumentError,
    ModelError,
)
from lieref.model.loops.loop_assembly import close
from lieref.oracle import Arb
from lieref.oracle.loops.loop_inverse_dynamics_partials import loop_state, perturbed_loop_torques
from lieref.oracle.tree.perturbations import unit_slopes

EPS = float(np.finfo(float).eps)
# By the largest number of each array; q closes the loops to rounding only, which the derivatives of
# G amplify. Found: 143 eps (first ones), 111 eps (second ones along directions), 54 eps between two
# methods.
LIMIT = 512 * EPS
# A product with H by that of the sizes of its terms. Found: 2 eps.
SOLVED = 32 * EPS
REFERENCE = Arb(40)
OPTIONS = [{}, {"wrench_axes": "body"}, {"wrench_axes": "inertial"}]
NAMES = ("belted_leg_free", "four_bar", "four_bar_free", "rod_drive", "cam")
FUNCTIONS = (
    "inverse_dynamics_partials",
    "inverse_dynamics_second_partials",
    "forward_dynamics_partials",
    "forward_dynamics_second_partials",
)


def spherical_chain():
    """A loop through spherical and free joints, closed by a ball; some of them independent."""
    structure, q = closed_chains("spherical")
    return close(structure.tree, structure.loops, structure.couplings, None, q)


def assert_close(found, reference):
    for name, x, expected in zip(found._fields, found, reference, strict=True):
        expected = np.array(expected, dtype=float)
        error = np.abs(x - expected).max() / np.abs(expected).max()
        assert error <= LIMIT, (name, error / EPS)


def some_wrenches(model, rng, options):
    return {**options, "wrenches": rng.standard_normal((model.nbodies, 6))} if options else {}


def assert_as_the_oracle(function, model, q, v, u, rng, base="body", **options):
    """First partials number by number; second ones along random directions r of q and s of v."""
    found = getattr(loops, function)(model, q, v, u, base, **options)
    if "second" not in function:
        reference = getattr(oracle, "loop_" + function)(
            model, q, v, u, base, field=REFERENCE, **options
        )
        assert_close(found, reference)
        return
    r, s = rng.uniform(-1, 1, (2, model.nv))
    dq_dq, dv_dv, dq_dv, dlast_dq = found
    sums = (dq_dq @ r, np.einsum("ikj,k->ij", dq_dv, r), dlast_dq @ r, dq_dv @ s, dv_dv @ s)
    for number, (x, expected) in enumerate(
        zip(sums, second_along(function, model, q, v, u, r, s, base, **options), strict=True)
    ):
        error = np.abs(x - expected).max() / np.abs(expected).max()
        assert error <= LIMIT, (number, error / EPS)


def second_along(function, model, q, v, u, r, s, base, wrenches=None, wrench_axes="body"):
    """Derivatives along r of q of those by q, v and u, and along s of v of those by q and v.

    Each is one run of inverse dynamics in jets. In forward dynamics the accelerations move as
    their first partials say, and what the forces are then short of, the accelerations make good.
    """
    K, n = REFERENCE, model.nv
    loads = {"base": base, "wrenches": wrenches, "wrench_axes": wrench_axes}
    with K.working():
        at = loop_state(K, model, q, v, u, base, wrenches, wrench_axes, None)
        units = unit_slopes(K, range(3 * n))
        e = {x: {j: units[m * n + j] for j in range(n)} for m, x in enumerate("qva")}
        along = {"q": {}, "v": {}}
        solved = -np.eye(n, dtype=int)
        if function.startswith("forward"):
            forces = None if wrenches is None else [wrenches]
            acting = {**loads, "wrenches": forces, "field": K}
            a = oracle.loop_forward_dynamics(model, q, v, [u], **acting)[0]
            first = oracle.loop_forward_dynamics_partials(model, q, v, u, **loads, field=K)
            by_q, by_v, solved = (np.array(x, dtype=object) for x in first)
            at = replace(at, a=a)
            e["a"] = dict(enumerate(np.hstack([by_q, by_v, solved]).tolist()))
            along = {
                x: {i: [K.dot(row, numbers)] for i, row in enumerate(by.tolist())}
                for x, by, numbers in (("q", by_q, exact(r)), ("v", by_v, exact(s)))
            }
        found = []
        for x, direction, count in (("q", r, 3), ("v", s, 2)):
            d = {x: {k: [y] for k, y in enumerate(exact(direction))}, "a": along[x]}
            rows = [y.w for y in perturbed_loop_torques(K, at, e, d)]
            wide = np.array([[*row, *[K(0)] * (3 * n - len(row))] for row in rows], dtype=object)
            made = -solved @ wide
            found += [made[:, m * n : (m + 1) * n].astype(float) for m in range(count)]
    return found


def exact(numbers):
    return [REFERENCE(float(x)) for x in numbers]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_against_the_oracle(name, function):
    model, q, v, rng = draw(name, 4)
    u = rng.standard_normal(model.nv)
    options = some_wrenches(model, rng, OPTIONS[seed_of(name, function) % 3])
    assert_as_the_oracle(function, model, q, v, u, rng, **options)


# forward dynamics solves with what inverse dynamics finds, whatever the base
@pytest.mark.parametrize(
    ("base", "function"),
    [
        *itertools.product(("spatial", "hybrid", "mixed"), FUNCTIONS[:2]),
        ("hybrid", "forward_dynamics_partials"),
        ("spatial", "forward_dynamics_second_partials"),
    ],
)
def test_bases_against_the_oracle(base, function):
    model, q, v, rng = draw("four_bar_free", 5)
    u = rng.standard_normal(model.nv)
    assert_as_the_oracle(function, model, q, v, u, rng, base)


@pytest.mark.parametrize("function", FUNCTIONS[:2])
def test_joints_of_several_degrees_in_a_loop(function):
    # their fields do not commute: the derivative along k of that along j
    model, rng = spherical_chain(), np.random.default_rng(6)
    v, a = rng.uniform(-1, 1, (2, model.nv))
    assert_as_the_oracle(function, model, model.assembly, v, a, rng)


@pytest.mark.parametrize("name", ["belted_leg_free", "ball"])
def test_the_order_of_two_derivatives_is_a_commutator(name):
    if name == "ball":
        model = spherical_chain()
        q, rng = model.assembly, np.random.default_rng(14)
        v = rng.uniform(-1, 1, model.nv)
    else:
        model, q, v, rng = draw(name, 14)
    a = rng.uniform(-1, 1, model.nv)
    first = loops.inverse_dynamics_partials(model, q, v, a).dtau_dq
    second = loops.inverse_dynamics_second_partials(model, q, v, a).d2tau_dq_dq
    found = lieref.commutator(model, first)
    assert np.abs(found).max() > 1e-2 * np.abs(second).max()
    turned = second - second.transpose(0, 2, 1)
    assert np.abs(turned - found).max() <= LIMIT * np.abs(second).max()
    hessian = lieref.retraction_hessian(model, second)
    assert np.abs(hessian - hessian.transpose(0, 2, 1)).max() <= LIMIT * np.abs(second).max()
    again = lieref.lie_second_derivative(model, hessian, first)
    assert np.abs(again - second).max() <= LIMIT * np.abs(second).max()


def test_partly_independent_joints_have_no_retraction():
    structure, q = closed_chains("revolute")
    joints = zip(structure.joint_names, structure.tree.joints, strict=True)
    independent = [name for name, joint in joints if joint.nv == 1 or name == "base_joint"]
    model = close(structure.tree, structure.loops, structure.couplings, independent, q)
    with pytest.raises(ModelError, match="independent in part"):
        lieref.commutator(model, np.zeros(model.nv))


@pytest.mark.parametrize("name", NAMES)
def test_both_methods_agree(name):
    model, q, v, rng = draw(name, 8)
    u = rng.standard_normal(model.nv)
    for function in FUNCTIONS:
        found = getattr(loops, function)(model, q, v, u)
        assert_close(getattr(loops, function)(model, q, v, u, method="chain_rule"), found)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_methods_are_two(function):
    """They round otherwise."""
    model, q, v, rng = draw("belted_leg_free", 8)
    u, call = rng.standard_normal(model.nv), getattr(loops, function)
    pairs = zip(call(model, q, v, u), call(model, q, v, u, method="chain_rule"), strict=True)
    assert not all(np.array_equal(x, y) for x, y in pairs)


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_what_holds_of_all_partials(name):
    model, q, v, rng = draw(name, 9)
    a = rng.standard_normal(model.nv)
    first = loops.inverse_dynamics_partials(model, q, v, a)
    second = loops.inverse_dynamics_second_partials(model, q, v, a)
    tau = loops.inverse_dynamics(model, q, [v, a])[0]
    slopes = loops.forward_dynamics_partials(model, q, v, tau)
    assert np.array_equal(slopes.da_dtau, slopes.da_dtau.T)
    # tau(q, v, a(q, v, tau)) = tau
    H = first.dtau_da
    for factor, reference in (
        (slopes.da_dtau, np.eye(model.nv)),
        (slopes.da_dq, -first.dtau_dq),
        (slopes.da_dv, -first.dtau_dv),
    ):
        error = np.abs(H @ factor - reference).max()
        assert error <= SOLVED * (np.abs(H) @ np.abs(factor)).max()
    # quadratic in v, and linear in a with the inertia that d2tau_da_dq are the derivatives of
    vv = second.d2tau_dv_dv
    assert np.abs(vv - vv.transpose(0, 2, 1)).max() <= LIMIT * np.abs(vv).max()
    assert np.abs(vv @ v - first.dtau_dv).max() <= LIMIT * np.abs(vv).max()
    aq = second.d2tau_da_dq
    assert np.abs(aq - aq.transpose(1, 0, 2)).max() <= LIMIT * np.abs(aq).max()


def test_results_in_given_memory_and_words_of_trees():
    model, q, v, rng = draw("four_bar_free", 10)
    u = rng.standard_normal(model.nv)
    out = lieref.inverse_dynamics_second_partials(model, q, v, u)
    again = lieref.inverse_dynamics_second_partials(model, q, v, u, out=out)
    assert again is out
    with pytest.raises(ArgumentError, match="inner is 'dtm'"):
        lieref.forward_dynamics_second_partials(model, q, v, u, inner="dtm")
