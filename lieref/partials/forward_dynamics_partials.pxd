"""The linear solves of FDSVA for other people's Cython."""

from lieref.partials.fdsva.forward_dynamics_partials cimport Solve, run_solve, solve_workspace_size
