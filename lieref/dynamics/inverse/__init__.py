"""Inverse dynamics and its time derivatives in four forms, and batches of states.

Public functions: `lieref.inverse_dynamics`, `lieref.prepare_inverse_dynamics`. The checked entry
is `lieref.dynamics.inverse_dynamics`. Folders: `default`, the recursion of H-GRNE, and `forms`.
"""
