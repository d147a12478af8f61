"""Nothing depends on units: lengths in mm and tiny masses scale every answer, and change no bit.

Units change by powers of two, and those of energies by even ones, so that every step of every
algorithm scales without rounding. An answer that differs in one bit hangs on a decision or a sum
that mixes units.
"""

import numpy as np
import pytest
from support.mechanisms.turned_mechanisms import configuration_units, turned, velocity_units

import lieref
from lieref import loops, oracle
from lieref.simulate import simulate

MECHANISMS = (
    "andrews",
    "belt_chain",
    "belt_transmission",
    "differential",
    "four_bar",
    "four_bar_chain",
    "geared_chain",
    "geared_motor",
    "jvrc1_like",
    "mini_cheetah_like",
    "mit_humanoid_leg_like",
    "mit_humanoid_like",
    "parallelogram",
    "planar_ladder",
    "rssr",
    "slider_crank",
    "spatial_loop",
    "tello_like",
)
CARRIERS = {"fixed": None, "joint": lieref.Revolute((0.6, 0, 0.8)), "floating": lieref.Free()}
# A sum of doubles in a constant of this loop ends halfway between two doubles, where the last of
# 40 decimal digits, which is another in other units, says how it is rounded; condition below 1e3,
# found 1.2e3 eps of the largest coordinate of a configuration near zero.
ROUNDED = {"spatial_loop": 4e3 * np.finfo(float).eps}
# about 1000 and 1e-15; nanometres and tonnes
UNITS = [(2.0**10, 2.0**-50), (2.0**-30, 2.0**10)]


class Pair:
    """A mechanism in two systems of units, with a state of it in the first."""

    def __init__(self, given, length, mass, carrier=None):
        print("seed 34")
        self.length, self.mass = length, mass
        self.one, self.two = (
            turned(given, np.random.default_rng(34), carrier, *units)
            for units in ((1.0, 1.0), (length, mass))
        )
        tree = self.one.tree
        self.tree_v, self.tree_q = velocity_units(tree, length), configuration_units(tree, length)
        self.tree_tau = mass * length**2 / self.tree_v
        own = self.one.independent
        self.v, self.tau = self.tree_v[own], self.tree_tau[own]
        rng = np.random.default_rng(35)
        self.rng = rng
        self.state = rng.standard_normal((3, self.one.nv))

    def same(self, found, other, units, what):
        """Whether two answers are one in their units."""
        wanted = np.asarray(found) * units
        error = ROUNDED.get(self.one.name, 0.0) * np.abs(wanted).max(initial=0.0)
        assert np.abs(wanted - other).max(initial=0.0) <= error, what

    def both(self, function, units, **options):
        """Compare function(model, q, v, x, **options), x in `units` or the motion of the state."""
        v, x, _ = self.state
        return (
            function(self.one, self.one.assembly, v, x, **options),
            function(self.two, self.two.assembly, v * self.v, x * units, **options),
        )


def require_same_dynamics(p):
    """Forward and inverse dynamics by every method, multipliers, constraint forces, partials."""
    for method in ("clusters", "projection", "projection_sparse", "multipliers"):
        one, two = p.both(
            lambda m, q, v, tau, method=method: loops.forward_dynamics(
                m, q, v, [tau], method=method
            )[0],
            p.tau,
        )
        p.same(one, two, p.v, method)
    one, two = p.both(lambda m, q, v, a: loops.inverse_dynamics(m, q, [v, a])[0], p.v)
    p.same(one, two, p.tau, "inverse dynamics")
    one, two = p.both(loops.constraint_forces, p.tau)
    p.same(one.vdot, two.vdot, p.v, "vdot")
    p.same(one.torques, two.torques, p.tree_tau, "torques")
    wrench = p.mass * p.length * np.repeat([p.length, 1.0], 3)
    p.same(one.loops, two.loops, wrench, "wrenches")
    one, two = p.both(loops.forward_dynamics_partials, p.tau)
    for name, columns in (("da_dq", p.v), ("da_dv", p.v), ("da_dtau", p.tau)):
        p.same(getattr(one, name), getattr(two, name), p.v[:, None] / columns, name)
    one, two = p.both(loops.inverse_dynamics_partials, p.v)
    for name in ("dtau_dq", "dtau_dv", "dtau_da"):
        p.same(getattr(one, name), getattr(two, name), p.tau[:, None] / p.v, name)


