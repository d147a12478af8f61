"""Constants of bodies in sums of three doubles, against the generic formulas at 200 digits."""

import tracemalloc

import numpy as np
import pytest
from support.trees.urdf_texts import joint, link, robot

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Helical, Prismatic, Revolute, Screw, Spherical
from lieref.model.mechanisms import catalogue
from lieref.model.tree import body_triples, compiled
from lieref.model.tree.compiled import (
    FINE_TRUSTED,
    KINDS,
    PAIRS,
    TRUSTED,
    body_constants,
    compile_model,
    fine_tables,
    lane_constants,
    link_constants,
)
from lieref.model.tree.exact import DecimalField, exact_model
from lieref.model.urdf import read_urdf

# Products of three doubles near 1 are exact, so that ties are seen.
K = DecimalField(200)
# Columns with one unit: E, r, pitch, m, h, P, K, k; and m, h, J, about, along.
BODY_GROUPS = np.split(np.arange(35), (9, 12, 13, 14, 17, 23, 32))
LINK_GROUPS = np.split(np.arange(12), (1, 4, 10, 11))
# Some ten operations, each in error by 2^-157 of its terms.
ERROR = 2.0**-152
HALF_SPACING = 2.0**-106
# Below this, as a share of the largest of its unit, an entry is what canceled, of which the error
# may be seen in the second double.
CANCELLED = 2.0**-40


def skewed(seed, error):
    """A random placement that is off a rotation by an error."""
    rng = np.random.default_rng(seed)
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    pose = np.eye(4)
    pose[:3, :3] = rotation * np.linalg.det(rotation)
    pose[:3, 3] = rng.normal(size=3)
    pose[:3, :3] += error * np.array([[0.3, 0.1, 0], [0, -0.5, 0.2], [0.4, 0, 0.1]])
    return pose


def with_every_joint():
    """All kinds of joints, axes in all directions, placements of all distances to a rotation."""
    u = np.array([[2, -1, 2], [-2, 3, 6], [4, 4, 7]]) / np.array([[3], [7], [9]])
    w, v = u[1], np.array([0.3, 0.1, -0.7])
    across = np.cross(w, v)
    joints = [
        Free(), Revolute((0, 0, 1)), Revolute(u[0], (0.1, -3.0, 0.2)), Prismatic(u[2]),
        Helical(u[1], 0.25, (1, 2, 3)), Screw((*w, *v)), Screw((0, 0, 0, *u[2])),
        Screw((0, 1, 0, 0.5, 0, 0.7)), Screw((*w, *across)), Spherical(), Revolute((0, -1, 0)),
        Prismatic((1, 0, 0)), Revolute((1, 0, 0), (0, 1e-3, 4)), Helical((0, 0, -1), 3.0),
    ]  # fmt: skip
    errors = [0, 1e-10, 1e-13, 3e-16, 0, 3e-11, 1e-16]
    builder = ModelBuilder(doubtful="warn")
    rng = np.random.default_rng(7)
    for i, each in enumerate(joints):
        a = rng.normal(size=(3, 3))
        parent = None if i == 0 else f"b{rng.integers(i)}"
        pose = None if i % 5 == 3 else skewed(i, errors[i % 7])
        mass, com = rng.uniform(0.1, 9), rng.normal(size=3)
        builder.add_body(f"b{i}", parent, each, pose, mass, com, a @ a.T)
    return builder.build()


MODELS = {
    "every joint": with_every_joint,
    "aerial manipulator": catalogue.aerial_manipulator,
    "serial chain": lambda: catalogue.serial_chain(7),
    "binary tree": lambda: catalogue.binary_tree(7, "free"),
    **{
        f"random tree {seed}": lambda seed=seed: catalogue.random_tree(9, seed) for seed in range(5)
    },
    "knees": lambda: catalogue.tello_like().tree,
}


def references(model):
    """Body, link and lane constants in 200 digits."""
    exact = exact_model(model, K)
    return body_constants(K, exact), link_constants(K, exact), lane_constants(K, exact)


def triples(model):
    given, lines = compiled._joint_lines(model)
    kinds = np.array([KINDS[joint.kind] for joint in model.joints], np.intc)
    bodies, own = body_triples.constants(
        model.parents, kinds, given, lines, model.placements, model.masses, model.coms,
        model.inertias,
    )  # fmt: skip
    return bodies, body_triples.links(bodies, own, TRUSTED)


def rounded(x):
    """The number as a pair of doubles."""
    return float(x), float(x - K(float(x)))


@pytest.mark.parametrize("name", MODELS)
def test_errors_and_rounding(name):
    model = MODELS[name]()
    with K.working():
        bodies, links, _ = references(model)
        tables = ((bodies, BODY_GROUPS), (links, LINK_GROUPS))
        for found, (exact, groups) in zip(triples(model), tables, strict=True):
            for group in groups:
                wanted = np.array([[row[c] for c in group] for row in exact])
                sums = [[sum(K(part) for part in row[c].tolist()) for c in group] for row in found]
                scale = K(np.abs(wanted).max())
                assert np.abs(np.array(sums) - wanted).max() <= K(ERROR) * scale, group
                # of a number that is no difference of larger ones both doubles are right
                for body, column in np.argwhere(np.abs(wanted) > K(CANCELLED) * scale):
                    high, rest, _ = found[body, group[column]].tolist()
                    x = wanted[body, column]
                    assert high == float(x)
                    assert abs(K(high) + K(rest) - x) <= K(HALF_SPACING) * abs(x)


