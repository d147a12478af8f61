"""The shipped reference values: regenerated to the byte, and confirmed by other computations."""

import json
from decimal import Decimal

import mpmath
import pytest

from lieref import selftest
from lieref.algebra.groups import se3_twin
from lieref.dynamics.inverse.default import inverse_dynamics_twin
from lieref.kinematics import forward_kinematics_twin
from lieref.oracle import Mp, inverse_dynamics
from verification import references
from verification.subjects import reference_inputs
from verification.subjects.definitions import twists

K = Mp(60)
SHIPPED = json.loads(references.PATH.read_text(encoding="utf-8"))
MODELS = {name: selftest.build_model(given) for name, given in SHIPPED["models"].items()}
DYNAMICS = SHIPPED["inverse_dynamics"]


def ids(case):
    return "-".join(str(case[key]) for key in ("state", "base", "wrench_axes"))


def require_within(values, block):
    """Every value, right to 45 digits, is in its decimal's radius."""
    flat, texts = list(references._leaves(values)), list(references._leaves(block["values"]))
    assert len(flat) == len(texts)
    for value, text in zip(flat, texts, strict=True):
        assert abs(K(value) - K(Decimal(text))) <= K(Decimal(block["radius"]))


def arguments(case):
    state = SHIPPED["states"][case["state"]]
    loads = {}
    if case["wrench_axes"] is not None:
        loads = {"wrenches": state["wrenches"], "tau_ext": state["tau_ext"]}
        loads["wrench_axes"] = case["wrench_axes"]
    return MODELS[state["model"]], state["q"], state["v"], loads


def test_the_file_is_regenerated_byte_for_byte():
    assert references.render().encode() == references.PATH.read_bytes(), (
        "run python -m verification.references"
    )


@pytest.mark.parametrize("case", DYNAMICS, ids=ids)
def test_dynamics_by_the_oracle_without_balls(case):
    model, q, v, loads = arguments(case)
    tau = inverse_dynamics(model, q, v, case["base"], field=K, **loads)
    for row, block in zip(tau, case["tau"], strict=True):
        require_within(row, block)


@pytest.mark.parametrize("case", DYNAMICS[::4], ids=ids)
def test_dynamics_by_the_twin_of_the_recursion(case):
    model, q, v, loads = arguments(case)
    tau = inverse_dynamics_twin.inverse_dynamics(model, q, v, K, case["base"], **loads)
    for row, block in zip(tau, case["tau"], strict=True):
        require_within(row, block)


@pytest.mark.parametrize("case", SHIPPED["forward_kinematics"], ids=lambda case: case["state"])
def test_kinematics_by_the_twin_of_the_recursion(case):
    state = SHIPPED["states"][case["state"]]
    v = state["v"][: len(case["twists"])]
    poses, rows = forward_kinematics_twin.forward_kinematics(
        MODELS[state["model"]], state["q"], v, K, case["base"], case["representation"]
    )
    joined = [[[*row, x] for row, x in zip(*pose, strict=True)] for pose in poses]
    require_within(joined, SHIPPED["poses"][case["state"]])
    for row, block in zip(rows, case["twists"], strict=True):
        require_within(row, block)


@pytest.mark.parametrize("function", ["exp", "dexp"])
def test_groups_by_their_power_series(function):
    series = {"exp": se3_twin.exp_series, "dexp": se3_twin.dexp_series}[function]
    for case in SHIPPED["algebra"][f"SE3.{function}"]:
        require_within(series(K, [K(x) for x in case["argument"]]), case["value"])
    for case in SHIPPED["algebra"][f"SO3.{function}"]:
        whole = series(K, [*map(K, case["argument"]), K(0), K(0), K(0)])
        require_within([row[:3] for row in whole[:3]], case["value"])


def test_dexp_inv_is_the_inverse_of_the_power_series():
    for case in SHIPPED["algebra"]["SE3.dexp_inv"]:
        mp = K.context
        whole = mp.matrix(se3_twin.dexp_series(K, [K(x) for x in case["argument"]])) ** -1
        require_within(whole.tolist(), case["value"])
    for case in SHIPPED["algebra"]["SO3.dexp_inv"]:
        whole = se3_twin.dexp_series(K, [*map(K, case["argument"]), K(0), K(0), K(0)])
        inverse = K.context.matrix([row[:3] for row in whole[:3]]) ** -1
        require_within(inverse.tolist(), case["value"])


def test_log_leads_back_through_the_power_series():
    for group, size in (("SE3", 4), ("SO3", 3)):
        for case in SHIPPED["algebra"][f"{group}.log"]:
            X = [K(Decimal(text)) for text in case["value"]["values"]]
            C = se3_twin.exp_series(K, (X + [K(0)] * 3)[:6])
            given = [[K(x) for x in row] for row in case["argument"]]
            near = se3_twin.nearest_rotation(K, [row[:3] for row in given[:3]])
            for i in range(3):
                for j in range(size):
                    expected = near[i][j] if j < 3 else given[i][3]
                    assert abs(C[i][j] - expected) < 1e-28


def test_a_reference_that_is_not_good_enough_is_refused():
    digits = Decimal("0.123456789012345678901234567890123456789")
    found = references.block([digits, Decimal(0), -digits / 3], 1e-40)
    assert found["radius"] == "1e-32" and found["values"][1] == "0"
    assert abs(Decimal(found["values"][0]) - digits) <= Decimal("5e-33")
    with pytest.raises(ValueError, match="at most half"):
        references.block([digits], 1e-32)


def test_the_angles_are_what_they_are_called():
    for cases in SHIPPED["algebra"].values():
        for case in cases:
            if len(case["argument"]) in (3, 6) and not isinstance(case["argument"][0], list):
                size = mpmath.norm(case["argument"][:3])
                assert abs(size - references.ANGLES[case["angle"]]) < 1e-15 * size


def test_inputs_do_not_depend_on_the_machine():
    # four decimals, or made of correctly rounded operations alone
    assert reference_inputs.unit([3.0, 4.0]) == [0.6, 0.8]
    assert reference_inputs.Draw(1).vector(3) == [-0.7313, 0.6949, 0.5275]


def test_twists_of_a_turning_pose():
    # C = (Rot_z(w t), (0, 0, t^2)) at t = 0, w = 2: R' = R [w], R'' = R [w]^2
    w, order = K(2), range(4)
    turn = [[[0, 0, 0] for _ in range(3)] for _ in order]
    power = [[1, 0], [0, 1]]
    for k in order:
        for i in range(2):
            turn[k][i][:2] = [w**k * x for x in power[i]]
        turn[k][2][2] = int(k == 0)
        power = [[power[0][1], -power[0][0]], [power[1][1], -power[1][0]]]
    height = [0, 0, 2, 0]
    C = [
        [[*turn[k][i], height[k] if i == 2 else 0] for i in range(3)] + [[0, 0, 0, int(k == 0)]]
        for k in order
    ]
    for representation in ("spatial", "body"):
        found = twists.from_poses(C, representation)
        assert found == [[0, 0, 2, 0, 0, 0], [0, 0, 0, 0, 0, 2], [0] * 6]
