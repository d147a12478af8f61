"""Subjects whose first partial derivatives are finite differences, right and wrong."""

import numpy as np

import lieref

STEP = 1e-6
OF_INVERSE = {
    "dtau_dq": (STEP, "forward"),
    "dtau_dv": (STEP, "central"),
    "dtau_da": (STEP, "forward"),
}


def _differenced(model, q, v, a):
    """dtau_dq one-sided, dtau_dv central, dtau_da one-sided."""

    def tau(q, v, a):
        return lieref.inverse_dynamics(model, q, [v, a])[0]

    moves = STEP * np.eye(model.nv)
    middle = tau(q, v, a)
    return {
        "dtau_dq": np.transpose([tau(model.integrate(q, x), v, a) - middle for x in moves]) / STEP,
        "dtau_dv": np.transpose([tau(q, v + x, a) - tau(q, v - x, a) for x in moves]) / (2 * STEP),
        "dtau_da": np.transpose([tau(q, v, a + x) - middle for x in moves]) / STEP,
    }


def _subject(differences, change=lambda x: x):
    """A subject that says what it says, and changes its results."""

    def subject(model):
        def answer(quantity, q, v=None, a=None):
            if quantity != "inverse_dynamics_partials":
                return None
            return change(_differenced(model, q, v, a))

        answer.differences = differences
        return answer

    return subject


right = _subject(OF_INVERSE)
silent = _subject({})
# an error of 2e-5 of one entry: beyond the step's error, far within what the field tolerates
slightly_wrong = _subject(
    OF_INVERSE, lambda x: x | {"dtau_dq": x["dtau_dq"] + 2e-5 * abs(x["dtau_dq"]).max()}
)
transposed = _subject(OF_INVERSE, lambda x: {name: m.T for name, m in x.items()})
boastful = _subject({"dtau_dq": (0.5, "forward")})
unknown_scheme = _subject({"dtau_dq": (STEP, "backward")})
unknown_name = _subject({"tau": (STEP, "forward")})
shapeless = _subject({"dtau_dq": STEP})
