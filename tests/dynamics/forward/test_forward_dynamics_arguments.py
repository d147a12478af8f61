"""The calls of forward and hybrid dynamics: what they take, what they refuse, in which words."""

import re

import numpy as np
import pytest
from support.trees.robots import draw, massless_tip

import lieref
from lieref.dynamics.forward_dynamics import (
    forward_dynamics,
    forward_dynamics_complex,
    hybrid_dynamics,
    hybrid_dynamics_complex,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ArgumentError, ConfigurationError, LierefError, NonFiniteError, ShapeError

R = 2
LAST = 169
FORWARD = (forward_dynamics, forward_dynamics_complex)
HYBRID = (hybrid_dynamics, hybrid_dynamics_complex)
# Public functions that take leading axes.
BATCHES = (forward_dynamics, hybrid_dynamics)
ONLY_HYBRID = ("vdot", "prescribed")
FORMS = ("default", "spatial", "body", "hybrid")


@pytest.fixture(scope="module")
def case():
    """every_joint_free with all arguments of order R; every third coordinate prescribed."""
    model, q, v = draw("every_joint_free", "generic", R)
    rng = np.random.default_rng(6)
    return {
        "model": model,
        "q": q,
        "v": v[0],
        "vdot": v[1:],
        "tau": inverse_dynamics(model, q, v),
        "prescribed": np.arange(model.nv) % 3 == 0,
        "wrenches": rng.standard_normal((R + 1, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((R + 1, model.nv)),
    }


def entries(case, changed=()):
    """Calls of every public function that knows the changed arguments, with these."""
    whole = {**case, **dict(changed)}
    forward = {name: x for name, x in whole.items() if name not in ONLY_HYBRID}
    if not set(dict(changed)) & set(ONLY_HYBRID):
        yield from ((entry, forward) for entry in FORWARD)
    yield from ((entry, whole) for entry in HYBRID)


def refusal(case, error, message, **changed):
    for entry, arguments in entries(case, changed):
        with pytest.raises(error, match=re.escape(message)) as caught:
            entry(**arguments)
        assert isinstance(caught.value, LierefError) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize("name", ["q", "v", "tau", "vdot", "wrenches", "tau_ext"])
def test_wrong_shapes_are_named(case, name):
    model, good = case["model"], case[name]
    expected = {
        "q": f"({model.nq},)",
        "v": f"({model.nv},)",
        "tau": f"(r + 1, {model.nv})",
        "vdot": f"({R + 1}, {model.nv})",
        "wrenches": f"({R + 1}, {model.nbodies}, 6)",
        "tau_ext": f"({R + 1}, {model.nv})",
    }[name]
    bad = [good[..., :-1], good[None], good[..., None], np.zeros(0), np.float64(1.0), good[:0]]
    if name in ("vdot", "wrenches", "tau_ext"):
        bad += [good[:-1], np.concatenate([good, good[:1]])]
    for value in bad:
        for entry, arguments in entries(case, {name: value}):
            if np.ndim(value) > good.ndim and entry in BATCHES:
                if value.shape[1:] == good.shape:
                    # a batch of one state
                    continue
                wanted = f"(..., {expected[1:].replace(',)', ')')}"
            else:
                wanted = expected
            with pytest.raises(ShapeError) as caught:
                entry(**arguments)
            message = f"{name} has shape {np.shape(value)}, expected {wanted}"
            assert str(caught.value).startswith(message)


def test_prescribed_are_booleans_one_to_each_coordinate(case):
    model, good = case["model"], case["prescribed"]
    bad = (
        good[:-1], good[None], np.zeros(0, bool), True, None, good.astype(int), good.astype(float),
        good.astype(object), good.astype(str), "yes", [0] * model.nv, [[True], [False, True]],
        np.concatenate([good, good]), np.full(model.nv, np.nan), np.ma.array(good, mask=good),
    )  # fmt: skip
    for value in bad:
        for entry in HYBRID:
            with pytest.raises(ShapeError, match="prescribed"):
                entry(**{**case, "prescribed": value})
    expected = hybrid_dynamics(**case)
    strided = np.repeat(good, 2)[::2]
    for value in (good.tolist(), tuple(good.tolist()), strided, np.asfortranarray(good)):
        found = hybrid_dynamics(**{**case, "prescribed": value})
        assert all(np.array_equal(x, y) for x, y in zip(found, expected, strict=True))


@pytest.mark.parametrize("name", ["q", "v", "tau", "vdot", "wrenches", "tau_ext"])
def test_wrong_dtypes_are_named(case, name):
    shape = case[name].shape
    for value in (
        np.zeros(shape, bool), np.zeros(shape, object), np.full(shape, "1"), np.full(shape, b"1"),
        np.zeros(shape, "M8[s]"), np.zeros(shape, [("a", "<f8")]),
    ):  # fmt: skip
        message = f"{name} has dtype {value.dtype}, expected real numbers"
        refusal(case, ShapeError, message, **{name: value})
    refusal(case, ShapeError, f"{name}: not an array", **{name: [[1.0], [2.0, 3.0]]})
    for entry, arguments in entries(case, {name: case[name] + 0j}):
        if entry in (forward_dynamics, hybrid_dynamics):
            with pytest.raises(ShapeError, match=f"{name} has dtype complex128"):
                entry(**arguments)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["q", "v", "tau", "vdot", "wrenches", "tau_ext"])
def test_numbers_that_are_read_are_finite(case, name, value):
    rng = np.random.default_rng(7)
    columns = {"vdot": case["prescribed"], "tau": ~case["prescribed"]}.get(name)
    for _ in range(4):
        place = tuple(int(rng.integers(n)) for n in case[name].shape)
        if columns is not None:
            place = (place[0], int(rng.choice(np.flatnonzero(columns))))
        spoilt = case[name].copy()
        spoilt[place] = value
        where = f"{name}[{', '.join(map(str, place))}] is "
        refusal(case, NonFiniteError, where, **{name: spoilt})


@pytest.mark.parametrize("name", ["q", "v", "tau", "vdot", "wrenches", "tau_ext"])
def test_what_a_mask_hides_is_no_number(case, name):
    columns = {"vdot": case["prescribed"], "tau": ~case["prescribed"]}.get(name)
    place = [0] * case[name].ndim
    if columns is not None:
        place[1] = int(np.flatnonzero(columns)[0])
    hidden = np.ma.array(case[name])
    hidden[tuple(place)] = np.ma.masked
    refusal(case, NonFiniteError, f"{name}[{', '.join(map(str, place))}] is ", **{name: hidden})


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint"])
def test_every_torque_is_checked(robot, form):
    """By the result alone, in forward dynamics."""
    model, q, v = draw(robot, "generic", R)
    tau = inverse_dynamics(model, q, v)
    for place in np.ndindex(tau.shape):
        spoilt = tau.copy()
        spoilt[place] = -np.inf
        with pytest.raises(NonFiniteError, match=rf"^tau\[{place[0]}, {place[1]}\] is -inf"):
            forward_dynamics(model, q, v[0], spoilt, form=form)
        imaginary = tau + 0j
        imaginary.imag[place] = -np.inf
        with pytest.raises(NonFiniteError, match=rf"^tau\[{place[0]}, {place[1]}\] is "):
            forward_dynamics_complex(model, q, v[0], imaginary, form=form)


def test_an_torque_that_is_not_finite_is_named_before_a_singular_joint():
    tau = np.array([[0.0, np.nan]])
    with pytest.raises(NonFiniteError, match=r"^tau\[0, 1\]"):
        forward_dynamics(massless_tip(), np.zeros(2), np.zeros(2), tau)


@pytest.mark.parametrize("form", FORMS)
def test_numbers_that_are_not_read_may_be_anything(case, form):
    prescribed = case["prescribed"]
    for entry in HYBRID:
        expected = entry(**case, form=form)
        for value in (np.nan, np.inf, 1e308):
            vdot, tau = case["vdot"].copy(), case["tau"].copy()
            vdot[:, ~prescribed], tau[:, prescribed] = value, value
            before = vdot.copy(), tau.copy()
            found = entry(**{**case, "vdot": vdot, "tau": tau}, form=form)
            assert all(np.array_equal(x, y) for x, y in zip(found, expected, strict=True))
            assert np.array_equal(before, (vdot, tau), equal_nan=True)


def test_quaternions_off_unit_norm_name_their_joint(case):
    model = case["model"]
    for i, joint in enumerate(model.joints):
        if joint.kind not in ("spherical", "free"):
            continue
        first = int(model.idx_q[i]) + (3 if joint.kind == "free" else 0)
        where = f"quaternion q[{first}:{first + 4}] of joint {model.joint_names[i]!r} has norm "
        q = case["q"].copy()
        q[first : first + 4] *= 1 + 3e-9
        refusal(case, ConfigurationError, where, q=q)
        q[first : first + 4] /= 1 + 2.5e-9
        assert forward_dynamics(model, q, case["v"], case["tau"]).shape == case["tau"].shape


@pytest.mark.parametrize(
    "name, choices",
    [
        ("base", "'body', 'spatial', 'hybrid', 'mixed'"),
        ("wrench_axes", "'body', 'inertial'"),
        ("form", "'default', 'spatial'"),
    ],
)
def test_unknown_options_list_the_known_ones(case, name, choices):
    for value in ("Body", "", "world", b"body", 3, None, ["body"], {}, np.nan):
        shown = repr(value) if isinstance(value, str | int | None) else f"a {type(value).__name__}"
        message = f"{name} is {shown}, expected one of {choices}"
        refusal(case, ArgumentError, message, **{name: value})
    refusal(case, ArgumentError, f"{name} is ", **{name: np.array(["body", "spatial"])})


def test_what_is_no_model(case):
    for model in (None, 3, "arm", object()):
        for entry, arguments in entries(case, {"model": model}):
            with pytest.raises(TypeError, match="'model' has incorrect type"):
                entry(**arguments)


def test_orders_whose_factorials_no_double_holds():
    model, q, v = draw("two_link", "generic")
    for rows in (LAST + 2, 300):
        for entry in FORWARD:
            with pytest.raises(ShapeError, match=f"^tau has shape .{rows}, 2.*0 to {LAST}$"):
                entry(model, q, v[0], np.zeros((rows, 2)))
        for entry in HYBRID:
            with pytest.raises(ShapeError, match="^tau has shape"):
                entry(model, q, v[0], np.zeros((rows, 2)), np.zeros((rows, 2)), [True, False])
    rest = np.zeros((LAST + 1, 2))
    rest[-1] = 0.7, -1.1
    # at rest without gravity nothing but the last order moves
    held = inverse_dynamics(model, q, np.zeros((2, 2)))[0]
    rest[0] = held
    found = forward_dynamics(model, q, np.zeros(2), rest)
    pushed = forward_dynamics(model, q, np.zeros(2), [held + rest[-1]])[0]
    assert abs(found[-1] - pushed).max() <= 1e-12 * abs(pushed).max()
    assert forward_dynamics(model, q, v[0], rest[:0].reshape(0, 2).tolist() + [[0, 0]]).any()


@pytest.mark.parametrize("form", FORMS)
def test_a_motion_beyond_the_range_of_doubles(form):
    model, q, v = draw("arm", "generic")
    half = np.arange(model.nv) % 2 == 0
    for rows in (1, 2, 4):
        big = np.full((rows, model.nv), 1e300)
        fast = np.full(model.nv, 1e200)
        for entry in FORWARD:
            with pytest.raises(NonFiniteError, match=r"^vdot\[[0-9, ]+\] is .*range of double"):
                entry(model, q, fast, big, form=form)
        for entry in HYBRID:
            with pytest.raises(NonFiniteError, match=r"^(vdot|tau)\[[0-9, ]+\] .*range of double"):
                entry(model, q, fast, big, big, half, form=form)


def test_a_model_without_bodies():
    with pytest.warns(lieref.errors.ModelWarning):
        model = lieref.ModelBuilder(doubtful="warn").build()
    for form in FORMS:
        for r in (0, 1, 5):
            none = np.zeros((r + 1, 0))
            for entry in FORWARD:
                assert entry(model, [], [], none, form=form).shape == (r + 1, 0)
            for entry in HYBRID:
                motion, torque = entry(model, [], [], none, none, np.zeros(0, bool), form=form)
                assert motion.shape == (r + 2, 0) and torque.shape == (r + 1, 0)
    for rows in (0, 10**6, 2**32 + 4):
        with pytest.raises(ShapeError, match="tau has shape"):
            forward_dynamics(model, [], [], np.zeros((rows, 0)))


def _layouts(x):
    """The same numbers in other clothes."""
    strided = np.full((*(2 * n for n in x.shape[:-1]), 3 * x.shape[-1]), np.nan)
    window = strided[(*(slice(None, None, 2) for _ in x.shape[:-1]), slice(1, None, 3))]
    window[...] = x
    frozen = x.copy()
    frozen.setflags(write=False)
    return {
        "Fortran order": np.asfortranarray(x),
        "strides": window,
        "reversed": x[::-1].copy()[::-1],
        "byte-swapped": x.astype(x.dtype.newbyteorder()),
        "unaligned": np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view("f8").reshape(x.shape),
        "read-only": frozen,
        "list": x.tolist(),
        "subclass": x.view(np.recarray),
        "long double": x.astype(np.longdouble),
    }


@pytest.mark.parametrize("name", ["q", "v", "tau", "vdot", "wrenches", "tau_ext"])
def test_every_layout_gives_the_same_bits(case, name):
    for layout, value in _layouts(case[name]).items():
        for (entry, arguments), (_, plain) in zip(
            entries(case, {name: value}), entries(case, {name: case[name]}), strict=True
        ):
            found, expected = entry(**arguments), entry(**plain)
            assert np.array_equal(np.vstack(found), np.vstack(expected)), layout


@pytest.mark.parametrize("form", FORMS)
def test_arguments_stay_and_the_results_are_the_callers_own(case, form):
    arrays = {name: x for name, x in case.items() if name != "model"}
    before = {name: x.copy() for name, x in arrays.items()}
    for base in ("body", "spatial", "hybrid", "mixed"):
        for entry, arguments in entries(case):
            results = entry(**arguments, base=base, wrench_axes="inertial", form=form)
            results = results if isinstance(results, tuple) else (results,)
            assert all(np.array_equal(arrays[name], before[name]) for name in arrays)
            for result in results:
                assert type(result) is np.ndarray
                assert result.flags.owndata and result.flags.c_contiguous
                assert result.flags.writeable
                assert not any(np.shares_memory(result, x) for x in arrays.values())
            kept = [x.copy() for x in results]
            entry(**arguments, base=base, wrench_axes="inertial", form=form)
            assert all(np.array_equal(x, y) for x, y in zip(kept, results, strict=True))


def test_arguments_may_be_one_another():
    model, _, _ = draw("arm", "generic", r=1)
    square = np.random.default_rng(8).standard_normal((3, model.nv))
    half = np.arange(model.nv) % 2 == 0
    copies = [square.copy() for _ in range(3)]
    expected = hybrid_dynamics(model, square[0].copy(), square[1].copy(), *copies[:2], half,
                               tau_ext=copies[2])  # fmt: skip
    found = hybrid_dynamics(model, square[0], square[1], square, square, half, tau_ext=square)
    assert all(np.array_equal(x, y) for x, y in zip(found, expected, strict=True))
