"""Planted faults: each is put into a copy of the source, and tests must turn red."""
