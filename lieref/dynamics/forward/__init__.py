"""Forward and hybrid dynamics and their time derivatives in four forms, and batches of states.

Public functions: `lieref.forward_dynamics`, `lieref.hybrid_dynamics`,
`lieref.prepare_forward_dynamics`. The checked entry is `lieref.dynamics.forward_dynamics`. Folders:
`default`, the recursion of H-GABI and H-GHYB that runs unless another is asked for by name, and
`forms`. Here: which of them runs in which numbers (`forward_kernels.pxi`, `extended.py`), proven
bounds, batches, and the plain articulated inertia of all forms.
"""
