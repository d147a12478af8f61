# Products of first partial derivatives with directions and weights, and the contraction of second
# ones.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/paths.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/partials/idsva/joint_physics_partials.pxi"
include "lieref/partials/products/products_loads.pxi"
include "lieref/partials/products/products.pxi"
include "lieref/partials/products/contraction.pxi"
