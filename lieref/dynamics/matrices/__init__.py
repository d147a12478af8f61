"""Matrices of the closed form H a + C v = tau: inertia, its inverse and factor, Coriolis.

Kernel: `composite_bodies.pxi`, and of H alone `composite_lanes.pxi`; `coriolis.pxi`, `ltdl.pxi`.
Plain Python: `composite_bodies_twin.py`, `coriolis_twin.py`. Public functions:
`lieref.joint_space_inertia`, `lieref.coriolis_matrix`, `lieref.inertia_factor`. The checked
entry is `lieref.dynamics.closed_forms`; `system_forms.py` has the dense forms of Müller, (78) to
(86). Algorithm: composite bodies; C of [Ali, (8)].
"""
