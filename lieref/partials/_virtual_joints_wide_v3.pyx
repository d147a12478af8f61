include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "subtrees.pxi"
include "virtual_joints.pxi"
