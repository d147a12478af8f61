"""Partial derivatives by parameters of the bodies and by places of the joints.

Kernel: `regressor.pxi`, `virtual_joints.pxi`. Plain Python: `regressor_twin.py`,
`virtual_joints_twin.py`. Algorithm: paper 004's sensitivities, by a virtual joint in each body.
"""
