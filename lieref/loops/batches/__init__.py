"""Many states of a mechanism at once, in lanes and threads.

Kernel: closed_kernel.pxi, the texts of a single state over states side by side. Public functions:
those of `lieref` with leading axes, see `lieref.api`. Plain Python: that of a single state. Source:
Chignoli et al. (2023).
"""
