"""What the claims on simulation measure; the quick cases are a part of the full ones."""

from __future__ import annotations

from verification.verdicts import Params

SAMPLES, WINDOW = 3000, 300
#: Ways to simulate Andrews' mechanism, and their tolerances.
WAYS = {"simulate": 1e-12, "Radau": 1e-8}
QUICK_TIMES = (0.0, 13.0, 29.0)
OTHERS = {"slider_crank": 2.0, "rssr": 2.0, "stewart_platform": 0.3, "bennett": 2.0}


def windows(quick: bool) -> list[Params]:
    """Ten windows of the trajectory, quick or not: they take seconds."""
    return [
        {"first": first, "last": first + WINDOW, "every": 20} for first in range(0, SAMPLES, WINDOW)
    ]


def times(quick: bool) -> list[Params]:
    """Times 2 s apart with both ends, and one between; fewer if quick."""
    every = sorted({*map(float, range(0, 30, 2)), *QUICK_TIMES})
    return [{"time": t} for t in (QUICK_TIMES if quick else every)]


def hexarotors(quick: bool) -> list[Params]:
    """Generic tilts and drags."""
    return [{"seed": seed} for seed in range(5 if quick else 50)]


def rotor_speeds(quick: bool) -> list[Params]:
    """Every tenth sample."""
    return [{"every": 10}]


def elastic_arms(quick: bool) -> list[Params]:
    """Arms of two and seven joints; random motions."""
    return [
        {"joints": n, "seed": seed, "decades": [4, 5, 6, 7, 8], "complete": complete}
        for n in (2, 7)
        for seed in range(2 if quick else 10)
        for complete in (False, True)
    ]


def andrews(quick: bool) -> list[Params]:
    """Both ways."""
    return [{"way": way, "tolerance": x, "steps": 100} for way, x in WAYS.items()]


def mechanisms(quick: bool) -> list[Params]:
    """Sixty seconds of the four-bar, two of others; quick: five of the four-bar, and one other."""
    motion = {"study": "kept", "tolerance": 1e-11, "speed": 2.0}
    if quick:
        others, long = {"slider_crank": 2.0}, []
    else:
        others, long = OTHERS, [motion | {"name": "four_bar", "seconds": 60.0}]
    short = [motion | {"name": "four_bar", "seconds": 5.0}]
    stepped = {"study": "kept", "speed": 2.0, "name": "four_bar", "seconds": 20.0, "step": 2e-3}
    return [
        *short,
        *(motion | {"name": name, "seconds": x, "speed": 0.5} for name, x in others.items()),
        *long,
        stepped,
    ]


def n_four_bar(quick: bool) -> list[Params]:
    """Two parallelograms for 10 s, and one and five."""
    of = {"study": "n_four_bar", "tolerance": 1e-10, "seconds": 10.0}
    return [of | {"n": n} for n in ((2,) if quick else (1, 2, 5))]
