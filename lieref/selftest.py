"""Self-test: the compiled code against shipped reference values of certified digits.

The references are in references.json beside this file, written by ``python -m
verification.references``: inputs as doubles, results as decimals with a proven radius. Nothing is
read before `run` is called.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from decimal import Context, Decimal, localcontext
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3, SO3
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.builder import ModelBuilder
from lieref.model.joints import joints
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model
from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

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


@dataclass(frozen=True)
class Result:
    """One check.

    Attributes
    ----------
    check : str
        The function and its arguments.
    error : float
        The largest relative max-norm error, radius of the reference included; infinite if the
        function raised, or returned something that is not finite or of another shape.
    limit : float
    detail : str
        The entry with that error, or what went wrong.
    """

    check: str
    error: float
    limit: float
    detail: str

    @property
    def ok(self) -> bool:
        """Whether the error is within its limit."""
        return self.error <= self.limit

    def as_dict(self) -> dict[str, Any]:
        """Return the fields and `ok`, for JSON; an infinite error becomes None."""
        found = asdict(self) | {"ok": self.ok}
        return found | {"error": self.error if math.isfinite(self.error) else None}


@dataclass(frozen=True)
class _Entry:
    """The entry of a result that is farthest from its reference value."""

    error: float
    detail: str


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
        for case in references["calls"]:
            found += [result for states in (0, BATCH) for result in _calls(models, case, states)]
        return found


def _judge(check: str, limit: float, entries: Callable[[], Iterator[_Entry]]) -> Result:
    """The worst of all entries; whatever a function under test raises is a failure."""
    try:
        worst = max(entries(), key=lambda entry: entry.error)
    except Exception as error:
        return Result(check, math.inf, limit, f"raised {type(error).__name__}: {error}")
    return Result(check, worst.error, limit, worst.detail)


def _compare(place: str, got: Any, reference: dict[str, Any]) -> _Entry:
    """The worst entry of an array; place ends with the bracket that opens the entry's index."""
    values, expected = np.asarray(got, dtype=float), np.array(reference["values"], dtype=object)
    if values.shape != expected.shape:
        return _Entry(math.inf, f"{place}..]: shape {values.shape}, expected {expected.shape}")
    exact = [Decimal(text) for text in expected.flat]
    radius, scale = Decimal(reference["radius"]), max(abs(x) for x in exact)
    worst, where = -1.0, 0
    for i, (x, true) in enumerate(zip(values.flat, exact, strict=True)):
        if not math.isfinite(x):
            error = math.inf
        elif scale:
            error = float((abs(Decimal(float(x)) - true) + radius) / scale)
        else:
            error = 0.0 if x == 0 else math.inf
        if error > worst:
            worst, where = error, i
    index = ", ".join(str(int(i)) for i in np.unravel_index(where, values.shape))
    return _Entry(
        worst,
        f"{place}{index}]: got {float(values.flat[where])!r}, "
        f"reference {expected.flat[where][:24]}, error {worst:.1e} of the largest entry "
        f"{float(scale):.3g}",
    )


def _algebra(function: str, cases: list[dict[str, Any]]) -> Result:
    """A function of SE3 or SO3 at every angle."""
    group, name = function.split(".")

    def entries() -> Iterator[_Entry]:
        call = getattr({"SE3": SE3, "SO3": SO3}[group], name)
        for case in cases:
            place = f"{function} at the angle {case['angle']}: ["
            yield _compare(place, call(np.array(case["argument"])), case["value"])

    angles = ", ".join(case["angle"] for case in cases)
    return _judge(f"{function} at {angles}", LIMITS[name], entries)


def _forward_kinematics(
    references: References, models: dict[str, Model], case: dict[str, Any]
) -> Result:
    """Poses and twist derivatives of all bodies."""
    name, base, representation = case["state"], case["base"], case["representation"]
    state, twists = references["states"][name], case["twists"]

    def entries() -> Iterator[_Entry]:
        v = np.array(state["v"])[: len(twists)]
        poses, rows = forward_kinematics(
            models[state["model"]], np.array(state["q"]), v, base, representation
        )
        yield _compare("pose[body, row, column] = poses[", poses[:, :3], references["poses"][name])
        for k, reference in enumerate(twists):
            yield _compare(f"twists[{k}, ", rows[k], reference)

    check = f"forward_kinematics, {name}, base {base}, {representation} twists, "
    check += f"orders 0-{len(twists) - 1}"
    return _judge(check, LIMITS["forward_kinematics"], entries)


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

    def entries() -> Iterator[_Entry]:
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
                    found = _compare(f"order r = {r}, tau[{k}, ", rows[k], tau[k])
                    yield _Entry(found.error, _with_joint(model, found.detail))

    loads = "no wrenches" if axes is None else f"wrenches in {axes} axes"
    function = {"real": "inverse_dynamics", "complex": "inverse_dynamics_complex"}.get(
        scalar, f"inverse_dynamics of {BATCH} states at once"
    )
    check = f"{function}, {form}, {name}, base {base}, {loads}, orders 0-{len(tau) - 1}"
    return _judge(check, LIMITS[form], entries)


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

        def entries(got: Any = got, part: Any = part, place: Any = place) -> Iterator[_Entry]:
            for row in got:
                yield _compare("[", row if place is None else row[place], part["reference"])

        what = f" {of}" * bool(of) + (f" order {place}" if place is not None else "")
        check = f"{name} of {robot},{what}" + f", {states} states at once" * bool(states)
        yield _judge(check, part["limit"], entries)


def _with_joint(model: Model, detail: str) -> str:
    """Name the joint of the coordinate in "... tau[k, i]: ..."."""
    place, _, rest = detail.partition("]: ")
    last = place.rpartition(", ")[2]
    if not last.isdigit():
        return detail
    i = int(np.searchsorted(model.idx_v, int(last), side="right")) - 1
    return f"{place}] (joint {model.joint_names[i]!r}, {model.joints[i].kind}): {rest}"
