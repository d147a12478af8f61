"""Subjects with errors that are known."""

import numpy as np

from lieref import oracle

#: What `shifted` adds to the first force of inverse dynamics; a power of two.
SHIFT = 2.0**-20


def shifted(model):
    """The oracle's forces, rounded to doubles, the first one off by `SHIFT`."""

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity != "inverse_dynamics":
            return None
        found = np.array(oracle.inverse_dynamics(model, q, [v, a], digits=40)[0], dtype=float)
        found[0] += SHIFT
        return found

    return answer


def bent(model):
    """Kinematics, a coordinate of the position and of the angular part off by `SHIFT`."""

    def answer(quantity, q, frame, **_):
        if quantity == "forward_kinematics":
            found = np.array(oracle.frame_pose(model, q, frame, digits=40), dtype=float)
            found[1, 3] += SHIFT
            return found
        found = np.array(oracle.jacobian(model, q, frame, "hybrid", digits=40), dtype=float)
        found[2, 0] += SHIFT
        return found

    answer.representation = "hybrid"
    return answer


def raising(model):
    """Gives up."""

    def answer(quantity, q, v=None, a=None, tau=None):
        raise ValueError("not today")

    return answer
