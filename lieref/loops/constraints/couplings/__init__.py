"""Functions of couplings and implicit constraints: gamma, Gamma and Gamma', as kernels read them.

Kernel: `instructions.pxi`, straight-line programs of traced functions; `programs.pyx` calls it.
Plain Python: `replay` of `lieref.model.loops.coupling_trace`.
"""
