"""The methods that C-RNEA, C-ABA and C-EFPA are compared with, and these against each other.

All of them against the oracle: tests/loops/clusters/test_cluster_reference.py.
"""

import numpy as np
import pytest
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw

import lieref
from lieref import loops

EXACT = ("projection", "projection_sparse", "multipliers")
BASES = ("body", "spatial", "hybrid", "mixed")
# Trees of clusters that the hand-made mechanisms have not: long, branching, implicit.
CATALOGUE = {
    "geared_chain": lambda: lieref.catalogue.geared_chain(7, base="free"),
    "belt_chain": lambda: lieref.catalogue.belt_chain(6, 3),
    "differential": lambda: lieref.catalogue.differential("implicit", 0.1, "free"),
    "four_bar_chain": lambda: lieref.catalogue.four_bar_chain(3),
    "planar_ladder": lambda: lieref.catalogue.planar_ladder(2),
}


def close(found, reference, error):
    """Relative to the largest entry."""
    reference = np.array(reference, dtype=float)
    assert np.max(np.abs(found - reference)) <= error * np.max(np.abs(reference))


def loads_of(model, rng, rows=1):
    return {
        "wrenches": rng.standard_normal((rows, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((rows, model.tree.nv)),
    }


@pytest.mark.parametrize("name", CATALOGUE)
def test_trees_of_clusters_against_the_recursions(name):
    model = CATALOGUE[name]()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    tau = rng.standard_normal((1, model.nv))
    ends = [(body, rng.standard_normal(3)) for body in (model.names[-1], model.names[1])]
    wanted = loops.forward_dynamics(model, q, v, tau)
    for method in EXACT:
        close(loops.forward_dynamics(model, q, v, tau, method=method), wanted, 1e-10)
    inertia = loops.inverse_operational_inertia(model, q, ends)
    for method in ("projected", "projected_sparse"):
        close(loops.inverse_operational_inertia(model, q, ends, method=method), inertia, 1e-10)
    motion = np.stack([v, wanted[0]])
    close(loops.inverse_dynamics(model, q, motion, method="projected"), tau, 1e-10)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", ["geared_arm_free", "belted_leg_free", "four_bar_free"])
def test_every_representation_with_loads(name, base, axes):
    model, q, v, rng = draw(name, 14)
    loads = {**loads_of(model, rng), "wrench_axes": axes}
    tau = rng.standard_normal((1, model.nv))
    wanted = loops.forward_dynamics(model, q, v, tau, base, **loads)
    for method in EXACT:
        close(loops.forward_dynamics(model, q, v, tau, base, **loads, method=method), wanted, 1e-12)
    motion = np.concatenate([[v], wanted])
    close(loops.inverse_dynamics(model, q, motion, base, **loads, method="projected"), tau, 1e-11)


@pytest.mark.parametrize("ext", ["independent", "tree"])
@pytest.mark.parametrize("name", ["belted_leg_free", "rod_drive", "cam", "four_bar_free"])
def test_higher_orders(name, ext):
    model, q, v, rng = draw(name, 15)
    loads = loads_of(model, rng, 3)
    if ext == "independent":
        loads["tau_ext"] = rng.standard_normal((3, model.nv))
    tau = rng.standard_normal((3, model.nv))
    wanted = loops.forward_dynamics(model, q, v, tau, **loads)
    for method in EXACT:
        found = loops.forward_dynamics(model, q, v, tau, **loads, method=method)
        for k in range(3):
            close(found[k], wanted[k], 1e-10)
    motion = np.concatenate([[v], wanted])
    exact = loops.inverse_dynamics(model, q, motion, **loads)
    assert np.array_equal(
        loops.inverse_dynamics(model, q, motion, **loads, method="projected"), exact
    )


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_tree_coordinates(name):
    model, q, v, rng = draw(name, 16)
    state = loops.constraint_state(model, q, v)
    loads = loads_of(model, rng)
    tau = rng.standard_normal((1, model.tree.nv))
    options = {"coordinates": "tree", **loads}
    wanted = loops.forward_dynamics(model, q, state.v, tau, **options)
    for method in EXACT:
        found = loops.forward_dynamics(model, q, state.v, tau, **options, method=method)
        close(found, wanted, 1e-11)


def test_far_away_nothing_changes():
    model, q, v, rng = draw("four_bar_free", 17)
    tau = rng.standard_normal((1, model.nv))
    far = np.array(q)
    far[:3] += np.array([2.0**20, -(2.0**20), 2.0**19])
    ends = [("tool", [0.1, 0.2, 0.3])]
    for method in EXACT:
        near = loops.forward_dynamics(model, q, v, tau, method=method)
        assert np.array_equal(loops.forward_dynamics(model, far, v, tau, method=method), near)
    near = loops.inverse_operational_inertia(model, q, ends, method="projected")
    there = loops.inverse_operational_inertia(model, far, ends, method="projected")
    assert np.array_equal(there, near)


def idle_model():
    b = lieref.ModelBuilder(doubtful="warn")
    b.add_body("arm", None, lieref.Revolute((0, 1, 0)), None, 1.0, (0, 0, 0.2), np.eye(3) * 0.02)
    with pytest.warns(lieref.ModelWarning):
        b.add_body("idle", "arm", lieref.Revolute((0, 0, 1)))
        b.add_body("wheel", "arm", lieref.Revolute((0, 0, 1)))
        b.couple("wheel_joint", "idle_joint", 3.0)
        return b.build()


def test_a_joint_without_inertia_is_named():
    model = idle_model()
    q, v, tau = np.zeros(model.nq), np.zeros(2), np.ones((1, 2))
    for method in (*EXACT, "approximate"):
        with pytest.raises(lieref.SingularError, match="(idle|wheel)_joint.*opposes"):
            loops.forward_dynamics(model, q, v, tau, method=method)
    for name, forces in (("forward_dynamics", tau), ("forward_dynamics_partials", tau[0])):
        with pytest.raises(lieref.SingularError, match="idle_joint"):
            getattr(loops, name)(model, q, v, forces)
    for method in ("projected", "projected_sparse"):
        with pytest.raises(lieref.SingularError, match="idle_joint.*opposes"):
            loops.inverse_operational_inertia(model, q, [("arm", None)], method=method)
