"""Hypothesis throws anything at the calls: a documented error, or a result of the right shape."""

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from support.trees.robots import ROBOTS
from support.trees.spatial_robots import BASES

from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex
from lieref.errors import LierefError

MODELS = {name: ROBOTS[name]() for name in ("free_body", "two_link", "arm", "every_joint_free")}
MODEL = st.sampled_from(sorted(MODELS)).map(MODELS.__getitem__)
ENTRIES = {inverse_dynamics: np.float64, inverse_dynamics_complex: np.complex128}
ENTRY = st.sampled_from(list(ENTRIES))
# The same examples on every run and machine.
QUICK = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

DTYPES = st.one_of(
    hnp.floating_dtypes(endianness="?"),
    hnp.integer_dtypes(endianness="?"),
    hnp.unsigned_integer_dtypes(endianness="?"),
    hnp.complex_number_dtypes(endianness="?"),
    hnp.boolean_dtypes(),
    hnp.datetime64_dtypes(),
    hnp.timedelta64_dtypes(),
    hnp.unicode_string_dtypes(max_len=3),
    hnp.byte_string_dtypes(max_len=3),
    st.just(np.dtype([("a", "<f8"), ("b", "<i4")])),
    st.just(np.dtype(object)),
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=3),
    st.binary(max_size=3),
)


@st.composite
def clothed(draw, array):
    """An array in some layout: Fortran order, strided, reversed, byte-swapped, frozen, a list."""
    layout = draw(st.integers(0, 6))
    if layout == 1:
        return np.asfortranarray(array)
    if layout == 2:
        return np.repeat(array, 2, axis=-1)[..., ::2] if array.ndim else array
    if layout == 3:
        return array[::-1] if array.ndim else array
    if layout == 4 and array.dtype.kind in "iufc":
        return array.astype(array.dtype.newbyteorder())
    if layout == 5:
        array = array.copy()
        array.setflags(write=False)
    if layout == 6:
        return array.tolist()
    return array


