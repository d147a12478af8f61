"""Second partials of forward dynamics for other people's Cython."""

from lieref.partials.fdsva_so.forward_dynamics_second_partials cimport (
    INNER_DTM, INNER_IDFOZA, OUTER_AZA, OUTER_DTM, Call, Inner, Outer,
    fdsva_so_workspace_size, run_first, run_inner, run_outer,
)
