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


def raising(model):
    """Gives up."""

    def answer(quantity, q, v=None, a=None, tau=None):
        raise ValueError("not today")

    return answer
