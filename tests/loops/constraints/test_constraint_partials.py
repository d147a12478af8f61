"""Derivatives of G and g along the independent coordinates: twin and kernel."""

import functools
import itertools

import numpy as np
import pytest
from support.mechanisms.closed_chains import (
    FOUR_BAR,
    LOOP_JOINTS,
    add_four_bar,
    closed_chains,
    coupled_chains,
    curved,
    four_bar,
    seed_of,
)

from lieref import catalogue
from lieref.errors import SingularError
from lieref.loops.constraints.any_scalar import motion_series
from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.constraints.constraint_partials_twin import constraint_partials as twin
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import closed_state
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute
from lieref.model.loops.loop_assembly import close
from lieref.model.loops.loops import coupling
from lieref.oracle import Arb

EPS = float(np.finfo(float).eps)
# Kernel against the twin at 50 digits, by the largest number of each tensor: each derivative is one
# more product with the inverse of the scaled pivots, and g is a sum over pairs of velocities.
# Found: 8, 89, 4 and 14 eps.
KERNEL = {"dG": 32 * EPS, "dg": 256 * EPS, "ddG": 32 * EPS, "ddg": 64 * EPS}
# Against the twin in doubles. Found: 1.5 eps.
SIDES = 16 * EPS
KINDS = [*LOOP_JOINTS, "coupled", "shifts", "parted", "geared"]
# Balls, faster by three than mpmath; fifty digits and more are proven of what the twin finds.
REFERENCE = Arb(70)


@functools.cache
def chains_model(kind):
    """Chains of all joints with a loop of a kind, with couplings, or on joints that shift.

    "parted": joints of several degrees are independent in part only; "geared": a joint in the
    loop follows two others by ratios.
    """
    independent = None
    couplings = ()
    if kind == "coupled":
        structure, q = coupled_chains()
    elif kind == "parted":
        structure, q = closed_chains("revolute")
        joints = zip(structure.joint_names, structure.tree.joints, strict=True)
        independent = [name for name, joint in joints if joint.nv == 1 or name == "base_joint"]
    elif kind == "shifts":
        structure, q = closed_chains("revolute", kind)
    elif kind == "geared":
        structure, q = closed_chains("spherical")
        at = dict(zip(structure.joint_names, q[structure.tree.idx_q], strict=True))
        sources, ratios = ("right0_joint", "left0_joint"), (0.5, -2.0)
        offset = at["left1_joint"] - sum(c * at[x] for x, c in zip(sources, ratios, strict=True))
        couplings = (coupling("gear", ("left1_joint",), sources, [ratios], [offset]),)
    else:
        structure, q = closed_chains(kind)
    couplings = couplings or structure.couplings
    return close(structure.tree, structure.loops, couplings, independent, q)


def turning_pairs(model):
    """Places of the first two of its coordinates that belong to joints of several degrees, and of
    the last and a first one of a free joint.
    """
    tree = model.tree
    own = model.independent[list(model.cluster_independent[looped(model)])]
    joints = [tree.joints[i] for i in np.searchsorted(tree.idx_v, own, "right") - 1]
    several = [place for place, joint in enumerate(joints) if joint.nv > 1]
    free = [place for place, joint in enumerate(joints) if joint.kind == "free"]
    return (several[1], several[0]), (free[-1], free[0])


def some_velocity(model):
    return np.random.default_rng(seed_of(model.name, "partials")).uniform(-1, 1, model.nv)


def derivatives(model, q, v, second=True):
    """The compiled ones of every cluster that changes."""
    return cluster_partials(
        model, q, v, loop_tables(model).dense(closed_state(model, q, v).G), second
    )


def looped(model):
    """The number of the cluster with loops or couplings; these models have one."""
    (k,) = (k for k, c in enumerate(model.clusters) if c.loops or c.couplings)
    return k


def numbers(K, x):
    return [K(y) for y in x.tolist()]


@functools.cache
def exact(kind, j, k):
    """The twin's tensors along two coordinates, as arrays of balls."""
    model = chains_model(kind)
    with REFERENCE.working():
        at = numbers(REFERENCE, model.assembly), numbers(REFERENCE, some_velocity(model))
        found = twin(REFERENCE, model, looped(model), *at, j, k)
    tensors = {name: np.array(x, dtype=object) for name, x in found._asdict().items()}
    assert all(REFERENCE.radius(y) < 1e-50 for x in tensors.values() for y in x.flat)
    return tensors


# the joints of loops that have a rule of their own; all others are held against the kernel below
@pytest.mark.parametrize("kind", ["helical", "universal", "planar", "coupled", "parted"])
def test_along_one_coordinate_they_are_the_series_of_its_motion(kind):
    # q' = G e_k: the series of G along it in time has X_k G and X_k X_k G / 2
    model, K = chains_model(kind), REFERENCE
    k = looped(model)
    found = exact(kind, 1, 1)
    with K.working():
        rates = [
            [K(int(i == model.cluster_independent[k][1])), K(0), K(0)] for i in range(model.nv)
        ]
        q = numbers(K, model.assembly)
        series = np.array(motion_series(K, model, q, rates)[1][k], dtype=object)
        for reference, parts in ((series[..., 1], found["dG"]), (2 * series[..., 2], found["ddG"])):
            bound = 1e-44 * max(1.0, np.abs(reference.astype(float)).max())
            assert all(abs(x) <= bound for x in (parts - reference).flat)


