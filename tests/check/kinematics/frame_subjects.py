"""Subjects of kinematics: lieref's kernels, right or with one mistake each.

``frame_subjects:<name>``; found from the folder that the tests run the checker in.
"""

import numpy as np

import lieref

HALVES = [3, 4, 5, 0, 1, 2]


def pose(model, q, frame):
    """Pose of a frame."""
    return lieref.forward_kinematics(model, q, np.zeros((1, model.nv)), frames=[frame])[0][0]


def made(model, representation, of_pose=lambda x: x, of_jacobian=lambda x: x, carrier=False):
    """A subject whose results go through functions; of the frame's body if `carrier`."""

    def answer(quantity, q, frame=None, **_):
        frame = model.frames[frame].body if carrier else frame
        if quantity == "forward_kinematics":
            return of_pose(pose(model, q, frame))
        if quantity == "jacobian":
            return of_jacobian(lieref.jacobian(model, q, frame, representation))
        return None

    return answer


def hybrid(model):
    """Right, in another representation, which it says."""
    answer = made(model, "hybrid")
    answer.representation = "hybrid"
    return answer


def unsaid(model):
    """The same without a word."""
    return made(model, "hybrid")


def linear_first(model):
    """The linear part of the twist first."""
    return made(model, "body", of_jacobian=lambda J: J[HALVES])


def linear_first_unsaid(model):
    """Both."""
    return made(model, "spatial", of_jacobian=lambda J: J[HALVES])


def inverse(model):
    """The inertial frame seen from the frame."""
    return made(model, "body", of_pose=np.linalg.inv)


def body(model):
    """The body in place of the frame."""
    return made(model, "body", carrier=True)


def near(model):
    """Wrong by 1e-9 in one entry of each result."""

    def changed(place):
        def change(x):
            x = x.copy()
            x[place] += 1e-9
            return x

        return change

    return made(model, "body", changed((1, 3)), changed((4, 0)))


def without_frames(model):
    """A function of dynamics alone, which has no argument for a frame."""

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "joint_space_inertia":
            return lieref.joint_space_inertia(model, q)
        return None

    return answer


def unknown_representation(model):
    """Says what is no representation."""
    answer = made(model, "body")
    answer.representation = "LOCAL"
    return answer


def flat(model):
    """A pose of another shape."""
    return made(model, "body", of_pose=lambda x: x[:3])
