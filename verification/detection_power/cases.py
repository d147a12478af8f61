"""What is planted and what is asked; the quick selection is a part of the full one."""

from __future__ import annotations

from lieref.check.quantities import QUANTITIES
from verification.detection_power.mutations import KINDS
from verification.verdicts import Params

#: Faults of each kind in the code of each quantity.
FAULTS, QUICK_FAULTS = 18, 3
#: Of the random order in which faults are taken.
ORDER_SEED = 1
#: Fewer where a result has fewer blocks.
BLOCKS = {"inverse_dynamics": 6, "forward_dynamics": 6}
#: Where faults are planted, and what correct code is asked.
DYNAMICS = tuple(name for name, quantity in QUANTITIES.items() if not quantity.kinematic)
QUICK = ("inverse_dynamics", "forward_dynamics", "joint_space_inertia")
#: Seeds of the states at which correct code is judged.
SEEDS = 4


def planted(quick: bool) -> list[Params]:
    """Return faults of every kind in every quantity."""
    return [
        {"quantity": quantity, "kind": kind, "number": number, "seed": ORDER_SEED}
        for quantity in (QUICK if quick else DYNAMICS)
        for kind in (*KINDS, "scale")
        for number in range(QUICK_FAULTS if quick else _most(quantity, kind))
    ]


def _most(quantity: str, kind: str) -> int:
    return BLOCKS.get(quantity, FAULTS) if kind == "scale" else FAULTS


def correct(quick: bool) -> list[Params]:
    """Return every quantity at states of every seed."""
    return [
        {"quantity": quantity, "seed": seed}
        for quantity in (QUICK if quick else DYNAMICS)
        for seed in range(1 if quick else SEEDS)
    ]
