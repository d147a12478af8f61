# The module of one build of the slopes, over doubles or over states side by side.

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport M_PI, acos, asin, atan, atan2, exp, fabs, fmax, log, rint, sqrt
from libc.string cimport memset

from lieref.loops.constraints.constraints cimport Motion, Stage
from lieref.loops.constraints.loop_tables cimport (
    PLAIN,
    PLANE,
    TWISTED,
    UNIVERSAL,
    ClusterTable,
    LoopTable,
    LoopTables,
    driven_bends_at,
    driven_values_at,
    implicit_bends_at,
    implicit_rows_at,
    implicit_values_at,
)
from lieref.loops.constraints.couplings.programs cimport (
    ACOS,
    ADD,
    ASIN,
    ATAN,
    ATAN2,
    DIV,
    EXP,
    LOG,
    MUL,
    NEG,
    OVER,
    PER,
    SCALE,
    SHIFT,
    SINCOS,
    SLOPES,
    SQRT,
    SUB,
    Program,
    Programs,
    Wanted,
)
from lieref.loops.partials.first_partials cimport ReducedCall, SlopesCall, SolveCall
from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Body, Model

include "../constraints/loop_numbers.pxi"
include "../constraints/couplings/instructions.pxi"
include "../constraints/loop_poses.pxi"
include "../constraints/explicit_constraints.pxi"
include "../constraints/constraint_bias.pxi"
include "../constraints/openings.pxi"
include "../constraints/opened.pxi"
include "../constraints/series/loop_series.pxi"
include "../constraints/series/motion_series.pxi"
include "motion_partials.pxi"
include "force_partials.pxi"
include "acceleration_partials.pxi"

RUN = PyCapsule_New(<void*> slopes, "lieref.slopes_run", NULL)
ROOM = PyCapsule_New(<void*> slopes_room, "lieref.slopes_room", NULL)
REDUCED = PyCapsule_New(<void*> reduced, "lieref.reduced_run", NULL)
SOLVED = PyCapsule_New(<void*> solved, "lieref.solved_run", NULL)
