"""Approximations by the independent tree: what they are, where they are exact, where undefined."""

import numpy as np
import pytest
from support.mechanisms.loop_robots import belted_leg, draw, four_bar, geared_arm, robot

import lieref
from lieref import loops
from lieref.loops.methods.independent_tree import independent_tree

EPS = np.finfo(float).eps
METHODS = ("approximate", "approximate_full", "unconstrained")
GEARED = ("geared_arm", "geared_arm_free", "belted_leg_free")
BASES = ("body", "spatial", "hybrid", "mixed")


def armature(model, q, method):
    """G_r^T I_r G_r with the inertias that H of the tree has for the rotors."""
    G = loops.constraint_state(model, q, np.zeros(model.nv)).G
    H = lieref.joint_space_inertia(model.tree, q)
    rows = [model.tree.idx_v[i] for i, _ in independent_tree(model).rotors]
    whole = G[rows].T @ np.diag(H[rows, rows]) @ G[rows]
    return {
        "approximate": np.diag(np.diag(whole)),
        "approximate_full": whole,
        "unconstrained": 0 * whole,
    }[method]


def by_hand(model, q, motion, base, method):
    """RNEA(independent tree) + armature yddot    [II-C]"""
    part = independent_tree(model)
    tau = lieref.inverse_dynamics(part.tree, q[part.q], motion, base)
    # the armature is that of joints, no free base among them
    return tau + armature(model, q, method) @ motion[1]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", GEARED)
def test_inverse_and_forward_dynamics_are_the_formula(name, method, base):
    model, q, v, rng = draw(name, 31)
    motion = np.stack([v, rng.standard_normal(model.nv)])
    tau = loops.inverse_dynamics(model, q, motion, base, method=method)
    wanted = by_hand(model, q, motion, base, method)
    assert np.abs(tau - wanted).max() <= 16 * EPS * np.abs(wanted).max()
    vdot = loops.forward_dynamics(model, q, v, tau, base, method=method)
    assert np.abs(vdot[0] - motion[1]).max() <= 1e-11 * np.abs(motion[1]).max()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", GEARED)
def test_operational_inertia_is_the_formula(name, method):
    model, q, _, rng = draw(name, 32)
    part = independent_tree(model)
    place = rng.standard_normal(3)
    bodies = [part.tree.names[-1], part.tree.names[0], part.tree.names[1]]
    found = loops.inverse_operational_inertia(
        model, q, [(body, place) for body in bodies], method=method
    )
    still = np.zeros((2, model.nv))
    free = lieref.inverse_dynamics(part.tree, q[part.q], still)
    J = []
    for body in bodies:
        for unit in np.eye(6):
            wrench = np.zeros((1, part.tree.nbodies, 6))
            moment = unit[:3] + np.cross(place, unit[3:])
            wrench[0, part.tree.names.index(body)] = [*moment, *unit[3:]]
            held = lieref.inverse_dynamics(part.tree, q[part.q], still, wrenches=wrench)
            J.append((free - held)[0])
    H = lieref.joint_space_inertia(part.tree, q[part.q]) + armature(model, q, method)
    wanted = np.array(J) @ np.linalg.solve(H, np.array(J).T)
    assert np.abs(found - wanted).max() <= 1e-11 * np.abs(wanted).max()


def test_rotors_on_the_world_are_an_armature_and_nothing_else():
    """Balanced rotors that nothing carries: all of G_r^T I_r G_r is exact, its diagonal is not."""
    model = belted_leg()
    rng = np.random.default_rng(33)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    tau = rng.standard_normal((1, model.nv))
    exact = loops.forward_dynamics(model, q, v, tau)
    full, diagonal, none = (
        loops.forward_dynamics(model, q, v, tau, method=method)
        for method in ("approximate_full", "approximate", "unconstrained")
    )
    scale = np.abs(exact).max()
    assert np.abs(full - exact).max() <= 1e-12 * scale
    assert np.abs(diagonal - exact).max() > 1e-4 * scale
    assert np.abs(none - exact).max() > 1e-4 * scale
    ends = [("foot+0.1", [0.1, 0.0, 0.0]), ("thigh-0.1", None)]
    omega = loops.inverse_operational_inertia(model, q, ends)
    found = loops.inverse_operational_inertia(model, q, ends, method="approximate_full")
    assert np.abs(found - omega).max() <= 1e-12 * np.abs(omega).max()


def test_the_armature_is_the_square_of_the_ratio():
    model = geared_arm(2)
    part = independent_tree(model)
    assert part.tree.names == ("link0", "link1")
    # turning about y: 2e-4 kg m^2; about z the mass is 0.01 m off the axis
    assert [i for _, i in part.rotors] == pytest.approx([2e-4, 2e-4 + 0.3 * 1e-4], rel=1e-14)
    q, still = model.assembly, np.zeros(2)
    rows = [
        loops.inverse_dynamics(model, q, [still, unit], method="approximate")
        - loops.inverse_dynamics(model, q, [still, unit], method="unconstrained")
        for unit in np.eye(2)
    ]
    wanted = 36 * np.diag([2e-4, 2.3e-4])
    assert np.abs(np.concatenate(rows) - wanted).max() <= 1e-14


