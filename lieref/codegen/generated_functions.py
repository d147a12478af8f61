"""What can be generated: functions with their arguments and results, and how they are traced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lieref.codegen import (
    traced_dynamics,
    traced_kinematics,
    traced_loops,
    traced_order_partials,
    traced_partials,
)
from lieref.codegen.graph import Graph
from lieref.codegen.traced_loops import Mechanism
from lieref.codegen.traced_robot import Robot

Rows = list[list[Any]]


class Size(NamedTuple):
    """What the shapes of arrays depend on."""

    order: int
    nq: int
    nv: int
    nbodies: int


#: Of an argument or result: number of rows, and of columns.
Shape = Callable[[Size], tuple[int, int]]


@dataclass(frozen=True)
class Function:
    """A function that can be generated.

    inputs, outputs : (name, shape, what it is) of each, in the order of the C arguments
    quantity : of ``lieref check``, "" for what it does not ask for
    trace : trace(K, robot, *inputs as rows) returns the outputs as rows, and pivots
    orders : whether it has orders of time derivatives
    loops : the same as `trace` for mechanisms, None where these have no such function
    """

    name: str
    quantity: str
    inputs: tuple[tuple[str, Shape, str], ...]
    outputs: tuple[tuple[str, Shape, str], ...]
    trace: Callable[..., tuple[tuple[Rows, ...], list[Any]]]
    orders: bool = False
    loops: Callable[..., tuple[tuple[Rows, ...], list[Any]]] | None = None


def _row(size: Size) -> tuple[int, int]:
    return 1, size.nv


def _q(size: Size) -> tuple[int, int]:
    return 1, size.nq


def _square(size: Size) -> tuple[int, int]:
    return size.nv, size.nv


def _cube(size: Size) -> tuple[int, int]:
    return size.nv * size.nv, size.nv


def _stack(more: int) -> Shape:
    return lambda size: (size.order + more, size.nv)


def _order_blocks(size: Size) -> tuple[int, int]:
    return (size.order + 1) * size.nv, size.nv


def _by_velocities(size: Size) -> tuple[int, int]:
    return (size.order + 1) * (size.order + 2) * size.nv, size.nv


def _by_forces(size: Size) -> tuple[int, int]:
    return (size.order + 1) ** 2 * size.nv, size.nv


def _poses(size: Size) -> tuple[int, int]:
    return 4 * size.nbodies, 4


def _twist(size: Size) -> tuple[int, int]:
    return 6, size.nv


def _inverse(K: Graph, robot: Robot, q: Rows, v: Rows) -> Any:
    return (traced_dynamics.inverse_dynamics(K, robot, q[0], v),), []


def _forward(K: Graph, robot: Robot, q: Rows, v: Rows, tau: Rows) -> Any:
    rows, pivots = traced_dynamics.forward_dynamics(K, robot, q[0], v[0], tau)
    return (rows,), pivots


def _loop_inverse(K: Graph, mechanism: Mechanism, q: Rows, v: Rows) -> Any:
    rows, pivots = traced_loops.inverse_dynamics(K, mechanism, q[0], v)
    return (rows,), pivots


def _loop_forward(K: Graph, mechanism: Mechanism, q: Rows, v: Rows, tau: Rows) -> Any:
    rows, pivots = traced_loops.forward_dynamics(K, mechanism, q[0], v[0], tau)
    return (rows,), pivots


def _inertia(K: Graph, robot: Robot, q: Rows) -> Any:
    return (traced_dynamics.joint_space_inertia(K, robot, q[0]),), []


def _inverse_partials(K: Graph, robot: Robot, q: Rows, v: Rows, a: Rows) -> Any:
    return traced_partials.inverse_dynamics_partials(K, robot, q[0], v[0], a[0]), []


def _forward_partials(K: Graph, robot: Robot, q: Rows, v: Rows, tau: Rows) -> Any:
    return traced_partials.forward_dynamics_partials(K, robot, q[0], v[0], tau[0])


def _inverse_second(K: Graph, robot: Robot, q: Rows, v: Rows, a: Rows) -> Any:
    return traced_partials.inverse_dynamics_second_partials(K, robot, q[0], v[0], a[0]), []


def _forward_second(K: Graph, robot: Robot, q: Rows, v: Rows, tau: Rows) -> Any:
    return traced_partials.forward_dynamics_second_partials(K, robot, q[0], v[0], tau[0])


def _inverse_orders(K: Graph, robot: Robot, q: Rows, v: Rows) -> Any:
    return traced_order_partials.inverse_dynamics_order_partials(K, robot, q[0], v), []


def _forward_orders(K: Graph, robot: Robot, q: Rows, v: Rows, tau: Rows) -> Any:
    return traced_order_partials.forward_dynamics_order_partials(K, robot, q[0], v[0], tau)


def _kinematics(K: Graph, robot: Robot, q: Rows) -> Any:
    return (traced_kinematics.forward_kinematics(K, robot, q[0]),), []


def _jacobian(K: Graph, robot: Robot, q: Rows) -> Any:
    return (traced_kinematics.jacobian(K, robot, q[0]),), []


def _tensors(*names: str) -> tuple[tuple[str, Shape, str], ...]:
    """Results that are tensors: force or acceleration, and two coordinates."""
    return tuple((name, _cube, f"{name.replace('_d', ' / d')}, row by row") for name in names)


def _tables(*names: str) -> tuple[tuple[str, Shape, str], ...]:
    """Results that are tables of force or acceleration by coordinate."""
    return tuple((name, _square, f"{name.replace('_d', ' / d')}, row by row") for name in names)


_CONFIGURATION = ("q", _q, "configuration")
_VELOCITY = ("v", _row, "velocity")
_MOTION = ("v", _stack(2), "velocity and its time derivatives, row by row")
_FORCES = ("tau", _stack(1), "generalized forces and their time derivatives, row by row")
FUNCTIONS = {
    x.name: x
    for x in (
        Function(
            "inverse_dynamics",
            "inverse_dynamics_orders",
            (_CONFIGURATION, _MOTION),
            (_FORCES,),
            _inverse,
            orders=True,
            loops=_loop_inverse,
        ),
        Function(
            "forward_dynamics",
            "forward_dynamics_orders",
            (
                _CONFIGURATION,
                _VELOCITY,
                _FORCES,
            ),
            (("a", _stack(1), "acceleration and its time derivatives, row by row"),),
            _forward,
            orders=True,
            loops=_loop_forward,
        ),
        Function(
            "joint_space_inertia",
            "joint_space_inertia",
            (_CONFIGURATION,),
            (("H", _square, "joint-space inertia, row by row"),),
            _inertia,
        ),
        Function(
            "inverse_dynamics_partials",
            "inverse_dynamics_partials",
            (_CONFIGURATION, _VELOCITY, ("a", _row, "acceleration")),
            _tables("dtau_dq", "dtau_dv", "dtau_da"),
            _inverse_partials,
        ),
        Function(
            "forward_dynamics_partials",
            "forward_dynamics_partials",
            (_CONFIGURATION, _VELOCITY, ("tau", _row, "generalized forces")),
            _tables("da_dq", "da_dv", "da_dtau"),
            _forward_partials,
        ),
        Function(
            "inverse_dynamics_second_partials",
            "inverse_dynamics_second_partials",
            (_CONFIGURATION, _VELOCITY, ("a", _row, "acceleration")),
            _tensors("d2tau_dq_dq", "d2tau_dv_dv", "d2tau_dq_dv", "d2tau_da_dq"),
            _inverse_second,
        ),
        Function(
            "forward_dynamics_second_partials",
            "forward_dynamics_second_partials",
            (_CONFIGURATION, _VELOCITY, ("tau", _row, "generalized forces")),
            _tensors("d2a_dq_dq", "d2a_dv_dv", "d2a_dq_dv", "d2a_dtau_dq"),
            _forward_second,
        ),
        Function(
            "inverse_dynamics_order_partials",
            "",
            (_CONFIGURATION, _MOTION),
            (
                ("dtau_dq", _order_blocks, "[k]: tau^(k) by q, block by block"),
                ("dtau_dv", _by_velocities, "[k, j]: tau^(k) by v^(j), block by block"),
            ),
            _inverse_orders,
            orders=True,
        ),
        Function(
            "forward_dynamics_order_partials",
            "",
            (
                _CONFIGURATION,
                _VELOCITY,
                _FORCES,
            ),
            (
                ("da_dq", _order_blocks, "[k]: a^(k) by q, block by block"),
                ("da_dv", _order_blocks, "[k]: a^(k) by v, block by block"),
                ("da_dtau", _by_forces, "[k, j]: a^(k) by tau^(j), block by block"),
            ),
            _forward_orders,
            orders=True,
        ),
        Function(
            "forward_kinematics",
            "",
            (_CONFIGURATION,),
            (("poses", _poses, "4 x 4 poses of the bodies in the inertial frame, one by one"),),
            _kinematics,
        ),
        Function(
            "jacobian",
            "",
            (_CONFIGURATION,),
            (("J", _twist, "angular velocity and that of the point, inertial axes, row by row"),),
            _jacobian,
        ),
    )
}
