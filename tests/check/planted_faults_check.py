"""Faults in the audit that the tests must notice; see verification/faults.py for the format."""

AHEAD = "lieref/check/ahead.py"
AUDIT = "lieref/check/audit.py"
CONFUSIONS = "lieref/check/confusions.py"
ORDERS = "lieref/check/joint_orders.py"
JUDGING = "lieref/check/judging.py"
TABLE = "lieref/check/model_table.py"
PROCESS = "lieref/check/process.py"
SESSION = "lieref/check/session.py"
TRUTH = "lieref/check/truth.py"
WIRE = "lieref/check/wire.py"
WORDS = "lieref/check/command.py"
WORKER = "lieref/check/worker.py"
WRITERS = "lieref/check/writers.py"
PAGE = "lieref/check/pages/page.py"
SCRIPT = "lieref/check/pages/page.js"
STYLE = "lieref/check/pages/page.css"
CHART = "lieref/check/pages/chart.py"
PINOCCHIO = "lieref/check/subjects/pinocchio_library.py"
MUJOCO = "lieref/check/subjects/mujoco_library.py"
FOUND = "tests/check/test_audit.py"
AHEAD_TESTS = "tests/check/test_ahead.py"
JUDGED = "tests/check/test_judging.py"
HOSTILE = "tests/check/test_hostile_subjects.py"
PROGRAM = "tests/check/test_external_program.py"
TRUTHS = "tests/check/test_truth.py"
BROWSER = "tests/check/test_page_in_chromium.py"
COMMAND = "tests/check/test_check_command.py"
WRONG = "tests/check/test_check_wrong_use.py"
DIFFERENCES = "lieref/check/differences.py"
DRAKE = "lieref/check/subjects/drake_library.py"
CASADI = "lieref/check/subjects/casadi_functions.py"
STEPS = "tests/check/test_differences.py"
OF_DRAKE = "tests/check/test_subjects_drake.py"
OF_CASADI = "tests/check/test_subjects_casadi.py"
OF_MUJOCO = "tests/check/test_subjects_mujoco.py"

