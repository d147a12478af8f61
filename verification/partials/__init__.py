"""Partial derivatives and how well every method computes them: claims, tables, figures."""
