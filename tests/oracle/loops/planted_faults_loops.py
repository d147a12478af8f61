"""Faults that the tests of the oracle of loops must find; see planted_faults.py."""

TAYLOR = "lieref/oracle/scalars/taylor_scalars.py"
CLOSURES = "lieref/oracle/loops/loop_closures.py"
ELIMINATION = "lieref/oracle/loops/loop_elimination.py"
STARTS = "lieref/oracle/loops/loop_starts.py"
POSITIONS = "lieref/oracle/loops/loop_positions.py"
MOTION = "lieref/oracle/loops/loop_motion.py"
INVERSE = "lieref/oracle/loops/loop_inverse_dynamics.py"
FORWARD = "lieref/oracle/loops/loop_forward_dynamics.py"
FLOORS = "lieref/oracle/loops/loop_conditioning.py"
SCALAR_TESTS = "tests/oracle/scalars/test_oracle_taylor_scalars.py"
FORMS = "tests/oracle/loops/test_oracle_loop_closed_forms.py"
IDENTITIES = "tests/oracle/loops/test_oracle_loop_identities.py"
FORCES = "tests/oracle/loops/test_oracle_loop_forces.py"

FAULTS = [
    # functions of series, and series of series
    (TAYLOR, "rest = rest - self.scalars.dot(c, b[k:0:-1])", "pass", SCALAR_TESTS),
    (TAYLOR, "root[1:k], root[k - 1 : 0 : -1]", "root[1:k], root[1:k]", SCALAR_TESTS),
    (TAYLOR, "rate[k::-1]) / (k + 1)", "rate[k::-1]) / (k + 2)", SCALAR_TESTS),
    (TAYLOR, "rate = -self._rate(x) / self.sqrt", "rate = self._rate(x) / self.sqrt", SCALAR_TESTS),
    (TAYLOR, "(self._rate(x) / (1 + x * x))", "(self._rate(x) / (1 - x * x))", SCALAR_TESTS),
    (TAYLOR, "- y * self._rate(x)) / (x", "+ y * self._rate(x)) / (x", SCALAR_TESTS),
    (TAYLOR, "return -self + other", "return self - other", SCALAR_TESTS),
    (TAYLOR, "return power if exponent >= 0 else 1 / power", "return power", SCALAR_TESTS),
    (TAYLOR, "other.field.depth > K.depth", "other.field.depth < K.depth", SCALAR_TESTS),
    # the equations of loops and couplings
    (CLOSURES, "turn = [ts.subtract(R[i][j]", "turn = [ts.add(R[i][j]", FORMS),
    (CLOSURES, "return [[x / 2 for x in row] for row in turn] + p", "return p", FORMS),
    (CLOSURES, "ts.vector_subtract(p2, p1)", "ts.vector_add(p2, p1)", FORMS),
    (CLOSURES, "base if self.inertial else", "base if not self.inertial else", IDENTITIES),
    (CLOSURES, "+ float(offset)", "- float(offset)", FORMS),
    (CLOSURES, "row[j] = x[1]", "row[j] = x[0]", FORMS),
    # pivots and solutions
    (ELIMINATION, "not abs(rest[i][j]) > noise:", "False:", FORMS),
    (ELIMINATION, "row[j] = row[j] - row[k] * pivot_row[j]", "pass", FORMS),
    (ELIMINATION, "for j in range(i + 1, len(table)):", "for j in range(0):", FORMS),
    # Newton's iteration and its proof
    (STARTS, "return [(along / joint.pitch,)]", "return [(0.0,)]", FORMS),
    (STARTS, "if not distance <= limit:", "if False:", FORMS),
    (POSITIONS, "[K(0)] * n + [-residual[i]", "[K(0)] * n + [residual[i]", FORMS),
    (POSITIONS, "x / norm for x in out[last", "x * norm for x in out[last", IDENTITIES),
    (
        POSITIONS,
        "        if inside:\n            return box",
        "        if inside:\n            return q",
        FORMS,
    ),
    (POSITIONS, "begin + (target - begin) * (k / strides)", "target", FORMS),
    # motion, its series, and the map of velocities
    (MOTION, "return [row[len(v)] * factor", "return [row[len(v)]", FORMS),
    (MOTION, "K.dot(s, a) + K.dot(y, c)", "K.dot(s, a) - K.dot(y, c)", IDENTITIES),
    (MOTION, "row.append(rate / (2 * (k + 1)))", "row.append(rate / (k + 1))", IDENTITIES),
    (MOTION, 'own = base if body.parent < 0 else "body"', 'own = "body"', IDENTITIES),
    (MOTION, "back = transpose(body.R)", "back = body.R", IDENTITIES),
    (MOTION, "solve(table, [-Taylor", "solve(table, [Taylor", FORMS),
    # d'Alembert's principle and the forces in the loops
    (
        INVERSE,
        "velocity_map(K, state, moving, base, len(tau))",
        "velocity_map(K, state, [], base, 1)",
        FORMS,
    ),
    (
        INVERSE,
        "[x - y for x, y in zip(a, b, strict=True)]",
        "[x + y for x, y in zip(a, b, strict=True)]",
        IDENTITIES,
    ),
    (
        INVERSE,
        "if j < len(tau[0]) else zero for j in columns",
        "if False else zero for j in columns",
        FORMS,
    ),
    (INVERSE, "abs(1 - K.to_float(inside))", "abs(K.to_float(inside))", FORMS),
    # the equations with multipliers
    (FORWARD, "matrix[j][n + a] = -row[j]", "matrix[j][n + a] = row[j]", IDENTITIES),
    (
        FORWARD,
        "b = [x - y for x, y in zip(given, bias",
        "b = [x + y for x, y in zip(given, bias",
        FORMS,
    ),
    (FORWARD, "math.comb(k, j) * math.factorial(j)", "math.comb(k, j)", FORMS),
    (FORWARD, "factor = math.comb", "factor = -math.comb", IDENTITIES),
    (FORWARD, "*[-left[i] for i", "*[left[i] for i", FORMS),
    (FORWARD, "v = [x - y for x, y in zip(v, turn", "v = [x + y for x, y in zip(v, turn", FORCES),
    (FORWARD, 'if base == "mixed":', 'if base == "hybrid":', FORCES),
    (FORWARD, '"independent" if coordinates == "independent" else "tree"', '"independent"', FORCES),
    # conditioning
    (FLOORS, 'MOVED = ("v", "tau", "wrenches", "tau_ext")', 'MOVED = ("tau",)', FORCES),
    (FLOORS, "at = moved(K, rng, start)", "at = start", FORCES),
]
