include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "composite_bodies.pxi"
include "composite_run.pxi"
