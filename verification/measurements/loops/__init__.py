"""Measurements of mechanisms with loops."""
