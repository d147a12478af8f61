"""C-RNEA, C-ABA and C-EFPA at 55 digits against the equations of the tree and of the constraint.

The reference value: H qddot + c = tau + forces that do no work on G, qddot = G yddot + g, so that
G^T H G yddot = tau_y - G^T (c + H g), with H and c from the oracle of the tree.
"""

import mpmath
import numpy as np
import pytest
from support.mechanisms.cluster_twins import aba, differs, efpa, exact, random_pose, rnea, tables
from support.mechanisms.hand_clusters import MECHANISMS, draw

from lieref.errors import SingularError
from lieref.loops.clusters.c_aba import c_aba_twin
from lieref.loops.clusters.cluster_twin import body_frames, path_transform
from lieref.model.tree.exact import nearest_rotation
from lieref.oracle import Mp, inverse_dynamics, joint_space_inertia

K = Mp(55)
DIGITS = K(10) ** -45


def required(given, ydd):
    """G^T (H qddot + c) of the tree by the oracle."""
    G = exact(K, given.G)
    qd, qdd = G @ exact(K, given.yd), G @ ydd + exact(K, given.g)
    (tau,) = inverse_dynamics(given.mechanism.model, given.q, [list(qd), list(qdd)], field=K)
    return G.T @ np.array(tau, dtype=object)


def reduced_inertia(given):
    """G^T H G"""
    H = np.array(joint_space_inertia(given.mechanism.model, given.q, field=K), dtype=object)
    G = exact(K, given.G)
    return G.T @ H @ G


def solved(A, b):
    """A^-1 b"""
    x = mpmath.lu_solve(mpmath.matrix(A.tolist()), mpmath.matrix(b.tolist()))
    return np.array(list(x), dtype=object)


def accelerations(given):
    nothing = exact(K, np.zeros(given.mechanism.nv))
    with mpmath.workdps(60):
        return solved(reduced_inertia(given), exact(K, given.tau) - required(given, nothing))


@pytest.mark.parametrize("name", MECHANISMS)
def test_inverse_dynamics(name):
    given = draw(name)
    assert differs(rnea(K, given).tau, required(given, exact(K, given.ydd))) < DIGITS


@pytest.mark.parametrize("rotors", [False, True])
@pytest.mark.parametrize("name", MECHANISMS)
def test_forward_dynamics(name, rotors):
    given = draw(name, rotors=rotors)
    assert differs(aba(K, given), accelerations(given)) < DIGITS


@pytest.mark.parametrize("rotors", [False, True])
@pytest.mark.parametrize("name", MECHANISMS)
def test_operational_inertia(name, rotors):
    given = draw(name, rotors=rotors)
    model = given.mechanism.model
    rng = np.random.default_rng(5)
    bodies = [model.nbodies - 1, 0, model.nbodies // 2]
    ends = [(body, random_pose(rng)) for body in bodies]
    found = efpa(K, given, ends)
    J = end_jacobian(given, ends) @ exact(K, given.G)
    inertia = reduced_inertia(given)
    with mpmath.workdps(60):
        columns = [J @ solved(inertia, row) for row in J]
    assert differs(found, np.array(columns, dtype=object).T) < DIGITS


def end_jacobian(given, ends):
    """J of the tree: rows of all ends; ^eX_i S_i of every joint on the way."""
    model = given.mechanism.model
    frames = body_frames(K, model, given.q)
    rows = []
    for body, pose in ends:
        p = exact(K, pose[:3, 3])
        R = np.array(nearest_rotation(K, exact(K, pose[:3, :3]).tolist()), dtype=object)
        J = exact(K, np.zeros((6, model.nv)))
        i = body
        while i >= 0:
            X = path_transform(K, frames, body, i)
            V = X @ frames[i].S
            spin = V[:3]
            linear = V[3:] + np.array([cross(w, p) for w in spin.T], dtype=object).T
            J[:, frames[i].iv : frames[i].iv + V.shape[1]] = np.concatenate(
                [R.T @ spin, R.T @ linear]
            )
            i = frames[i].parent
        rows.append(J)
    return np.concatenate(rows)


def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


@pytest.mark.parametrize("seed", range(2))
def test_bodies_may_come_in_any_order(seed):
    given = draw("belt_chain_free")
    made = given.mechanism
    rng = np.random.default_rng(seed)
    shuffled, blocks = [], []
    for cluster, block in zip(made.clusters, given.blocks, strict=True):
        order = rng.permutation(len(cluster.bodies))
        rows = rng.permutation(len(cluster.velocities))
        shuffled.append(
            Shuffled(
                [cluster.bodies[i] for i in order],
                cluster.parent,
                [cluster.outputs[i] for i in order],
                [cluster.velocities[i] for i in rows],
            )
        )
        blocks.append(block[rows])
    found = c_aba_twin.forward_dynamics(
        made.model, shuffled, made.columns, given.q, given.yd, given.tau, blocks, given.g, K
    )
    assert differs(found, aba(K, given)) < DIGITS


class Shuffled:
    """A cluster whose bodies and coordinates come in another order."""

    def __init__(self, bodies, parent, outputs, velocities):
        self.bodies, self.parent, self.outputs = bodies, parent, outputs
        self.velocities = velocities


@pytest.mark.parametrize("line", ["line 9", "line 18", "(54)"])
def test_a_misprint_shows_in_forward_dynamics(line):
    given = draw("belt_chain_free")
    assert differs(aba(K, given, {line}), accelerations(given)) > 1e-4


@pytest.mark.parametrize("line", ["line 9", "line 18", "(28)"])
def test_a_misprint_shows_in_inverse_dynamics(line):
    given = draw("belt_chain_free")
    assert differs(rnea(K, given, {line}).tau, required(given, exact(K, given.ydd))) > 1e-4


def test_wrench_across_a_cluster_joint_is_the_sum_over_the_bodies_beyond():
    """f_i = f_i,net + the f_net of all bodies that it supports outside its cluster   (23)"""
    given = draw("two_handles")
    found = rnea(K, given)
    model, clusters = given.mechanism.model, given.mechanism.clusters
    frames = body_frames(K, model, given.q)
    for cluster in clusters:
        for i in cluster.bodies:
            total = found.net[i].copy()
            for j in range(model.nbodies):
                way = [j]
                while way[-1] not in (i, -1):
                    way.append(int(model.parents[way[-1]]))
                inner = set(way[:-1]) & set(cluster.bodies)
                if way[-1] == i and j != i and not inner:
                    total = total + path_transform(K, frames, j, i).T @ found.net[j]
            assert differs(found.across[i], total) < DIGITS


def test_an_inertia_that_opposes_nothing_is_refused():
    given = draw("belt_chain")
    blocks = [0 * block for block in given.blocks]
    with pytest.raises(SingularError, match="cluster 1"):
        c_aba_twin.forward_dynamics(
            *tables(given), given.q, given.yd, given.tau, blocks, given.g, K
        )
