"""Hypothesis throws any numbers at the calls: a documented error, or results of the right shape."""

import numpy as np
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
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex
from lieref.errors import LierefError

MODELS = {name: ROBOTS[name]() for name in ("free_body", "two_link", "arm", "every_joint_free")}
MODEL = st.sampled_from(sorted(MODELS)).map(MODELS.__getitem__)
# A function and what it is given, beside q and the options.
ENTRIES = {
    inverse_dynamics: ("motion",),
    inverse_dynamics_complex: ("motion",),
    forward_dynamics: ("v", "tau"),
    forward_dynamics_complex: ("v", "tau"),
    hybrid_dynamics: ("v", "vdot", "tau", "prescribed"),
    hybrid_dynamics_complex: ("v", "vdot", "tau", "prescribed"),
}
ENTRY = st.sampled_from(list(ENTRIES))
FORM = st.sampled_from(["default", "spatial", "body", "hybrid"])
AXES = st.sampled_from(["body", "inertial"])
# Of the motion of inverse dynamics high orders are finite; those of a stiff motion that is found
# leave the range of doubles.
FINITE_ORDERS = 5
# The same examples on every run and machine.
QUICK = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def shapes(entry, model, r):
    """Of the arrays of numbers that an entry takes beside q, by name."""
    nv = model.nv
    every = {"motion": (r + 2, nv), "v": (nv,), "vdot": (r + 1, nv), "tau": (r + 1, nv)}
    return {name: every[name] for name in ENTRIES[entry] if name in every}


def outcome(entry, model, q, given, **options):
    """Results, of the dtype and shape that the arguments say, or None after a documented error."""
    try:
        found = entry(model, q, *given, **options)
    except LierefError as error:
        assert str(error)
        return None
    found = found if isinstance(found, tuple) else (found,)
    forces = np.shape(given[min(2, len(given) - 1)])
    rows = forces[-2] - (len(given) == 1)
    leads = [np.shape(q)[:-1], forces[:-2], *(np.shape(x)[:-1] for x in given[:1] if given[1:])]
    lead = np.broadcast_shapes(*leads)
    assert found[-1].shape == (*lead, rows, model.nv)
    assert len(found) == 1 or found[0].shape == (*lead, rows + 1, model.nv)
    for array in found:
        assert array.dtype == (np.complex128 if "complex" in entry.__name__ else np.float64)
    return found


@QUICK
@given(
    data=st.data(),
    entry=ENTRY,
    model=MODEL,
    r=st.integers(0, 60),
    seed=st.integers(0, 2**32 - 1),
    base=st.sampled_from(BASES),
    axes=AXES,
    form=FORM,
)
def test_every_order_of_good_numbers(data, entry, model, r, seed, base, axes, form):
    rng = np.random.default_rng(seed)
    if entry not in (inverse_dynamics, inverse_dynamics_complex):
        r = min(r, 40)
    q = model.random_configuration(rng)
    given = {name: rng.standard_normal(x) for name, x in shapes(entry, model, r).items()}
    applied = {
        "wrenches": rng.standard_normal((r + 1, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((r + 1, model.nv)),
    }
    applied = {name: x for name, x in applied.items() if data.draw(st.booleans())}
    options = {"base": base, "wrench_axes": axes, "form": form}
    held = rng.random(model.nv) < rng.random()
    mask = [held] if "prescribed" in ENTRIES[entry] else []
    found = outcome(entry, model, q, [*given.values(), *mask], **applied, **options)
    assert found is not None or (r > FINITE_ORDERS and "motion" not in given)
    if found is None:
        return
    assert all(np.isfinite(x).all() for x in found)
    if mask:
        assert np.array_equal(found[0][1:, held], given["vdot"][:, held])
        assert np.array_equal(found[1][:, ~held], given["tau"][:, ~held])


BIG_OR_SMALL = st.floats(allow_nan=False, allow_infinity=False)


@QUICK
@given(
    data=st.data(),
    entry=ENTRY,
    name=st.sampled_from(["two_link", "arm"]),
    r=st.integers(0, 9),
    form=FORM,
)
def test_any_finite_number(data, entry, name, r, form):
    model = MODELS[name]
    q = data.draw(hnp.arrays(np.float64, model.nq, elements=BIG_OR_SMALL))
    given = [
        data.draw(hnp.arrays(np.float64, shape, elements=BIG_OR_SMALL))
        for shape in shapes(entry, model, r).values()
    ]
    mask = [np.arange(model.nv) % 2 == 0] * ("prescribed" in ENTRIES[entry])
    found = outcome(entry, model, q, [*given, *mask], form=form)
    assert found is None or all(np.isfinite(x).all() for x in found)
    rows = 1 if "motion" not in ENTRIES[entry] else len(given[0])
    # of a motion that is found only order 0 is sure to be finite
    modest = [np.clip(x[:rows] if x.ndim > 1 else x, -10, 10) for x in given]
    found = outcome(entry, model, q % 7.0, [*modest, *mask], form=form)
    assert all(np.isfinite(x).all() for x in found)
