"""Measurements of first and second partial derivatives, and of those by parameters."""
