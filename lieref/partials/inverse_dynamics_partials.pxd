"""First partials of inverse dynamics for other people's Cython."""

from lieref.partials.idsva.inverse_dynamics_partials cimport (
    Call, partials_workspace_size, run_inverse_dynamics_partials,
)
