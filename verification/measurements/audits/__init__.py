"""Measurements of other libraries."""
