"""Partial derivatives in other coordinates and representations.

Representations of a base's velocity (`base_partials`, `represented`, `body_motion`), coordinates of
a configuration (`lie_derivatives`), Hessians (`hessian`), the linearized equations of motion
(`linearized`), placements and screws of the joints (`geometric_partials`, `screw_motion`).
"""
