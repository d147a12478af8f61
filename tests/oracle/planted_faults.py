"""Faults that the tests of the oracle must find: (file, text of one line, wrong text, tests)."""

SERIES = "series.py"
POSES = "poses.py"
DYNAMICS = "tree/inverse_dynamics.py"
SCALARS = "scalars.py"
CERTIFIED = "certified.py"
ARGUMENTS = "oracle/arguments.py"
LAGRANGE = "tests/oracle/test_oracle_lagrange.py"
POWER = "tests/oracle/test_oracle_power.py"
TIME = "tests/oracle/test_oracle_time_derivatives.py"
FORMS = "tests/oracle/test_oracle_closed_forms.py"
BASES = "tests/oracle/test_oracle_representations.py"
FIELDS = "tests/oracle/scalars/test_oracle_scalars.py"
BAD_INPUT = "tests/oracle/test_oracle_arguments.py"
FORWARD_TESTS = "tests/oracle/test_oracle_forward_dynamics.py"
ENERGY_TESTS = "tests/oracle/test_oracle_energy.py"
THREADS = "tests/oracle/test_oracle_threads.py"

FAULTS = [
    (SERIES + ": derivative", "return [k * a[k] for k in", "return [a[k] for k in", LAGRANGE),
    (SERIES + ": taylor", "out.append(x / factorial)", "out.append(x)", TIME),
    (SERIES + ": plain", "out.append(x * factorial)", "out.append(x)", TIME),
    (
        SERIES + ": integral",
        "[x / (k + 1) for k, x in enumerate(rate)]",
        "[x for k, x in enumerate(rate)]",
        TIME,
    ),
    (SERIES + ": sin_cos", "next_cosine = -K.dot(sine", "next_cosine = K.dot(sine", FORMS),
    (
        SERIES + ": solve_rotating",
        "component.append(value / (k + 1))",
        "component.append(value / (k + 2))",
        LAGRANGE,
    ),
    (
        SERIES + ": solve_rotating",
        "K.dot(x[i], w[j][k::-1]) - K.dot(x[j], w[i][k::-1])",
        "K.dot(x[j], w[i][k::-1]) - K.dot(x[i], w[j][k::-1])",
        LAGRANGE,
    ),
    (
        SERIES + ": cross",
        "subtract(multiply(K, u[i], w[j]), multiply(K, u[j], w[i]))",
        "add(multiply(K, u[i], w[j]), multiply(K, u[j], w[i]))",
        LAGRANGE,
    ),
    (
        POSES + ": _turn_about",
        "skew = ((zero, -z, y), (z, zero, -x), (-y, x, zero))",
        "skew = ((zero, z, -y), (-z, zero, x), (y, -x, zero))",
        LAGRANGE,
    ),
    (
        POSES + ": _joint_motion",
        "p = ts.vector_subtract(ts.vector_constant(K, point, length), turned)",
        "p = ts.vector_subtract(turned, ts.vector_constant(K, point, length))",
        FORMS,
    ),
    (
        POSES + ": _joint_motion",
        "p = [ts.add(c, ts.scale(body.pitch * a, x))",
        "p = [ts.add(c, ts.scale(a, x))",
        FORMS,
    ),
    (
        POSES + ": _turned_in_space",
        "against = ts.vector_scale(-1, w)",
        "against = ts.vector_scale(1, w)",
        BASES,
    ),
    (POSES + ": _free_root", 'base in ("body", "mixed") else', 'base == "body" else', BASES),
    (
        POSES + ": _free_root",
        "return R, ts.solve_rotating(K, p0, ts.vector_scale(-1, w), u)",
        "return R, ts.solve_rotating(K, p0, w, u)",
        BASES,
    ),
    (
        POSES + ": _free_root",
        'rate = ts.apply(K, R, u) if base == "body" else u',
        "rate = u",
        LAGRANGE,
    ),
    (DYNAMICS + ": _required_load", "[x[0] - g, *x[1:]]", "[x[0] + g, *x[1:]]", LAGRANGE),
    (
        DYNAMICS + ": _required_load",
        "return ts.vector_add(ts.vector_derivative(L), ts.cross(K, arm, f)), f",
        "return ts.vector_subtract(ts.vector_derivative(L), ts.cross(K, arm, f)), f",
        LAGRANGE,
    ),
    (
        DYNAMICS + ": _sum_over_subtrees",
        "loads[parent] = ts.vector_add(loads[parent][0], n), ts.vector_add(",
        "loads[parent] = ts.vector_add(loads[parent][0], n), ts.vector_subtract(",
        LAGRANGE,
    ),
    (
        DYNAMICS + ": _sum_over_subtrees",
        "n = ts.vector_add(n, ts.cross(K, poses[i].d, f))",
        "n = ts.vector_add(n, ts.cross(K, poses[i].p, f))",
        LAGRANGE,
    ),
    (
        POSES + ": angular_velocity",
        "for i, j in ((2, 1), (0, 2), (1, 0))]",
        "for i, j in ((2, 1), (2, 0), (1, 0))]",
        LAGRANGE,
    ),
    (
        DYNAMICS + ": _relieve",
        "return ts.vector_subtract(load[0], torque), ts.vector_subtract(load[1], force)",
        "return ts.vector_subtract(load[0], torque), ts.vector_add(load[1], force)",
        BASES,
    ),
    (
        DYNAMICS + ": torques",
        'pose if axes == "body" else None)',
        'pose if axes != "body" else None)',
        POWER,
    ),
    (
        DYNAMICS + ": torques",
        "x if external is None else x - external[k][column]",
        "x if external is None else x + external[k][column]",
        POWER,
    ),
    (
        DYNAMICS + ": _project",
        'torque = ts.apply(K, to_body, n) if turned or base == "mixed" else n',
        "torque = ts.apply(K, to_body, n) if turned else n",
        BASES,
    ),
    (
        DYNAMICS + ": _project",
        "return ts.vector_add(n, ts.cross(K, pose.p, f)) + f",
        "return ts.vector_subtract(n, ts.cross(K, pose.p, f)) + f",
        POWER,
    ),
    (
        DYNAMICS + ": _project",
        "tau_i = ts.add(tau_i, ts.scale(body.pitch,",
        "torque = ts.subtract(torque, ts.scale(body.pitch,",
        FORMS,
    ),
    (SCALARS + ": Arb.working", "self._flint.ctx.prec = before", "pass", FIELDS),
    (
        SCALARS + ": Arb.working",
        "        with _ONE_THREAD:\n            before",
        "        with contextlib.nullcontext():\n            before",
        THREADS,
    ),
    (
        SCALARS + ": Mp.working",
        "        return _ONE_THREAD\n",
        "        return contextlib.nullcontext()\n",
        THREADS,
    ),
    (SCALARS + ": Arb.widen", "return x + bound.union(-bound)", "return x", FIELDS),
    (
        SCALARS + ": Mp._from_other",
        "return self.context.make_mpf(x._mpf_)",
        "return self.context.mpf(float(x))",
        FIELDS,
    ),
    (CERTIFIED + ": _certified", "if worst <= target:", "if True:", FIELDS),
    (
        CERTIFIED + ": _decimal_ball",
        "math.nextafter(bound, math.inf) if radius else 0.0",
        "0.0",
        FIELDS,
    ),
    (ARGUMENTS + ": _scalar", "if not K.is_finite(x):", "if False:", BAD_INPUT),
    (
        ARGUMENTS + ": configuration",
        "if not abs(square**0.5 - 1) <= UNIT_NORM:",
        "if square == 0:",
        BAD_INPUT,
    ),
    (
        POSES + ": unit_rates",
        "parent = world if body.parent < 0 else rest[body.parent]",
        "parent = world",
        ENERGY_TESTS,
    ),
    (
        POSES + ": unit_rates",
        "K(1 if column == j else 0) for column",
        "K(1 if column == body.iv else 0) for column",
        ENERGY_TESTS,
    ),
    (
        ARGUMENTS + ": _scalars",
        "items = [x if counts else 0 for x, counts",
        "items = [x for x, counts",
        FORWARD_TESTS,
    ),
    (
        ARGUMENTS + ": booleans",
        "isinstance(x, bool | np.bool_) for x in items",
        "isinstance(x, bool | np.bool_ | np.integer) for x in items",
        FORWARD_TESTS,
    ),
    (CERTIFIED + ": _return", "if not x.contains(K(0)):", "if False:", FORWARD_TESTS),
    (
        CERTIFIED + ": _return",
        "worst = max(worst, radius / max(norm, ZERO_ROW))",
        "pass",
        FORWARD_TESTS,
    ),
    (
        CERTIFIED + ": _certified",
        "            singular = error\n",
        "            pass\n",
        FORWARD_TESTS,
    ),
    (
        CERTIFIED + ": certified_forward_dynamics",
        "return [v_all[1:]], _return",
        "return [v_all], _return",
        FORWARD_TESTS,
    ),
]
