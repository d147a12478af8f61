"""Wrong arguments of a batch: an error that names the state, whoever computes it."""

import re

import numpy as np
import pytest
from support.mechanisms import loop_robots
from support.references.batches import COUNT, batch, loads
from support.references.tolerances import BATCHES
from support.trees.robots import slide
from support.trees.spatial_robots import relative

import lieref
from lieref.dynamics.inverse import inverse_batches
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("what", "index"),
    [
        ("q", (17, 3)),
        ("v", (17, 1, 5)),
        ("v", (COUNT - 1, 2, 0)),
        ("wrenches", (17, 1, 2, 4)),
        ("tau_ext", (0, 0, 1)),
    ],
)
def test_numbers_that_are_none_are_named(what, index, workers):
    model, q, v = batch("every_joint_free", 1)
    given = {"q": q, "v": v, **loads(model, 1)}
    for bad in (np.nan, np.inf, -np.inf):
        given[what][index] = bad
        with pytest.raises(NonFiniteError) as error:
            lieref.inverse_dynamics(model, **given, workers=workers)
        place = ", ".join(map(str, index))
        assert str(error.value) == f"{what}[{place}] is {bad}, expected a finite number"


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("what", "index"), [("q", (17, 0)), ("wrenches", (17, 0, 0, 1)), ("wrenches", (3, 1, 0, 2))]
)
def test_numbers_that_no_result_needs_are_checked_too(what, index, workers):
    """Where a slide is, and a moment on it, which no NaN of the result would tell of."""
    model = slide()
    rng = np.random.default_rng(17)
    given = {
        "q": rng.standard_normal((COUNT, 1)),
        "v": rng.standard_normal((COUNT, 3, 1)),
        "wrenches": rng.standard_normal((COUNT, 2, 1, 6)),
    }
    good = lieref.inverse_dynamics(model, **given)
    given[what][index] += 1
    assert np.array_equal(lieref.inverse_dynamics(model, **given, workers=workers), good)
    given[what][index] = np.nan
    place = ", ".join(map(str, index))
    with pytest.raises(NonFiniteError) as error:
        lieref.inverse_dynamics(model, **given, workers=workers)
    assert str(error.value) == f"{what}[{place}] is nan, expected a finite number"


def test_the_first_of_several_bad_states_is_named():
    model, q, v = batch("arm", 1, 500)
    v[[498, 243, 77], 1, 2] = np.nan
    for workers in (1, 2, 3):
        with pytest.raises(NonFiniteError, match=r"^v\[77, 1, 2\] is nan"):
            lieref.inverse_dynamics(model, q, v, workers=workers)


def test_what_a_mask_hides_is_no_number():
    model, q, v = batch("arm", 1, 500)
    hidden = np.ma.array(v)
    assert np.array_equal(
        lieref.inverse_dynamics(model, q, hidden), lieref.inverse_dynamics(model, q, v)
    )
    hidden[[498, 243, 77], 1, 2] = np.ma.masked
    with pytest.raises(NonFiniteError, match=r"^v\[77, 1, 2\] is nan"):
        lieref.inverse_dynamics(model, q, hidden)
    tau = np.ma.array(np.zeros((2, 1, model.nv)))
    tau[1, 0, 2] = np.ma.masked
    with pytest.raises(NonFiniteError, match=r"^tau\[1, 0, 2\] is nan"):
        lieref.forward_dynamics(model, q[0], v[0, 0], tau, digits=20)


def test_the_first_of_states_with_different_faults_is_named():
    model, q, v = batch("every_joint_free", 1, 500)
    v[400, 1, 2] = np.nan
    q[77, 3:7] *= 1.1
    v[79, 0] = 1e200
    for workers in (1, 2):
        with pytest.raises(ConfigurationError, match=r"^state \[77\]: quaternion"):
            lieref.inverse_dynamics(model, q, v, workers=workers)
    with pytest.raises(NonFiniteError, match=r"^state \[1, 29\]: tau\["):
        lieref.inverse_dynamics(model, q[0], v[:100].reshape(2, 50, 3, -1))


def test_a_single_state_by_several_workers_has_no_place():
    model, q, v = batch("every_joint_free", 1)
    with pytest.raises(ConfigurationError, match=r"^quaternion q\[3:7\]"):
        lieref.inverse_dynamics(model, 1.1 * q[0], v[0], workers=2)


