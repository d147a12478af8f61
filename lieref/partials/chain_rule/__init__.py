"""Partial derivatives in other coordinates and representations, and of higher order."""
