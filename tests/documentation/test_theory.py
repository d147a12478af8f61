"""Every formula that docs/theory displays, executed as it is displayed.

A display that changes turns `test_displays_are_executed` red: the function of its page has to
follow, and then its first letters below.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from support.mechanisms import loop_robots
from support.trees.robots import draw

import lieref
from lieref import SE3
from lieref.simulate.closed_motion import ClosedMotion

THEORY = Path(__file__).resolve().parents[2] / "docs" / "theory"
# The end and the length of each display of a page, without white space.
DISPLAYS = {
    "forward-dynamics": ((r"}u_i\bigr),\end{aligned}", 249), (r"V_i=\dotV'_i+S_i\dotv_i.", 110)),
    "inverse-dynamics": ((r"&=S_i^TW_i.\end{aligned}", 262),),
    "loops": (
        (r"d\dotv=G\,\ddoty+g(q,v),", 43),
        (r"_j\Gamma_j\,\dotz_{m-j},", 121),
        (r"kG_{bj}+X_jG_{bk})\Big).", 102),
        (r"}^{k}K_j^T\lambda_{k-j};", 52),
        (r"dentcoordinatesof}(q,v),", 89),
    ),
    "partials": ((r"si,\qquad\dotS=V\timesS.", 90), (r"S_j)\bigr),\end{aligned}", 383)),
}
LIMIT = 1e-11


def displays(page):
    text = (THEORY / f"{page}.md").read_text(encoding="utf-8")
    return [re.sub(r"\s+", "", block) for block in re.findall(r"```\{math\}(.*?)```", text, re.S)]


def test_displays_are_executed():
    found = {page.stem: displays(page.stem) for page in sorted(THEORY.glob("*.md"))}
    found = {page: tuple((x[-24:], len(x)) for x in each) for page, each in found.items() if each}
    assert found == DISPLAYS


def close(found, expected, limit=LIMIT):
    scale = abs(np.asarray(expected)).max() or 1.0
    assert abs(np.asarray(found) - expected).max() <= limit * scale


class Tree:
    """Body twists, inertias and motion subspaces of a tree at a state, by SE(3) alone."""

    def __init__(self, model, q, v, a, wrenches):
        self.model, self.v, self.a = model, v, a
        poses = lieref.forward_kinematics(model, q)[0]
        counts = [joint.nv for joint in model.joints]
        self.columns = [slice(i, i + n) for i, n in zip(model.idx_v, counts, strict=True)]
        self.S = [
            lieref.jacobian(model, q, name)[:, columns]
            for name, columns in zip(model.names, self.columns, strict=True)
        ]
        world = np.eye(4)
        parents = [poses[p] if p >= 0 else world for p in model.parents]
        self.poses = poses
        self.Ad = [
            SE3.Ad(np.linalg.solve(here, there)) for here, there in zip(poses, parents, strict=True)
        ]
        self.M = [
            inertia(*each) for each in zip(model.masses, model.coms, model.inertias, strict=True)
        ]
        self.wrenches = wrenches
        self.weight = np.concatenate([np.zeros(3), -model.gravity])
        self.V, self.c = [], []
        for i, p in enumerate(model.parents):
            rate = self.S[i] @ v[self.columns[i]]
            self.V.append(self.Ad[i] @ (self.V[p] if p >= 0 else np.zeros(6)) + rate)
            self.c.append(SE3.ad(self.V[i]) @ rate)

    def bias(self, i):
        """-ad_V^T M V - W_app"""
        return -SE3.ad(self.V[i]).T @ self.M[i] @ self.V[i] - self.wrenches[i]


def inertia(m, com, about_com):
    c = np.cross(com, np.eye(3)).T
    return np.block([[about_com - m * c @ c, m * c], [-m * c, m * np.eye(3)]])


@pytest.fixture(params=["every_joint", "every_joint_free", "quadruped"])
def tree(request):
    model, q, (v, a) = draw(request.param, "generic", 0)
    wrenches = np.random.default_rng(5).standard_normal((model.nbodies, 6))
    tau = lieref.inverse_dynamics(model, q, [v, a], wrenches=wrenches[None])
    return Tree(model, q, v, a, wrenches), q, tau[0]


def test_inverse_dynamics(tree):
    t, _, tau = tree
    W, Vdot = [t.bias(i) for i in range(t.model.nbodies)], []
    for i, p in enumerate(t.model.parents):
        above = Vdot[p] if p >= 0 else t.weight
        Vdot.append(t.Ad[i] @ above + t.S[i] @ t.a[t.columns[i]] + t.c[i])
        W[i] = W[i] + t.M[i] @ Vdot[i]
    found = np.zeros(t.model.nv)
    for i, p in reversed(list(enumerate(t.model.parents))):
        found[t.columns[i]] = t.S[i].T @ W[i]
        if p >= 0:
            W[p] = W[p] + t.Ad[i].T @ W[i]
    close(found, tau)


def test_forward_dynamics(tree):
    t, _, tau = tree
    n = t.model.nbodies
    MA, B = list(t.M), [t.bias(i) for i in range(n)]
    U, D, u = [None] * n, [None] * n, [None] * n
    for i, p in reversed(list(enumerate(t.model.parents))):
        U[i] = MA[i] @ t.S[i]
        D[i], u[i] = t.S[i].T @ U[i], tau[t.columns[i]] - t.S[i].T @ B[i]
        gain = U[i] @ np.linalg.inv(D[i])
        Ma = MA[i] - gain @ U[i].T
        if p >= 0:
            MA[p] = MA[p] + t.Ad[i].T @ Ma @ t.Ad[i]
            B[p] = B[p] + t.Ad[i].T @ (B[i] + Ma @ t.c[i] + gain @ u[i])
    found, Vdot = np.zeros(t.model.nv), []
    for i, p in enumerate(t.model.parents):
        without = t.Ad[i] @ (Vdot[p] if p >= 0 else t.weight) + t.c[i]
        found[t.columns[i]] = np.linalg.solve(D[i], u[i] - U[i].T @ without)
        Vdot.append(without + t.S[i] @ found[t.columns[i]])
    close(found, t.a, 1e-9)


def wrench_operator(f):
    """f xbar* of a wrench: (f xbar*) m = m x* f = -ad_m^T f, for a twist m."""
    return np.stack([-SE3.ad(e).T @ f for e in np.eye(6)], axis=1)


def test_partials(tree):
    """(12) and (13) of Singh et al., all quantities in inertial axes."""
    t, q, _ = tree
    n, none = t.model.nbodies, np.zeros((t.model.nbodies, 6))
    p = lieref.inverse_dynamics_partials(t.model, q, t.v, t.a)
    to_world = [SE3.Ad(pose) for pose in t.poses]
    back = [np.linalg.inv(X) for X in to_world]
    V = [X @ x for X, x in zip(to_world, t.V, strict=True)]
    S = [X @ x for X, x in zip(to_world, t.S, strict=True)]
    inertias = [X.T @ M @ X for X, M in zip(back, t.M, strict=True)]
    Vdot = []
    for i, parent in enumerate(t.model.parents):
        above = Vdot[parent] if parent >= 0 else t.weight
        rate = S[i] @ t.v[t.columns[i]]
        Vdot.append(above + S[i] @ t.a[t.columns[i]] + SE3.ad(V[i]) @ rate)
    # x* is -ad^T
    B, F = [], []
    for i in range(n):
        ad = SE3.ad(V[i])
        B.append((-ad.T @ inertias[i] - inertias[i] @ ad + wrench_operator(inertias[i] @ V[i])) / 2)
        F.append(inertias[i] @ Vdot[i] - ad.T @ inertias[i] @ V[i])
    composite = list(inertias)
    for i, parent in reversed(list(enumerate(t.model.parents))):
        if parent >= 0:
            for x in (composite, B, F):
                x[parent] = x[parent] + x[i]
    above = [(V[k], Vdot[k]) if k >= 0 else (none[0], t.weight) for k in t.model.parents]
    Psi = [SE3.ad(x) @ s for (x, _), s in zip(above, S, strict=True)]
    Psidd = [SE3.ad(xd) @ s + SE3.ad(x) @ d for (x, xd), s, d in zip(above, S, Psi, strict=True)]
    Sdot = [SE3.ad(x) @ s for x, s in zip(V, S, strict=True)]
    for i in range(n):
        forces = np.stack([-SE3.ad(s).T @ F[i] for s in S[i].T], axis=1)
        by_q = 2 * B[i] @ Psi[i] + composite[i] @ Psidd[i]
        by_v = 2 * B[i] @ S[i] + composite[i] @ (Psi[i] + Sdot[i])
        here = t.columns[i]
        close(p.dtau_dq[here, here], S[i].T @ by_q, 1e-10)
        j = t.model.parents[i]
        while j >= 0:
            there = t.columns[j]
            close(p.dtau_dq[there, here], S[j].T @ (by_q + forces))
            close(p.dtau_dv[there, here], S[j].T @ by_v)
            close(p.dtau_dq[here, there], S[i].T @ (2 * B[i] @ Psi[j] + composite[i] @ Psidd[j]))
            up = S[i].T @ (2 * B[i] @ S[j] + composite[i] @ (Psi[j] + Sdot[j]))
            close(p.dtau_dv[here, there], up)
            j = t.model.parents[j]


H = 1e-3
# Of central differences of the fourth order with this step.
DIFFERENCES = 1e-8


def coefficients(function):
    """Taylor coefficients of order 0 to 2 of a function of time, by central differences."""
    far, near, here = (function(s * H) for s in (2, 1, 0))
    back, far_back = function(-H), function(-2 * H)
    first = (8 * (near - back) - (far - far_back)) / (12 * H)
    second = (16 * (near + back) - (far + far_back) - 30 * here) / (12 * H * H)
    return here, first, second / 2


@pytest.fixture
def mechanism():
    """A four-bar on a motion of its crank: the model, y(t) as a function, and the tree's there."""
    model = lieref.catalogue.four_bar()
    y, v, a = model.assembly[model.independent], np.array([1.3]), np.array([-0.7])

    def motion(t):
        at = lieref.loops.expand(model, y + v * t + a * t * t / 2)
        return at, lieref.loops.expand_motion(model, at, [v + a * t, a, 0 * a])[0]

    return model, v, a, motion


