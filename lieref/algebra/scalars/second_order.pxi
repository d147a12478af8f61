# How many pairs of directions a build over second-order numbers has side by side.

cdef extern from "second_order.h":
    enum: WIDTH "PAIRS"

PAIRS = WIDTH
