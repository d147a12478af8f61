"""Measurements of the simulation of Ali et al."""