def test_velocities_and_accelerations_of_a_mechanism(mechanism):
    model, v, a, motion = mechanism
    at, rates = motion(0.0)
    state = lieref.loops.constraint_state(model, at, v)
    close(rates[0], state.G @ v)
    close(rates[1], state.G @ a + state.g)
    q = coefficients(lambda t: motion(t)[0])
    close(q[1], state.G @ v, DIFFERENCES)
    close(2 * q[2], state.G @ a + state.g, 1e-5)


def test_series_of_the_constraints(mechanism):
    """No coupling drives a joint: Gamma is 1, and B is K."""
    model, v, a, motion = mechanism
    B = coefficients(lambda t: lieref.loops.loop_jacobian(model, motion(t)[0]))
    driven = model.independent
    dependent = np.setdiff1d(np.arange(model.tree.nv), driven)
    y, z = [v, a], []
    for m in range(2):
        moved = sum((B[j] @ z[m - j] for j in range(1, m + 1)), np.zeros(len(B[0])))
        found = np.zeros(model.tree.nv)
        found[driven] = y[m]
        rest = -(B[0][:, driven] @ y[m] + moved)
        found[dependent] = np.linalg.lstsq(B[0][:, dependent], rest, rcond=None)[0]
        z.append(found)
    close(np.array(z), motion(0.0)[1][:2], 1e-7)


