"""Faults that must turn the tests of partial derivatives of Jacobians red."""

PARTIALS = "jacobian_partials_twin.py"
COMPILED_PARTIALS = "jacobian_partials.pxi"
COMPILED_JACOBIAN = "kinematics/jacobian.pyx"
OF_PARTIALS = "tests/kinematics/test_jacobian_partials.py"

FAULTS = [
    (PARTIALS + ": along_of_base", "for axis in reversed(turns)", "for axis in turns", OF_PARTIALS),
    (
        PARTIALS + ": _turned",
        "out[(slice(None), *place)] += found",
        "out[(slice(None), *place)] -= found",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _turned",
        "change.ndim - 2])), 1, -2)",
        "change.ndim - 2])), 1, -1)",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": along_of_base",
        "total = total + change.T @ rows",
        "total = total + change @ rows",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _next",
        "beyond = (joint[:, None] < joint)",
        "beyond = (joint[:, None] <= joint)",
        OF_PARTIALS,
    ),
    (PARTIALS + ": _next", "for size in range(n):", "for size in range(1):", OF_PARTIALS),
    (
        PARTIALS + ": _next",
        "np.where(beyond, bracket(J_j, J_k), 0)",
        "bracket(J_j, J_k)",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _next",
        "np.where(beyond, 0, bracket(J_k, J_j))",
        "np.where(beyond, 0, bracket(J_j, J_k))",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _next",
        "np.where(beyond, moved, turned)",
        "np.where(beyond, moved, 0)",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _next",
        "moved = bracket(J_j, _part(J_k, slice(3, 6)))",
        "moved = bracket(J_j, J_k)",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": all_partials",
        'out[..., :3] = all_partials(at, bodies, arms, order, "body")[..., :3]',
        "pass",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _body_along",
        "key=lambda k: -at.joint[k]",
        "key=lambda k: at.joint[k]",
        OF_PARTIALS,
    ),
    (PARTIALS + ": _nested_after", "for k in reversed(order):", "for k in order:", OF_PARTIALS),
    (
        PARTIALS + ": _nested_before",
        "out = bracket(J[k], out)",
        "out = bracket(out, J[k])",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _hybrid",
        "moved = cross(J[k, :3], moved)",
        "moved = cross(moved, J[k, :3])",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": _hybrid",
        "for k in upto:\n        out",
        "for k in upto[:1]:\n        out",
        OF_PARTIALS,
    ),
    (
        COMPILED_PARTIALS + ": add_derivative",
        "add_cross_at(X, 1, Y + 3, 1, out + 3)\n        else",
        "add_cross_at(X + 3, 1, Y, 1, out + 3)\n        else",
        OF_PARTIALS,
    ),
    (
        COMPILED_PARTIALS + ": changes",
        "beyond == (representation == IN_BODY)",
        "beyond != (representation == IN_BODY)",
        OF_PARTIALS,
    ),
    (
        COMPILED_PARTIALS + ": next_order",
        "beyond = at.joint[a[0]] < at.joint[a[1]]",
        "beyond = at.joint[a[0]] <= at.joint[a[1]]",
        OF_PARTIALS,
    ),
    (
        COMPILED_PARTIALS + ": next_order",
        "range((<Py_ssize_t> 1) << (n - 1))",
        "range(n)",
        OF_PARTIALS,
    ),
    (COMPILED_PARTIALS + ": next_order", "right = a[1]", "right = a[0]", OF_PARTIALS),
    (COMPILED_PARTIALS + ": turned_column", "n - 1 - k if", "k if", OF_PARTIALS),
    (
        COMPILED_PARTIALS + ": turned_column",
        "cross_at(others[k], 1, inner, 1, step)",
        "cross_at(inner, 1, others[k], 1, step)",
        OF_PARTIALS,
    ),
    (COMPILED_PARTIALS + ": turned_column", "range(beyond, n)", "range(n)", OF_PARTIALS),
    (
        COMPILED_PARTIALS + ": along",
        "at.joint[order[beyond]] > at.joint[c]",
        "at.joint[order[beyond]] >= at.joint[c]",
        OF_PARTIALS,
    ),
    (
        COMPILED_PARTIALS + ": _along",
        "at.joint[order[j - 1]] < at.joint[c]",
        "at.joint[order[j - 1]] <= at.joint[c]",
        OF_PARTIALS,
    ),
    (
        COMPILED_JACOBIAN + ": partials",
        '("body", 0, 3), ("hybrid", 3, 6)',
        '("hybrid", 0, 3), ("hybrid", 3, 6)',
        OF_PARTIALS,
    ),
]
