from cpython.pycapsule cimport PyCapsule_New

include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "subtrees.pxi"
include "paths.pxi"
include "products_loads.pxi"
include "products.pxi"
include "contraction.pxi"
