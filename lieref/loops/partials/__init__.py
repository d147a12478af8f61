"""Partial derivatives of the dynamics of mechanisms by the independent coordinates.

First partials: kernel `motion_partials.pxi` (of G, qdot and qddot), `force_partials.pxi` (from
those of the open tree's forces) and `acceleration_partials.pxi`, included by
`first_partials_kernel.pxi`; `first_partials.pyx` calls them, `many_states.py` for many states.
Plain Python: `chain_rule.py`, with second partials. Public functions: `dynamics_partials.py`,
`contact_partials.py`. Of any order: `any_order`; by geometry and inertial parameters:
`geometry.py`, `parameter_partials.py`. Source: the chain rule over [Chignoli, Sec. II-B],
docs/order-partials.md, (13).
"""