FAULTS = [
    # verdicts
    (JUDGING, "return self.ratio <= 1.0", "return True", FOUND),
    (JUDGING, "factor * model.nv * _justified", "1e6 * factor * model.nv * _justified", FOUND),
    (JUDGING, "rows = np.maximum(", "rows = 1e-9 * np.maximum(", FOUND),
    (JUDGING, "return np.maximum(blocks, OTHER_COLUMNS * rows)", "return rows", JUDGED),
    (JUDGING, "np.maximum(blocks, OTHER_COLUMNS * rows)", "blocks", JUDGED),
    (JUDGING, "rows, whole if whole > radius else 1.0)", "rows, rows)", JUDGED),
    (
        JUDGING,
        'for n, axis in enumerate(axes):\n        if axis != "k"',
        'for n, axis in enumerate(axes):\n        if axis == "i"',
        JUDGED,
    ),
    (
        AHEAD,
        "self._started.pop(state.label).result()",
        'self._started["zero"].result()',
        AHEAD_TESTS,
    ),
    (AHEAD, "        os._exit(1)\n", "        return\n", AHEAD_TESTS),
    (JUDGING, "np.maximum.reduceat(largest, starts, axis=rows)", "largest[starts] * 1e9", FOUND),
    (JUDGING, "return str(model.joint_names[number])", "return str(model.joint_names[0])", FOUND),
    (AUDIT, "judgement.verdict,", '"pass",', FOUND),
    (AUDIT, "return 2 if self.uncompared or not self.passed else 0", "return 0", FOUND),
    (AUDIT, "if broken == PATIENCE:", "if broken == 99:", HOSTILE),
    (AUDIT, '("missing", "refused", "no truth")', '("missing", "refused")', WRONG),
    (AUDIT, "if self.passed or self.failed else (*", "if True else (*", WRONG),
    (WORDS, "if told := _unwritable(options.output):", "if told := _unwritable(None):", WRONG),
    (PROCESS, "if max(len(self._rest), self._told) > FLOOD:", "if False:", WRONG),
    (AUDIT, 'kind, text = "no truth"', 'kind, text = "error"', FOUND),
    # truth and its floor
    (TRUTH, "np.abs(H) + np.diag(_carried(model))", "np.abs(H)", FOUND),
    (TRUTH, "masses[i] * reach[i] ** 2", "1e9 * masses[i] * reach[i] ** 2", TRUTHS),
    (TRUTH, "np.maximum(found[name], change, out=found[name])", "pass", TRUTHS),
    (TRUTH, "K.to_float(x - K(y))", "0.0", TRUTHS),
    (TRUTH, "np.maximum(floor, np.abs(change), out=floor)", "floor += 1.0", FOUND),
    (
        TRUTH,
        'm, x["q"], x["v"], [x["tau"]], b, field=K',
        'm, x["q"], x["v"], [x["v"]], b, field=K',
        FOUND,
    ),
    (TRUTH, "radius = _apart(rough, (high, low))", "radius = 0.0", FOUND),
    # confusions
    (CONFUSIONS, "np.array([3, 4, 5, 0, 1, 2])", "np.array([0, 1, 2, 3, 4, 5])", FOUND),
    (
        CONFUSIONS,
        "[end - 1, end - 4, end - 3, end - 2]",
        "[end - 2, end - 4, end - 3, end - 1]",
        FOUND,
    ),
    (
        CONFUSIONS,
        "setting.right(case.arguments, base=base)",
        "setting.right(case.arguments)",
        FOUND,
    ),
    (CONFUSIONS, "-SO3.hat(v[u]), SO3.hat(v[w])", "SO3.hat(v[u]), SO3.hat(v[w])", FOUND),
    (CONFUSIONS, 'arguments["a"] - extra', 'arguments["a"] + extra', FOUND),
    (CONFUSIONS, 'want["a"] = want["a"] + extra', 'want["a"] = want["a"] - extra', FOUND),
    (CONFUSIONS, "T[w, w] = R.T", "T[w, w] = R", FOUND),
    (CONFUSIONS, "T[u, u] = R.T", "T[u, u] = R", FOUND),
    (CONFUSIONS, "-R.T @ SO3.hat", "R.T @ SO3.hat", FOUND),
    (CONFUSIONS, "scale * setting.model.gravity", "setting.model.gravity", FOUND),
    (CONFUSIONS, "given.transpose(turn) for turn in turns", "given for turn in turns", FOUND),
    (CONFUSIONS, '(2.0, "factor 1/2"', '(4.0, "factor 1/2"', FOUND),
    (CONFUSIONS, "AGREEMENT = 1e-9", "AGREEMENT = 1e9", FOUND),
    (ORDERS, "tuple(reversed(range(n)))", "tuple(range(n))", FOUND),
    (ORDERS, "order[i], order[j] = j, i", "pass", FOUND),
    (CONFUSIONS, "np.argsort(order_v))", "order_v[:0])", FOUND),
    # limits
    (PROCESS, "if left <= 0:", "if False:", HOSTILE),
    (PROCESS, "if not limit > 0:", "if False:", "tests/check/test_check_command.py"),
    (PROCESS, "(limits.memory, limits.memory)", "(1 << 40, 1 << 40)", HOSTILE),
    (PROCESS, "if len(self._rest) > self._limits.output:", "if False:", WRONG),
    (PROCESS, "if self._told > self._limits.output:", "if False:", WRONG),
    (PROCESS, "os.killpg(self._child.pid, signal.SIGKILL)", "pass", HOSTILE),
    (PROCESS, "if not events and self._child.poll() is not None:", "if False:", HOSTILE),
    (SESSION, "if error.kind not in SPARED:", "if False:", HOSTILE),
    (WORKER, "os.dup2(2, 1)", "pass", HOSTILE),
    (WIRE, "if numbers.shape != shape:", "if False:", HOSTILE),
    (WIRE, "np.argwhere(~np.isfinite(numbers))", "[]", HOSTILE),
    (WIRE, 'if got.get("id") != number:', "if False:", HOSTILE),
    (WIRE, "if isinstance(x, bool | str):", "if False:", HOSTILE),
    # subjects and tables
    (PINOCCHIO, "SWAP = [3, 4, 5, 0, 1, 2]", "SWAP = [0, 1, 2, 3, 4, 5]", FOUND),
    (PINOCCHIO, "key=lambda i: paths[i]", "key=lambda i: i", FOUND),
    (MUJOCO, "WXYZ = [3, 0, 1, 2]", "WXYZ = [0, 1, 2, 3]", FOUND),
    (MUJOCO, "mine = _in_world(model.placements[i], mine)", "pass", FOUND),
    (TABLE, '"mass", "com", "inertia")', '"mass", "com", "com")', PROGRAM),
    (TABLE, '"screw" if "screw" in x else x["kind"]', '"revolute"', PROGRAM),
    # reports
    (WRITERS, "failures=str(len(report.failed))", 'failures="0"', COMMAND),
    (WRITERS, "html.escape(word, quote=False)", "word", COMMAND),
    (WRITERS, '-math.inf if word == "none" else float(word)', "None", COMMAND),
    (WRITERS, 'kind="" if words[4] in neutral else "fails"', 'kind=""', COMMAND),
    # pages
    (PAGE, "title=html.escape(title)", "title=title", COMMAND),
    (PAGE, "hashlib.sha256(script.encode())", "hashlib.sha256(b'')", BROWSER),
    (CHART, "if ratio <= 1.0:", "if True:", BROWSER),
    (CHART, "found.get(name, 0.0), x.judgement.ratio)", "found.get(name, 0.0))", BROWSER),
    (SCRIPT, "way * compare(a, b)", "compare(a, b)", BROWSER),
    (SCRIPT, "(a.number < b.number ? -1 :", "(String(a.number) < String(b.number) ? -1 :", BROWSER),
    (SCRIPT, 'up ? "ascending" : "descending"', '"ascending"', BROWSER),
    (SCRIPT, '=== "true" ? "light" : "dark"', '=== "true" ? "dark" : "light"', BROWSER),
    (SCRIPT, 'localStorage.setItem("lieref-theme", root.dataset.theme)', "null", BROWSER),
    (STYLE, ".scroll { overflow-x: auto;", ".scroll {", BROWSER),
    (STYLE, "--quiet: light-dark(#595959, #a9a9a9)", "--quiet: #888888", BROWSER),
    (STYLE, '[data-theme="dark"] { color-scheme: dark; }', '[data-theme="dark"] { }', BROWSER),
    (WRITERS, "_finite(report.as_dict())", "report.as_dict()", COMMAND),
    # the error of a step
    (DIFFERENCES, "(x - y) / (h + back)", "(x + y) / (h + back)", STEPS),
    (DIFFERENCES, "(low - right.low[name][:, j])", "1e-3", STEPS),
    (DIFFERENCES, 'back = h if chosen.scheme == "central" else 0.0', "back = 0.0", STEPS),
    (DIFFERENCES, "2.0 * rounding / (h + back)", "1e6 * rounding / (h + back)", STEPS),
    (DIFFERENCES, "not 0.0 < x.step <= LARGEST_STEP", "not x.step", STEPS),
    (JUDGING, "ALONG * step.truncation + factor * step.floor", "factor * step.floor", STEPS),
    (JUDGING, "return TO_STEP if ratio <= 1.0", "return TO_STEP if ratio <= 1e9", STEPS),
    (JUDGING, "if strict_ratio <= 1.0:", "if ratio <= 1.0:", STEPS),
    (CONFUSIONS, "slack = max(AGREEMENT, case.slack)", "slack = AGREEMENT", STEPS),
    (WRITERS, "elif x.status == TO_STEP:", "elif False:", STEPS),
    # what cancels to zero, and what balances in forward dynamics
    (TRUTH, "radius / norm if norm > radius else radius", "radius / (norm or 1e-300)", TRUTHS),
    (TRUTH, "np.maximum(balanced[0], _balanced(", "np.minimum(balanced[0], 0 * _balanced(", TRUTHS),
    # Drake, CasADi, MuJoCo
    (DRAKE, "2.0 * math.pi * joint.pitch", "joint.pitch", OF_DRAKE),
    (DRAKE, "found[self._places] - _turning", "found[self._places] + _turning", OF_DRAKE),
    (DRAKE, "[(start, size, R.T) for", "[(start, size, R) for", OF_DRAKE),
    (DRAKE, "WXYZ_FIRST = [6, 3, 4, 5, 0, 1, 2]", "WXYZ_FIRST = [3, 4, 5, 6, 0, 1, 2]", OF_DRAKE),
    (DRAKE, "w0 * x + x0 * w + y0 * z - z0 * y", "w0 * x + x0 * w - y0 * z + z0 * y", OF_DRAKE),
    (DRAKE, "(c @ c) * np.eye(3) - np.outer(c, c)", "(c @ c) * np.eye(3)", OF_DRAKE),
    (DRAKE, "placement[:3, :3] @ shift + placement", "placement", OF_DRAKE),
    (DRAKE, "< LEAST_COSINE", "< 0", OF_DRAKE),
    (CASADI, 'value if value is None or by != "q" else lie', "value if True else lie", OF_CASADI),
    (CASADI, 'value.shape[1], order="F"', 'value.shape[1], order="C"', OF_CASADI),
    (CASADI, 'if base.is_a("SXFunction") else casadi.MX', "", OF_CASADI),
    (MUJOCO, "self._ours(x.T) for x in found", "self._ours(x) for x in found", OF_MUJOCO),
    (MUJOCO, "- np.eye(nv)) / TIMESTEP", ") / TIMESTEP", OF_MUJOCO),
    (MUJOCO, "inverse, np.eye(nv))", "inverse, 2 * np.eye(nv))", OF_MUJOCO),
]
