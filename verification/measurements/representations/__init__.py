"""Measurements of the four representations, and of integration."""
