include "groups.pxi"
