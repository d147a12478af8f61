"""Hypothesis throws anything at the calls: a documented error, or results of the right shape."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from support.trees.robots import ROBOTS
from support.trees.spatial_robots import BASES

from lieref.dynamics.forward_dynamics import (
    forward_dynamics,
    forward_dynamics_complex,
    hybrid_dynamics,
    hybrid_dynamics_complex,
)
from lieref.errors import LierefError

MODELS = {name: ROBOTS[name]() for name in ("free_body", "two_link", "arm", "every_joint_free")}
MODEL = st.sampled_from(sorted(MODELS)).map(MODELS.__getitem__)
FORWARD = {forward_dynamics: np.float64, forward_dynamics_complex: np.complex128}
HYBRID = {hybrid_dynamics: np.float64, hybrid_dynamics_complex: np.complex128}
FORM = st.sampled_from(["default", "spatial", "body", "hybrid"])
# The same examples on every run and machine.
QUICK = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
DTYPES = st.one_of(
    hnp.floating_dtypes(endianness="?"),
    hnp.integer_dtypes(endianness="?"),
    hnp.complex_number_dtypes(endianness="?"),
    hnp.boolean_dtypes(),
    hnp.unicode_string_dtypes(max_len=3),
    st.just(np.dtype(object)),
)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=3)
)


@st.composite
def anything(draw, *fitting):
    """An array of any dtype and of a fitting or any shape, or something that is no array."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.one_of(SCALARS, st.lists(st.lists(SCALARS, max_size=3), max_size=3)))
    shapes = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)
    shape = draw(st.one_of(st.sampled_from(fitting), shapes))
    dtype = draw(DTYPES)
    elements = SCALARS if dtype.kind == "O" else None
    array = draw(hnp.arrays(dtype, shape, elements=elements))
    return array.tolist() if draw(st.booleans()) else array


def outcome(call):
    """The result, or None after a documented error."""
    try:
        return call()
    except LierefError as error:
        assert str(error)
        return None


@QUICK
@given(data=st.data(), model=MODEL, r=st.integers(0, 3))
def test_anything_at_all(data, model, r):
    n, nq, nv = model.nbodies, model.nq, model.nv
    options = {
        "base": data.draw(st.one_of(st.sampled_from(BASES), SCALARS)),
        "wrench_axes": data.draw(st.one_of(st.sampled_from(["body", "inertial"]), SCALARS)),
        "form": data.draw(st.one_of(FORM, SCALARS)),
        "wrenches": data.draw(st.none() | anything((r + 1, n, 6), (r + 1, 6, n))),
        "tau_ext": data.draw(st.none() | anything((r + 1, nv), (r + 2, nv))),
    }
    q, v = data.draw(anything((nq,), (nv,))), data.draw(anything((nv,), (1, nv)))
    tau, vdot = (data.draw(anything((r + 1, nv), (0, nv), (nv,))) for _ in range(2))
    prescribed = data.draw(st.one_of(hnp.arrays(bool, nv), anything((nv,), (1, nv))))
    with np.errstate(all="ignore"):
        for entry, dtype in FORWARD.items():
            found = outcome(lambda entry=entry: entry(model, q, v, tau, **options))
            assert found is None or (found.dtype == dtype and found.shape == np.shape(tau))
        for entry, dtype in HYBRID.items():
            found = outcome(
                lambda entry=entry: entry(model, q, v, vdot, tau, prescribed, **options)
            )
            if found is not None:
                assert found[0].shape == (len(tau) + 1, nv) and found[1].shape == np.shape(tau)
                assert found[0].dtype == found[1].dtype == dtype


@QUICK
@given(
    model=MODEL,
    r=st.integers(0, 40),
    seed=st.integers(0, 2**32 - 1),
    base=st.sampled_from(BASES),
    axes=st.sampled_from(["body", "inertial"]),
    form=FORM,
)
def test_every_order_of_good_numbers(model, r, seed, base, axes, form):
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    tau = rng.standard_normal((r + 1, model.nv))
    wrenches = rng.standard_normal((r + 1, model.nbodies, 6))
    prescribed = rng.random(model.nv) < rng.random()
    options = {"base": base, "wrenches": wrenches, "wrench_axes": axes, "form": form}
    found = outcome(lambda: forward_dynamics(model, q, v, tau, **options))
    # high orders of a stiff motion leave the range of doubles
    assert r > 5 or found is not None
    hybrid = outcome(lambda: hybrid_dynamics(model, q, v, tau, tau, prescribed, **options))
    assert r > 5 or hybrid is not None
    if hybrid is not None:
        assert np.isfinite(hybrid[0]).all() and np.isfinite(hybrid[1]).all()
        assert np.array_equal(hybrid[0][1:, prescribed], tau[:, prescribed])
        assert np.array_equal(hybrid[1][:, ~prescribed], tau[:, ~prescribed])


BIG_OR_SMALL = st.floats(allow_nan=False, allow_infinity=False)


@QUICK
@given(data=st.data(), name=st.sampled_from(["two_link", "arm"]), r=st.integers(0, 7), form=FORM)
def test_any_finite_number(data, name, r, form):
    model = MODELS[name]
    q, v = (data.draw(hnp.arrays(np.float64, model.nv, elements=BIG_OR_SMALL)) for _ in range(2))
    tau = data.draw(hnp.arrays(np.float64, (r + 1, model.nv), elements=BIG_OR_SMALL))
    found = outcome(lambda: forward_dynamics(model, q, v, tau, form=form))
    assert found is None or np.isfinite(found).all()
    modest = np.clip(tau, -1e3, 1e3), np.clip(v, -10, 10)
    assert np.isfinite(forward_dynamics(model, q % 7.0, modest[1], modest[0], form=form)).all()


@QUICK
@given(place=st.integers(0, 10**6), value=st.sampled_from([np.nan, np.inf, -np.inf]))
def test_one_bad_number_anywhere(place, value):
    model = MODELS["every_joint_free"]
    arrays = {
        "q": model.neutral(),
        "v": np.zeros(model.nv),
        "tau": np.zeros((3, model.nv)),
        "wrenches": np.zeros((3, model.nbodies, 6)),
        "tau_ext": np.zeros((3, model.nv)),
    }
    place %= sum(x.size for x in arrays.values())
    for x in arrays.values():
        if 0 <= place < x.size:
            x.flat[place] = value
        place -= x.size
    for entry in FORWARD:
        with pytest.raises(LierefError, match=r"^(q|v|tau|wrenches|tau_ext)\[[0-9, ]+\] is "):
            entry(model, **arrays)
