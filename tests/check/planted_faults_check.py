"""Faults in the audit that the tests must notice; see verification/faults.py for the format."""

AHEAD = "ahead.py"
ASKING = "asking.py"
RESULTS = "check/results.py"
CONFUSIONS = "diagnosis/confusions.py"
TABLE_OF_CONFUSIONS = "confusion_table.py"
ORDERS = "joint_orders.py"
JUDGING = "judging.py"
PROVEN = "check/proven.py"
TABLE = "model_table.py"
PROCESS = "process.py"
SESSION = "session.py"
REFERENCE = "reference.py"
WIRE = "wire.py"
WORDS = "check/command.py"
WRITERS = "writers.py"
NAMES = "pages/words.py"
PAGE = "page.py"
SCRIPT = "page.js"
STYLE = "page.css"
CHART = "chart.py"
PINOCCHIO = "pinocchio_library.py"
MUJOCO = "mujoco_library.py"
FOUND = "tests/check/test_audit.py"
AHEAD_TESTS = "tests/check/test_ahead.py"
JUDGED = "tests/check/test_judging.py"
HOSTILE = "tests/check/test_hostile_subjects.py"
PROGRAM = "tests/check/test_external_program.py"
REFERENCES = "tests/check/test_reference.py"
BROWSER = "tests/check/test_page_in_chromium.py"
COMMAND = "tests/check/test_check_command.py"
WRONG = "tests/check/test_check_wrong_use.py"
DIFFERENCES = "check/differences.py"
DRAKE = "drake_library.py"
CASADI = "casadi_functions.py"
STEPS = "tests/check/test_differences.py"
OF_DRAKE = "tests/check/test_subjects_drake.py"
OF_CASADI = "tests/check/test_subjects_casadi.py"
OF_MUJOCO = "tests/check/test_subjects_mujoco.py"

