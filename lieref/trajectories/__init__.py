"""Motions whose time derivatives of any order are known: joints, bodies, whole models."""

from lieref.trajectories.catalogue import paper_times, paper_trajectory
from lieref.trajectories.functions import (
    Constant,
    Cosine,
    Function,
    HalfCosine,
    Polynomial,
    Sine,
)
from lieref.trajectories.motions import (
    Exponential,
    Fixed,
    Motion,
    Rotation,
    RotationVector,
    Translation,
    euler_angles,
)
from lieref.trajectories.spline import BSpline
from lieref.trajectories.trajectory import Trajectory

__all__ = [
    "BSpline",
    "Constant",
    "Cosine",
    "Exponential",
    "Fixed",
    "Function",
    "HalfCosine",
    "Motion",
    "Polynomial",
    "Rotation",
    "RotationVector",
    "Sine",
    "Trajectory",
    "Translation",
    "euler_angles",
    "paper_times",
    "paper_trajectory",
]
