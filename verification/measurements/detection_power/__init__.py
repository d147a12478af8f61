"""Measurements of `lieref check` itself."""