def test_christoffel_symbols_of_a_mechanism(mechanism):
    model, _, _, motion = mechanism
    at = motion(0.0)[0]
    G = lieref.loops.constraint_state(model, at, [1.0]).G
    # one field, along the only independent velocity

    def turn(t):
        return lieref.loops.expand(model, at[model.independent] + t)

    slope = coefficients(lambda t: lieref.loops.constraint_state(model, turn(t), [1.0]).G)[1]
    tree = lieref.christoffel_symbols(model.tree, at)
    inner = np.einsum("abc,bj,ck->ajk", tree, G, G)
    bent = lieref.joint_space_inertia(model.tree, at) @ slope
    found = np.einsum("ai,ajk->ijk", G, inner + bent[:, :, None])
    close(found, lieref.christoffel_symbols(model, at), 1e-7)


def test_forces_in_loops(mechanism):
    model, v, a, motion = mechanism
    at, rates = motion(0.0)
    tau = lieref.inverse_dynamics(model, at, [v, a, 0 * a])
    acting = np.zeros((2, model.tree.nv))
    acting[:, model.independent] = tau
    f = lieref.inverse_dynamics(model.tree, at, rates[:3]) - acting
    close(f, lieref.loops.constraint_forces(model, at, v, tau).torques)
    K = coefficients(lambda t: lieref.loops.loop_jacobian(model, motion(t)[0]))
    forces = []
    for k in range(2):
        rest = f[k] - sum((K[j].T @ forces[k - j] for j in range(1, k + 1)), np.zeros(len(f[k])))
        forces.append(np.linalg.lstsq(K[0].T, rest, rcond=None)[0])
        close(K[0].T @ forces[k], rest, 1e-7)
    # they are those of the motion a little later
    later = motion(H)
    given = lieref.inverse_dynamics(model, later[0], [v + a * H, a])[0]
    resisting = lieref.inverse_dynamics(model.tree, later[0], later[1][:2])[0]
    resisting[model.independent] -= given
    at_later = lieref.loops.loop_jacobian(model, later[0])
    close(at_later.T @ (forces[0] + H * forces[1]), resisting, 1e-4)


def test_motion_beside_closed_states():
    """F(q, v) is that of the closed state with the same independent coordinates."""
    model, at, v, rng = loop_robots.draw("four_bar_free")
    system = ClosedMotion(model, lambda t, q, v: np.zeros(model.tree.nv))
    rates = lieref.loops.constraint_state(model, at, v).v
    system.start(at, rates)
    a = system.acceleration(0.0, at, rates)
    dependent = np.ones(model.tree.nv, dtype=bool)
    dependent[model.independent] = False
    moved = model.tree.integrate(at, np.where(dependent, 1e-4 * rng.random(model.tree.nv), 0.0))
    shifted = np.where(dependent, rates + 1e-3, rates)
    close(system.acceleration(0.0, moved, shifted), a, 1e-10)
    yddot = lieref.forward_dynamics(model, at, v, np.zeros((1, model.nv)))[0]
    state = lieref.loops.constraint_state(model, at, v)
    close(a, state.G @ yddot + state.g)
