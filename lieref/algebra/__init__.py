"""The groups of rotations SO(3) and of rigid motions SE(3); one module to each."""

from lieref.algebra.groups import se3 as SE3
from lieref.algebra.groups import so3 as SO3

__all__ = ["SE3", "SO3"]
