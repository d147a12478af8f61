"""``python -m verification.benchmark.oracle_times``: how long the oracle takes, in ms.

The least of some calls in processor time, of a chain of seven joints and, where
example-robot-data is installed, of talos. It runs with older versions of the oracle too.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import lieref
from lieref import Model, oracle

TALOS = "cmeel.prefix/share/example-robot-data/robots/talos_data/robots/talos_reduced.urdf"
#: Seconds after which no call is repeated.
ENOUGH = 4.0


def calls(model: Model) -> dict[str, Callable[[], Any]]:
    """Return the calls by name, at one random state."""
    rng = np.random.default_rng(1)
    q, v = model.random_configuration(rng), rng.standard_normal((7, model.nv))
    tau = rng.standard_normal((6, model.nv))
    return {
        "inverse, r = 0": lambda: oracle.inverse_dynamics(model, q, v[:2]),
        "inverse, r = 5": lambda: oracle.inverse_dynamics(model, q, v),
        "inverse, r = 5, balls": lambda: oracle.inverse_dynamics(model, q, v, balls=True),
        "forward, r = 5": lambda: oracle.forward_dynamics(model, q, v[0], tau),
        "joint-space inertia": lambda: oracle.joint_space_inertia(model, q),
        "energy, r = 6": lambda: oracle.energy(model, q, v),
        "inverse, first partials": lambda: oracle.inverse_dynamics_partials(model, q, *v[:2]),
        "forward, first partials": lambda: oracle.forward_dynamics_partials(model, q, v[0], tau[0]),
        "inverse, second partials": lambda: oracle.inverse_dynamics_second_partials(
            model, q, *v[:2]
        ),
        "inverse, partials of r = 2": lambda: oracle.inverse_dynamics_order_partials(
            model, q, v[:4]
        ),
        "certified inverse, r = 5": lambda: oracle.certified_inverse_dynamics(model, q, v),
        "certified forward, r = 5": lambda: oracle.certified_forward_dynamics(model, q, v[0], tau),
        "lieref.conditioning_bound, r = 0": lambda: lieref.conditioning_bound(
            model, q, v[0], tau[:1]
        ),
        "lieref.conditioning_bound, r = 5": lambda: lieref.conditioning_bound(model, q, v[0], tau),
        "lieref.forward_dynamics, digits = 40, r = 5": lambda: lieref.forward_dynamics(
            model, q, v[0], tau, digits=40
        ),
    }


def least(call: Callable[[], Any]) -> float:
    """Return the processor time of the fastest of up to five calls, in s."""
    times: list[float] = []
    while len(times) < 5 and sum(times) < ENOUGH:
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def robots() -> dict[str, Model]:
    """Return a chain of seven joints and, if it is installed, talos."""
    found = {"chain of 7": lieref.catalogue.serial_chain(7)}
    talos = Path(np.__file__).parents[1] / TALOS
    if talos.exists():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", lieref.ModelWarning)
            model = lieref.load_urdf(talos, base="free")
        assert isinstance(model, Model)
        found["talos"] = model
    return found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="verification.benchmark.oracle_times")
    parser.add_argument("--only", default="", help="the calls with this in their names")
    only = parser.parse_args().only
    for name, model in robots().items():
        for what, call in calls(model).items():
            if only in what:
                print(f"{name:12} {what:45} {1e3 * least(call):10.2f}", flush=True)


if __name__ == "__main__":
    main()
