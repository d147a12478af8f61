"""Forward and hybrid dynamics and their time derivatives in four forms, and batches of states.

Public functions: `lieref.forward_dynamics`, `lieref.hybrid_dynamics`,
`lieref.prepare_forward_dynamics`. The checked entry is `lieref.dynamics.forward_dynamics`; each
folder is one recursion, what several of them take stands here.
"""
