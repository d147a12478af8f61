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


def bent(model):
    """Poses that are off by 2^-20 in one coordinate."""

    def answer(quantity, q, frame, **_):
        found = lieref.forward_kinematics(model, q, [[0.0] * model.nv], frames=[frame])[0][0]
        found[1, 3] += 2.0**-20
        return found

    return answer


def hybrid(model):
    """Jacobians in another representation, which it says."""

    def answer(quantity, q, frame, **_):
        return lieref.jacobian(model, q, frame, "hybrid")

    answer.representation = "hybrid"
    return answer
