include "fine_numbers.pxi"
