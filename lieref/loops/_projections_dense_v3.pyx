include "projection_kernel.pxi"
