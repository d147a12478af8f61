"""Arguments of functions of mechanisms, of any order, and of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import lieref

Values = dict[str, Any]


def loop_values(closed: Values, inverse: Values, forward: Values, m: Any) -> Values:
    """Of functions of mechanisms: of the mechanism m."""
    return {
        "loops.inverse_dynamics": [inverse, inverse | {"method": "projected"}],
        "loops.forward_dynamics": [forward, forward | {"method": "multipliers"}],
        "loops.constraint_forces": {"tau_ext": closed["tau_ext"]},
        "loops.constraint_force_partials": {"tau_ext": closed["tau_ext"]},
        "loops.centroidal_momentum_matrix_derivatives": {"v": np.ones((1, m.nv))},
        "loops.energy": {"v": np.ones((2, m.nv))},
        "loops.momentum": {"v": np.ones((2, m.nv))},
        "loops.centroidal_momentum": {"v": np.ones((2, m.nv))},
        "loops.center_of_mass": {"v": np.ones((2, m.nv))},
        "loops.joint_space_inertia_derivatives": {"v": np.ones((1, m.nv))},
        "loops.coriolis_matrix": {"v": np.ones(m.nv)},
        "loops.bias_forces": {"v": np.ones(m.nv)},
        "loops.external_forces": {"wrenches": np.ones((m.nbodies, 6))},
        "loops.impact": {"v": np.ones(m.tree.nv)},
        "loops.impact_partials": {"v": np.ones(m.tree.nv)},
        "loops.distribute_forces": {
            "v": np.ones((2, m.nv)),
            "actuated": m.joint_names,
        },
        "loops.close": {
            "tree": m.tree,
            "loops": m.loops,
            "couplings": (),
            "independent": None,
            "assembly": closed["q"],
        },
        "loops.inverse_dynamics_order_partials": [inverse, inverse | {"wrenches": None}],
        "loops.forward_dynamics_order_partials": [forward, forward | {"wrenches": None}],
        "loops.expand_motion": {"v": np.ones((2, m.nv))},
        "loops.loop_bias": {"v": np.ones(m.tree.nv)},
    }


def order_values(inverse: Values, forward: Values, batch: Callable[[Values], Values]) -> Values:
    """Of partials of any order and their products."""
    return {
        "inverse_dynamics_order_partials": [
            {"v": inverse["v"], "wrenches": inverse["wrenches"]},
            batch({"v": inverse["v"]}) | {"wrenches": None},
        ],
        "forward_dynamics_order_partials": [
            {"tau": forward["tau"], "wrenches": forward["wrenches"]},
            {"tau": forward["tau"], "wrenches": None},
        ],
        "joint_wrenches": [{"v": inverse["v"], "wrenches": inverse["wrenches"], "axes": "body"}],
        "forward_dynamics_geometric_derivatives": [{"tau": forward["tau"]}],
        "forward_dynamics_regressor_derivatives": [{"tau": forward["tau"]}],
        "inverse_dynamics_geometric_derivatives": [
            {"v": inverse["v"], "wrenches": inverse["wrenches"]},
            batch({"v": inverse["v"]}) | {"wrenches": None},
        ],
        "inverse_dynamics_regressor_derivatives": [
            {"v": inverse["v"]},
            batch({"v": inverse["v"]}),
        ],
        "forward_dynamics_order_jvp": [{"tau": forward["tau"], "dtau": forward["tau"]}],
        "forward_dynamics_order_vjp": [{"tau": forward["tau"], "w": forward["tau"]}],
        "inverse_dynamics_order_jvp": [{"v": inverse["v"], "dv": inverse["v"]}],
        "inverse_dynamics_order_contraction": [{"v": inverse["v"], "w": forward["tau"]}],
        "inverse_dynamics_order_vjp": [{"v": inverse["v"], "w": forward["tau"]}],
    }


def catalogue_values() -> Values:
    """Of mechanisms that not every number makes."""
    lever = {"lever": 0.05, "arm": 0.05, "height": 0.3, "width": 0.1}
    return {
        "catalogue.belt_ratios": {"links": 2, "ratio": 6.0, "belt": 1.5},
        "catalogue.andrews_spring": {
            "model": lieref.catalogue.andrews(),
            "q": np.asarray(lieref.catalogue.andrews().assembly),
        },
        "catalogue.spatial_loop": {"n": 7},
        "catalogue.bennett": {"twist": 0.6, "other_twist": 1.1},
        "catalogue.KneeAnkleDifferential": lever,
        "catalogue.RodDifferential": lever,
    }
