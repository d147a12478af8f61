"""Partial derivatives of the dynamics of mechanisms of any order along a motion.

Plain Python over any scalar: `series.py`, `velocity_map.py`; `series_twin.py` gives them exact
series. Public functions: `lieref.loops.inverse_dynamics_order_partials` and
`forward_dynamics_order_partials`, in `dynamics_partials.py`. Algorithm: those of the open tree,
`lieref.partials.any_order.inverse`, along the motions that the loops admit;
docs/order-partials.md, (11) to (13).
"""
