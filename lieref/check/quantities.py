"""What can be asked of a subject: quantities, their arguments, and the axes of their results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.arguments import unknown_word

FloatArray = NDArray[np.float64]
Arrays = dict[str, FloatArray]


@dataclass(frozen=True)
class Quantity:
    """One quantity.

    name : as the function of lieref that computes it
    inputs : names of its arguments, out of q (nq,), v, a, tau (nv,); with orders v (r + 2, nv) or
        tau (r + 1, nv) instead
    outputs : name of each result, and its axes: "i" force or acceleration, "q", "v", "a", "t" the
        coordinate it is differentiated by, "k" order of the time derivative; "s" component of a
        twist, "r" and "c" row and column of a pose
    forward : whether it solves equations of motion
    orders : whether it has orders of time derivatives
    kinematic : whether it is of a frame
    frame : name of the body or frame on it
    representation : of the frame's twist
    """

    name: str
    inputs: tuple[str, ...]
    outputs: dict[str, str]
    forward: bool = False
    orders: bool = False
    kinematic: bool = False
    frame: str = ""
    representation: str = "body"

    @property
    def word(self) -> str:
        """Its name, and of kinematics the frame after a colon; see `named`."""
        return f"{self.name}:{self.frame}" if self.frame else self.name

    def shape(self, output: str, nv: int, order: int) -> tuple[int, ...]:
        """Shape of a result."""
        sizes = {axis: sum(map(len, parts.values())) for axis, parts in PARTS.items()}
        sizes["k"] = order + 1
        return tuple(sizes.get(axis, nv) for axis in self.outputs[output])


#: Axes that velocity coordinates stand along.
COORDINATES = "iqvat"
#: Parts of the other axes, by axis: their names, and the places that each has.
PARTS: dict[str, dict[str, list[int]]] = {
    "s": {"angular part": [0, 1, 2], "linear part": [3, 4, 5]},
    "r": {"": [0, 1, 2, 3]},
    "c": {"rotation": [0, 1, 2], "position": [3]},
}
_INVERSE, _FORWARD = ("q", "v", "a"), ("q", "v", "tau")
QUANTITIES: dict[str, Quantity] = {
    x.name: x
    for x in (
        Quantity("inverse_dynamics", _INVERSE, {"tau": "i"}),
        Quantity("forward_dynamics", _FORWARD, {"a": "i"}, forward=True),
        Quantity("joint_space_inertia", ("q",), {"H": "ia"}),
        Quantity(
            "inverse_dynamics_partials",
            _INVERSE,
            {"dtau_dq": "iq", "dtau_dv": "iv", "dtau_da": "ia"},
        ),
        Quantity(
            "forward_dynamics_partials",
            _FORWARD,
            {"da_dq": "iq", "da_dv": "iv", "da_dtau": "it"},
            forward=True,
        ),
        Quantity("inverse_dynamics_orders", ("q", "v"), {"tau": "ki"}, orders=True),
        Quantity("forward_dynamics_orders", _FORWARD, {"a": "ki"}, forward=True, orders=True),
        Quantity(
            "inverse_dynamics_second_partials",
            _INVERSE,
            {
                "d2tau_dq_dq": "iqq",
                "d2tau_dv_dv": "ivv",
                "d2tau_dq_dv": "iqv",
                "d2tau_da_dq": "iaq",
            },
        ),
        Quantity(
            "forward_dynamics_second_partials",
            _FORWARD,
            {"d2a_dq_dq": "iqq", "d2a_dv_dv": "ivv", "d2a_dq_dv": "iqv", "d2a_dtau_dq": "itq"},
            forward=True,
        ),
        Quantity("forward_kinematics", ("q",), {"pose": "rc"}, kinematic=True),
        Quantity("jacobian", ("q",), {"J": "sv"}, kinematic=True),
    )
}
#: Those of whole robots.
DYNAMICS = {name: x for name, x in QUANTITIES.items() if not x.kinematic}
KINEMATICS = tuple(name for name in QUANTITIES if name not in DYNAMICS)
#: Asked unless others are named.
USUAL = tuple(
    name for name, x in DYNAMICS.items() if not x.orders and not name.endswith("second_partials")
)


#: Words for several of them.
GROUPS = {"all": tuple(QUANTITIES), "dynamics": tuple(DYNAMICS), "kinematics": KINEMATICS}


def chosen(names: Any) -> tuple[Quantity, ...]:
    """Return quantities by name or group, None for the usual ones; ArgumentError else."""
    given = USUAL if names is None else (names,) if isinstance(names, str) else tuple(names)
    found = [x for name in given for x in GROUPS.get(name, (name,))]
    unknown = [name for name in found if name not in QUANTITIES]
    if unknown or not found:
        known = (*QUANTITIES, *GROUPS)
        raise unknown_word("quantities", unknown[0] if unknown else "", known)
    return tuple(QUANTITIES[name] for name in dict.fromkeys(found))


def named(word: str) -> Quantity:
    """Return the quantity of a `Quantity.word`."""
    name, _, frame = word.partition(":")
    return replace(QUANTITIES[name], frame=frame) if frame else QUANTITIES[name]
