"""How the tree's motion changes with a mechanism's independent one, of one state or of many.

Kernel: motion_partials.pxi, force_partials.pxi and acceleration_partials.pxi, in the modules of
first_partials_kernel.pxi; called by first_partials.pyx. Plain Python:
`lieref.loops.constraints.constraint_partials_twin` and `chain_rule.py`. Source: the chain rule over
Chignoli et al. (2023), Sec. II-B, by docs/order-partials.md, (13).
"""
