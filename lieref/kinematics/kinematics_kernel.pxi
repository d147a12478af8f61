# Poses and twists of bodies and of points on them, any order.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/kinematics/forward/joint_pose.pxi"
include "lieref/kinematics/forward/poses.pxi"
include "lieref/algebra/series/convolutions.pxi"
include "lieref/kinematics/forward/forward_kinematics.pxi"
include "lieref/kinematics/forward/body_frames.pxi"
include "lieref/kinematics/forward/twists.pxi"
include "lieref/kinematics/forward/twists_run.pxi"
