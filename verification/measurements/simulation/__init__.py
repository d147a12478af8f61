"""Measurements of the simulation of paper 001."""