@st.composite
def anything(draw, *fitting):
    """An array of any dtype and of a fitting or any shape, or something that is no array."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.one_of(SCALARS, st.lists(st.lists(SCALARS, max_size=3), max_size=3)))
    shapes = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
    shape = draw(st.one_of(st.sampled_from(fitting), shapes))
    dtype = draw(DTYPES)
    elements = SCALARS if dtype.kind == "O" else None
    return draw(clothed(draw(hnp.arrays(dtype, shape, elements=elements))))


OPTIONS = {
    "base": st.one_of(st.sampled_from(BASES), SCALARS),
    "wrench_axes": st.one_of(st.sampled_from(["body", "inertial"]), SCALARS),
    "form": st.one_of(st.sampled_from(["default", "spatial"]), SCALARS),
}


def outcome(entry, model, q, v, **arguments):
    """Call; whatever is raised is documented, whatever returns has the order that v says."""
    try:
        tau = entry(model, q, v, **arguments)
    except LierefError as error:
        assert str(error)
        return None
    assert tau.dtype == ENTRIES[entry]
    lead = np.broadcast_shapes(np.shape(q)[:-1], np.shape(v)[:-2])
    assert tau.shape == (*lead, np.shape(v)[-2] - 1, model.nv)
    return tau


@QUICK
@given(data=st.data(), entry=ENTRY, model=MODEL)
def test_anything_at_all(data, entry, model):
    n, nq, nv = model.nbodies, model.nq, model.nv
    r = data.draw(st.integers(0, 3))
    arguments = {
        "q": data.draw(anything((nq,), (nv,), (1, nq))),
        "v": data.draw(anything((r + 2, nv), (1, nv), (0, nv), (nv,))),
        "wrenches": data.draw(st.none() | anything((r + 1, n, 6), (r + 1, 6, n))),
        "tau_ext": data.draw(st.none() | anything((r + 1, nv), (r + 2, nv))),
        **{name: data.draw(option) for name, option in OPTIONS.items()},
    }
    with np.errstate(all="ignore"):
        outcome(entry, model, **arguments)


FINITE = st.floats(-1e3, 1e3)
BIG_OR_SMALL = st.floats(allow_nan=False, allow_infinity=False)


@QUICK
@given(
    data=st.data(),
    entry=ENTRY,
    model=MODEL,
    r=st.integers(0, 60),
    seed=st.integers(0, 2**32 - 1),
    base=st.sampled_from(BASES),
    axes=st.sampled_from(["body", "inertial"]),
    form=st.sampled_from(["default", "spatial"]),
)
def test_every_order_and_layout_of_good_numbers(data, entry, model, r, seed, base, axes, form):
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal((r + 2, model.nv))
    applied = {
        "wrenches": rng.standard_normal((r + 1, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((r + 1, model.nv)),
    }
    chosen = {name: x for name, x in applied.items() if data.draw(st.booleans())}
    options = {"base": base, "wrench_axes": axes, "form": form}
    expected = outcome(entry, model, q, v, **chosen, **options)
    assert np.isfinite(expected).all()
    dressed = {name: data.draw(clothed(x)) for name, x in {"q": q, "v": v, **chosen}.items()}
    straight = {name: np.array(x) for name, x in dressed.items()}
    # a reversed stack is another stack of the same kind, a reversed q hardly a configuration
    if np.array_equal(straight["q"], q):
        found = outcome(entry, model, **dressed, **options)
        assert np.array_equal(found, entry(model, **straight, **options), equal_nan=True)


@QUICK
@given(
    model=st.sampled_from([MODELS["two_link"], MODELS["arm"]]),
    data=st.data(),
    entry=ENTRY,
    r=st.integers(0, 9),
)
def test_any_finite_number(model, data, entry, r):
    q = data.draw(hnp.arrays(np.float64, model.nq, elements=BIG_OR_SMALL))
    v = data.draw(hnp.arrays(np.float64, (r + 2, model.nv), elements=BIG_OR_SMALL))
    outcome(entry, model, q, v)
    modest = data.draw(hnp.arrays(np.float64, (r + 2, model.nv), elements=FINITE))
    assert np.isfinite(outcome(entry, model, q % 7.0, modest)).all()


@QUICK
@given(place=st.integers(0, 10**6), value=st.sampled_from([np.nan, np.inf, -np.inf]), entry=ENTRY)
@example(place=0, value=np.nan, entry=inverse_dynamics)
def test_one_bad_number_anywhere(place, value, entry):
    model = MODELS["every_joint_free"]
    q, v = model.neutral(), np.zeros((4, model.nv))
    arrays = [q, v, np.zeros((3, model.nbodies, 6)), np.zeros((3, model.nv))]
    place %= sum(x.size for x in arrays)
    for x in arrays:
        if 0 <= place < x.size:
            x.flat[place] = value
        place -= x.size
    q, v, wrenches, tau_ext = arrays
    with pytest.raises(LierefError, match=r"^(q|v|wrenches|tau_ext)\[[0-9, ]+\] is "):
        entry(model, q, v, wrenches=wrenches, tau_ext=tau_ext)


@pytest.mark.parametrize("entry", ENTRIES)
def test_shapes_without_numbers(entry):
    for model in MODELS.values():
        q = model.neutral()
        for shape in ((0,), (0, 0), (2, 0), (0, model.nv), (10**6, 0), (2, 0, model.nv)):
            with pytest.raises(LierefError, match="^v has shape"):
                entry(model, q, np.zeros(shape))
            with pytest.raises(LierefError, match="^wrenches has shape"):
                entry(model, q, np.zeros((2, model.nv)), wrenches=np.zeros((*shape, 6)))
            with pytest.raises(LierefError, match="^tau_ext has shape"):
                entry(model, q, np.zeros((2, model.nv)), tau_ext=np.zeros(shape))
