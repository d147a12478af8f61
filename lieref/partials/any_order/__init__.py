"""Partial derivatives of the dynamics of any order.

Folders: `inverse` and `forward`, the recursions. Here: their results, representations of a base's
velocity (`bases`, `represented`), wrenches on the bodies, prepared calls. Public functions:
`lieref.prepare_inverse_dynamics_order_partials`, `lieref.prepare_forward_dynamics_order_partials`
and those of the two folders. Formulas: docs/order-partials.md.
"""
