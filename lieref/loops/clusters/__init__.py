"""Recursions over clusters of bodies, given G and g of the constraints [Chignoli et al.].

`c_rnea`: inverse dynamics; `c_aba`: forward dynamics; `c_efpa`: inverse operational-space inertia.
`dynamics.pyx` leads from the arguments of a call to the C-RNEA or the C-ABA, with time derivatives
by `time_derivatives.pxi`; `many_states.pyx` and `dynamics_kernel.pxi` do so for states side by
side. Kernels read clusters from `group_table.pyx`; the plain Python implementations share
`cluster_twin.py`.
"""
