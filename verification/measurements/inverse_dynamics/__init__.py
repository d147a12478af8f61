"""Measurements of inverse dynamics, its closed forms and forward kinematics."""
