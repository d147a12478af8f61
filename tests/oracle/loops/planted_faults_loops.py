"""Faults that the tests of the oracle of loops must find; see planted_faults.py."""

TAYLOR = "taylor_scalars.py"
CLOSURES = "loop_closures.py"
ELIMINATION = "loop_elimination.py"
STARTS = "loop_starts.py"
POSITIONS = "loop_positions.py"
MOTION = "loop_motion.py"
INVERSE = "loop_inverse_dynamics.py"
FORWARD = "loop_forward_dynamics.py"
BOUNDS = "loop_conditioning.py"
SCALAR_TESTS = "tests/oracle/scalars/test_oracle_taylor_scalars.py"
FORMS = "tests/oracle/loops/test_oracle_loop_closed_forms.py"
IDENTITIES = "tests/oracle/loops/test_oracle_loop_identities.py"
FORCES = "tests/oracle/loops/test_oracle_loop_forces.py"
REDUNDANT = "tests/oracle/loops/test_oracle_redundant_loops.py"

FAULTS = [
    # functions of series, and series of series
    (
        TAYLOR + ": TaylorField.quotient",
        "rest = rest - self.scalars.dot(c, b[k:0:-1])",
        "pass",
        SCALAR_TESTS,
    ),
    (
        TAYLOR + ": TaylorField.sqrt",
        "root[1:k], root[k - 1 : 0 : -1]",
        "root[1:k], root[1:k]",
        SCALAR_TESTS,
    ),
    (
        TAYLOR + ": TaylorField.exp",
        "rate[k::-1]) / (k + 1)",
        "rate[k::-1]) / (k + 2)",
        SCALAR_TESTS,
    ),
    (
        TAYLOR + ": TaylorField.acos",
        "rate = -self._rate(x) / self.sqrt",
        "rate = self._rate(x) / self.sqrt",
        SCALAR_TESTS,
    ),
    (
        TAYLOR + ": TaylorField.atan",
        "(self._rate(x) / (1 + x * x))",
        "(self._rate(x) / (1 - x * x))",
        SCALAR_TESTS,
    ),
    (
        TAYLOR + ": TaylorField.atan2",
        "- y * self._rate(x)) / (x",
        "+ y * self._rate(x)) / (x",
        SCALAR_TESTS,
    ),
    (TAYLOR + ": Taylor.__rsub__", "return -self + other", "return self - other", SCALAR_TESTS),
    (
        TAYLOR + ": Taylor.__pow__",
        "return power if exponent >= 0 else 1 / power",
        "return power",
        SCALAR_TESTS,
    ),
    (
        TAYLOR + ": Taylor._pair",
        "other.field.depth > K.depth",
        "other.field.depth < K.depth",
        SCALAR_TESTS,
    ),
    # the equations of loops and couplings
    (
        CLOSURES + ": LoopClosure.equations",
        "turn = [ts.subtract(R[i][j]",
        "turn = [ts.add(R[i][j]",
        FORMS,
    ),
    (
        CLOSURES + ": LoopClosure.equations",
        "return [[x / 2 for x in row] for row in turn] + p",
        "return p",
        FORMS,
    ),
    (
        CLOSURES + ": LoopClosure.equations",
        "ts.vector_subtract(p2, p1)",
        "ts.vector_add(p2, p1)",
        FORMS,
    ),
    (
        CLOSURES + ": LoopClosure.frames",
        "base if self.inertial else",
        "base if not self.inertial else",
        IDENTITIES,
    ),
    (CLOSURES + ": CouplingClosure.equations", "+ float(offset)", "- float(offset)", FORMS),
    (CLOSURES + ": LoopSystem.jacobian", "row[j] = x[1]", "row[j] = x[0]", FORMS),
    # pivots and solutions
    (ELIMINATION + ": find_pivots", "not abs(rest[i][j]) > noise:", "False:", FORMS),
    (ELIMINATION + ": factorize", "row[j] = row[j] - row[k] * pivot_row[j]", "pass", FORMS),
    (ELIMINATION, "for j in range(i + 1, len(table)):", "for j in range(0):", FORMS),
    # Newton's iteration and its proof
    (STARTS + ": _starts", "return [(along / joint.pitch,)]", "return [(0.0,)]", FORMS),
    (STARTS + ": extended_start", "if not distance <= limit:", "if False:", FORMS),
    (POSITIONS + ": _least_norm", "[K(0)] * n + [-residual[i]", "[K(0)] * n + [residual[i]", FORMS),
    (
        POSITIONS + ": _moved",
        "x / norm for x in out[last",
        "x * norm for x in out[last",
        IDENTITIES,
    ),
    (
        POSITIONS + ": _proven",
        "        if inside:\n            return box",
        "        if inside:\n            return q",
        FORMS,
    ),
    (POSITIONS + ": _followed", "begin + (target - begin) * (k / strides)", "target", FORMS),
    # motion, its series, and the map of velocities
    (MOTION + ": highest_derivative", "return [row[len(v)] * factor", "return [row[len(v)]", FORMS),
    (
        MOTION + ": _quaternion",
        "K.dot(s, a) + K.dot(y, c)",
        "K.dot(s, a) - K.dot(y, c)",
        IDENTITIES,
    ),
    (
        MOTION + ": _quaternion",
        "row.append(rate / (2 * (k + 1)))",
        "row.append(rate / (k + 1))",
        IDENTITIES,
    ),
    (MOTION + ": path", 'own = base if body.parent < 0 else "body"', 'own = "body"', IDENTITIES),
    (MOTION + ": path", "back = transpose(body.R)", "back = body.R", IDENTITIES),
    (MOTION + ": velocity_map", "solve(table, [-Taylor", "solve(table, [Taylor", FORMS),
    # d'Alembert's principle and the forces in the loops
    (
        INVERSE + ": reduced",
        "velocity_map(K, state, moving, base, len(tau))",
        "velocity_map(K, state, [], base, 1)",
        FORMS,
    ),
    (
        INVERSE + ": loop_inverse_dynamics",
        "[x - y for x, y in zip(a, b, strict=True)]",
        "[x + y for x, y in zip(a, b, strict=True)]",
        IDENTITIES,
    ),
    (
        INVERSE + ": _forces",
        "if j < len(tau[0]) else zero for j in columns",
        "if False else zero for j in columns",
        FORMS,
    ),
    (INVERSE + ": _forces", "abs(1 - K.to_float(inside))", "abs(K.to_float(inside))", FORMS),
    # the equations with multipliers
    (
        FORWARD + ": _equations",
        "matrix[j][n + a] = -row[j]",
        "matrix[j][n + a] = row[j]",
        IDENTITIES,
    ),
    (
        FORWARD + ": _solution",
        "b = [x - y for x, y in zip(given, bias",
        "b = [x + y for x, y in zip(given, bias",
        FORMS,
    ),
    (FORWARD + ": _solution", "math.comb(k, j) * math.factorial(j)", "math.comb(k, j)", FORMS),
    (FORWARD + ": _solution", "factor = math.comb", "factor = -math.comb", IDENTITIES),
    (FORWARD + ": _solution", "*[-left[i] for i", "*[left[i] for i", FORMS),
    (
        FORWARD + ": _end_twist",
        "v = [x - y for x, y in zip(v, turn",
        "v = [x + y for x, y in zip(v, turn",
        FORCES,
    ),
    (FORWARD + ": _end_twist", 'if base == "mixed":', 'if base == "hybrid":', FORCES),
    (
        FORWARD + ": loop_forward_dynamics",
        '"independent" if coordinates == "independent" else "tree"',
        '"independent"',
        FORCES,
    ),
    # conditioning
    (BOUNDS, 'MOVED = ("v", "tau", "wrenches", "tau_ext")', 'MOVED = ("tau",)', FORCES),
    (BOUNDS + ": loop_conditioning_bound", "at = moved(K, rng, start)", "at = start", FORCES),
    # equations that follow from others, up to the roundings of the doubles given
    (POSITIONS + ": _close", "max(allowed, GIVEN * size)", "allowed", REDUNDANT),
    (POSITIONS + ": _close", "GIVEN * size", "GIVEN", REDUNDANT),
    (POSITIONS + ": _close", "GIVEN * size", "size", REDUNDANT),
    (POSITIONS + ": _close", "max(halfway, allowed)", "halfway", REDUNDANT),
]
