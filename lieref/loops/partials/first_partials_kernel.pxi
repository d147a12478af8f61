# The module of one build of first partials through loops, over doubles or over states side by side.

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport M_PI, acos, asin, atan, atan2, exp, fabs, fmax, log, rint, sqrt
from libc.string cimport memset

from lieref.loops.constraints.constraints cimport Motion, Stage, is_open
from lieref.loops.constraints.loop_tables cimport (
    PLAIN,
    PLANE,
    TWISTED,
    UNIVERSAL,
    ClusterTable,
    LoopTable,
    LoopTables,
    driven_hessian_at,
    driven_values_at,
    implicit_hessian_at,
    implicit_rows_at,
    implicit_values_at,
    is_rounding,
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
    JACOBIANS,
    SQRT,
    SUB,
    Program,
    Programs,
    Wanted,
)
from lieref.loops.partials.first_partials cimport (
    AccelerationPartialsCall,
    ForcePartialsCall,
    MotionPartialsCall,
)
from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Body, Model

include "../constraints/loop_numbers.pxi"
include "../constraints/couplings/instructions.pxi"
include "../constraints/loop_poses.pxi"
include "../constraints/explicit_constraints.pxi"
include "../constraints/constraint_bias.pxi"
include "../constraints/openings.pxi"
include "../constraints/series/loop_series.pxi"
include "../constraints/series/motion_series.pxi"
include "motion_partials.pxi"
include "force_partials.pxi"
include "acceleration_partials.pxi"

MOTION = PyCapsule_New(<void*> motion_partials, "lieref.motion_partials_run", NULL)
MOTION_SIZE = PyCapsule_New(<void*> motion_partials_size, "lieref.motion_partials_size", NULL)
FORCES = PyCapsule_New(<void*> force_partials, "lieref.force_partials_run", NULL)
ACCELERATIONS = PyCapsule_New(<void*> acceleration_partials,
                              "lieref.acceleration_partials_run", NULL)
