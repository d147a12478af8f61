"""Mechanisms with loops from their definitions."""
