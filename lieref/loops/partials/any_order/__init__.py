"""Partial derivatives of the dynamics through loops of any order.

Plain Python, over any scalar: `order_series.py`, with what `order_series_twin.py` puts in. Public
functions: `lieref.loops.inverse_dynamics_order_partials` and `forward_dynamics_order_partials`.
Algorithm: those of the open tree, `lieref.partials.any_order`, along the motions that the loops
admit; docs/order-partials.md, (11) to (13).
"""