def require_same_decisions(p):
    """Rank, mobility, choices of coordinates, closing, inertias of an end."""
    assert p.one.rank == p.two.rank
    assert p.one.independent.tolist() == p.two.independent.tolist()
    p.same(p.one.assembly, p.two.assembly, p.tree_q, "assembly")
    models = [(m, m.assembly) for m in (p.one, p.two)]
    p.same(*(loops.toggle_measure(m, q) for m, q in models), 1.0, "toggle")
    p.same(*(loops.choose_independent(m, q) for m, q in models), 1, "choice")
    bases = [loops.choose_independent(m, q, method="null space") for m, q in models]
    # columns count in rad and lengths of the loop, of other clusters in units of a joint
    columns = p.v.copy()
    for cluster, own in zip(p.one.clusters, p.one.cluster_independent, strict=True):
        if cluster.loops:
            columns[list(own)] = 1.0
    p.same(*bases, p.tree_v[:, None] / columns, "null space")
    step = 0.003 * p.rng.standard_normal(p.one.tree.nv)
    moved = [
        loops.project(m, m.tree.integrate(q, step * units))
        for (m, q), units in zip(models, (1.0, p.tree_v), strict=True)
    ]
    p.same(*moved, p.tree_q, "project")
    end = len(p.one.tree.names) - 1
    place = np.array([0.1, 0.2, 0.3])
    unit = np.repeat([1.0, p.length], 3)
    for method in ("clusters", "projected", "projected_sparse"):
        inertias = [
            loops.inverse_operational_inertia(m, q, [(end, place * length)], method=method)
            for (m, q), length in zip(models, (1.0, p.length), strict=True)
        ]
        p.same(*inertias, np.outer(unit, unit) / (p.mass * p.length**2), method)
    if p.one.nq is not None:
        step = np.zeros(p.one.tree.nv)
        step[p.one.independent] = 0.05
        places = p.one.independent_q
        y = p.one.tree.integrate(p.one.assembly, step)[places]
        p.same(
            loops.expand(p.one, y),
            loops.expand(p.two, y * p.tree_q[places]),
            p.tree_q,
            "expand",
        )


@pytest.mark.parametrize("name", MECHANISMS)
def test_units_change_no_bit(name):
    given = getattr(lieref.catalogue, name)()
    has_free = any(joint.kind == "free" for joint in given.tree.joints)
    for k, (label, carrier) in enumerate(CARRIERS.items()):
        if label == "floating" and has_free:
            continue
        print(label)
        pair = Pair(given, *UNITS[k % 2], carrier)
        require_same_dynamics(pair)
        require_same_decisions(pair)


@pytest.mark.parametrize("name", ["four_bar", "spatial_loop", "planar_ladder", "rssr"])
def test_the_builder_chooses_the_same_coordinates(name):
    given = getattr(lieref.catalogue, name)()
    for length, mass in UNITS:
        one, two = (
            turned(given, np.random.default_rng(36), None, *units, "chosen")
            for units in ((1.0, 1.0), (length, mass))
        )
        assert one.rank == two.rank
        assert one.independent.tolist() == two.independent.tolist()


@pytest.mark.parametrize(("length", "mass"), UNITS)
def test_a_flattened_loop_is_refused_in_any_units(length, mass):
    pair = Pair(lieref.catalogue.parallelogram(), length, mass)
    for model in (pair.one, pair.two):
        q = np.zeros(model.tree.nq)
        for call in (
            lambda m=model, q=q: loops.forward_dynamics(m, q, [0.0], [[0.0]]),
            lambda m=model, q=q: loops.choose_independent(m, q),
            lambda m=model, q=q: loops.constraint_forces(m, q, [0.0], [0.0]),
        ):
            with pytest.raises(lieref.SingularError, match="rank"):
                call()
        assert loops.toggle_measure(model, q).min() == 0


@pytest.mark.parametrize(
    ("name", "length", "mass"),
    [("slider_crank", 2.0**-50, 2.0**-50), ("rssr", 2.0**20, 2.0**-90)],
)
def test_the_oracle_decides_alike_in_any_units(name, length, mass):
    """With 20 digits, of which masses and lengths in SI would use up all."""
    pair = Pair(getattr(lieref.catalogue, name)(), length, mass, lieref.Revolute((0.6, 0, 0.8)))
    models = ((pair.one, 1.0, 1.0), (pair.two, pair.v, pair.tau))
    q, (v, tau, _) = pair.one.assembly, pair.state
    for hold in ("independent", "tree"):
        one, two = (
            oracle.loop_configuration(m, x, hold=hold, digits=20)
            for m, x in ((pair.one, q), (pair.two, q * pair.tree_q))
        )
        p = np.array(one, float) * pair.tree_q
        assert np.abs(np.array(two, float) - p).max() <= 1e-15 * np.abs(p).max(), hold
    one, two = (
        np.array(oracle.loop_forward_dynamics(m, m.assembly, v * a, [tau * b], digits=20)[0], float)
        for m, a, b in models
    )
    # the closed configuration is known to as many digits as the doubles are consistent
    assert np.abs(two / pair.v - one).max() <= 1e-12 * np.abs(one).max()