def test_no_more_states_are_looked_at_than_a_group_has():
    model, q, v = batch("arm", 0, 500)
    v[250, 0] = 1e200
    seen = []

    def alone(model, q, *others):
        seen.append(q)

    options = ("body", None, "body", None, "default", 1)
    with pytest.raises(NonFiniteError, match=r"^states \[\d+\] to \[\d+\]: one of them") as caught:
        inverse_batches.inverse_dynamics(alone, model, q, v, *options)
    # as many as the build has lanes
    first, last = map(int, re.findall(r"\[(\d+)\]", str(caught.value)))
    assert first <= 250 <= last
    assert 2 <= len(seen) == last - first + 1 <= 8


def test_a_shared_argument_is_named_by_its_own_index():
    model, q, v = batch("arm", 1)
    with pytest.raises(NonFiniteError, match=r"^q\[2\] is inf"):
        lieref.inverse_dynamics(model, np.where(np.arange(model.nq) == 2, np.inf, q[0]), v)


def test_a_result_beyond_doubles_is_named():
    model, q, v = batch("arm", 1, 100)
    v[41, 0] = 1e200
    with pytest.raises(NonFiniteError, match=r"^state \[41\]: tau\[.*beyond the range of double"):
        lieref.inverse_dynamics(model, q, v, workers=2)


@pytest.mark.parametrize("state", [0, 7, COUNT - 1])
@pytest.mark.parametrize("factor", [1 + 3e-9, 1 - 3e-9, 0.0])
def test_quaternions_of_any_state_are_checked(state, factor):
    model, q, v = batch("every_joint_free", 0)
    good = lieref.inverse_dynamics(model, q, v)
    # of the base, and of the last joint that has one
    last = max(
        iq + (3 if joint.kind == "free" else 0)
        for joint, iq in zip(model.joints, model.idx_q, strict=True)
        if joint.kind in ("spherical", "free")
    )
    for first in (3, last):
        wrong = q.copy()
        wrong[state, first : first + 4] *= factor
        with pytest.raises(ConfigurationError) as error:
            lieref.inverse_dynamics(model, wrong, v)
        assert str(error.value).startswith(f"state [{state}]: quaternion q[{first}:{first + 4}]")
    # within the tolerance it stands for the same rotation: other roundings, found 3.1 eps
    q[:, 3:7] *= 1 + 5e-10
    for found, expected in zip(lieref.inverse_dynamics(model, q, v), good, strict=True):
        assert (relative(found, expected) <= BATCHES).all()


@pytest.mark.parametrize(
    ("what", "shape", "said"),
    [
        ("v", (COUNT, 3, 6), "v has shape (19, 3, 6), expected (..., r + 2, 7)"),
        ("v", (COUNT, 1, 7), "v has shape (19, 1, 7), expected (..., r + 2, 7) with an order r"),
        ("wrenches", (COUNT, 1, 7, 6), "wrenches has shape (19, 1, 7, 6), expected (..., 2, 7, 6)"),
        ("tau_ext", (COUNT, 3, 7), "tau_ext has shape (19, 3, 7), expected (..., 2, 7)"),
        ("tau_ext", (4, 2, 7), "leading axes do not broadcast: q (19,), v (19,), tau_ext (4,)"),
        ("q", (18, 7), "leading axes do not broadcast: q (18,), v (19,)"),
    ],
)
def test_shapes(what, shape, said):
    model, q, v = batch("arm", 1)
    given = {"q": q, "v": v, what: np.zeros(shape)}
    with pytest.raises(ShapeError) as error:
        lieref.inverse_dynamics(model, **given)
    assert str(error.value).startswith(said)


def test_mechanisms_with_loops():
    model, q, _, rng = loop_robots.draw("four_bar")
    v = rng.standard_normal((3, model.nv))
    speeds = np.array([0.5, 1.0, 2.0])[:, None, None]
    found = lieref.inverse_dynamics(model, q, v * speeds, workers=2)
    for tau, speed in zip(found, speeds, strict=True):
        alone = lieref.inverse_dynamics(model, q, v * speed)
        assert np.abs(tau - alone).max() <= 4 * BATCHES * np.abs(alone).max()
    bad = v * speeds
    bad[1, 0, 0] = np.nan
    with pytest.raises(NonFiniteError, match=r"^v\[1, 0, 0\] is nan"):
        lieref.inverse_dynamics(model, q, bad)
    with pytest.raises(ShapeError, match="leading axes do not broadcast"):
        lieref.inverse_dynamics(model, np.array([q, q]), v * speeds)
    assert lieref.inverse_dynamics(model, q, v[None][:0]).shape == (0, 2, model.nv)
