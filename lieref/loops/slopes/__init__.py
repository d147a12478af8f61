"""How the tree's motion changes with a mechanism's independent one, of one state or of many.

Kernel: slope_series.pxi and reduced_partials.pxi, in the modules of slopes_kernel.pxi; called by
slopes.pyx. Plain Python: `lieref.loops.constraints.constraint_partials_twin` and
`lieref.loops.reduced_partials`. Source: the chain rule over Chignoli et al. (2023), Sec. II-B, by
docs/order-partials.md, (13).
"""