FAULTS = [
    (JUDGING + ": _one", "np.maximum(tolerance, proven)", "tolerance", JUDGED),
    (PROVEN + ": require_enclosed", "if len(outside):", "if False:", JUDGED),
    (PROVEN + ": enclosure", 'part[0] if axes == "i" else part', "part", JUDGED),
    # verdicts
    (JUDGING + ": Judgement.ok", "return self.ratio <= 1.0", "return True", FOUND),
    (
        JUDGING + ": tolerances",
        "factor * model.nv * justified",
        "1e6 * factor * model.nv * justified",
        FOUND,
    ),
    (JUDGING + ": _justified", "rows = np.maximum(", "rows = 1e-9 * np.maximum(", FOUND),
    (
        JUDGING + ": _justified",
        "return np.maximum(blocks, OTHER_COLUMNS * rows)",
        "return rows",
        JUDGED,
    ),
    (JUDGING + ": _justified", "np.maximum(blocks, OTHER_COLUMNS * rows)", "blocks", JUDGED),
    (JUDGING + ": _sizes", "rows, whole if whole > radius else 1.0)", "rows, rows)", JUDGED),
    (
        JUDGING + ": _of_blocks",
        'for n, axis in enumerate(axes):\n        if axis != "k"',
        'for n, axis in enumerate(axes):\n        if axis == "i"',
        JUDGED,
    ),
    (
        AHEAD + ": Ahead.found",
        "self._started.pop(state.label).result()",
        'self._started["zero"].result()',
        AHEAD_TESTS,
    ),
    (AHEAD + ": _end_with_parent", "        os._exit(1)\n", "        return\n", AHEAD_TESTS),
    (
        JUDGING + ": _of_joints",
        "np.maximum.reduceat(largest, starts, axis=rows)",
        "largest[starts] * 1e9",
        FOUND,
    ),
    (
        JUDGING + ": _part_of",
        "return str(model.joint_names[number])",
        "return str(model.joint_names[0])",
        FOUND,
    ),
    (ASKING + ": Asking._compared", "judgement.verdict,", '"pass",', FOUND),
    (
        RESULTS + ": Report.exit_status",
        "return 2 if self.uncompared or not self.passed else 0",
        "return 0",
        FOUND,
    ),
    (ASKING + ": Asking.quantity", "if broken == PATIENCE:", "if broken == 99:", HOSTILE),
    (RESULTS, '("missing", "refused", "no reference")', '("missing", "refused")', WRONG),
    (
        RESULTS + ": Report.uncompared",
        "if self.passed or self.failed else (*",
        "if True else (*",
        WRONG,
    ),
    (
        WORDS + ": main",
        "if told := _unwritable(output):",
        "if told := _unwritable(None):",
        WRONG,
    ),
    (
        PROCESS + ": Process.exchange",
        "if max(len(self._rest), self._told) > FLOOD:",
        "if False:",
        WRONG,
    ),
    (ASKING + ": Asking.quantity", 'kind, text = "no reference"', 'kind, text = "error"', FOUND),
    # reference and its bound
    (REFERENCE + ": _rounded_inertia", "np.abs(H) + np.diag(_carried(model))", "np.abs(H)", FOUND),
    (
        REFERENCE + ": _carried",
        "masses[i] * reach[i] ** 2",
        "1e9 * masses[i] * reach[i] ** 2",
        REFERENCES,
    ),
    (
        REFERENCE + ": _rounded_inertia",
        "np.maximum(found[name], change, out=found[name])",
        "pass",
        REFERENCES,
    ),
    (REFERENCE + ": _pairs", "K.to_float(x - K(y))", "0.0", REFERENCES),
    (REFERENCE + ": bounds", "np.maximum(bound, np.abs(change), out=bound)", "bound += 1.0", FOUND),
    (
        REFERENCE + ": _of_dynamics",
        '(x["v"], [last]) if quantity',
        '(x["v"], [x["v"]]) if quantity',
        FOUND,
    ),
    (REFERENCE + ": reference", "radius = _apart(rough, (high, low))", "radius = 0.0", FOUND),
    # confusions
    (
        TABLE_OF_CONFUSIONS + ": _linear_first",
        "np.array([3, 4, 5, 0, 1, 2])",
        "np.array([0, 1, 2, 3, 4, 5])",
        FOUND,
    ),
    (
        TABLE_OF_CONFUSIONS + ": _scalar_first",
        "[end - 1, end - 4, end - 3, end - 2]",
        "[end - 2, end - 4, end - 3, end - 1]",
        FOUND,
    ),
    (
        TABLE_OF_CONFUSIONS + ": Setting.right",
        "Setting(self.quantity, model, base, self.ask)",
        "Setting(self.quantity, model, self.base, self.ask)",
        FOUND,
    ),
    (
        TABLE_OF_CONFUSIONS + ": _classical",
        "-SO3.hat(v[u]), SO3.hat(v[w])",
        "SO3.hat(v[u]), SO3.hat(v[w])",
        FOUND,
    ),
    (
        TABLE_OF_CONFUSIONS + ": _classical",
        'arguments["a"] - extra',
        'arguments["a"] + extra',
        FOUND,
    ),
    (
        TABLE_OF_CONFUSIONS + ": _classical",
        'want["a"] = want["a"] + extra',
        'want["a"] = want["a"] - extra',
        FOUND,
    ),
    (TABLE_OF_CONFUSIONS + ": _other_slopes", "T[w, w] = R.T", "T[w, w] = R", FOUND),
    (TABLE_OF_CONFUSIONS + ": _other_slopes", "T[u, u] = R.T", "T[u, u] = R", FOUND),
    (TABLE_OF_CONFUSIONS + ": _other_slopes", "-R.T @ SO3.hat", "R.T @ SO3.hat", FOUND),
    (
        TABLE_OF_CONFUSIONS + ": _other_gravity",
        "scale * model.gravity",
        "model.gravity",
        FOUND,
    ),
    (
        TABLE_OF_CONFUSIONS + ": turned",
        "given.transpose(turn) for turn in",
        "given for turn in",
        FOUND,
    ),
    (TABLE_OF_CONFUSIONS, '(2.0, "factor 1/2"', '(4.0, "factor 1/2"', FOUND),
    (CONFUSIONS, "AGREEMENT = 1e-9", "AGREEMENT = 1e9", FOUND),
    (ORDERS + ": _candidates", "tuple(reversed(range(n)))", "tuple(range(n))", FOUND),
    (ORDERS + ": _candidates", "order[i], order[j] = j, i", "pass", FOUND),
    (TABLE_OF_CONFUSIONS + ": _reordered", "np.argsort(order_v)", "order_v[:0]", FOUND),
    # limits
    (PROCESS + ": Process.exchange", "if left <= 0:", "if False:", HOSTILE),
    (
        PROCESS + ": Limits.__post_init__",
        "if not limit > 0:",
        "if False:",
        "tests/check/test_check_command.py",
    ),
    (
        PROCESS + ": Process.__init__",
        "self._limit(resource.RLIMIT_AS, limits.memory)",
        "self._limit(resource.RLIMIT_AS, 1 << 40)",
        HOSTILE,
    ),
    (PROCESS + ": Process._read", "if len(self._rest) > self._limits.output:", "if False:", WRONG),
    (PROCESS + ": Process._drain", "if self._told > self._limits.output:", "if False:", WRONG),
    (PROCESS + ": Process.close", "os.killpg(self._child.pid, signal.SIGKILL)", "pass", HOSTILE),
    (
        PROCESS + ": Process.exchange",
        "if not events and self._child.poll() is not None:",
        "if False:",
        HOSTILE,
    ),
    (SESSION + ": Session.ask", "if error.kind not in SPARED:", "if False:", HOSTILE),
    (WIRE + ": _array", "if numbers.shape != shape:", "if False:", HOSTILE),
    (WIRE + ": _array", "np.argwhere(~np.isfinite(numbers))", "[]", HOSTILE),
    (WIRE + ": answer", 'if got.get("id") != number:', "if False:", HOSTILE),
    (WIRE + ": _number", "if isinstance(x, bool | str):", "if False:", HOSTILE),
    # subjects and tables
    (PINOCCHIO + ": _Computing.__init__", "first.argmax(1)", "first.argmax(0)", FOUND),
    ("pinocchio_writing.py: to_pinocchio", "key=lambda i: paths[i]", "key=lambda i: i", FOUND),
    (MUJOCO, "WXYZ = [3, 0, 1, 2]", "WXYZ = [0, 1, 2, 3]", FOUND),
    (MUJOCO + ": _Simulation._put", "mine = _in_world(model.placements[i], mine)", "pass", FOUND),
    (TABLE, '"mass", "com", "inertia")', '"mass", "com", "com")', PROGRAM),
    (TABLE + ": from_table", '"screw" if "screw" in x else x["kind"]', '"revolute"', PROGRAM),
    # reports
    (WRITERS + ": junit", "failures=str(len(report.failed))", 'failures="0"', COMMAND),
    (NAMES + ": in_markdown", "MARKUP.sub(", "re.sub('-', ", COMMAND),
    (NAMES + ": printable", "x if x.isprintable() else", "x if x.isspace() else", HOSTILE),
    (WRITERS + ": _number_cell", '-math.inf if word == "none" else float(word)', "None", COMMAND),
    (WRITERS + ": page", 'kind="" if words[4] in neutral else "fails"', 'kind=""', COMMAND),
    # pages
    (PAGE + ": document", "title=html.escape(title)", "title=title", COMMAND),
    (PAGE + ": document", "hashlib.sha256(script.encode())", "hashlib.sha256(b'')", BROWSER),
    (CHART + ": ratios", "if ratio <= 1.0:", "if True:", BROWSER),
    (
        CHART + ": worst",
        "found.get(name, 0.0), x.judgement.ratio)",
        "found.get(name, 0.0))",
        BROWSER,
    ),
    (SCRIPT, "way * compare(a, b)", "compare(a, b)", BROWSER),
    (SCRIPT, "(a.number < b.number ? -1 :", "(String(a.number) < String(b.number) ? -1 :", BROWSER),
    (SCRIPT, 'up ? "ascending" : "descending"', '"ascending"', BROWSER),
    (SCRIPT, '=== "true" ? "light" : "dark"', '=== "true" ? "dark" : "light"', BROWSER),
    (SCRIPT, 'localStorage.setItem("lieref-theme", root.dataset.theme)', "null", BROWSER),
    (STYLE, ".scroll { overflow-x: auto;", ".scroll {", BROWSER),
    (STYLE, "--quiet: light-dark(#595959, #a9a9a9)", "--quiet: #888888", BROWSER),
    (STYLE, '[data-theme="dark"] { color-scheme: dark; }', '[data-theme="dark"] { }', BROWSER),
    (WRITERS + ": as_json", "finite(report.as_dict())", "report.as_dict()", COMMAND),
    # the error of a step
    (DIFFERENCES + ": step_errors", "(x - y) / (h + back)", "(x + y) / (h + back)", STEPS),
    (DIFFERENCES + ": step_errors", "(low - right.low[name][:, j])", "1e-3", STEPS),
    (
        DIFFERENCES + ": step_errors",
        'back = h if chosen.scheme == "central" else 0.0',
        "back = 0.0",
        STEPS,
    ),
    (
        DIFFERENCES + ": step_errors",
        "2.0 * rounding / (h + back)",
        "1e6 * rounding / (h + back)",
        STEPS,
    ),
    (DIFFERENCES + ": declared", "not 0.0 < x.step <= LARGEST_STEP", "not x.step", STEPS),
    (
        JUDGING + ": _one",
        "ALONG * step.truncation + factor * step.bound",
        "factor * step.bound",
        STEPS,
    ),
    (JUDGING, "return TO_STEP if ratio <= 1.0", "return TO_STEP if ratio <= 1e9", STEPS),
    (JUDGING, "if strict_ratio <= 1.0:", "if ratio <= 1.0:", STEPS),
    (CONFUSIONS + ": _explains", "slack = max(AGREEMENT, case.slack)", "slack = AGREEMENT", STEPS),
    (WRITERS + ": junit", "elif x.status == TO_STEP:", "elif False:", STEPS),
    # what cancels to zero, and what balances in forward dynamics
    (
        REFERENCE + ": _pairs",
        "radius / norm if norm > radius else radius",
        "radius / (norm or 1e-300)",
        REFERENCES,
    ),
    (
        REFERENCE + ": bounds",
        "np.maximum(balanced[0], _balanced(",
        "np.minimum(balanced[0], 0 * _balanced(",
        REFERENCES,
    ),
    # Drake, CasADi, MuJoCo
    (DRAKE + ": _joint", "2.0 * math.pi * joint.pitch", "joint.pitch", OF_DRAKE),
    (
        DRAKE + ": _Side.forward_dynamics",
        "found[self._places] - _turning",
        "found[self._places] + _turning",
        OF_DRAKE,
    ),
    (DRAKE + ": _back", "[(start, size, R.T) for", "[(start, size, R) for", OF_DRAKE),
    (DRAKE, "WXYZ_FIRST = [6, 3, 4, 5, 0, 1, 2]", "WXYZ_FIRST = [3, 4, 5, 6, 0, 1, 2]", OF_DRAKE),
    (
        DRAKE + ": _in_world",
        "w0 * x + x0 * w + y0 * z - z0 * y",
        "w0 * x + x0 * w - y0 * z + z0 * y",
        OF_DRAKE,
    ),
    (DRAKE + ": _inertia", "(c @ c) * np.eye(3) - np.outer(c, c)", "(c @ c) * np.eye(3)", OF_DRAKE),
    (DRAKE + ": handed_over", "placement[:3, :3] @ shift + placement", "placement", OF_DRAKE),
    (DRAKE + ": _Side._angles", "< LEAST_COSINE", "< 0", OF_DRAKE),
    (
        CASADI + ": _Known._result",
        'value if value is None or by != "q" else lie',
        "value if True else lie",
        OF_CASADI,
    ),
    (
        CASADI + ": _Known._second",
        'value.shape[1], order="F"',
        'value.shape[1], order="C"',
        OF_CASADI,
    ),
    (CASADI + ": _Known._slopes", 'if base.is_a("SXFunction") else casadi.MX', "", OF_CASADI),
    (
        MUJOCO + ": _Simulation.inverse_dynamics_partials",
        "self._ours(x.T) for x in found",
        "self._ours(x) for x in found",
        OF_MUJOCO,
    ),
    (
        MUJOCO + ": _Simulation.forward_dynamics_partials",
        "- np.eye(nv)) / TIMESTEP",
        ") / TIMESTEP",
        OF_MUJOCO,
    ),
    (
        MUJOCO + ": _Simulation.forward_dynamics_partials",
        "inverse, np.eye(nv))",
        "inverse, 2 * np.eye(nv))",
        OF_MUJOCO,
    ),
]
