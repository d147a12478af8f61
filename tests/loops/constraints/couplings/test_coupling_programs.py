"""Traced functions of couplings: the compiled programs against the functions themselves."""

import math

import numpy as np
import pytest
from support.mechanisms.motion_checks import SERIES, assert_follows

import lieref
from lieref import loops
from lieref.algebra.series.taylor_scalar import Functions
from lieref.loops.constraints.couplings.coupling_values import cluster_values, coupling_values
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.loops.coupling_trace import (
    OPERATIONS,
    Symbol,
    Trace,
    UntraceableError,
    program,
    replay,
)
from lieref.oracle import Mp

EPS = float(np.finfo(float).eps)
Z = (0, 0, 1)
INERTIA = np.diag([0.02, 0.03, 0.04])

FUNCTIONS = {
    "sums": lambda a, b, m: 2 + (a - b) + (3 - a) - (b - 1.5) + -b,
    "products": lambda a, b, m: a * b * 2 - 1.5 * b * a * a + (a + b) ** 3 + -1 * a,
    "quotients": lambda a, b, m: (a + 3) / (b + 4) + 2 / (a + 5) + b / 3 + (a + 4) ** -2,
    "roots": lambda a, b, m: m.sqrt(2 + a) * m.sqrt(3 + a * b),
    "exponentials": lambda a, b, m: m.exp(a / 3) + m.exp(b * a) / 5,
    "logarithms": lambda a, b, m: m.log(4 + a) * m.log(5 + a * b),
    "turns": lambda a, b, m: m.sin(a) * m.cos(b) + m.tan(a / 4) + m.cos(a + b) + m.pi * a,
    "arcs": lambda a, b, m: m.asin(a / 3) * m.acos(b / 4) * m.atan(a - b),
    "directions": lambda a, b, m: m.atan2(a + 2, b + 3) * m.atan2(m.sin(b), 2) * m.atan2(1, a + 3),
    "constants": lambda a, b, m: m.sqrt(2) + 0 * a,
}


def pair(function, name="cam"):
    """A wheel and a slider that move a lever by a function."""
    b = lieref.ModelBuilder(name=name)
    b.add_body("wheel", None, lieref.Revolute(Z), None, 1.0, (0.1, 0, 0), INERTIA)
    b.add_body("slide", "wheel", lieref.Prismatic((1, 0, 0)), None, 0.5, (0, 0.1, 0), INERTIA)
    b.add_body("lever", "slide", lieref.Revolute((0, 1, 0)), None, 0.7, (0.2, 0, 0.1), INERTIA)
    b.couple("lever_joint", ["wheel_joint", "slide_joint"], function=function)
    return b.build()


