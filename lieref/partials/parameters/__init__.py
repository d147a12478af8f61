"""Partial derivatives by parameters of the bodies, and by the geometry of the joints.

Kernels: `regressor_kernel.pxi`, `virtual_joints_kernel.pxi`. Plain Python: `regressor_twin.py`,
`regressor_partials_twin.py`, `regressor_rates_twin.py`, `virtual_joints_twin.py`. Checked entry of
the kernels: `../sensitivities.pyx`. Public functions: `lieref.inverse_dynamics_regressor` and those
of its partials and rates, `lieref.inverse_dynamics_parameter_second_partials`. Algorithm: a virtual
joint in front of each body's own, Müller Sec. 6.2, moved as a joint by IDSVA [Singh, (12), (13)].
"""
