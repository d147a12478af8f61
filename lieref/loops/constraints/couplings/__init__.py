"""Functions of couplings in compiled code: programs of traced functions, and their values."""
