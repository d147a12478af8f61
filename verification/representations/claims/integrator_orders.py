"""Integrators reach their orders: the fitted slope of the error is within 0.1 of the order.

Munthe-Kaas Runge-Kutta methods of orders 1 to 4 in exponential and in Cayley coordinates and the
variational method of order 2, on a free body and a heavy top whose motions are known in closed
form by Jacobi's elliptic functions; steps of a hundredth of a second and shorter, over one second.
"""

from verification.measurements.representations.integrators import evaluate
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

ORDERS = {"rkmk1": 1, "rkmk2": 2, "rkmk3": 3, "rkmk4": 4, "variational": 2}
LIMIT = 0.1


def cases(quick: bool) -> list[Params]:
    """Both motions; the first order needs shorter steps to show its slope."""
    return [
        {
            "study": "order",
            "motion": motion,
            "method": method,
            "coordinates": coordinates,
            "counts": [400, 800, 1600] if method == "rkmk1" else [100, 200, 400],
        }
        for motion in ("free_body", "heavy_top")
        for method in ORDERS
        for coordinates in ("exponential", "cayley")
        if (method, coordinates) != ("variational", "cayley")
    ]


def verdict(records: Records) -> list[Row]:
    """One row a method and chart."""
    rows = []
    for method, order in ORDERS.items():
        for coordinates in ("exponential", "cayley"):
            chosen = [
                record
                for record in records
                if record["params"]["method"] == method
                and record["params"]["coordinates"] == coordinates
            ]
            if (method, coordinates) != ("variational", "cayley"):
                rows.append(at_most(f"{method}, {coordinates}", chosen, _off(order), LIMIT))
    return rows


def _off(order: int) -> Pick:
    """How far a fitted slope is from the order."""
    return lambda record: abs(float(record["result"]["slope"]) - order)
