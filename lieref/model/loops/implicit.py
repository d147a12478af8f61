"""Implicit constraints: equations phi(q) = 0 between joints, given as a user's function."""

from __future__ import annotations

from dataclasses import dataclass

from lieref.errors import ArgumentError, ModelError
from lieref.model.arguments import real_array
from lieref.model.body_arguments import name_of
from lieref.model.loops.loops import CouplingFunction, joint_names


@dataclass(frozen=True)
class ImplicitConstraint:
    """Implicit constraint phi(y) = 0 on the coordinates y of one-degree tree joints.

    [Chignoli et al., (2)], for what is neither a loop joint nor a coupling. Which coordinates
    follow from the others is chosen as for loops. K and k of K qddot = k, and derivatives of any
    order, follow by differentiation.

    Parameters
    ----------
    name : str
        Name of the constraint, used once.
    joints : tuple of str
        Names of joints of one degree of freedom.
    function : callable
        ``function(y, m)`` returns the `size` numbers that have to be zero for the list y of the
        joints' coordinates, rad and m. It works on scalars as that of a `Coupling` does.
    size : int
        Number of equations.
    unit : float
        What a motion of 1 rad, or of a length of the loops, makes of phi, about: configurations
        whose phi is 1e-9 of it are closed.

    Examples
    --------
    Two sliders at right angles, the ends of a ladder of 5 m:

    >>> import lieref, numpy as np
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("foot", None, lieref.Prismatic((1, 0, 0)), mass=1.0)
    >>> _ = b.add_body("head", None, lieref.Prismatic((0, 0, 1)), mass=1.0)
    >>> _ = b.constrain(["foot_joint", "head_joint"], lambda y, m: [y[0] ** 2 + y[1] ** 2 - 25.0])
    >>> model = b.build(independent=["foot_joint"], assembly={"foot_joint": 3, "head_joint": 4})
    >>> model.constraints[0].name, model.nv
    ('constraint of foot_joint, head_joint', 1)
    >>> q, v = model.assembly, np.ones(model.nv)
    >>> print(lieref.forward_dynamics(model, q, v, [[0.0]]).round(4))
    [[4.5213]]
    """

    name: str
    joints: tuple[str, ...]
    function: CouplingFunction
    size: int = 1
    unit: float = 1.0

    def __post_init__(self) -> None:
        what = f"constraint {name_of('name of a constraint', self.name)!r}"
        joints = joint_names(f"{what}: joints", self.joints)
        twice = [joint for joint in joints if joints.count(joint) > 1]
        if twice:
            raise ModelError(f"{what}: joints named more than once: {sorted(set(twice))}")
        if not callable(self.function):
            raise ModelError(f"{what}: function {self.function!r} cannot be called")
        if not isinstance(self.size, int) or isinstance(self.size, bool) or self.size < 1:
            raise ArgumentError(f"{what}: size is {self.size!r}, expected a number of equations")
        unit = float(real_array(f"{what}: unit", self.unit, ()))
        if not unit > 0:
            raise ArgumentError(f"{what}: unit is {self.unit!r}, expected more than zero")
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "unit", unit)
