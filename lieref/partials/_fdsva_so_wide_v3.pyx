from cpython.pycapsule cimport PyCapsule_New

include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "subtrees.pxi"
include "../dynamics/ltdl.pxi"
include "fdsva_so_panels.pxi"
include "fdsva_so_outer.pxi"
include "fdsva_so_inner.pxi"
include "fdsva_so.pxi"