@pytest.mark.parametrize("length", [1.0, 2.0**-30])
def test_light_links_between_heavy_sliders_may_move(length):
    """Links without mass are allowed where the heavy bodies show all of their motion."""
    x, y, inertia = np.array((1, 0, 0)), (0, 1, 0), np.eye(3) * 0.1 * length**2
    b = lieref.ModelBuilder((0, 0, 0), "sliders", "error")

    def place(along):
        at = np.eye(4)
        at[0, 3] = along * length
        return at

    b.add_body("base", None, lieref.Prismatic(x), None, 1.0, (0, 0, 0), inertia)
    b.add_body("crank", "base", lieref.Revolute(y), None, 0.0, (0, 0, 0), np.zeros((3, 3)))
    b.add_body("rod", "crank", lieref.Revolute(y), place(0.1), 0.0, (0, 0, 0), np.zeros((3, 3)))
    b.add_body("slider", None, lieref.Prismatic(x), place(0.4), 1.0, (0, 0, 0), inertia)
    b.add_loop("loop", "rod", "slider", lieref.Revolute(y), place(0.3), place(0.0))
    start = {"crank_joint": 1.0, "rod_joint": -1.3, "slider_joint": -0.05 * length}
    model = b.build(["base_joint", "crank_joint"], start)
    force = length * np.array([1.0, 0.1 * length])
    found = loops.forward_dynamics(model, model.assembly, [0.0, 0.0], [force])
    # two sliders of 1 kg, one of which the crank drives
    G = loops.constraint_state(model, model.assembly, [0.0, 0.0]).G
    H = G.T @ np.diag([1.0, 0.0, 0.0, 1.0]) @ G
    assert np.abs(H @ found[0] - force).max() <= 1e-12 * np.abs(force).max()


@pytest.mark.parametrize("length", [1.0, 2.0**-40])
def test_a_broken_coupling_is_refused_in_any_units(length):
    inertia = np.eye(3) * 0.1 * length**2
    b = lieref.ModelBuilder((0, 0, 0), "screw")
    b.add_body("rotor", None, lieref.Revolute((0, 0, 1)), None, 1.0, (0, 0, 0), inertia)
    b.add_body("slider", None, lieref.Prismatic((0, 0, 1)), None, 1.0, (0, 0, 0), inertia)
    b.couple("slider_joint", "rotor_joint", 0.01 * length)
    model = b.build(["rotor_joint"])
    q, tau = np.zeros(2), np.zeros((1, 2))
    kept = np.array([1.0, 0.01 * length])
    found = loops.forward_dynamics(model, q, kept, tau, coordinates="tree")
    assert np.array_equal(found, np.zeros((1, 2)))
    with pytest.raises(lieref.ConfigurationError, match="is broken at a rate"):
        loops.forward_dynamics(model, q, kept * [1, 1 + 1e-6], tau, coordinates="tree")


@pytest.mark.parametrize(("length", "mass"), UNITS)
def test_the_variational_method_takes_the_same_iterations(length, mass):
    """Turns and shifts in one step: what has converged is told by momenta."""
    kinds = ("revolute", "prismatic")
    one = lieref.catalogue.random_tree(6, np.random.default_rng(37), kinds)
    two = in_units(one, length, mass)
    rng = np.random.default_rng(38)
    q, v = one.random_configuration(rng), 0.3 * rng.standard_normal(one.nv)
    v_units, q_units = velocity_units(one, length), configuration_units(one, length)
    times = np.linspace(0.0, 0.1, 3)
    a = simulate(one, q, v, times, method="variational", step=0.01)
    b = simulate(two, q * q_units, v * v_units, times, method="variational", step=0.01)
    assert a.evaluations == b.evaluations
    assert np.array_equal(a.q * q_units, b.q) and np.array_equal(a.v * v_units, b.v)


def in_units(tree, length, mass):
    """The tree in other units, by the builder."""
    b = lieref.ModelBuilder(np.asarray(tree.gravity) * length, tree.name)
    for i, joint in enumerate(tree.joints):
        placement = tree.placements[i].copy()
        placement[:3, 3] *= length
        b.add_body(
            tree.names[i],
            None if tree.parents[i] < 0 else tree.names[tree.parents[i]],
            lieref.Revolute(joint.axis, length * np.asarray(joint.point))
            if joint.kind == "revolute"
            else joint,
            placement,
            mass * tree.masses[i],
            length * tree.coms[i],
            mass * length**2 * tree.inertias[i],
        )
    return b.build()
