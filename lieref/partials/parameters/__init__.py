"""Partial derivatives by parameters of the bodies and by places of the joints.

Kernel: `regressor.pxi`, `regressor_partials.pxi`, `virtual_joints_kernel.pxi`. Plain Python:
`regressor_twin.py`, `regressor_partials_twin.py`, `virtual_joints_twin.py`. Algorithm: Müller's
sensitivities, Section 6, by a virtual joint in each body.
"""