def assert_tables(model, error):
    """Both parts of the tables, against the generic formulas; errors of those that cancel."""
    found = compile_model(model)
    with K.working():
        bodies, _, lanes = references(model)
        wanted = [np.array([[rounded(x) for x in row] for row in rows]) for rows in (bodies, lanes)]
    wanted[1][:, 1:3] *= 10.0 ** (TRUSTED - FINE_TRUSTED)
    fine = fine_tables(found)
    for table, reference in zip(fine, wanted, strict=True):
        largest = np.abs(reference[..., 0]).max(axis=(0, 1))
        high = np.abs(table[..., 0] - reference[..., 0])
        assert (high <= np.where(np.abs(reference[..., 0]) > 1e-25 * largest, 0, error)).all()
        assert np.abs((table - reference).sum(axis=-1)).max() <= error
    assert np.array_equal(found.bodies, fine[0][..., 0])
    pivots = np.s_[:, 1:3]
    high = fine[1][..., 0].copy()
    assert np.array_equal(np.delete(found.links, np.s_[1:3], 1), np.delete(high, np.s_[1:3], 1))
    np.testing.assert_allclose(found.links[pivots], high[pivots] * 1e16, rtol=1e-15)
    rows = zip(model.masses, model.coms, model.inertias, strict=True)
    rigid = [[mass, *com, *(J[i, j] for i, j in PAIRS)] for mass, com, J in rows]
    assert np.array_equal(found.rigid, rigid)


@pytest.mark.parametrize("name", MODELS)
def test_tables(name):
    assert_tables(MODELS[name](), 1e-38)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_tables_of_extreme_numbers(size, monkeypatch):
    """These are computed in decimals, whose products do not overflow."""
    b = ModelBuilder()
    b.add_body("a", None, Revolute((0.6, 0, 0.8), (1, 2, 3)), None, 1.0, (0.1, 0.2, 0.3), np.eye(3))
    b.add_body("b", "a", Free(), skewed(4, 1e-12), size, (0.4, 0.3, 0.1), size * np.eye(3))
    monkeypatch.setattr(body_triples, "constants", None)
    assert_tables(b.build(), 1e-32 * max(size, 1.0))


def arrays(tables):
    """All tables, for doubles and for double-doubles."""
    return (tables.bodies, tables.rigid, tables.links, *fine_tables(tables))


@pytest.mark.parametrize("name", MODELS)
def test_another_mass_changes_what_it_must(name):
    """The tables of a model with another body are, bit for bit, those of a new model."""
    model = MODELS[name]()
    tables, rng = compile_model(model), np.random.default_rng(3)
    for i in range(model.nbodies):
        a = rng.normal(size=(3, 3))
        given = rng.uniform(0.1, 9), rng.normal(size=3), a @ a.T
        found = compiled.tables_of_changed_inertia(tables, model.parents, i, *given)
        changed = model.with_inertia(model.names[i], *given)
        wanted = compile_model(changed)
        for one, other in zip(arrays(found), arrays(wanted), strict=True):
            assert one.tobytes() == other.tobytes()
        # what comes of it can be changed once more
        again = compiled.tables_of_changed_inertia(found, model.parents, model.nbodies // 2, *given)
        more = changed.with_inertia(model.names[model.nbodies // 2], *given)
        assert fine_tables(again)[0].tobytes() == fine_tables(compile_model(more))[0].tobytes()


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_an_extreme_mass_is_not_added_in_doubles(size):
    model = MODELS["serial chain"]()
    given = size, np.ones(3), size * np.eye(3)
    assert (
        compiled.tables_of_changed_inertia(compile_model(model), model.parents, 3, *given) is None
    )
    assert_tables(model.with_inertia(model.names[3], *given), 1e-32 * max(size, 1.0))


def test_a_sum_is_rounded_once():
    """1 + 2^-53 is half way between doubles, and 2^-120 more than that is beyond."""
    b = ModelBuilder()
    for i, mass in enumerate((1.0, 2.0**-53, 2.0**-120)):
        b.add_body(f"b{i}", f"b{i - 1}" if i else None, Free(), None, mass)
    masses = fine_tables(compile_model(b.build()))[0][0, 13]
    assert masses.tolist() == [1 + 2.0**-52, -(2.0**-53) + 2.0**-105 - 2.0**-105]


def test_a_parent_after_its_child_is_refused():
    model = catalogue.serial_chain(3)
    with pytest.raises(ValueError, match="parent"):
        triples(_Changed(model, parents=np.array([1, -1, 1], np.intc)))
    with pytest.raises(ValueError, match="numbers of bodies"):
        triples(_Changed(model, masses=np.ones(2)))


class _Changed:
    """A model with another attribute."""

    def __init__(self, model, **changes):
        self._model = model
        vars(self).update(changes)

    def __getattr__(self, name):
        return getattr(self._model, name)


def chain(n):
    """A URDF chain of n moving links."""
    links = [link(f"l{i}") for i in range(n + 1)]
    joints = [joint(f"j{i}", f"l{i}", f"l{i + 1}") for i in range(n)]
    return robot(*links, *joints).encode()


def test_loading_takes_memory_in_proportion():
    """At most 11 kB a body, where the tables that stay are 3 kB; in decimals it was 33 kB."""
    read_urdf(chain(2))
    n, data = 400, chain(400)
    tracemalloc.start()
    try:
        read_urdf(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak / n < 11e3
