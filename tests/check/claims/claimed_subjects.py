"""Subjects that claims are about."""

import lieref


def shifted(model):
    """Forces that are off by 2^-20 in the first joint."""

    def answer(quantity, q, v=None, a=None, tau=None):
        if quantity == "inverse_dynamics":
            found = lieref.inverse_dynamics(model, q, [v, a])[0]
            found[0] += 2.0**-20
            return found
        return None

    return answer
