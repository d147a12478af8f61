"""Faults that the tests of the oracle must find: (file, text of one line, wrong text, tests)."""

SERIES = "series.py"
POSES = "poses.py"
DYNAMICS = "tree/inverse_dynamics.py"
SCALARS = "scalars.py"
CERTIFIED = "certified.py"
ARGUMENTS = "oracle/arguments.py"
FORWARD = "tree/forward_dynamics.py"
INERTIA = "inertia.py"
ENERGY = "tree/energy.py"
CONDITIONING = "tree/conditioning.py"
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
FLOORS = "tests/oracle/test_oracle_conditioning.py"

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
        DYNAMICS + ": efforts",
        'pose if axes == "body" else None)',
        'pose if axes != "body" else None)',
        POWER,
    ),
    (
        DYNAMICS + ": efforts",
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
        "effort = ts.add(effort, ts.scale(body.pitch,",
        "effort = ts.subtract(effort, ts.scale(body.pitch,",
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
        INERTIA + ": _velocities",
        "if i != first and bodies[i].parent not in carried:",
        "if i != first and bodies[i].parent != first:",
        ENERGY_TESTS,
    ),
    (
        INERTIA + ": _velocities",
        "lever = [x[0] + c - y[0] for",
        "lever = [x[0] - y[0] for",
        ENERGY_TESTS,
    ),
    (
        INERTIA + ": _velocities",
        "cross(tuple(w), tuple(lever))",
        "cross(tuple(lever), tuple(w))",
        ENERGY_TESTS,
    ),
    (
        INERTIA + ": _velocities",
        "c = [x + y for x, y in zip(u, cross",
        "c = [y for x, y in zip(u, cross",
        ENERGY_TESTS,
    ),
    (
        INERTIA + ": _velocities",
        "columns = zip(*([x[0] for x in row] for row in rest[i].R), strict=True)",
        "columns = [[x[0] for x in row] for row in rest[i].R]",
        ENERGY_TESTS,
    ),
    (INERTIA + ": _velocities", "w = _turn(K, rest[first], turning)", "w = turning", ENERGY_TESTS),
    (
        INERTIA + ": inertia_matrix",
        "H[j][k] = H[j][k] + K.dot([*c, *w], [*p, *L])",
        "H[j][k] = H[j][k] + K.dot(c, p)",
        ENERGY_TESTS,
    ),
    (
        INERTIA + ": inertia_matrix",
        "            H[k][j] = H[j][k]\n",
        "            pass\n",
        ENERGY_TESTS,
    ),
    (
        INERTIA + ": factorize",
        "if not abs(pivot) > abs(noise * sizes[k]):",
        "if not abs(pivot) > 0:",
        FORWARD_TESTS,
    ),
    (
        INERTIA + ": _velocities",
        "square = slide + spin * K.dot(lever, lever)",
        "square = slide + K.dot(c, c)",
        FORWARD_TESTS,
    ),
    (
        INERTIA + ": factorize",
        "L[i][j] = L[i][j] - factor * L[k][j]",
        "L[i][j] = L[i][j] + factor * L[k][j]",
        FORWARD_TESTS,
    ),
    (
        INERTIA + ": solve",
        "x[i] = x[i] - L[k][i] * x[k]",
        "x[i] = x[i] + L[k][i] * x[k]",
        FORWARD_TESTS,
    ),
    (INERTIA + ": solve", "x[k] = x[k] - row[i] * x[i]", "x[k] = x[k] - row[i]", FORWARD_TESTS),
    (
        INERTIA + ": coordinate_names",
        'names.append(f"joint {model.joint_names[i]!r}',
        'names.append(f"joint {model.joint_names[0]!r}',
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "[row[j] - bias[j] for j in free]",
        "[row[j] + bias[j] for j in free]",
        FORWARD_TESTS,
    ),
    (FORWARD + ": solution", "        )[k]\n", "        )[0]\n", FORWARD_TESTS),
    (FORWARD + ": solution", "row[i] = bias[i]\n", "row[i] = -bias[i]\n", FORWARD_TESTS),
    (
        FORWARD + ": solution",
        "row[i] = row[i] + H[i][j] * x",
        "row[i] = row[i] + H[j][j] * x",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "rates = list(given.vdot[k])",
        "rates = list(given.vdot[0])",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "if given.applied is None else given.applied[: k + 1]",
        "if True else given.applied[: k + 1]",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "if given.external is None else given.external[: k + 1]",
        "if True else given.external[: k + 1]",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "H, sizes = inertia_matrix(K, given.exact, given.q, given.base)",
        'H, sizes = inertia_matrix(K, given.exact, given.q, "body")',
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "[sizes[j] for j in free], [given.names[j] for j in free]",
        "[sizes[j] for j in free], given.names",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": hybrid_problem",
        'given_tau = stack(K, model, "tau", tau, 1, [not x for x in moves])',
        'given_tau = stack(K, model, "tau", tau, 1)',
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": hybrid_problem",
        '    choice("wrench_axes", wrench_axes, AXES)\n',
        "",
        FORWARD_TESTS,
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
    (
        ENERGY + ": energy",
        "kinetic = ts.add(kinetic, [x / 2 for x in half])",
        "kinetic = ts.add(kinetic, half)",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": energy",
        "ts.scale(body.mass, ts.dot(K, rate, rate)), spin)",
        "ts.dot(K, rate, rate), spin)",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": energy",
        "potential = ts.subtract(potential,",
        "potential = ts.add(potential,",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": _motions",
        "c = ts.vector_add(pose.p, ts.apply_to_constant(pose.R, body.com))",
        "c = pose.p",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": _motions",
        "motions.append((c, w, ts.apply(K, pose.R, ts.apply_constant(body.inertia, w))))",
        "motions.append((c, w, ts.apply_constant(body.inertia, w)))",
        ENERGY_TESTS,
    ),
    (ENERGY + ": momentum", "arm = ts.vector_subtract(c, point)", "arm = c", ENERGY_TESTS),
    (
        ENERGY + ": momentum",
        "share = mass / sum(masses[1:], masses[0])",
        "share = mass",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": momentum",
        "ts.vector_add(ts.cross(K, arm, relative), spin)",
        "ts.cross(K, arm, relative)",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": momentum",
        "if not sum(float(mass) for mass in model.masses) > 0:",
        "if False:",
        ENERGY_TESTS,
    ),
    (
        CONDITIONING + ": moved",
        "K(math.ulp(K.to_float(value))) / 2",
        "K(math.ulp(K.to_float(value)))",
        FLOORS,
    ),
    (CONDITIONING + ": moved", "rng.choice((-1, 1))", "rng.choice((1, 1))", FLOORS),
    (
        CONDITIONING + ": _floors",
        "floor[k] = max(floor[k], change /",
        "floor[k] = min(floor[k], change /",
        FLOORS,
    ),
    (
        CONDITIONING + ": moved",
        "if value is None or K.to_float(value) == 0:",
        "if value is None:",
        FLOORS,
    ),
    (CONDITIONING + ": _floors", "rng = random.Random(seed)", "rng = random.Random(0)", FLOORS),
    (
        CONDITIONING + ": _floors",
        '("q", "v", "vdot", "tau", "applied", "external")',
        '("q", "v", "vdot", "tau", "external")',
        FLOORS,
    ),
    (
        CONDITIONING + ": _floors",
        "max(abs(K.to_float(x - y)) for x, y in",
        "max(abs(K.to_float(x) - K.to_float(y)) for x, y in",
        FLOORS,
    ),
    (
        CONDITIONING + ": _floors",
        "if not spread <= RESOLUTION * max(norm, ZERO_ROW):",
        "if False:",
        FLOORS,
    ),
]
