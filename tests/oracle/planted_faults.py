"""Faults that the tests of the oracle must find: (file, text of one line, wrong text, tests)."""

SERIES = "series.py"
POSES = "poses.py"
ROTATING = "rotating_joints.py"
TRANSFORMS = "tree/transforms.py"
COMPUTATION = "computation.py"
MODELS = "exact_models.py"
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
COMPUTED = "tests/oracle/scalars/test_oracle_computation.py"
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
        POSES + ": angular_velocity",
        "for i, j in ((2, 1), (0, 2), (1, 0))]",
        "for i, j in ((2, 1), (2, 0), (1, 0))]",
        LAGRANGE,
    ),
    (
        DYNAMICS + ": torques",
        "x if external is None else x - external[k][column]",
        "x if external is None else x + external[k][column]",
        POWER,
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
    # poses as series of matrices
    (ROTATING + ": _turned_in_space", "ts.vector_scale(-1, w)", "ts.vector_scale(1, w)", BASES),
    (ROTATING + ": free_root", 'base in ("body", "mixed") else', 'base == "body" else', BASES),
    (ROTATING + ": free_root", "p0, ts.vector_scale(-1, w), u)", "p0, w, u)", BASES),
    (ROTATING + ": free_root", 'R, u) if base == "body" else u', "R, u) if False else u", LAGRANGE),
    (TRANSFORMS + ": _about_axis", "turning = [[zero, -z, y]", "turning = [[zero, z, y]", LAGRANGE),
    (TRANSFORMS + ": _about_axis", "moved = [[-K.dot(row", "moved = [[K.dot(row", FORMS),
    (TRANSFORMS + ": _about_axis", "[body.pitch * x for x in a]", "list(a)", FORMS),
    (
        TRANSFORMS + ": _about_axis",
        "[x - y for x, y in zip(*rows",
        "[x + y for x, y in zip(*rows",
        FORMS,
    ),
    (TRANSFORMS + ": functions_of_time", "[unit, cosine, sine]", "[unit, sine, cosine]", FORMS),
    (
        TRANSFORMS + ": screws",
        "slide = cross(body.point, tuple(a))",
        "slide = [K(0)] * 3",
        LAGRANGE,
    ),
    (TRANSFORMS + ": screws", "x + body.pitch * y for", "x + y for", FORMS),
    (TRANSFORMS + ": coefficient", "for i in range(1, k + 1)", "for i in range(1, k)", LAGRANGE),
    (
        TRANSFORMS + ": second_moments",
        "J[i][j] - inertia[i][j]",
        "J[i][j] + inertia[i][j]",
        LAGRANGE,
    ),
    (TRANSFORMS + ": second_moments", "+ inertia[2][2]) / 2", "+ inertia[2][2])", LAGRANGE),
    (
        TRANSFORMS + ": transforms",
        "coefficient(K, above, G, k)",
        "coefficient(K, G, above, k)",
        LAGRANGE,
    ),
    # virtual work
    (DYNAMICS + ": _required", "* ((k + 1) * (k + 2))", "* (k + 2)", TIME),
    (
        DYNAMICS + ": _required",
        "out[0] = out[0] - K.matrix",
        "out[0] = out[0] + K.matrix",
        LAGRANGE,
    ),
    (DYNAMICS + ": torques", "G = [x.transpose() for", "G = [x for", LAGRANGE),
    (DYNAMICS + ": torques", "x - external[k][column]", "x + external[k][column]", BASES),
    (DYNAMICS + ": _applied", "[entry / 2 for entry in row]", "[entry for entry in row]", BASES),
    (DYNAMICS + ": _applied", "turned[3::4] = force", "pass", POWER),
    (DYNAMICS + ": _applied", 'if axes == "body":', 'if axes != "body":', POWER),
    (DYNAMICS + ": unit_lines", 'if base == "mixed":', 'if base == "body":', BASES),
    (DYNAMICS + ": unit_lines", "line[3::4] = [zero] * 3", "pass", BASES),
    (
        DYNAMICS + ": unit_lines",
        "[-x for x in flat[4 * b : 4 * b + 4]]",
        "flat[4 * b : 4 * b + 4]",
        POWER,
    ),
    (DYNAMICS + ": _work", "table[i * rows + k - i]", "table[i * rows + k]", LAGRANGE),
    # mpmath's numbers by FLINT
    (
        COMPUTATION + ": computed",
        "Midpoints(K.digits + GUARD)",
        "Midpoints(K.digits // 2)",
        COMPUTED,
    ),
    (COMPUTATION + ": computed", "(LierefError, _NotFinite)", "_NotFinite", COMPUTED),
    (COMPUTATION + ": _converted", "K.context.make_mpf(found._mpf_)", "found", COMPUTED),
    (SCALARS + ": Midpoints.times", "(a * b).mid()", "a * b", COMPUTED),
    (SCALARS + ": Midpoints.matrix", "entries).mid()", "entries)", COMPUTED),
    (
        SCALARS + ": Field.times",
        "map(list, a) for column in columns",
        "map(list, a.T) for column in columns",
        COMPUTED,
    ),
    (MODELS + ": exact_model", "id(model), type(K), K.digits", "id(model), type(K), 0", COMPUTED),
]
