"""Whole models in time: integrators on a model's group, and what they conserve."""

from lieref.simulate.simulate import model_group, simulate

__all__ = ["model_group", "simulate"]
