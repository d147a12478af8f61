"""Lie-group integrators: on groups by themselves, and for whole models."""

from lieref.errors import IntegrationError
from lieref.integrate.group import Group
from lieref.integrate.munthe_kaas import solve
from lieref.integrate.simulate import model_group, simulate
from lieref.integrate.solution import Solution

__all__ = ["Group", "IntegrationError", "Solution", "model_group", "simulate", "solve"]