def on_pair(function):
    return lambda y, m: [function(y[0], y[1], m)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_programs_compute_what_the_functions_do(name):
    model = pair(on_pair(FUNCTIONS[name]), name)
    assert model.untraced == ()
    q = loops.expand(model, [0.3, -0.4])
    tables = loop_tables(model)
    (k,) = (k for k, cluster in enumerate(model.clusters) if cluster.couplings)
    reference = np.array(cluster_values(model, tables, k, q))
    found = coupling_values(model, tables, q)
    assert np.abs(found - reference).max() <= 64 * EPS * max(1.0, np.abs(reference).max())
    assert q[2] == pytest.approx(FUNCTIONS[name](0.3, -0.4, Functions(float)), rel=64 * EPS)
    assert_follows(model, q)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_traces_are_the_functions_at_fifty_digits(name):
    K, trace = Mp(50), Trace(2)
    value = FUNCTIONS[name](*trace.inputs, Functions(trace))
    given = [K(0.3), K(-0.4)]
    played = replay(trace, Functions(K), given)
    found = played[value.place] if isinstance(value, Symbol) else value
    error = abs(found - FUNCTIONS[name](*given, Functions(K)))
    # pi, and a root of a plain number, are folded in double
    assert error < (4 * EPS if name in ("turns", "constants") else 1e-45)


def test_every_operation_is_met():
    used = set()
    for function in FUNCTIONS.values():
        trace = Trace(2)
        value = function(*trace.inputs, Functions(trace))
        used |= {OPERATIONS[code[0]] for code in program(trace, [[value]]).code}
    assert used == set(OPERATIONS)


def test_constants_are_folded_and_repeated_parts_shared():
    trace = Trace(1)
    (x,) = trace.inputs
    m = Functions(trace)
    assert m.sin(x).place == m.sin(x).place and m.cos(x).place == m.sin(x).place + 1
    assert (x * 2 * 0, x - x, 0 / x) == (0.0, 0.0, 0.0)
    for same in (x + 0, 1 * x, x / 1, x - 0, (-x).__neg__(), 0.0 + x):
        assert same.place == x.place
    value = m.sin(x) * m.cos(x) + m.cos(x) * m.sin(x) + m.exp(2) * m.log(3)
    made = program(trace, [[value], [value, 3.0]])
    # sine with cosine, product, sum, shift
    assert len(made.code) == 4 and made.counts == (4, 4)
    assert made.outputs[1][0] == made.outputs[0][0]
    assert made.constants[made.outputs[1][1]] == 3.0


def branching(y, m):
    return [m.sin(y[0]) + y[1] if y[0] < 10 else y[1]]


def guessing(y, m):
    """A function that hides from a trace that it branches."""
    try:
        return [m.cos(y[0]) + y[1] if y[0] > -1 else y[1]]
    except UntraceableError:
        return [y[1]]


def straight(y, m):
    return [m.sin(y[0]) + y[1]]


@pytest.mark.parametrize("ext", ["independent", "tree"])
def test_functions_that_ask_for_values_are_called_as_they_are(ext):
    slow, fast = pair(branching), pair(straight)
    assert slow.untraced == (slow.couplings[0].name,)
    assert fast.untraced == ()
    q, v = loops.expand(slow, [0.3, -0.4]), [0.5, 0.7]
    assert np.abs(loops.expand(fast, [0.3, -0.4]) - q).max() <= 4 * EPS
    rng = np.random.default_rng(4)
    motion = rng.uniform(-1, 1, (5, 2))
    tau = rng.uniform(-1, 1, (3, 2))
    beside = rng.uniform(-1, 1, (4, slow.nv if ext == "independent" else slow.tree.nv))
    wrenches = rng.uniform(-1, 1, (4, 3, 6))
    for call, arguments, rows in (
        (loops.inverse_dynamics, (q, motion[:2]), 1),
        (loops.forward_dynamics, (q, v, tau[:1]), 1),
        (loops.inverse_dynamics, (q, motion), 4),
        (loops.forward_dynamics, (q, v, tau), 3),
    ):
        given = {"tau_ext": beside[:rows], "wrenches": wrenches[:rows]}
        a, b = call(slow, *arguments, **given), call(fast, *arguments, **given)
        assert np.abs(a - b).max() <= 1e4 * EPS * np.abs(b).max(), rows
    for a, b in zip(
        loops.expand_motion(slow, q, motion), loops.expand_motion(fast, q, motion), strict=True
    ):
        assert np.abs(a - b).max() <= SERIES * np.abs(b).max()


def test_symbols_have_no_value():
    trace = Trace(2)
    x, y = trace.inputs
    for ask in (
        lambda: x < y, lambda: x == 0, lambda: float(x), lambda: bool(x), lambda: abs(x),
        lambda: math.sin(x), lambda: round(x), lambda: x % 2,
    ):  # fmt: skip
        with pytest.raises(UntraceableError, match="the value of a symbol"):
            ask()
    for ask in (lambda: x + "a", lambda: x**0.5, lambda: hash(x)):
        with pytest.raises(TypeError):
            ask()


def test_a_trace_that_is_not_the_function_is_not_used():
    model = pair(guessing)
    assert model.untraced == (model.couplings[0].name,)
    assert loops.expand(model, [0.3, -0.4])[2] == np.cos(0.3) - 0.4


def test_no_value_is_refused():
    model = pair(on_pair(lambda a, b, m: m.sqrt(1 - a) + b))
    with pytest.raises(lieref.ConfigurationError, match="coupled joint 'lever_joint'"):
        loops.expand(model, [2.0, 0.0])
    with pytest.raises(lieref.ConfigurationError, match="coupled joint 'lever_joint'"):
        loops.inverse_dynamics(model, [2.0, 0.0, 0.0], np.ones((3, 2)))
