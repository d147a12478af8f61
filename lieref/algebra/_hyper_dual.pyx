include "second_order_numbers.pxi"
