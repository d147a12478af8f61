"""The expression graph: simplified expressions keep their values, and equal ones are shared."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from support.trees.robots import ROBOTS, example_robot

import lieref
from lieref.codegen.code_blocks import in_blocks
from lieref.codegen.generated_functions import FUNCTIONS
from lieref.codegen.graph import Graph, needed, operands, operations
from lieref.codegen.traced_robot import robot_of
from lieref.codegen.tracing import traced
from lieref.kinematics.frames import body_frame_of
from lieref.model.loops.coupling_trace import Symbol, replay

NUMBERS = SimpleNamespace(cos=math.cos, sin=math.sin, sqrt=math.sqrt)


def value(graph, x, inputs):
    return replay(graph, NUMBERS, inputs)[x.place] if isinstance(x, Symbol) else x


def test_random_expressions_keep_their_values():
    rng = np.random.default_rng(7)
    for _ in range(200):
        inputs = rng.uniform(0.5, 2.0, 3).tolist()
        graph = Graph(3)
        pairs = list(zip(graph.inputs, inputs, strict=True))
        pairs += [(x, x) for x in (0.0, 1.0, -1.0, 2.5, -0.5)]
        for _ in range(30):
            (a, x), (b, y) = (pairs[i] for i in rng.integers(len(pairs), size=2))
            kind = rng.integers(5)
            if kind == 4 and abs(y) < 0.1:
                continue
            operation = [
                lambda p, q: p + q, lambda p, q: p - q, lambda p, q: p * q, lambda p, q: -p,
                lambda p, q: p / q,
            ][kind]  # fmt: skip
            pairs.append((operation(a, b), operation(x, y)))
        values = replay(graph, NUMBERS, inputs)
        for a, x in pairs:
            found = values[a.place] if isinstance(a, Symbol) else a
            assert found == pytest.approx(x, rel=1e-9, abs=1e-9 * max(abs(y) for _, y in pairs))


def test_signs_and_factors_do_not_hide_equal_expressions():
    graph = Graph(2)
    a, b = graph.inputs
    pairs = [
        (a * b, -((-b) * a)),
        (a - b, -(b - a)),
        (2 * a + 2 * b, 2 * (b + a)),
        (3 * (2 * a), 6 * a),
        (a + a, 2 * a),
        (-a - b, -(a + b)),
        ((-2 * a) * 3, -(6 * a)),
        (1 / (-a), -(1 / a)),
    ]
    for x, y in pairs:
        assert x.place == y.place
    assert (a - a, a * 0, 0 * b) == (0.0, 0.0, 0.0)
    assert (a + 0).place == a.place == (1 * a).place == graph.neg(-a).place


def test_a_turned_angle():
    graph = Graph(1)
    graph.turn(graph.inputs[0], math.cos(0.3), math.sin(0.3))
    angle = graph.inputs[0]
    assert value(graph, graph.cos(angle), [0.5]) == pytest.approx(math.cos(0.8), rel=1e-15)
    assert value(graph, graph.sin(angle), [0.5]) == pytest.approx(math.sin(0.8), rel=1e-15)


def test_operands_come_first_and_nothing_else_comes():
    trace = traced(ROBOTS["arm"](), FUNCTIONS["forward_dynamics"], 1)
    order = needed(trace.graph, trace.results)
    places = {i: k for k, i in enumerate(order)}
    assert len(places) == len(order) < len(trace.graph.nodes)
    for i in order:
        assert all(places[x] < places[i] for x in operands(trace.graph.nodes[i]))
    counts = operations(trace.graph, trace.results)
    assert 0 < counts["sincos"] <= 6


def test_few_operations_are_left():
    """Base parameters and frames of Denavit and Hartenberg: the counts of a six-axis arm."""
    model = example_robot("ur5", "fixed")
    counts = traced(model, FUNCTIONS["inverse_dynamics"], 0).operations
    assert counts["mul"] <= 160
    assert counts["add"] <= 130


@pytest.mark.parametrize("name", ["serial_5", "every_joint", "quadruped", "binary_tree"])
def test_new_frames_are_the_same_robot(name):
    model = ROBOTS[name]()
    rng = np.random.default_rng(2)
    q, v = model.random_configuration(rng), rng.standard_normal((3, model.nv))
    trace = traced(model, FUNCTIONS["inverse_dynamics"], 1)
    values = replay(trace.graph, NUMBERS, [*q.tolist(), *v.ravel().tolist()])
    entries = trace.outputs[0].entries
    found = np.array([values[x.place] if isinstance(x, Symbol) else x for x in entries])
    expected = lieref.inverse_dynamics(model, q, v)
    np.testing.assert_allclose(found.reshape(2, -1), expected, atol=1e-13 * np.abs(expected).max())


def test_zeros_of_regrouped_bodies():
    model = lieref.catalogue.serial_chain(4)
    robot = robot_of(model, body_frame_of(model, 3))
    for row, turn in zip(robot.rows, robot.turns, strict=True):
        assert row[16] == row[19] == 0.0
        assert 0.0 in row[9:12]
        assert turn[0] ** 2 + turn[1] ** 2 == pytest.approx(1.0, abs=1e-15)


def test_blocks_pass_values_through_few_places():
    lines = [f"const value t{i} = t{i - 1} + t{i - 2} + x[0];" for i in range(2, 100)]
    lines = ["const value t0 = x[0];", "const value t1 = x[1];", *lines, "y[0] = t99;"]
    blocks = in_blocks(lines, "value", 50, 10)
    assert len(blocks.texts) == 11
    assert blocks.room <= 4
    for part in blocks.texts[1:-1]:
        assert sum("= w[" in line for line in part) == 2
    assert in_blocks(lines, "value", 200).room == 0


def test_blocks_end_where_few_values_pass():
    # of eight values one is used later
    starts = [max(0, i // 8 * 8 - 1) for i in range(1, 80)]
    lines = [f"const value t{i} = t{j} * t{i - 1};" for i, j in enumerate(starts, 1)]
    blocks = in_blocks(["const value t0 = x[0];", *lines, "y[0] = t79;"], "value", 50, 10)
    assert [len(part) for part in blocks.texts[1:-1]] == [10] * 8
    assert blocks.room == 2
