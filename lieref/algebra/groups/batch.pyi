"""Loops of a primitive over stacks; for Cython only, through batch.pxd."""
