"""The public function of inverse dynamics: what it takes, what it refuses and in which words."""

import re

import numpy as np
import pytest
from support.references.tolerances import KERNEL
from support.trees.robots import draw, massless_tip, slide

import lieref
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex
from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError

R = 2
# Taylor coefficients of the motion go up to x^(r + 1) / (r + 1)!, and 170! is the last double.
LAST = 169
ORDERS = f"with an order r from 0 to {LAST}"
ENTRIES = (inverse_dynamics, inverse_dynamics_complex)


@pytest.fixture(scope="module")
def case():
    """every_joint_free with all arguments of order R: nbodies = 19, nq = 36, nv = 33."""
    model, q, v = draw("every_joint_free", "generic", R)
    rng = np.random.default_rng(6)
    return {
        "model": model,
        "q": q,
        "v": v,
        "wrenches": rng.standard_normal((R + 1, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((R + 1, model.nv)),
    }


def refusal(case, error, message, **changed):
    """Both calls refuse the changed arguments with this error; the message is quoted in part."""
    for entry in ENTRIES:
        with pytest.raises(error, match=re.escape(message)) as caught:
            entry(**{**case, **changed})
        assert isinstance(caught.value, lieref.errors.LierefError)
        assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("name", ["q", "v", "wrenches", "tau_ext"])
def test_wrong_shapes_are_named(case, name):
    model = case["model"]
    nv, n = model.nv, model.nbodies
    expected = {
        "q": [f"({model.nq},)"],
        "v": [f"(r + 2, {nv})", f"(r + 2, {nv}) {ORDERS}"],
        "wrenches": [f"({R + 1}, {n}, 6)"],
        "tau_ext": [f"({R + 1}, {nv})"],
    }[name]
    good = case[name]
    bad = [good[..., :-1], good[None], good[..., None], np.zeros(0), np.float64(1.0), good[:0]]
    if name != "q":
        bad.append(np.concatenate([good, good[:1]])[:, ..., :-1])
    if name in ("wrenches", "tau_ext"):
        bad += [good[:-1], np.concatenate([good, good[:1]])]
    if name == "wrenches":
        bad += [good[:, :-1], good.reshape(R + 1, -1), np.moveaxis(good, 1, 2)]
    for value in bad:
        shape = np.shape(value)
        found = f"{name} has shape {shape}, expected "
        for entry in ENTRIES:
            allowed = expected
            if len(shape) > good.ndim and entry is inverse_dynamics:
                if shape[1:] == good.shape:
                    # a batch of one state
                    continue
                allowed = [f"(..., {words[1:].replace(',)', ')')}" for words in expected]
            with pytest.raises(ShapeError) as caught:
                entry(**{**case, name: value})
            text = str(caught.value)
            assert text.startswith(found), text
            assert any(text == found + words for words in allowed), text


def test_a_stack_of_one_row_has_no_order(case):
    nv = case["model"].nv
    for rows in (0, 1):
        message = f"v has shape ({rows}, {nv}), expected (r + 2, {nv}) {ORDERS}"
        refusal(case, ShapeError, message, v=case["v"][:rows], wrenches=None, tau_ext=None)


@pytest.mark.parametrize("form", ["default", "spatial"])
def test_orders_whose_factorials_no_double_holds(form):
    model, q, _ = draw("two_link", "generic")
    # at rest but for the last derivative: tau^(r) is H v^(r + 1)
    v = np.zeros((LAST + 2, model.nv))
    v[-1] = 0.7, -1.1
    for entry in ENTRIES:
        tau = entry(model, q, v, form=form)
        pulled, held = (entry(model, q, [v[0], x], form=form)[0] for x in (v[-1], v[0]))
        assert abs(tau[-1] - (pulled - held)).max() <= KERNEL * (LAST + 1) * abs(pulled).max()
        for rows in (LAST + 3, LAST + 4, 300):
            with pytest.raises(ShapeError, match=f"^v has shape .{rows}, 2.*{ORDERS}$"):
                entry(model, q, np.zeros((rows, model.nv)), form=form)


@pytest.mark.parametrize("form", ["default", "spatial"])
def test_a_motion_beyond_the_range_of_doubles(form):
    """Finite arguments whose generalized force overflows: an error, no silent NaN or infinity."""
    model, q, _ = draw("arm", "generic")
    for entry in ENTRIES:
        for r in (0, 1, 3):
            with pytest.raises(NonFiniteError, match=r"^tau\[[0-9, ]+\] is .*range of double"):
                entry(model, q, np.full((r + 2, model.nv), 1e200), form=form)


def test_a_model_without_bodies():
    with pytest.warns(lieref.errors.ModelWarning):
        model = lieref.ModelBuilder(doubtful="warn").build()
    for entry in ENTRIES:
        for r in (0, 1, 5):
            assert entry(model, [], np.zeros((r + 2, 0))).shape == (r + 1, 0)
        # arrays without numbers cost nothing, whatever their length
        for rows in (10**6, 2**31 + 1, 2**32 + 4):
            with pytest.raises(ShapeError, match=ORDERS):
                entry(model, [], np.zeros((rows, 0)))


@pytest.mark.parametrize("name", ["q", "v", "wrenches", "tau_ext"])
def test_wrong_dtypes_are_named(case, name):
    shape = case[name].shape
    kinds = {
        "bool": np.zeros(shape, bool),
        "object": np.zeros(shape, object),
        "<U1": np.full(shape, "1"),
        "|S1": np.full(shape, b"1"),
        "datetime64[s]": np.zeros(shape, "M8[s]"),
        "timedelta64[s]": np.zeros(shape, "m8[s]"),
        "[('a', '<f8')]": np.zeros(shape, [("a", "<f8")]),
    }
    for dtype, value in kinds.items():
        message = f"{name} has dtype {dtype}, expected real numbers"
        refusal(case, ShapeError, message, **{name: value})
    with pytest.raises(ShapeError, match=f"{name} has dtype complex128, expected real numbers"):
        inverse_dynamics(**{**case, name: case[name] + 0j})


def test_what_is_no_array(case):
    refusal(case, ShapeError, "q has dtype object, expected real numbers", q=None)
    refusal(case, ShapeError, "v has dtype object, expected real numbers", v=object())
    refusal(case, ShapeError, "q: not an array of numbers (", q=[[1.0], [2.0, 3.0]])
    refusal(case, ShapeError, "tau_ext has dtype <U", tau_ext="one")
    refusal(case, ShapeError, "q has dtype object", q=[10**400] * case["model"].nq)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["q", "v", "wrenches", "tau_ext"])
def test_numbers_that_are_not_finite_are_named(case, name, value):
    rng = np.random.default_rng(7)
    places = [tuple(int(rng.integers(n)) for n in case[name].shape) for _ in range(4)]
    places += [(0,) * case[name].ndim, tuple(n - 1 for n in case[name].shape)]
    for place in places:
        spoilt = case[name].copy()
        spoilt[place] = value
        where = f"{name}[{', '.join(map(str, place))}] is "
        refusal(case, NonFiniteError, where, **{name: spoilt})
        with pytest.raises(NonFiniteError, match=re.escape(f"{where}{value}, expected a finite")):
            inverse_dynamics(**{**case, name: spoilt})


@pytest.mark.parametrize("form", ["default", "spatial", "body", "hybrid"])
@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint", "massless_tip"])
def test_every_number_of_the_motion_is_checked(robot, form):
    """The highest derivatives by the result alone, which even a massless body's are in."""
    if robot == "massless_tip":
        model = massless_tip()
        q, v = np.array([0.3, 0.5]), np.arange(1.0, 2 * R + 5).reshape(R + 2, 2)
    else:
        model, q, v = draw(robot, "generic", R)
    for place in np.ndindex(v.shape):
        spoilt = v.copy()
        spoilt[place] = -np.inf
        with pytest.raises(NonFiniteError, match=rf"^v\[{place[0]}, {place[1]}\] is -inf"):
            inverse_dynamics(model, q, spoilt, form=form)
        imaginary = v + 0j
        imaginary.imag[place] = -np.inf
        with pytest.raises(NonFiniteError, match=rf"^v\[{place[0]}, {place[1]}\] is "):
            inverse_dynamics_complex(model, q, imaginary, form=form)


@pytest.mark.parametrize("form", ["default", "spatial", "body", "hybrid"])
def test_velocities_that_turn_nothing_are_checked(form):
    """They are in no generalized force, and not every form computes with them."""
    given = {"model": slide(), "q": np.zeros(1), "v": np.array([[np.nan], [1.0]])}
    refusal({**given, "form": form}, NonFiniteError, "v[0, 0] is")
    model, q, v = draw("free_body", "generic", R)
    for base in ("spatial", "hybrid", "mixed"):
        for place in range(model.nv):
            spoilt = v.copy()
            spoilt[0, place] = np.nan
            given = {"model": model, "q": q, "v": spoilt, "base": base, "form": form}
            refusal(given, NonFiniteError, f"v[0, {place}] is")


def test_the_first_of_several_is_named(case):
    spoilt = case["v"].copy()
    spoilt[2, 5], spoilt[1, 7], spoilt[3, 0] = np.nan, np.inf, -np.inf
    refusal(case, NonFiniteError, "v[1, 7] is", v=spoilt)


def test_finite_numbers_whose_sum_is_not(case):
    """Arguments and results near the end of the range, of one sign and of both."""
    huge = np.full_like(case["tau_ext"], 1.5e308)
    for sign in (1, np.where(np.arange(huge.shape[1]) < 20, 1, -1)):
        for entry in ENTRIES:
            assert np.array_equal(entry(**{**case, "tau_ext": sign * huge}), -sign * huge)
    huge[1, 3] = np.nan
    refusal(case, NonFiniteError, "tau_ext[1, 3] is", tau_ext=huge)


def test_an_imaginary_part_that_is_not_finite(case):
    spoilt = case["v"] + 0j
    spoilt[1, 2] = complex(0.5, np.inf)
    with pytest.raises(NonFiniteError, match=re.escape("v[1, 2] is (0.5+infj)")):
        inverse_dynamics_complex(**{**case, "v": spoilt})


def test_a_number_too_large_for_a_double(case):
    huge = case["q"].astype(np.longdouble)
    huge[1] = np.finfo(np.longdouble).max
    if not np.isfinite(float(huge[1])):
        refusal(case, NonFiniteError, "q[1] is ", q=huge)


def test_quaternions_off_unit_norm_name_their_joint(case):
    model = case["model"]
    for i, joint in enumerate(model.joints):
        if joint.kind not in ("spherical", "free"):
            continue
        first = int(model.idx_q[i]) + (3 if joint.kind == "free" else 0)
        where = f"quaternion q[{first}:{first + 4}] of joint {model.joint_names[i]!r} has norm "
        for factor in (1 + 3e-9, 1 - 3e-9, 0.0, 2.0, 1e200):
            q = case["q"].copy()
            q[first : first + 4] *= factor
            refusal(case, ConfigurationError, where, q=q)
        for factor in (1 + 3e-10, 1 - 3e-10, -1.0):
            q = case["q"].copy()
            q[first : first + 4] *= factor
            assert inverse_dynamics(**{**case, "q": q}).shape == (R + 1, model.nv)


@pytest.mark.parametrize(
    "name, choices",
    [
        ("base", "'body', 'spatial', 'hybrid', 'mixed'"),
        ("wrench_axes", "'body', 'inertial'"),
        ("form", "'default', 'spatial'"),
    ],
)
def test_unknown_options_list_the_known_ones(case, name, choices):
    for value in ("Body", "", "local", b"body", 3, None, ["body"], {}, ("spatial",), np.nan):
        shown = repr(value) if isinstance(value, str | int | None) else f"a {type(value).__name__}"
        message = f"{name} is {shown}, expected one of {choices}"
        refusal(case, ArgumentError, message, **{name: value})


def test_options_that_are_arrays(case):
    for name in ("base", "wrench_axes", "form"):
        message = f"{name} is "
        refusal(case, ArgumentError, message, **{name: np.array(["body", "spatial"])})


def test_what_is_no_model():
    for entry in ENTRIES:
        for model in (None, 3, "arm", object(), lieref.ModelBuilder()):
            with pytest.raises(TypeError, match="'model' has incorrect type"):
                entry(model, np.zeros(1), np.zeros((2, 1)))
        with pytest.raises(TypeError):
            entry()
        with pytest.raises(TypeError, match="forms"):
            entry(draw("arm", "zero")[0], np.zeros(7), np.zeros((2, 7)), forms="spatial")


def _layouts(x):
    """The same numbers in other clothes."""
    strided = np.full((*(2 * n for n in x.shape[:-1]), 3 * x.shape[-1]), np.nan)
    window = strided[(*(slice(None, None, 2) for _ in x.shape[:-1]), slice(1, None, 3))]
    window[...] = x
    unaligned = np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(x.dtype).reshape(x.shape)
    frozen = x.copy()
    frozen.setflags(write=False)
    return {
        "Fortran order": np.asfortranarray(x),
        "strides": window,
        "reversed": x[::-1].copy()[::-1],
        "byte-swapped": x.astype(x.dtype.newbyteorder()),
        "unaligned": unaligned,
        "read-only": frozen,
        "list": x.tolist(),
        "subclass": x.view(np.recarray),
        "long double": x.astype(np.longdouble),
    }


@pytest.mark.parametrize("name", ["q", "v", "wrenches", "tau_ext"])
def test_every_layout_gives_the_same_bits(case, name):
    for entry in ENTRIES:
        expected = entry(**case)
        for layout, value in _layouts(case[name]).items():
            assert np.array_equal(entry(**{**case, name: value}), expected), layout


def test_narrow_numbers_mean_their_value():
    model, q, v = draw("arm", "generic", R)
    for dtype in ("f4", "f2", "i8", "i4", "i2", "i1"):
        narrow_q, narrow_v = (10 * q).astype(dtype), (10 * v).astype(dtype)
        expected = inverse_dynamics(model, narrow_q.astype(float), narrow_v.astype(float))
        assert np.array_equal(inverse_dynamics(model, narrow_q, narrow_v), expected), dtype
    unsigned = abs(10 * v).astype("u2")
    expected = inverse_dynamics(model, q, unsigned.astype(float))
    assert np.array_equal(inverse_dynamics(model, q, unsigned), expected)


@pytest.mark.parametrize("form", ["default", "spatial"])
def test_arguments_stay_and_the_result_is_the_callers_own(case, form):
    arrays = {name: x for name, x in case.items() if name != "model"}
    before = {name: x.copy() for name, x in arrays.items()}
    for entry in ENTRIES:
        for base in ("body", "spatial", "hybrid", "mixed"):
            for axes in ("body", "inertial"):
                tau = entry(**case, base=base, wrench_axes=axes, form=form)
                assert all(np.array_equal(arrays[name], before[name]) for name in arrays)
                assert tau.flags.owndata and tau.flags.c_contiguous and tau.flags.writeable
                assert type(tau) is np.ndarray
                assert not any(np.shares_memory(tau, x) for x in arrays.values())
                kept = tau.copy()
                again = entry(**case, base=base, wrench_axes=axes, form=form)
                assert np.array_equal(again, kept) and np.array_equal(tau, kept)
                assert not np.shares_memory(again, tau)


def test_arguments_may_be_one_another():
    model, q, v = draw("arm", "generic", r=1)
    square = np.random.default_rng(8).standard_normal((3, model.nv))
    expected = inverse_dynamics(model, square[0].copy(), square.copy(), tau_ext=square[:2].copy())
    found = inverse_dynamics(model, square[0], square, tau_ext=square[:2])
    assert np.array_equal(found, expected)


def test_unused_options_are_checked_too():
    model, q, v = draw("arm", "generic")
    with pytest.raises(ArgumentError, match="wrench_axes is 'world'"):
        inverse_dynamics(model, q, v, wrench_axes="world")
    with pytest.raises(ArgumentError, match="base is 'world'"):
        inverse_dynamics(model, q, v, base="world")
