"""Messages that help beyond the argument's name: what was meant, where to go, which joint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.trees.robots import draw, massless_tip

import lieref
from lieref import SE3, SO3, loops, oracle, trajectories
from lieref.algebra.groups import coefficients, inertia
from lieref.check.convention_table import convention
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex
from lieref.errors import ArgumentError, LierefError, ModelError, NonFiniteError, ShapeError
from lieref.partials.fdsva_so.forward_dynamics_second_partials import choose

HUGE = 1e200
ARM, FOUR_BAR = lieref.catalogue.serial_chain(3), lieref.catalogue.four_bar()
CLOSED = np.asarray(loops.expand(FOUR_BAR, FOUR_BAR.neutral()))
Q, TWO = np.zeros(3), np.zeros((2, 3))
REST = (np.zeros(3), np.eye(3), np.zeros(6), np.zeros(6))
FAST = np.full((3, 3), HUGE)
ONE = np.ones(1)
C, X, UNIT = np.stack([np.eye(4)] * 3), np.ones((3, 6)), np.eye(4)[[3] * 3]

MEANT = [
    (lambda: lieref.inverse_dynamics(ARM, Q, TWO, "spatail"), "spatial"),
    (lambda: lieref.inverse_dynamics(ARM, Q, TWO, form="hybird"), "hybrid"),
    (lambda: lieref.forward_dynamics(ARM, Q, Q, [Q], wrench_axes="intertial"), "inertial"),
    (lambda: lieref.forward_dynamics_partials(ARM, Q, Q, Q, method="fdvsa"), "fdsva"),
    (lambda: lieref.joint_space_inertia(ARM, Q, method="definitoin"), "definition"),
    (lambda: lieref.forward_kinematics(ARM, Q, [Q], representation="mixd"), "mixed"),
    (lambda: lieref.jacobian(ARM, Q, "bdy1"), "body1"),
    (lambda: lieref.christoffel_symbols(ARM, Q, form="screw"), "screws"),
    (lambda: lieref.system_factors(ARM, Q, form="spatail"), "spatial"),
    (lambda: lieref.external_forces(ARM, Q, np.zeros((3, 6)), wrench_axes="bodi"), "body"),
    (lambda: lieref.inverse_dynamics_geometric_partials(ARM, Q, Q, Q, "rihgt"), "right"),
    (lambda: lieref.simulate.simulate(ARM, Q, Q, [0, 1], method="rkmk55"), "rkmk54"),
    (lambda: lieref.integrate.Group(["S03"]), "SO3"),
    (lambda: oracle.inverse_dynamics(ARM, Q, TWO, base="bdoy"), "body"),
    (lambda: convention("mujco"), "mujoco"),
]


@pytest.mark.parametrize(("call", "meant"), MEANT)
def test_an_unknown_word_gets_the_one_that_was_meant(call: Callable[[], Any], meant: str) -> None:
    with pytest.raises(ArgumentError, match=f"expected one of '.*; did you mean '{meant}'"):
        call()


TABLE = [
    # words of other libraries, and what is no word
    (lambda: lieref.jacobian(ARM, Q, 0, "LOCAL"), ArgumentError, "; LOCAL is 'body' here$"),
    (lambda: lieref.jacobian(ARM, Q, 0, "world"), ArgumentError, "; world is 'spatial' here$"),
    (
        lambda: lieref.jacobian(ARM, Q, 0, "LOCAL_WORLD_ALIGNED"),
        ArgumentError,
        "; LOCAL_WORLD_ALIGNED is 'hybrid' here$",
    ),
    (
        lambda: lieref.inverse_dynamics(ARM, Q, TWO, Q),
        ArgumentError,
        "base is a ndarray, expected one of 'body'(?!.*did you mean)",
    ),
    (lambda: lieref.inverse_dynamics(ARM, Q, TWO, forms="x"), TypeError, "forms"),
    (
        lambda: lieref.simulate.simulate(ARM, Q, Q, [0, 1], method="variational", rtol=0.0),
        ShapeError,
        "rtol is 0.0, expected a positive number",
    ),
    (lambda: choose(ARM, inner="aza"), ArgumentError, "^inner is 'aza'"),
    (lambda: choose(ARM, outer=1), ArgumentError, "^outer is 1"),
    # an acceleration beside the velocity
    *(
        (lambda f=f: f(ARM, Q, Q, Q), ShapeError, r"v.* shape \(3,\), expected .*\[v, a\]")
        for f in (lieref.inverse_dynamics, lieref.momentum, lieref.energy)
    ),
    *(
        (lambda f=f: f(FOUR_BAR, FOUR_BAR.neutral(), [0.0], [0.0]), LierefError, r"\[v, a\]")
        for f in (loops.inverse_dynamics, oracle.loop_inverse_dynamics)
    ),
    # numbers other than doubles: where to go
    (
        lambda: lieref.forward_dynamics(FOUR_BAR, CLOSED, ONE, [ONE], digits=31),
        ShapeError,
        r"digits is 31.*oracle\.loop_forward_dynamics",
    ),
    (
        lambda: lieref.hybrid_dynamics(FOUR_BAR, CLOSED, ONE, [ONE], [ONE], [True], digits=31),
        ShapeError,
        r"digits is 31.*oracle\.loop_forward_dynamics",
    ),
    # rows of derivatives
    (
        lambda: lieref.closed_form_rate(lieref.grouped_matrices(ARM, Q, TWO)),
        ShapeError,
        "2 rows of v, expected 3",
    ),
    (lambda: lieref.inverse_dynamics(ARM, Q, TWO[:1]), ShapeError, r"\(r \+ 2, 3\) with an order"),
    (lambda: oracle.body_poses(ARM, Q, TWO[:0]), ShapeError, "v: got 0 rows"),
    (lambda: oracle.inverse_dynamics(ARM, Q, TWO[:1]), ShapeError, "v: got 1 rows"),
    # bodies and functions of time
    (lambda: lieref.newton_euler_components(-1.0, *REST), ModelError, r"mass is -1\.0"),
    *(
        (
            lambda kind=kind: trajectories.BSpline([0.0, kind(1 + 1j)], [1.0], 0),
            ShapeError,
            r"knots\[1\].*real",
        )
        for kind in (complex, np.complex128, np.complex64)
    ),
    # beyond the range of double
    (
        lambda: lieref.jacobian_derivatives(ARM, Q, FAST, 2),
        NonFiniteError,
        "range of double|overflow",
    ),
    (lambda: lieref.pose_derivatives(np.eye(4), np.full((3, 6), HUGE)), NonFiniteError, "large"),
    (
        lambda: loops.loop_bias(FOUR_BAR, CLOSED, HUGE * np.array([1, -1, 1])),
        NonFiniteError,
        "nan|inf",
    ),
    *(
        (lambda f=f: f([np.ones(6), np.full(6, HUGE)]), NonFiniteError, r"index \(1,\): too large")
        for f in (SE3.exp, SE3.dexp, SE3.dexp_inv)
    ),
    (lambda: SE3.ad_mul(np.full(6, HUGE), np.full(6, HUGE)), NonFiniteError, "too large"),
    # numbers that no double holds, and what stands before a singular joint
    (
        lambda: lieref.inverse_dynamics(ARM, [10**400] * 3, TWO),
        ShapeError,
        "q has dtype object",
    ),
    (
        lambda: inverse_dynamics_complex(ARM, Q, TWO + complex(0.5, np.inf)),
        NonFiniteError,
        r"v\[0, 0\] is \(0.5\+infj\)",
    ),
    (
        lambda: lieref.forward_dynamics(massless_tip(), np.zeros(2), np.zeros(2), [[0, np.nan]]),
        NonFiniteError,
        r"^tau\[0, 1\]",
    ),
    # leading axes that do not broadcast
    *(
        (lambda f=f, x=x: f(*x), ShapeError, r"\(2,\).*\(3,\).*do not broadcast")
        for f, x in (
            (SE3.compose, (C[:2], C)),
            (SE3.Ad_mul, (C[:2], X)),
            (SE3.ad_mul, (X[:2], X)),
            (SO3.quaternion_product, (UNIT[:2], UNIT)),
            (inertia.spatial_inertia, (np.ones(2), X[:, :3], np.eye(3))),
            (coefficients.log_ratio, (np.ones(2), np.ones(3))),
        )
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), TABLE)
def test_messages(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with np.errstate(all="ignore"), pytest.raises(error, match=words):
        call()


def test_a_long_double_beyond_doubles_is_named() -> None:
    model, q, v = draw("two_link", "generic")
    large = q.astype(np.longdouble)
    large[1] = np.finfo(np.longdouble).max
    if not np.isfinite(float(large[1])):
        with pytest.raises(NonFiniteError, match=r"q\[1\] is "):
            lieref.inverse_dynamics(model, large, v)
    with pytest.raises(ShapeError, match="dtype float128 cannot be cast safely"):
        SE3.exp(np.zeros(6, np.longdouble))


def test_the_first_of_several_numbers_is_named() -> None:
    v = np.zeros((4, 3))
    v[2, 1], v[1, 2], v[3, 0] = np.nan, np.inf, -np.inf
    with pytest.raises(NonFiniteError, match=r"^v\[1, 2\] is inf"):
        lieref.inverse_dynamics(ARM, Q, v)


def test_a_model_of_another_library_is_told_what_reads_it() -> None:
    pytest.importorskip("pinocchio")
    both = lieref.to_pinocchio(lieref.catalogue.serial_chain(1))
    for model, hint in ((both, "its attribute `model`"), (both.other, "lieref.from_pinocchio")):
        with pytest.raises(ArgumentError, match=hint):
            lieref.inverse_dynamics(model, [0.0], [[0.0], [0.0]])


@pytest.mark.parametrize("function", [lieref.generate, lieref.to_pinocchio])
def test_what_is_written_is_a_model(function: Callable[..., Any]) -> None:
    for foreign in (3, None, "arm"):
        with pytest.raises(ArgumentError, match=f"got {type(foreign).__name__}"):
            function(foreign, *["inverse_dynamics"] * (function is lieref.generate))


def test_oracle_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "flint", None)
    with pytest.raises(ImportError, match=r"python-flint.*lieref\[oracle\]"):
        oracle.Arb(30)


def test_numbers_of_the_oracle_are_objects() -> None:
    """They are looked at one by one."""
    for bad, error in ((None, ShapeError), (1j, ShapeError), (np.nan, NonFiniteError)):
        q = Q.astype(object)
        q[2] = bad
        with pytest.raises(error, match=r"^q\[2\]"):
            oracle.inverse_dynamics(ARM, q, TWO, field=oracle.Arb(30))


def test_what_a_mask_hides_in_a_batch_of_a_mechanism_is_no_number() -> None:
    q, v = np.stack([FOUR_BAR.neutral()] * 3), np.ma.array(np.ones((3, FOUR_BAR.nv)))
    found = lieref.bias_forces(FOUR_BAR, q, v)
    assert np.array_equal(found, lieref.bias_forces(FOUR_BAR, q, v.data))
    v[1, 0] = np.ma.masked
    with pytest.raises(NonFiniteError, match="nan"):
        lieref.bias_forces(FOUR_BAR, q, v)


def test_a_matrix_of_one_row_is_a_batch_of_one() -> None:
    q, v = FOUR_BAR.neutral(), np.ones(FOUR_BAR.nv)
    with pytest.warns(PendingDeprecationWarning):
        found = lieref.linearized(FOUR_BAR, np.asmatrix(q), v, v)
    for x, y in zip(found, lieref.linearized(FOUR_BAR, q, v, v), strict=True):
        assert type(x) is np.ndarray and np.array_equal(x, y[None])


def test_prepared_calls_keep_words_of_numpy() -> None:
    v, out = np.ones((2, 3)), np.empty((2, 1, 3))
    for base, found in zip((np.str_("hybrid"), "hybrid"), out, strict=True):
        lieref.prepare_inverse_dynamics(ARM, 0, base=base)(Q, v, found)
    assert np.array_equal(*out)
