"""Claims on integration on Lie groups."""

from lieref.reporting.campaigns.store import Record
from verification.claims import claim
from verification.measurements.representations.integrators import evaluate
from verification.picks import number, quotient
from verification.representations import cases
from verification.verdicts import Limit


def _order(method: str, chart: str) -> Limit:
    """How far a fitted slope is from the order."""

    def own(record: Record) -> bool:
        params = record["params"]
        return (params["method"], params["coordinates"]) == (method, chart)

    def off(record: Record) -> float:
        return abs(float(record["result"]["slope"]) - cases.ORDERS[method])

    return Limit(f"{method}, {chart}", off, 0.1, of=own)


CLAIMS = (
    claim(
        "integrator_orders",
        """Integrators reach their orders: the fitted slope of the error is within 0.1 of the order.

        Munthe-Kaas Runge-Kutta methods of orders 1 to 4 in exponential and in Cayley coordinates
        and the variational method of order 2, on a free body and a heavy top whose motions are
        known in closed form by Jacobi's elliptic functions; steps of a hundredth of a second and
        shorter, over one second.
        """,
        evaluate,
        cases.orders,
        [_order(method, chart) for method, chart in cases.CHARTS],
    ),
    claim(
        "poses_without_projection",
        """Poses stay in SE(3) to 1e-14 over 1e5 steps, without projection, whatever the integrator.

        Largest entry of R^T R - I of any body, and the distance of any quaternion from unit norm,
        of a free tree with spherical joints. Products of quaternions carry what rounding cuts off
        from them, so that nothing adds up: the limit is some roundings of one matrix.
        """,
        evaluate,
        cases.drifts,
        [
            Limit("rotations", number("pose"), 1e-14),
            Limit("quaternions", number("quaternion"), 1e-14),
        ],
    ),
    claim(
        "scipy_integrators",
        """At one tolerance the adaptive Munthe-Kaas method has a smaller error than scipy's RK45.

        The same pair of methods, Dormand and Prince 5(4), on the group and on embedded quaternions,
        after one second of a free body and of a heavy top in closed form; DOP853 stands beside
        them. The errors of a step are measured more strictly here (the largest entry, not the root
        mean square), which costs about half as many evaluations again. scipy's quaternions leave
        the unit sphere by up to the size of the tolerance, those on the group do not.
        """,
        evaluate,
        cases.tolerances,
        [
            Limit(
                "error, by that of RK45",
                quotient(number("rkmk54", "error"), number("RK45", "error")),
                1.0,
            ),
            Limit("norm of a quaternion on the group", number("rkmk54", "quaternion"), 1e-15),
        ],
    ),
    claim(
        "variational_momentum",
        """The variational method conserves the spatial momentum of a free tree to 1e-12 over 1e5
        steps.

        Four bodies, a free joint, spherical and revolute ones beyond it, no weight: the largest
        change of the momentum about the inertial origin, by its largest entry. The momentum itself
        is kept bit by bit; what shows is the rounding of the velocities that are reported, times
        the distance from the origin, some hundreds of metres in the end. The center of mass follows
        its straight line to the order of the method only, and so does the momentum about it. The
        energy swings with the square of the step, and its mean stays.
        """,
        evaluate,
        cases.momentum,
        [
            Limit("spatial momentum", number("momentum"), 1e-12),
            Limit("mean energy", number("drift"), 1e-5),
        ],
    ),
)
