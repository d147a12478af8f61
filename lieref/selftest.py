"""Self-test: the compiled code against shipped reference values of certified digits.

The references are in references.json beside this file, written by ``python -m
verification.references``: inputs as doubles, results as decimals with a proven radius. Nothing is
read before `run` is called.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from decimal import Context, localcontext
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3, SO3
from lieref.api.dynamics import forward_dynamics, inverse_dynamics
from lieref.api.kinematics import forward_kinematics
from lieref.api.partials import forward_dynamics_partials, inverse_dynamics_partials
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex
from lieref.model.builder import ModelBuilder
from lieref.model.joints import joints
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model
from lieref.selftest_results import Entry, Result, compare, judge, outside

__all__ = ["SCHEMA", "Result", "build_model", "read_references", "run"]

SCHEMA = 1
REFERENCES = "references.json"
EPS = 2.0**-52
FORMS = ("default", "spatial")

# Largest relative max-norm errors. The inputs are fixed, so what differs between sound builds is
# FMA or none, the libm and the order of sums: four times the worst error that this very test finds
# with the builds "baseline" and "v3" is allowed, rounded up to a power of two, at least 8 eps. One
# wrong digit in single precision, or any wrong or missing term, is a million times larger.
LIMITS = {
    # 4.5 eps found; claim default_accuracy holds 13.5 eps (3e-15) on random states
    "default": 32 * EPS,
    # 8.3 eps found; claim spatial_accuracy holds 450 eps (1e-13) on random states
    "spatial": 64 * EPS,
    # 4.0 eps found
    "forward_kinematics": 16 * EPS,
    # 0.8 eps found; the tests hold 4.5 eps (1e-15) over all angles, for log 18 eps (4e-15)
    "exp": 8 * EPS,
    "dexp": 8 * EPS,
    "dexp_inv": 8 * EPS,
    "log": 8 * EPS,
}
# The functions of `calls` in the file, whose limits stand beside the reference values.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "inverse_dynamics": inverse_dynamics,
    "forward_dynamics": forward_dynamics,
    "inverse_dynamics_partials": inverse_dynamics_partials,
    "forward_dynamics_partials": forward_dynamics_partials,
}
# Those with proven bounds, which have to hold the reference values: a tolerance that is proven.
BOUNDED: dict[str, Callable[..., Any]] = {
    "inverse_dynamics": inverse_dynamics,
    "forward_dynamics": forward_dynamics,
    "inverse_dynamics_partials": inverse_dynamics_partials,
    "forward_kinematics": forward_kinematics,
}
# One more than the widest vector register holds.
BATCH = 9
LOADS = ("wrenches", "tau_ext")
# Enough that differences of a double and a reference value are exact to their first 40 digits.
DECIMALS = Context(prec=80)
JOINT_TYPES = {
    joint.__name__: joint
    for joint in (
        joints.Cylindrical,
        joints.EulerAngles,
        joints.Free,
        joints.Helical,
        joints.Planar,
        joints.Prismatic,
        joints.Revolute,
        joints.Screw,
        joints.Spherical,
        joints.Universal,
    )
}

Array = NDArray[np.float64]
References = dict[str, Any]


def read_references() -> References:
    """Return the shipped reference values.

    Raises
    ------
    ValueError
        The file has another schema than this module reads.
    """
    text = resources.files("lieref").joinpath(REFERENCES).read_text(encoding="utf-8")
    references: References = json.loads(text)
    if references.get("schema") != SCHEMA:
        raise ValueError(f"{REFERENCES} has schema {references.get('schema')!r}, expected {SCHEMA}")
    return references


def build_model(description: dict[str, Any]) -> Model:
    """Return the model of an entry of `models` in references.json.

    Raises
    ------
    ModelError
        The description is of no model.
    """
    builder = ModelBuilder(description["gravity"], description["name"])
    for body in description["bodies"]:
        arguments = dict(body)
        parameters = dict(arguments["joint"])
        arguments["joint"] = JOINT_TYPES[parameters.pop("type")](**parameters)
        builder.add_body(**arguments)
    return builder.build_tree()


def run() -> list[Result]:
    """Compare the compiled functions with the shipped references; takes a fraction of a second.

    Returns
    -------
    list of Result
        One for each function and choice of its arguments; failures are results, not exceptions.

    Raises
    ------
    ValueError
        The shipped reference values have another schema than this module reads.
    """
    references = read_references()
    with localcontext(DECIMALS):
        models = {name: build_model(given) for name, given in references["models"].items()}
        found = [_algebra(function, cases) for function, cases in references["algebra"].items()]
        found += [
            _forward_kinematics(references, models, case)
            for case in references["forward_kinematics"]
        ]
        for case in references["inverse_dynamics"]:
            found += [_inverse_dynamics(references, models, case, form) for form in FORMS]
        for form in FORMS:
            case = references["inverse_dynamics"][0]
            found.append(_inverse_dynamics(references, models, case, form, "complex"))
        found.append(_inverse_dynamics(references, models, case, "default", "batch"))
        found += _bounds(references, models)
        for case in references["calls"]:
            found += [result for states in (0, BATCH) for result in _calls(models, case, states)]
        return found


def _bounds(references: References, models: dict[str, Model]) -> Iterator[Result]:
    """Whether proven bounds hold the reference values, of every function that has them."""
    for case in references["inverse_dynamics"]:
        state, extra = references["states"][case["state"]], {}
        if case["wrench_axes"] is not None:
            extra = {key: np.array(state[key]) for key in LOADS}
            extra["wrench_axes"] = case["wrench_axes"]

        def torques(case: Any = case, state: Any = state, extra: Any = extra) -> Iterator[Entry]:
            found = BOUNDED["inverse_dynamics"](
                models[state["model"]], state["q"], state["v"], case["base"], **extra, bounds=True
            )
            for k, (value, radius) in enumerate(zip(*found, strict=True)):
                yield outside(f"tau[{k}, ", (value, radius), case["tau"][k])

        axes = case["wrench_axes"] or "no"
        check = f"bounds of inverse_dynamics, {case['state']}, base {case['base']}, {axes} wrenches"
        yield judge(check, 1.0, torques)
    for case in references["forward_kinematics"]:

        def motions(case: Any = case) -> Iterator[Entry]:
            state, twists = references["states"][case["state"]], case["twists"]
            (poses, rows), (of_poses, of_rows) = BOUNDED["forward_kinematics"](
                models[state["model"]], state["q"], state["v"][: len(twists)], case["base"],
                case["representation"], bounds=True,
            )  # fmt: skip
            found = poses[:, :3], of_poses[:, :3]
            yield outside("poses[", found, references["poses"][case["state"]])
            for k, reference in enumerate(twists):
                yield outside(f"twists[{k}, ", (rows[k], of_rows[k]), reference)

        yield judge(f"bounds of forward_kinematics, {case['state']}, base {case['base']}", 1.0,
                     motions)  # fmt: skip
    for case in references["calls"]:
        if case["function"] not in BOUNDED or case["model"] not in models:
            continue

        def parts(case: Any = case) -> Iterator[Entry]:
            given = [np.array(x) for x in case["arguments"]]
            found = BOUNDED[case["function"]](models[case["model"]], *given, bounds=True)
            for part in case["parts"]:
                both = [getattr(x, part["of"]) if part["of"] else x for x in found]
                if part["index"] is not None:
                    both = [x[part["index"]] for x in both]
                yield outside(f"{part['of']}[", (both[0], both[1]), part["reference"])

        yield judge(f"bounds of {case['function']} of {case['model']}", 1.0, parts)


def _algebra(function: str, cases: list[dict[str, Any]]) -> Result:
    """A function of SE3 or SO3 at every angle."""
    group, name = function.split(".")

    def entries() -> Iterator[Entry]:
        call = getattr({"SE3": SE3, "SO3": SO3}[group], name)
        for case in cases:
            place = f"{function} at the angle {case['angle']}: ["
            yield compare(place, call(np.array(case["argument"])), case["value"])

    angles = ", ".join(case["angle"] for case in cases)
    return judge(f"{function} at {angles}", LIMITS[name], entries)


def _forward_kinematics(
    references: References, models: dict[str, Model], case: dict[str, Any]
) -> Result:
    """Poses and twist derivatives of all bodies."""
    name, base, representation = case["state"], case["base"], case["representation"]
    state, twists = references["states"][name], case["twists"]

    def entries() -> Iterator[Entry]:
        v = np.array(state["v"])[: len(twists)]
        poses, rows = forward_kinematics(
            models[state["model"]], np.array(state["q"]), v, base, representation
        )
        yield compare("pose[body, row, column] = poses[", poses[:, :3], references["poses"][name])
        for k, reference in enumerate(twists):
            yield compare(f"twists[{k}, ", rows[k], reference)

    check = f"forward_kinematics, {name}, base {base}, {representation} twists, "
    check += f"orders 0-{len(twists) - 1}"
    return judge(check, LIMITS["forward_kinematics"], entries)


def _inverse_dynamics(
    references: References,
    models: dict[str, Model],
    case: dict[str, Any],
    form: str,
    scalar: str = "real",
) -> Result:
    """One form at every order: each order runs another length of the same series."""
    name, base, axes = case["state"], case["base"], case["wrench_axes"]
    state, tau = references["states"][name], case["tau"]
    model = models[state["model"]]

    def entries() -> Iterator[Entry]:
        call: Callable[..., Any] = inverse_dynamics
        if scalar == "complex":
            call = inverse_dynamics_complex
        q, v = np.array(state["q"]), np.array(state["v"])
        for r in range(len(tau)):
            extra: dict[str, Any] = {}
            if axes is not None:
                extra["wrenches"] = np.array(state["wrenches"])[: r + 1]
                extra["tau_ext"] = np.array(state["tau_ext"])[: r + 1]
                extra["wrench_axes"] = axes
            if scalar == "batch":
                call = FUNCTIONS["inverse_dynamics"]
                many = {key: np.array([x] * BATCH) for key, x in extra.items() if key in LOADS}
                given = [np.array([x] * BATCH) for x in (q, v[: r + 2])]
                states = call(model, *given, base, form=form, **(extra | many))
            else:
                states = [np.real(call(model, q, v[: r + 2], base, form=form, **extra))]
            for rows in states:
                for k in range(r + 1):
                    found = compare(f"order r = {r}, tau[{k}, ", rows[k], tau[k])
                    yield Entry(found.error, _with_joint(model, found.detail))

    loads = "no wrenches" if axes is None else f"wrenches in {axes} axes"
    function = {"real": "inverse_dynamics", "complex": "inverse_dynamics_complex"}.get(
        scalar, f"inverse_dynamics of {BATCH} states at once"
    )
    check = f"{function}, {form}, {name}, base {base}, {loads}, orders 0-{len(tau) - 1}"
    return judge(check, LIMITS[form], entries)


def _calls(models: dict[str, Model], case: dict[str, Any], states: int) -> Iterator[Result]:
    """One public function, each block of its result; states: in a batch of so many, 0 for none."""
    name, robot = case["function"], case["model"]
    model: Any = models[robot] if robot in models else getattr(catalogue, robot)()
    arguments = [np.array(x) for x in case["arguments"]]
    if states:
        arguments = [np.array([x] * states) for x in arguments]
    try:
        found: Any = FUNCTIONS[name](model, *arguments)
    except Exception as error:
        text = f"raised {type(error).__name__}: {error}"
        yield Result(f"{name} of {robot}", math.inf, 0.0, text)
        return
    for part in case["parts"]:
        of, place = part["of"], part["index"]
        rows = getattr(found, of) if of else found
        got = [rows[k] for k in range(states)] if states else [rows]

        def entries(got: Any = got, part: Any = part, place: Any = place) -> Iterator[Entry]:
            for row in got:
                yield compare("[", row if place is None else row[place], part["reference"])

        what = f" {of}" * bool(of) + (f" order {place}" if place is not None else "")
        check = f"{name} of {robot},{what}" + f", {states} states at once" * bool(states)
        yield judge(check, part["limit"], entries)


def _with_joint(model: Model, detail: str) -> str:
    """Name the joint of the coordinate in "... tau[k, i]: ..."."""
    place, _, rest = detail.partition("]: ")
    last = place.rpartition(", ")[2]
    if not last.isdigit():
        return detail
    i = int(np.searchsorted(model.idx_v, int(last), side="right")) - 1
    return f"{place}] (joint {model.joint_names[i]!r}, {model.joints[i].kind}): {rest}"