@pytest.mark.parametrize("kind", KINDS)
def test_kernel_against_the_twin_at_fifty_digits(kind):
    model = chains_model(kind)
    (found,) = derivatives(model, model.assembly, some_velocity(model))
    pairs = turning_pairs(model)
    if kind in LOOP_JOINTS:
        # which coordinates move has no part in the joint's rule: one pair or the other
        pairs = [pairs[KINDS.index(kind) % 2]]
    for j, k in pairs:
        parts = {
            "dG": found.dG[..., k],
            "dg": found.dg[..., k],
            "ddG": found.ddG[..., j, k],
            "ddg": found.ddg[..., j, k],
        }
        for name, reference in exact(kind, j, k).items():
            scale = np.abs(getattr(found, name)).max()
            error = np.abs(parts[name] - reference.astype(float)).max() / scale
            assert error <= KERNEL[name], (name, error / EPS)


@pytest.mark.parametrize("kind", KINDS)
def test_their_products_with_velocities_are_the_bias(kind):
    # g = sum_kl y_k y_l X_k G e_l, and its derivatives alike
    model = chains_model(kind)
    v = some_velocity(model)
    state = closed_state(model, model.assembly, v)
    (found,) = derivatives(model, model.assembly, v)
    y = v[found.columns]
    bent = np.tensordot(np.tensordot(found.dG, y, ([1], [0])), y, 1)
    assert np.abs(bent - state.g[found.rows]).max() <= KERNEL["dg"] * np.abs(state.g).max()
    along = np.tensordot(np.tensordot(found.ddG, y, ([1], [0])), y, ([1], [0]))
    assert np.abs(along - found.dg).max() <= KERNEL["ddg"] * np.abs(found.dg).max()


def test_fields_of_single_coordinates_commute():
    model = chains_model("coupled")
    tree = model.tree
    (found,) = derivatives(model, model.assembly, some_velocity(model))

    def single(velocities):
        joints = np.searchsorted(tree.idx_v, velocities, "right") - 1
        return [i for i, body in enumerate(joints) if tree.joints[body].nv == 1]

    columns = single(model.independent[found.columns])
    dG = found.dG[single(found.rows)][:, columns][:, :, columns]
    assert np.abs(dG - dG.transpose(0, 2, 1)).max() <= KERNEL["dG"] * np.abs(dG).max()


def test_first_ones_alone_are_the_same_numbers():
    model = chains_model("coupled")
    (first,) = derivatives(model, model.assembly, some_velocity(model), second=False)
    (both,) = derivatives(model, model.assembly, some_velocity(model))
    assert np.array_equal(first.dG, both.dG)
    assert np.array_equal(first.dg, both.dg)
    assert not first.ddG.any()
    assert not first.ddg.any()


def test_constant_ratios_have_no_derivatives():
    model = catalogue.mit_humanoid_like()
    assert derivatives(model, model.assembly, some_velocity(model)) == []


def test_clusters_side_by_side_do_not_see_each_other():
    # of one and of two coordinates, with a constant one and a loop between functions
    b = ModelBuilder(name="side by side")
    for name in ("free", "one", "by_one", "left", "right", "by_both", "geared"):
        b.add_body(name, None, Revolute((0, 0, 1)), None, 1.0, (0.1, 0, 0), np.eye(3))
    add_four_bar(b)
    b.couple("by_one_joint", "one_joint", function=lambda y, m: [m.sin(y[0])])
    b.couple("geared_joint", "free_joint", 0.5)
    b.couple("by_both_joint", ("left_joint", "right_joint"), function=curved)
    model = b.build(assembly=FOUR_BAR)
    q, v = model.random_configuration(3), some_velocity(model)
    found = derivatives(model, q, v)
    assert sorted(len(c.columns) for c in found) == [1, 1, 2]
    for c in found:
        for j, k in itertools.product(range(len(c.columns)), repeat=2):
            reference = twin(float, model, c.number, q.tolist(), v.tolist(), j, k)
            parts = c.dG[..., k], c.dg[..., k], c.ddG[..., j, k], c.ddg[..., j, k]
            for x, expected in zip(parts, reference, strict=True):
                assert np.abs(expected).max() > 0
                assert np.abs(x - expected).max() <= SIDES * np.abs(expected).max()


def test_a_toggle_names_its_loop():
    # crank, coupler and the rocker's hinge in line
    model = four_bar(independent="rocker_joint")
    q = model.assembly.copy()
    q[:2] = 0.0
    with pytest.raises(SingularError, match="closing"):
        cluster_partials(model, q, np.ones(1), np.ones((3, 1)), True)
