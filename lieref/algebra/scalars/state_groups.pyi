"""Batches of states for the doors of kernels; for Cython, through state_groups.pxd."""
