"""The truth at any precision: slow, short, from the definitions.

Imports the model room only. Needs the extra ``lieref[oracle]`` (mpmath, and python-flint for
proven bounds) when a function is called, not before.
"""

from lieref.oracle.certified import Certified, certified_inverse_dynamics
from lieref.oracle.inverse_dynamics import inverse_dynamics
from lieref.oracle.poses import body_poses
from lieref.oracle.scalars import Arb, ComplexDouble, Counting, Double, Mp

__all__ = [
    "Arb",
    "Certified",
    "ComplexDouble",
    "Counting",
    "Double",
    "Mp",
    "body_poses",
    "certified_inverse_dynamics",
    "inverse_dynamics",
]