def rotor_of(kind):
    b = lieref.ModelBuilder(gravity=(0, 0, 0))
    b.add_body("arm", None, lieref.Revolute((0, 1, 0)), None, 1.0, (0, 0, 0.2), np.eye(3) * 0.02)
    joint = {
        "prismatic": lieref.Prismatic((0, 0, 1)),
        "helical": lieref.Helical((0, 0.6, 0.8), 0.05, (0.1, 0.2, 0.3)),
        "revolute": lieref.Revolute((0, 0.6, 0.8), (0.1, 0.2, 0.3)),
    }[kind]
    inertia = np.array([[0.021, 0.001, 0], [0.001, 0.017, 0.002], [0, 0.002, 0.012]])
    b.add_body("rotor", "arm", joint, None, 0.7, (0.03, -0.02, 0.05), inertia)
    b.couple("rotor_joint", "arm_joint", 2.0)
    return b.build()


@pytest.mark.parametrize("kind", ["prismatic", "helical", "revolute"])
def test_inertia_of_any_rotor(kind):
    model = rotor_of(kind)
    ((body, inertia),) = independent_tree(model).rotors
    H = lieref.joint_space_inertia(model.tree, model.assembly)
    iv = model.tree.idx_v[body]
    assert abs(inertia - H[iv, iv]) <= 16 * EPS * H[iv, iv]


def test_undefined_approximations_are_refused():
    for name, joint in (("four_bar", "coupler_joint"), ("cam", "one_joint")):
        model = robot(name)
        q, v = model.assembly, np.zeros(model.nv)
        for method in METHODS:
            with pytest.raises(lieref.ModelError, match=f"no approximation.*{joint!r}"):
                loops.inverse_dynamics(model, q, [v, v], method=method)
            with pytest.raises(lieref.ModelError, match="no approximation"):
                loops.forward_dynamics(model, q, v, [v], method=method)
            with pytest.raises(lieref.ModelError, match="no approximation"):
                loops.inverse_operational_inertia(model, q, [(0, None)], method=method)


def test_what_approximations_have_not():
    model, q, v, rng = draw("geared_arm", 34)
    rows = rng.standard_normal((3, model.nv))
    with pytest.raises(lieref.ShapeError, match="no time derivatives"):
        loops.inverse_dynamics(model, q, rows, method="approximate")
    with pytest.raises(lieref.ShapeError, match="no time derivatives"):
        loops.forward_dynamics(model, q, v, rows, method="unconstrained")
    with pytest.raises(lieref.ShapeError, match="independent coordinates only"):
        loops.forward_dynamics(
            model, q, np.zeros(8), np.zeros((1, 8)), coordinates="tree", method="approximate"
        )
    with pytest.raises(lieref.ShapeError, match="'rotor0' is a rotor"):
        loops.inverse_operational_inertia(model, q, [("rotor0", None)], method="approximate")
    wrenches = np.zeros((1, model.nbodies, 6))
    wrenches[0, model.names.index("rotor2")] = 1.0
    with pytest.raises(lieref.ShapeError, match="one acts on the rotor 'rotor2'"):
        loops.inverse_dynamics(model, q, rows[:2], wrenches=wrenches, method="approximate")


def test_loads_on_the_bodies_that_are_left():
    model, q, v, rng = draw("geared_arm_free", 35)
    part = independent_tree(model)
    wrenches = np.zeros((1, model.nbodies, 6))
    wrenches[0, list(part.bodies)] = rng.standard_normal((len(part.bodies), 6))
    tree_forces = rng.standard_normal((1, model.tree.nv))
    G = loops.constraint_state(model, q, v).G
    motion = np.stack([v, rng.standard_normal(model.nv)])
    for base in BASES:
        loads = {"base": base, "wrenches": wrenches, "wrench_axes": "inertial"}
        tau = loops.inverse_dynamics(
            model, q, motion, **loads, tau_ext=tree_forces, method="approximate"
        )
        wanted = (
            lieref.inverse_dynamics(
                part.tree, q[part.q], motion, base, wrenches[:, list(part.bodies)], "inertial"
            )
            + armature(model, q, "approximate") @ motion[1]
            - tree_forces @ G
        )
        assert np.abs(tau - wanted).max() <= 64 * EPS * np.abs(wanted).max()
        vdot = loops.forward_dynamics(
            model, q, v, tau, **loads, tau_ext=tree_forces, method="approximate"
        )
        assert np.abs(vdot[0] - motion[1]).max() <= 1e-11 * np.abs(motion[1]).max()


def test_a_free_base_keeps_the_four_bar_undefined():
    with pytest.raises(lieref.ModelError, match="no approximation"):
        independent_tree(four_bar("free"))
