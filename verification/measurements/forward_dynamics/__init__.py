"""Measurements of forward and hybrid dynamics."""
