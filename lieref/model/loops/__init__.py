"""Loops and couplings: what closes, what is independent, and the assembly."""
