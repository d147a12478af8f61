"""The files of the golden data: what is in them, and how they are written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lieref.errors import SingularError
from lieref.oracle import Arb, certified_forward_dynamics
from verification import references
from verification.golden import confirmation, group_references, loop_references, tree_references
from verification.golden.descriptions import build, decimals, describe
from verification.golden.group_references import HalfTurnError
from verification.golden.inputs import TREES, tree

# Of the schema, and of the data: it rises whenever a value or an input changes.
FORMAT, VERSION = 2, 1
FOLDER = Path(__file__).resolve().parents[2] / "golden"
INDEX, SCHEMA = "index.json", "schema.json"
Case = dict[str, Any]

NUMBERS = (
    "Inputs are decimals that are doubles exactly; values are decimals x with |reference - x| <= "
    "radius. A list of radii has one for each entry of the first axis of its values. Radii are "
    "at most 1e-30 of the largest value that they belong to, unless balls cannot tell all of "
    "these from zero: then they are zeros with a radius of 1e-60. SI units, radians."
)
OF_DYNAMICS = {
    "vectors": "Twists (angular, linear), wrenches (torque, force). Vectors have their "
    "components in the frames that are named.",
    "tree": "Pose of a body in its parent's frame (null: the inertial frame): placement * J(q), "
    "x_parent = R x_body + p; axes and points of joints are in the body frame. An axis means "
    "axis / |axis|, a placement's rotation the rotation matrix nearest to it, a quaternion q / "
    "|q|.",
    "joints": "revolute: turn by q about the axis through the point; prismatic: shift by q along "
    "the axis; helical: that turn, then a shift by pitch q; spherical: unit quaternion (x, y, z, "
    "w) and angular velocity in body axes; free: position, unit quaternion (x, y, z, w), and a "
    "twist (fixed: a loop that is welded). Coordinates stand in the order of the bodies.",
    "inertia": "About the center of mass (com), body axes. Gravity is in the inertial frame.",
    "base": "Velocity of a free joint on the world: body: (omega, v) of the body frame in its "
    "own axes; spatial: omega, and velocity of the point that passes the inertial origin, "
    "inertial axes; hybrid: omega, and velocity of the body's origin, inertial axes; mixed: "
    "omega in body axes, velocity of the origin in inertial axes. Its force is dual: force . "
    "velocity is power.",
    "derivatives": "Axis 0 of v, tau, vdot, v_all, tau_all, wrenches and tau_ext is the order of "
    "the time derivative of the components: v[k], tau[k] the k-th, vdot[k] that of order k + 1 "
    "of v.",
    "forces": "Inverse dynamics: tau of the motion q, v. Forward dynamics: vdot of q, v[0] and "
    "tau. Hybrid dynamics: v and tau of all coordinates from v where prescribed, tau elsewhere. "
    "Wrenches act on the bodies at the origins of their frames, in wrench_axes; tau = H v' + C v "
    "+ g - wrenches - tau_ext.",
    "matrices": "H: kinetic energy v H v / 2. C: sum over bodies of J^T (M J' - ad_V^T M J), V = "
    "J v the twist and M the inertia of the body about the inertial origin, inertial axes. "
    "Gamma: sum_jk Gamma_ijk v_j v_k are the velocity forces, symmetric in j, k (half of "
    "d2tau_dv_dv).",
    "partials": "At q, v[0] and a = v[1], or tau[0]; wrenches[0] act and are held, tau_ext does "
    "not. By q: right Lie derivatives, q -> q * exp(E_j x), in body axes of the joint. Indices "
    "in the order of the name: d2tau_dq_dv[i][j][k] = d2 tau_i / dq_j dv_k; "
    "d2tau_dq_dq[i][j][k]: along j first, then along k, d2/dx dy of tau_i(q * exp(E_k y) * "
    "exp(E_j x)).",
    "loops": "Closed where pose(predecessor) * predecessor_frame * J = pose(successor) * "
    "successor_frame; q, v, tau and vdot are of the coordinates of the independent joints; the "
    "closed configuration is the one that is followed from the assembly. Couplings: q_driven = "
    "ratios q_sources + offsets.",
}
OF_GROUPS = {
    "vectors": "Screw coordinates X = (w, v): rotation vector first. Poses are 4x4, [[R, p], [0, "
    "1]].",
    "functions": "exp: of the matrix [[w~, v], [0, 0]], or w~. log: its inverse, |w| <= pi, the "
    "rotation part of the argument meaning the rotation nearest to it. dexp: sum ad_X^k / "
    "(k+1)!, the left one: d/dt exp X = [dexp_X X'] exp X, for rotations with w~ for ad. "
    "dexp_inv: its inverse.",
}


def _tree_case(name: str) -> Case:
    case = TREES[name]
    # what is certified is what the file describes
    description = describe(case.model())
    model = build(description)
    given = case.inputs(model)
    found = {key: tree_references.QUANTITIES[key](model, given) for key in case.quantities}
    return _with_model(name, description, given, found)


def _loop_case(name: str) -> Case:
    case = loop_references.LOOPS[name]
    description = describe(case.model())
    model = build(description)
    given = case.inputs(model)
    found = {key: compute(model, given) for key, compute in loop_references.QUANTITIES.items()}
    return _with_model(name, description, given, found)


def _with_model(name: str, description: Any, given: Any, found: Any) -> Case:
    kept = ("base", "wrench_axes", "prescribed")
    inputs = {key: x if key in kept else decimals(x) for key, x in given.items()}
    head = _head(name, OF_DYNAMICS)
    return head | {"model": description, "inputs": inputs, "references": found}


def _group_case(name: str) -> Case:
    group, _, function = name.partition("_")
    head = _head(name, OF_GROUPS)
    return head | {"group": group, "function": function, "samples": group_references.GROUPS[name]()}


def _head(name: str, conventions: dict[str, str]) -> Case:
    return {"format": FORMAT, "case": name, "conventions": {"numbers": NUMBERS, **conventions}}


CASES: dict[str, Callable[[str], Case]] = {
    **dict.fromkeys(TREES, _tree_case),
    **dict.fromkeys(loop_references.LOOPS, _loop_case),
    **dict.fromkeys(group_references.GROUPS, _group_case),
}


def compute(name: str) -> Case:
    """Return a case whose values a second formulation has confirmed.

    Raises
    ------
    ValueError
        The two formulations are farther apart than the sum of their bounds.
    """
    case = CASES[name](name)
    for what, found in confirmation.confirm(case):
        if not found <= 1:
            raise ValueError(f"{name}, {what}: {found:.3g} times the sum of both bounds apart")
    return case


def place(name: str) -> str:
    """Return the path of a case's file, in its folder by what the case is about."""
    if name in group_references.GROUPS:
        kind = "groups"
    elif name in loop_references.LOOPS:
        kind = "loops"
    else:
        kind = "joints" if name.startswith("joint_") else "trees"
    return f"{kind}/{name}.json"


