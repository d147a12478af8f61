"""Inverse dynamics in three other representations: spatial, body-fixed and hybrid twists."""
