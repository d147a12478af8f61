from cpython.pycapsule cimport PyCapsule_New

include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "../kinematics/joint_pose.pxi"
include "../kinematics/poses.pxi"
include "inertial_wrenches.pxi"

RUN = PyCapsule_New(<void*> run_first, "lieref.loads_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.partials_workspace", NULL)
