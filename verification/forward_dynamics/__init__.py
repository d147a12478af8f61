"""Accuracy of forward and hybrid dynamics: claims, tables and figures of their report."""
