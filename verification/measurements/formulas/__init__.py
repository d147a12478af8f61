"""Formulas of the papers, as printed and as they hold."""
