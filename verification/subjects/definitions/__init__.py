"""Mechanisms computed from definitions alone, independent of lieref's recursions."""
