include "../algebra/second_order.pxi"
include "displaced_constraints.pxi"