def render(case: Case) -> str:
    """Return the text of a file."""
    return references.lines(case) + "\n"


def not_enclosed() -> list[dict[str, str]]:
    """Try what balls cannot enclose, and return what was tried and why it fails.

    Raises
    ------
    ValueError
        One of these is enclosed after all.
    """
    half_turn = [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    still = tree("still", (("revolute", None), ("spherical", 0)), 13)
    description = describe(still)
    # a mass point in the center of the spherical joint: no inertia across it
    description["bodies"][1] |= {"com": decimals([0] * 3), "inertia": decimals([[0] * 3] * 3)}

    def log() -> Any:
        return group_references.log(Arb(200), [[Arb(200)(x) for x in row] for row in half_turn])

    def forward() -> Any:
        model = build(description)
        q = [0.0, 0.0, 0.0, 0.0, 1.0]
        return certified_forward_dynamics(model, q, [0.0] * 4, [[0.0] * 4], most_digits=500)

    tried: tuple[tuple[str, str, Callable[[], Any], type[Exception]], ...] = (
        (
            "log of SO(3) and SE(3) at a turn of pi exactly",
            "w and -w are both its log",
            log,
            HalfTurnError,
        ),
        (
            "forward and hybrid dynamics where no inertia is felt across a joint",
            "H is singular: balls never tell its pivot from zero",
            forward,
            SingularError,
        ),
    )
    for what, _, attempt, expected in tried:
        try:
            attempt()
        except expected:
            continue
        raise ValueError(f"{what}: was enclosed")
    return [{"what": what, "why": why} for what, why, *_ in tried] + [
        {
            "what": "an entry that vanishes beside the largest one of its block",
            "why": "the radius belongs to the block: entries far below it have fewer digits of "
            "their own, and those of a block that may be zero none",
        }
    ]


def index(texts: dict[str, str]) -> str:
    """Return the text of the index: every case with its checksum, and what is not enclosed."""
    cases = [
        {"case": name, "file": place(name), "sha256": hashlib.sha256(text.encode()).hexdigest()}
        for name, text in sorted(texts.items())
    ]
    head = {"format": FORMAT, "version": VERSION}
    found = head | {"cases": cases, "not_enclosed": not_enclosed()}
    return json.dumps(found, indent=1) + "\n"
