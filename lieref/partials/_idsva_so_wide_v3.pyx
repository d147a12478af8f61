from cpython.pycapsule cimport PyCapsule_New

include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "subtrees.pxi"
include "paths.pxi"
include "idsva_so_moved.pxi"
include "idsva_so_entries.pxi"
include "idsva_so_places.pxi"
include "idsva_so.pxi"
