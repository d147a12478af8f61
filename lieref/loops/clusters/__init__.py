"""Recursions over clusters of bodies: C-RNEA, C-ABA and C-EFPA."""
