"""Batches of states for the public functions of kernels; for Cython, through state_groups.pxd."""
