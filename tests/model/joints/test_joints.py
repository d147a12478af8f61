"""Joint types: what they accept, what they refuse and how, and what composite ones expand to."""

import dataclasses

import numpy as np
import pytest

from lieref.errors import ModelError, NonFiniteError
from lieref.model.joints.joints import (
    Cylindrical,
    EulerAngles,
    Free,
    Helical,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
)

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
SLANTED = (2 / 3, -1 / 3, 2 / 3)


def test_sizes_and_kinds():
    sizes = {
        (joint.kind, joint.nq, joint.nv)
        for joint in (
            Revolute(X),
            Prismatic(X),
            Helical(X, 0.1),
            Screw((0, 0, 1, 0, 0, 0)),
            Spherical(),
            Free(),
        )
    }
    assert sizes == {
        ("revolute", 1, 1),
        ("prismatic", 1, 1),
        ("helical", 1, 1),
        ("spherical", 4, 3),
        ("free", 7, 6),
    }


def test_vectors_become_tuples_of_floats_and_joints_compare_by_value():
    joint = Revolute(np.array([0, 1, 0]), [1, 2, 3])
    assert joint.axis == (0.0, 1.0, 0.0) and joint.point == (1.0, 2.0, 3.0)
    assert all(type(x) is float for x in joint.axis + joint.point)
    assert joint == Revolute((0, 1, 0), (1, 2, 3)) and hash(joint) == hash(Revolute(Y, (1, 2, 3)))
    assert Revolute(X) != Prismatic(X)
    assert (Prismatic(X).point, Prismatic(X).pitch, Revolute(X).pitch) == ((0.0,) * 3, 0.0, 0.0)
    assert Helical(X, 2, (0, 1, 0)).pitch == 2.0


@pytest.mark.parametrize("joint", [Revolute(X), Free(), Screw((0, 0, 0, 0, 0, 1)), Planar(Z)])
def test_joints_are_frozen(joint):
    with pytest.raises(dataclasses.FrozenInstanceError):
        joint.axis = Y


MAKE = {
    "Revolute axis": Revolute,
    "Prismatic axis": Prismatic,
    "Helical axis": lambda axis: Helical(axis, 0.1),
    "Universal axis1": lambda axis: Universal(axis, Y),
    "Universal axis2": lambda axis: Universal(Y, axis),
    "Cylindrical axis": Cylindrical,
    "Planar normal": Planar,
    "Screw X: w": lambda axis: Screw((*axis, 0, 0, 0)),
    "v": lambda axis: Screw((0, 0, 0, *axis)),
}


@pytest.mark.parametrize("what", MAKE)
def test_axis_must_be_a_unit_vector(what):
    with pytest.raises(ModelError, match=rf"{what}: .* has norm 1\.00000000[12]"):
        MAKE[what]((1.0 + 1.1e-9, 0.0, 0.0))
    MAKE[what]((1.0 - 0.9e-9, 0.0, 0.0))
    with pytest.raises(ModelError, match="has norm 0"):
        MAKE[what]((0.0, 0.0, 0.0))


def test_screw_is_read_as_what_it_is():
    revolute = Screw((0, 0, 1, 2, -1, 0))
    assert (revolute.kind, revolute.pitch) == ("revolute", 0.0)
    # a point p of the axis has v = p x w: here p = (1, 2, 0)
    assert revolute.axis == Z and revolute.point == (1.0, 2.0, 0.0)
    helical = Screw((0, 0, 1, 2, -1, 0.25))
    assert (helical.kind, helical.pitch, helical.point) == ("helical", 0.25, (1.0, 2.0, 0.0))
    slide = Screw((0, 0, 0, *SLANTED))
    assert (slide.kind, slide.axis) == ("prismatic", SLANTED)


def test_screw_without_pitch_is_decided_exactly():
    # w . v vanishes, though the rounded products do not cancel
    w, v = np.array([2 / 3, -1 / 3, 2 / 3]), np.array([0.2, 1.1, 1.1 / 2 - 0.2])
    assert w[0] * v[0] + w[1] * v[1] + w[2] * v[2] != 0.0
    assert Screw((*w, *v)).kind == "revolute"
    # w . v = 1e-400, which is no double, and no zero either
    assert Screw((1, 1e-200, 0, 0, 1e-200, 0)).kind == "helical"


def test_screw_beyond_the_range_of_double():
    with pytest.raises(NonFiniteError, match="Screw X"):
        Screw((0.6, 0.8, 0, 1.7e308, -1.7e308, 1.7e308))


def test_universal_axes_must_differ():
    with pytest.raises(ModelError, match="parallel"):
        Universal(X, (-1, 0, 0))
    assert Universal(X, Z).expand() == (Revolute(X), Revolute(Z))


def test_expansions_in_the_order_of_the_state():
    assert Cylindrical(Y).expand() == (Prismatic(Y), Revolute(Y))
    assert Planar(Z).expand() == (Prismatic(X), Prismatic(Y), Revolute(Z))
    assert EulerAngles().expand() == (Revolute(Z), Revolute(Y), Revolute(X))
    assert EulerAngles("zxz").expand() == (Revolute(Z), Revolute(X), Revolute(Z))


@pytest.mark.parametrize("normal", [X, Y, Z, SLANTED, (-0.6, 0.0, -0.8)])
def test_planar_axes_are_orthonormal_and_right_handed(normal):
    first, second, turn = Planar(normal).expand()
    frame = np.array([first.axis, second.axis, turn.axis])
    assert np.abs(frame @ frame.T - np.eye(3)).max() <= 4 * np.finfo(float).eps
    assert np.linalg.det(frame) > 0
    assert turn.axis == normal


@pytest.mark.parametrize("sequence", ["", "zy", "zyxz", "zzx", "xyy", "zYx", "abc", None, 3])
def test_euler_sequence_that_is_none(sequence):
    with pytest.raises(ModelError, match="sequence"):
        EulerAngles(sequence)
