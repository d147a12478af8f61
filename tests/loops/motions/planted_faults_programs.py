"""Faults that must turn the tests of traced functions of couplings red: see planted_faults.py."""

TRACE = "coupling_trace.py"
PROGRAMS = "programs.pyx"
INSTRUCTIONS = "instructions.pxi"
VALUES = "cluster_programs.py"
CLOSING = "closing.pxi"
KERNEL = "constraints.pyx"
MOTION = "motion_series.pxi"
ENTRIES = "closed_dynamics.pyx"
SERIES = "taylor_scalar.py"
TABLES = "loop_tables.pyx"
TESTS = "tests/loops/motions/test_coupling_programs.py"
COMPUTE = TESTS + "::test_programs_compute_what_the_functions_do"
DIGITS = TESTS + "::test_traces_are_the_functions_at_fifty_digits"
SHARED = TESTS + "::test_constants_are_folded_and_repeated_parts_shared"
PARTIALS = "tests/loops/test_constraint_partials.py"
ASKED = TESTS + "::test_symbols_have_no_value"
SLOW = TESTS + "::test_functions_that_ask_for_values_are_called_as_they_are"

FAULTS = [
    # What is written down.
    (TRACE + ": Trace.sub", "self.add(self.neg(b), a)", "self.add(b, a)", DIGITS),
    (TRACE + ": Trace.mul", "return a if b == 1 else self.neg(a)", "return a", DIGITS),
    (TRACE + ": Trace.div", 'self._node("over", b.place, float(a))',
     'self._node("per", b.place, float(a))', DIGITS),
    (TRACE + ": Symbol.__pow__", "power if exponent >= 0 else 1 / power", "power", DIGITS),
    (TRACE + ": Trace.cos", "self._node(SECOND, self.sin(x).place)", "self.sin(x)", DIGITS),
    (TRACE + ": Trace.atan2", "self._symbol(y, x), self._symbol(x, y)",
     "self._symbol(x, y), self._symbol(y, x)", DIGITS),
    (TRACE + ": Trace.log", "(1 / x).place", "x.place", COMPUTE),
    (TRACE + ": Trace.asin", "(1 / self.sqrt(1 - x * x)).place",
     "(1 / self.sqrt(1 + x * x)).place", COMPUTE),
    (TRACE + ": Trace._node", "if found is None:", "if True:", SHARED),
    (TRACE + ": Trace.neg", 'if op == "neg" else', 'if op == "never" else', SHARED),
    (TRACE + ": _needed", "left.append(i + 1)", "pass", COMPUTE),
    (TRACE + ": _needed", "if i in seen or i in found:", "if i in found:", SHARED),
    (TRACE + ": Symbol", "__bool__ = __float__ = __int__", "__float__ = __int__", ASKED),
    (TRACE + ": _traced", "abs(x - y) <= AGREE * max(1.0, abs(x), abs(y)) for x, y in pairs",
     "True for x, y in pairs", TESTS + "::test_a_trace_that_is_not_the_function_is_not_used"),
    (SERIES + ": base_function", "next((z for z in x if not isinstance(z, float | int)), x[0])",
     "x[0]", DIGITS),
    # What runs it.
    (INSTRUCTIONS + ": convolved", "a[j + 1] * b[m - j - 1]", "a[j + 1] * b[m - j]", COMPUTE),
    (INSTRUCTIONS + ": integrated", "total += j * x[j] * h[m - j]", "total += x[j] * h[m - j]",
     COMPUTE),
    (INSTRUCTIONS + ": instruction", "(a[m] - convolved(y, b, 0, m - 1, m)) / b[0]", "a[m] / b[0]",
     COMPUTE),
    (INSTRUCTIONS + ": instruction", "-convolved(y, a, 0, m - 1, m) / a[0]",
     "convolved(y, a, 0, m - 1, m) / a[0]", COMPUTE),
    (INSTRUCTIONS + ": instruction", "convolved(y, y, 1, m - 1, m)) / (2 * y[0])",
     "convolved(y, y, 1, m - 1, m)) / y[0]", COMPUTE),
    (INSTRUCTIONS + ": instruction", "integrated(a, y + n, m), -integrated(a, y, m)",
     "integrated(a, y + n, m), integrated(a, y, m)", COMPUTE),
    (INSTRUCTIONS + ": instruction", "y[m] = a[m]\n        if m == 0:", "if True:", COMPUTE),
    (INSTRUCTIONS + ": instruction", "+ integrated(b, registers + n * code[5], m))", ")", COMPUTE),
    (INSTRUCTIONS + ": run_series", "qdot)[(m - 1) * nv + iv] / m",
     "qdot)[(m - 1) * nv + iv]", COMPUTE),
    (PROGRAMS + ": along", "both * parts[3]", "2 * both * parts[3]", PARTIALS),
    (PROGRAMS + ": run_parts", "to[3] -= registers[3 * n + 2] / 2", "pass", PARTIALS),
    (PROGRAMS + ": run_parts", "to[2] = registers[2 * n + 1]", "pass", PARTIALS),
    (TABLES + ": LoopTables._spread", "columns[a]] = unit", "columns[a]] = 1",
     "tests/loops/motions/test_motion_series.py::test_a_call_of_order_three_is_its_pieces"),
    (PROGRAMS + ": _row", "[*slopes, *values, *bends]", "[*values, *slopes, *bends]", COMPUTE),
    (VALUES + ": cluster_programs", "[iv for _, iv in places]", "[0 for _ in places]", COMPUTE),
    (MOTION + ": motion_next", "functions_next(t, motion, k, m, kept)", "pass", COMPUTE),
    # Where there is no program, or no value.
    (KERNEL + ": _check_driven", "if not isfinite(q[iq]):", "if False:",
     TESTS + "::test_no_value_is_refused"),
    (ENTRIES + ": _series", "v / factorials[:, None]", "v", SLOW),
    (CLOSING + ": impose", "q[place[a]] = gamma[a]", "pass", COMPUTE),
]  # fmt: skip
