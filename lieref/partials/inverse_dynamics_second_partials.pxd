"""Second partials of inverse dynamics for other people's Cython."""

from lieref.partials.idsva_so.inverse_dynamics_second_partials cimport (
    Call, run_inverse_dynamics_second_partials, second_partials_workspace_size,
)
