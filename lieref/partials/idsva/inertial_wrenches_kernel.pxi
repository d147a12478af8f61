# Entries of inertial_wrenches.pxi that batches of states call. Included after it.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/kinematics/forward/joint_pose.pxi"
include "lieref/kinematics/forward/poses.pxi"
include "lieref/partials/idsva/inertial_wrenches.pxi"

from cpython.pycapsule cimport PyCapsule_New

RUN = PyCapsule_New(<void*> run_first, "lieref.loads_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.partials_workspace", NULL)
