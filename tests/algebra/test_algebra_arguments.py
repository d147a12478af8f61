"""Bad arguments: the documented error, naming what and where; and no crash on anything else."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from support.trees.algebra_samples import EPS

from lieref.algebra import SE3, SO3
from lieref.algebra.arguments import UNIT_TOLERANCE
from lieref.algebra.groups import coefficients, inertia
from lieref.errors import ConfigurationError, LierefError, NonFiniteError, ShapeError

X, C, R, Q = np.linspace(0.1, 0.6, 6), np.eye(4), np.eye(3), np.array([0.0, 0.0, 0.0, 1.0])

# function, good arguments with their names
CALLS = [
    *(
        (getattr(SO3, n), {"w": X[:3]})
        for n in ("hat", "exp", "dexp", "dexp_inv", "exp_quaternion")
    ),
    (SO3.vee, {"W": np.zeros((3, 3))}),
    *((getattr(SO3, n), {"R": R}) for n in ("log", "to_quaternion")),
    *((getattr(SO3, n), {"q": Q}) for n in ("from_quaternion", "log_quaternion")),
    (SO3.quaternion_product, {"a": Q, "b": Q}),
    *((getattr(SE3, n), {"X": X}) for n in ("exp", "dexp", "dexp_inv")),
    *((getattr(SE3, n), {"C": C}) for n in ("log", "inverse", "Ad", "Ad_t")),
    *((getattr(SE3, n), {"V": X}) for n in ("ad", "ad_t")),
    (SE3.compose, {"C1": C, "C2": C}),
    *((getattr(SE3, n), {"C": C, "V": X}) for n in ("Ad_mul", "Ad_inv_mul")),
    *((getattr(SE3, n), {"C": C, "W": X}) for n in ("Ad_t_mul", "Ad_inv_t_mul")),
    (SE3.ad_mul, {"V": X, "Y": X}),
    (SE3.ad_t_mul, {"V": X, "W": X}),
    (inertia.spatial_inertia, {"mass": 1.0, "com": X[:3], "inertia": R}),
    (inertia.product, {"M": np.eye(6), "V": X}),
    (inertia.momentum, {"mass": 1.0, "com": X[:3], "inertia": R, "V": X}),
    (inertia.transform, {"C": C, "M": np.eye(6)}),
]
IDS = [call[0].__name__ for call in CALLS]
each_call = pytest.mark.parametrize(("function", "good"), CALLS, ids=IDS)


def with_one_bad(good, name, bad):
    """Arguments in order with one of them replaced."""
    return [bad if key == name else value for key, value in good.items()]


@each_call
def test_every_function_is_tried(function, good):
    assert np.isfinite(function(*good.values())).all()


def test_no_function_is_left_out():
    tried = {call[0] for call in CALLS}
    for module in (SO3, SE3, inertia):
        assert {getattr(module, name) for name in module.__all__} <= tried


@each_call
def test_non_finite(function, good):
    for name, value in good.items():
        for special in (np.nan, np.inf, -np.inf):
            bad = np.stack([value, value]).astype(float)
            bad[(1,) + (0,) * (bad.ndim - 1)] = special
            where = ", ".join(["1"] + ["0"] * (bad.ndim - 1))
            with pytest.raises(NonFiniteError, match=rf"^{name}: -?\w+ at index \({where},?\)$"):
                function(*with_one_bad(good, name, bad))


@each_call
def test_wrong_shapes(function, good):
    for name, value in good.items():
        if np.ndim(value) == 0:
            continue
        shape = np.shape(value)
        wrong = [np.zeros(shape[:-1] + (n,)) for n in (shape[-1] + 1, 0)]
        wrong += [np.zeros((*shape, 2)), 1.0, []]
        for bad in wrong:
            with pytest.raises(ShapeError, match=rf"^{name}: shape .* came, \(\.\.\., .*expected"):
                function(*with_one_bad(good, name, bad))
        with pytest.raises(ShapeError, match=rf"^{name}: "):
            function(*with_one_bad(good, name, [[1.0], [1.0, 2.0]]))


@each_call
def test_wrong_types(function, good):
    for name, value in good.items():
        for dtype in (complex, object, "U8", "S8", np.longdouble, "M8[s]"):
            bad = np.zeros(np.shape(value), dtype=dtype)
            with pytest.raises(ShapeError, match=rf"^{name}: dtype .* cannot be cast safely"):
                function(*with_one_bad(good, name, bad))


def test_integers_booleans_and_small_floats_are_accepted():
    for dtype in (bool, np.int8, np.int64, np.uint32, np.float16, np.float32):
        assert np.array_equal(SE3.exp(np.ones(6, dtype=dtype)), SE3.exp(np.ones(6)))
        assert np.array_equal(SE3.log(np.eye(4, dtype=dtype)), np.zeros(6))


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (SE3.compose, (np.stack([C] * 2), np.stack([C] * 3))),
        (SE3.Ad_mul, (np.stack([C] * 2), np.stack([X] * 3))),
        (SE3.ad_mul, (np.stack([X] * 2), np.stack([X] * 3))),
        (SO3.quaternion_product, (np.stack([Q] * 2), np.stack([Q] * 3))),
        (inertia.spatial_inertia, (np.ones(2), np.stack([X[:3]] * 3), R)),
        (coefficients.log_ratio, (np.ones(2), np.ones(3))),
    ],
)
def test_leading_axes_that_do_not_broadcast(function, arguments):
    with pytest.raises(ShapeError, match=r"\(2,\).*\(3,\).*do not broadcast"):
        function(*arguments)


@pytest.mark.parametrize("factor", [1.0 + 0.6 * UNIT_TOLERANCE, -1.0, 0.0, 1e300])
def test_not_a_rotation(factor):
    rotations = np.stack([R, R, factor * R])
    poses = np.stack([C, C, np.diag([factor, factor, factor, 1.0])])
    for function in (SO3.log, SO3.to_quaternion):
        with pytest.raises(ConfigurationError, match=r"R at index \(2,\)"):
            function(rotations)
    for function in (SE3.log, SE3.inverse, SE3.Ad, SE3.Ad_t):
        with pytest.raises(ConfigurationError, match=r"C at index \(2,\)"):
            function(poses)


def test_within_the_tolerance_is_accepted():
    near = R + 0.4 * UNIT_TOLERANCE * np.ones((3, 3))
    # its nearest rotation is I; sums of entries of 4e-10 that cancel, fused or not
    assert abs(SO3.log(near)).max() <= 4 * EPS * UNIT_TOLERANCE


def test_last_row_quaternion_and_skewness():
    bad = C.copy()
    bad[3, 0] = 1e-8
    with pytest.raises(ConfigurationError, match=r"last row .* 1e-08"):
        SE3.log(bad)
    for factor in (0.0, 1.0 + 2 * UNIT_TOLERANCE, 1e300):
        for function in (SO3.from_quaternion, SO3.log_quaternion):
            with pytest.raises(ConfigurationError, match=r"q at index \(1,\): the norm"):
                function([Q, factor * Q])
    with pytest.raises(ConfigurationError, match="W at index .* W \\+ W"):
        SO3.vee(R)


def test_overflow_is_an_error():
    for function in (SE3.exp, SE3.dexp, SE3.dexp_inv):
        with pytest.raises(NonFiniteError, match=r"X at index \(1,\): too large"):
            function([np.ones(6), np.full(6, 1e200)])
    with pytest.raises(NonFiniteError, match=r"too large"):
        SE3.ad_mul(np.full(6, 1e200), 1e200 * X)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    call=st.sampled_from(CALLS),
    data=st.data(),
)
def test_anything_gives_a_finite_result_or_an_error_of_ours(call, data):
    function, good = call
    arrays = hnp.arrays(
        dtype=st.one_of(hnp.floating_dtypes(), hnp.integer_dtypes(), hnp.complex_number_dtypes()),
        shape=hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6),
    )
    name = data.draw(st.sampled_from(sorted(good)))
    try:
        result = function(*with_one_bad(good, name, data.draw(arrays)))
    except LierefError:
        return
    assert np.isfinite(result).all()


def test_two_threads_give_the_bits_of_one():
    rng = np.random.default_rng(51)
    screws = rng.normal(size=(2000, 6))
    expected = SE3.log(SE3.exp(screws))
    results = [None, None]

    def work(i):
        for _ in range(5):
            results[i] = SE3.log(SE3.exp(screws))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(results[0], expected) and np.array_equal(results[1], expected)
