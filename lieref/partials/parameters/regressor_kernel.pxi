# The regressor of inverse dynamics, and its partial derivatives.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/paths.pxi"
include "lieref/partials/parameters/regressor.pxi"
include "lieref/partials/parameters/regressor_partials.pxi"
