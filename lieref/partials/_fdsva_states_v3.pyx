include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "branch_factor.pxi"
include "fdsva.pxi"
