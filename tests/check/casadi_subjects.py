"""CasADi functions that the tests check: the plain twin, run on CasADi's symbols."""

import casadi

from lieref.dynamics.inverse.default.inverse_dynamics_twin import inverse_dynamics


class Symbols:
    """Doubles and expressions of CasADi as one scalar field."""

    digits = 16
    sin, cos, sqrt = staticmethod(casadi.sin), staticmethod(casadi.cos), staticmethod(casadi.sqrt)

    def __call__(self, x):
        return x if isinstance(x, casadi.SX) else casadi.SX(float(x))


def symbols(model):
    """q, v, a, tau."""
    sizes = {"q": model.nq, "v": model.nv, "a": model.nv, "tau": model.nv}
    return [casadi.SX.sym(name, size) for name, size in sizes.items()]


def torques(model, q, v, a, base="body"):
    """Inverse dynamics as an expression."""
    rows = [casadi.vertsplit(x) for x in (q, v, a)]
    return casadi.vertcat(*inverse_dynamics(model, rows[0], rows[1:], Symbols(), base)[0])


def inverse(model, base="body"):
    """(q, v, a) -> (tau)"""
    q, v, a, _ = symbols(model)
    tau = torques(model, q, v, a, base)
    return casadi.Function("inverse", [q, v, a], [tau], ["q", "v", "a"], ["tau"])


def inertia_and_forward(model, base="body"):
    """(q) -> (H) and (q, v, tau) -> (a), by CasADi's linear solver."""
    q, v, a, tau = symbols(model)
    H = casadi.jacobian(torques(model, q, v, a, base), a)
    bias = torques(model, q, v, 0 * a, base)
    found = casadi.solve(H, tau - bias)
    return [
        casadi.Function("inertia", [q], [H], ["q"], ["H"]),
        casadi.Function("forward", [q, v, tau], [found], ["q", "v", "tau"], ["a"]),
    ]


def dynamics(model):
    """All of dynamics, twists of the base in body form."""
    return [inverse(model), *inertia_and_forward(model)]


def hybrid(model):
    """The same with hybrid twists."""
    return [inverse(model, "hybrid"), *inertia_and_forward(model, "hybrid")]


hybrid.base = "hybrid"


def called(model):
    """Forward dynamics by a sparse solver, which CasADi can call and not see through."""
    inertia = inertia_and_forward(model)[0]
    q, v, tau = (casadi.MX.sym(*x) for x in (("q", model.nq), ("v", model.nv), ("tau", model.nv)))
    bias = inverse(model)(q, v, casadi.MX.zeros(model.nv))
    a = casadi.solve(inertia(q), tau - bias, "csparse")
    return casadi.Function("called", [q, v, tau], [a], ["q", "v", "tau"], ["a"])


def transposed(model):
    """A derivative of the user's own, with its axes exchanged; the others are CasADi's."""
    q, v, a, _ = symbols(model)
    slopes = casadi.jacobian(torques(model, q, v, a), v)
    wrong = casadi.Function("mine", [q, v, a], [slopes.T], ["q", "v", "a"], ["dtau_dv"])
    return [inverse(model), wrong]


def misnamed(model):
    """Outputs that no quantity has."""
    q, v, a, _ = symbols(model)
    return casadi.Function("f", [q, v, a], [q], ["q", "v", "a"], ["out"])


def too_short(model):
    """Sizes of another model."""
    q, v, a = (casadi.SX.sym(name, 1) for name in "qva")
    return casadi.Function("f", [q, v, a], [q], ["q", "v", "a"], ["tau"])


def nothing(model):
    """No function of CasADi."""
    return [3]
