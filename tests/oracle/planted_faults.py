"""Faults that the tests of the oracle must find: (file, text of one line, wrong text, tests)."""

SERIES = "lieref/oracle/series.py"
POSES = "lieref/oracle/poses.py"
DYNAMICS = "lieref/oracle/inverse_dynamics.py"
SCALARS = "lieref/oracle/scalars.py"
CERTIFIED = "lieref/oracle/certified.py"
ARGUMENTS = "lieref/oracle/arguments.py"
LAGRANGE = "tests/oracle/test_oracle_lagrange.py"
POWER = "tests/oracle/test_oracle_power.py"
TIME = "tests/oracle/test_oracle_time_derivatives.py"
FORMS = "tests/oracle/test_oracle_closed_forms.py"
BASES = "tests/oracle/test_oracle_representations.py"
FIELDS = "tests/oracle/test_oracle_scalars.py"
BAD_INPUT = "tests/oracle/test_oracle_arguments.py"

FAULTS = [
    (SERIES, "return [k * a[k] for k in", "return [a[k] for k in", LAGRANGE),
    (SERIES, "out.append(x / factorial)", "out.append(x)", TIME),
    (SERIES, "out.append(x * factorial)", "out.append(x)", TIME),
    (SERIES, "[x / (k + 1) for k, x in enumerate(rate)]", "[x for k, x in enumerate(rate)]", TIME),
    (SERIES, "next_cosine = -K.dot(sine", "next_cosine = K.dot(sine", FORMS),
    (SERIES, "component.append(value / (k + 1))", "component.append(value / (k + 2))", LAGRANGE),
    (
        SERIES,
        "K.dot(x[i], w[j][k::-1]) - K.dot(x[j], w[i][k::-1])",
        "K.dot(x[j], w[i][k::-1]) - K.dot(x[i], w[j][k::-1])",
        LAGRANGE,
    ),
    (
        SERIES,
        "subtract(multiply(K, u[i], w[j]), multiply(K, u[j], w[i]))",
        "add(multiply(K, u[i], w[j]), multiply(K, u[j], w[i]))",
        LAGRANGE,
    ),
    (
        POSES,
        "skew = ((zero, -z, y), (z, zero, -x), (-y, x, zero))",
        "skew = ((zero, z, -y), (-z, zero, x), (y, -x, zero))",
        LAGRANGE,
    ),
    (
        POSES,
        "p = ts.vector_subtract(ts.vector_constant(K, point, length), turned)",
        "p = ts.vector_subtract(turned, ts.vector_constant(K, point, length))",
        FORMS,
    ),
    (POSES, "p = [ts.add(c, ts.scale(body.pitch * a, x))", "p = [ts.add(c, ts.scale(a, x))", FORMS),
    (POSES, "against = ts.vector_scale(-1, w)", "against = ts.vector_scale(1, w)", BASES),
    (POSES, 'base in ("body", "mixed") else', 'base == "body" else', BASES),
    (
        POSES,
        "return R, ts.solve_rotating(K, p0, ts.vector_scale(-1, w), u)",
        "return R, ts.solve_rotating(K, p0, w, u)",
        BASES,
    ),
    (POSES, 'rate = ts.apply(K, R, u) if base == "body" else u', "rate = u", LAGRANGE),
    (DYNAMICS, "[x[0] - g, *x[1:]]", "[x[0] + g, *x[1:]]", LAGRANGE),
    (
        DYNAMICS,
        "return ts.vector_add(ts.vector_derivative(L), ts.cross(K, arm, f)), f",
        "return ts.vector_subtract(ts.vector_derivative(L), ts.cross(K, arm, f)), f",
        LAGRANGE,
    ),
    (
        DYNAMICS,
        "loads[parent] = ts.vector_add(loads[parent][0], n), ts.vector_add(",
        "loads[parent] = ts.vector_add(loads[parent][0], n), ts.vector_subtract(",
        LAGRANGE,
    ),
    (
        DYNAMICS,
        "n = ts.vector_add(n, ts.cross(K, poses[i].d, f))",
        "n = ts.vector_add(n, ts.cross(K, poses[i].p, f))",
        LAGRANGE,
    ),
    (
        DYNAMICS,
        "for i, j in ((2, 1), (0, 2), (1, 0))]",
        "for i, j in ((2, 1), (2, 0), (1, 0))]",
        LAGRANGE,
    ),
    (
        DYNAMICS,
        "return ts.vector_subtract(load[0], torque), ts.vector_subtract(load[1], force)",
        "return ts.vector_subtract(load[0], torque), ts.vector_add(load[1], force)",
        BASES,
    ),
    (
        DYNAMICS,
        'pose if wrench_axes == "body" else None)',
        'pose if wrench_axes != "body" else None)',
        POWER,
    ),
    (
        DYNAMICS,
        "x if external is None else x - external[k][column]",
        "x if external is None else x + external[k][column]",
        POWER,
    ),
    (
        DYNAMICS,
        'torque = ts.apply(K, to_body, n) if turned or base == "mixed" else n',
        "torque = ts.apply(K, to_body, n) if turned else n",
        BASES,
    ),
    (
        DYNAMICS,
        "return ts.vector_add(n, ts.cross(K, pose.p, f)) + f",
        "return ts.vector_subtract(n, ts.cross(K, pose.p, f)) + f",
        POWER,
    ),
    (
        DYNAMICS,
        "effort = ts.add(effort, ts.scale(body.pitch,",
        "effort = ts.subtract(effort, ts.scale(body.pitch,",
        FORMS,
    ),
    (SCALARS, "self._flint.ctx.prec = before", "pass", FIELDS),
    (SCALARS, "return x + bound.union(-bound)", "return x", FIELDS),
    (SCALARS, "return self.context.make_mpf(x._mpf_)", "return self.context.mpf(float(x))", FIELDS),
    (CERTIFIED, "if worst <= target:", "if True:", FIELDS),
    (CERTIFIED, "math.nextafter(bound, math.inf) if radius else 0.0", "0.0", FIELDS),
    (ARGUMENTS, "if not K.is_finite(x):", "if False:", BAD_INPUT),
    (ARGUMENTS, "if not abs(square**0.5 - 1) <= UNIT_NORM:", "if square == 0:", BAD_INPUT),
]
