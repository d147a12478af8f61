"""Faults that must turn the tests of fast bases red: file, text, fault, tests."""

KERNEL = "subtrees.pxi: move_root"
ORDERS = "order_columns.pxi"
ROOTS = "roots.pyx"
BASE = "base_partials.py"
FAST = "tests/partials/test_fast_base.py"
STATE = FAST + "::test_at_any_speed"
FORWARD_ORDERS = FAST + "::test_forward_orders_at_any_speed"

FAULTS = [
    (KERNEL, "add_cross(v, v + 3, lift + 3)", "pass", STATE),
    (KERNEL, "clear(rate + 3, 3)", "copy(v + 3, rate + 3, 3)", STATE),
    (KERNEL, "add_cross(columns + c * COLUMN + S, u, columns",
     "add_cross(u, columns + c * COLUMN + S, columns", STATE),
    (ORDERS + ": taken_off", "taylor(v[m * nv + a], m) * u[b * W + k - m])",
     "taylor(v[m * nv + a], m) * u[b * W])", STATE),
    (ORDERS + ": add_taken_off", "e[a * W] * shift[b] - e[b * W] * shift[a]",
     "e[b * W] * shift[a] - e[a * W] * shift[b]", STATE),
    (ORDERS + ": move_body", "lift[i] = lift[i] - taken_rate[(c - 3) * W + i]", "pass", STATE),
    (ROOTS + ": seen_from_roots", "*= 0", "*= 1", FORWARD_ORDERS),
    (ROOTS + ": add_taken", "+= skew(u)", "-= skew(u)", STATE),
    (ROOTS + ": resting_roots", "times(skew(place), v[..., iv:iv + 3])", "0 * shift", STATE),
    ("forward_dynamics_partials.pyx: _move_back", "-= u[c]", "+= u[c]", STATE),
    (BASE + ": held_base", "-skew(rate[..., 3:])", "skew(rate[..., 3:])", STATE),
    (BASE + ": _move_and_rate", " + (G @ E).transpose(1, 0, 2)", "", STATE),
    ("products_represented.py: _hold", " + root.turned(by_a) @ E", "", STATE),
    ("products_forward.py: forward_dynamics_jvp", "found[..., iv + 3 : iv + 6] -= ",
     "found[..., iv + 3 : iv + 6] += ", STATE),
    ("products_forward.py: forward_dynamics_vjp", "dv[..., iv : iv + 3] += ",
     "dv[..., iv : iv + 3] -= ", STATE),
    ("order_represented.py: _add_taken", "dv[:, :-1, :, turn] -= ", "dv[:, :-1, :, turn] += ",
     STATE),
    ("chain_rule/centroidal.py: _moving", "matrix[:, iv : iv + 3] -= pushed",
     "matrix[:, iv : iv + 3] += pushed", STATE),
    ("generalized_forces.py: _bodies_alone", ".with_gravity((0.0, 0.0, 0.0))", "", STATE),
]  # fmt: skip
