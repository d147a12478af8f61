"""Faults that the tests of partial derivatives by jets must find; see planted_faults.py."""

JETS = "jets.py"
PERTURBATIONS = "perturbations.py"
INVERSE = "inverse_dynamics_partials.py"
PATHS = "path_derivatives.py"
TORQUES = "torque_derivatives.py"
SCALARS = "scalars.py"
FORWARD = "forward_dynamics_partials.py"
JETS_TESTS = "tests/oracle/scalars/test_oracle_jets.py"
PARTIALS = "tests/oracle/test_oracle_partials.py"
TORQUES_TESTS = "tests/oracle/test_oracle_torque_derivatives.py"

FAULTS = [
    # the product rule, the chain rule, and zeros beyond the end
    (JETS + ": _dot", "w += [(slope, jet.u) for slope in other.y]", "pass", JETS_TESTS),
    (JETS + ": _dot", "y.append((factor, jet.y))", "y.append((factor, jet.u))", JETS_TESTS),
    (JETS + ": _dot", "w.append((factor, jet.w))", "w.append((other, jet.w))", JETS_TESTS),
    (
        JETS + ": Jet.through",
        "second * slope * c for c in self.u",
        "slope * c for c in self.u",
        JETS_TESTS,
    ),
    (
        JETS + ": Jet.__rtruediv__",
        "inverse, -square, 2 * square",
        "inverse, square, 2 * square",
        JETS_TESTS,
    ),
    (
        JETS + ": Jet.__rtruediv__",
        "-square, 2 * square * inverse",
        "-square, square * inverse",
        JETS_TESTS,
    ),
    (
        JETS + ": Jets.sin",
        "x.through(sine, cosine, -sine)",
        "x.through(sine, cosine, sine)",
        JETS_TESTS,
    ),
    (JETS + ": Jets.cos", "x.through(cosine, -sine,", "x.through(cosine, sine,", JETS_TESTS),
    (JETS + ": Jets.sqrt", "-1 / (4 * root * x.x)", "-1 / (4 * root)", JETS_TESTS),
    (
        JETS + ": _sum",
        "y in zip(a, b, strict=False)], *a[len(b) :]]",
        "y in zip(a, b, strict=False)]]",
        JETS_TESTS,
    ),
    (JETS + ": _combination", "while len(rows[-1]) <= a:", "while len(rows[-1]) < a:", JETS_TESTS),
    (
        JETS + ": Jet.__truediv__",
        "[c / other for c in self.u]",
        "[c * other for c in self.u]",
        JETS_TESTS,
    ),
    (JETS + ": Jets.is_finite", "(x.x, *x.u, *x.y, *x.w)", "(x.x, *x.u, *x.y)", JETS_TESTS),
    # exp of a perturbation, and the order of two
    (PERTURBATIONS + ": displaced", "half = tuple(x / 2 for", "half = tuple(x for", PARTIALS),
    (
        PERTURBATIONS + ": displaced",
        "zip(half, cross(Q[:3], half)",
        "zip(half, cross(half, Q[:3])",
        PARTIALS,
    ),
    (PERTURBATIONS + ": displaced", "turned.append(-J.dot", "turned.append(J.dot", PARTIALS),
    (
        PERTURBATIONS + ": displaced",
        "rotation_from_quaternion(J, Q)):",
        "rotation_from_quaternion(J, (*Q[:3], -Q[3]))):",
        PARTIALS,
    ),
    (
        PERTURBATIONS + ": perturbed_torques",
        '[Jet(zero, y=d.get("q", {})',
        '[Jet(zero, u=e.get("q", {})',
        PARTIALS,
    ),
    (
        PERTURBATIONS + ": perturbed_torques",
        "    ):\n        q = displaced(",
        "    )[::-1]:\n        q = displaced(",
        PARTIALS,
    ),
    (
        PERTURBATIONS + ": perturbed_torques",
        'moved("a", at.a, e, d, mixed)',
        'moved("a", at.a, e, d)',
        PARTIALS,
    ),
    (
        PERTURBATIONS + ": perturbed_torques",
        "at.base, at.applied, at.axes",
        'at.base, at.applied, "body"',
        PARTIALS,
    ),
    (
        PERTURBATIONS + ": perturbed_torques",
        "at.base, at.applied, at.axes",
        "at.base, None, at.axes",
        PARTIALS,
    ),
    (
        PERTURBATIONS + ": perturbed_torques",
        "torques(J, at.exact, q, rows, at.base",
        'torques(J, at.exact, q, rows, "body"',
        PARTIALS,
    ),
    (PERTURBATIONS + ": state", '    choice("base", base, BASES)\n', "", PARTIALS),
    # poses along paths
    (
        PATHS + ": PathDerivatives.acceleration",
        "return 2 * self.of[kind][..., -4:]",
        "return self.of[kind][..., -4:]",
        PARTIALS,
    ),
    (PATHS + ": path_derivatives", 'factor[""][:3, 3] = K(0)', "pass", TORQUES_TESTS),
    (PATHS + ": _joint_derivatives", "J, (alone,), turned,", "J, (alone,), q,", PARTIALS),
    (PATHS + ": _joint_derivatives", "whole[:, k] = pair", "whole[k] = pair", PARTIALS),
    (PATHS + ": _product", "whole[:n, :n] = upper", "whole[:n, :n] = 2 * upper", PARTIALS),
    (
        PATHS + ": _product",
        "above.of[second], second, factor[first][c], first, pair",
        "above.of[first], first, factor[first][c], first, pair",
        PARTIALS,
    ),
    (PATHS + ": _product", "factor[pair][c, d]", "factor[pair][d, c]", PARTIALS),
    (
        PATHS + ": _times",
        "right[:, 4 * (t - s - b) :",
        "right[:, 4 * (t - s - b + 1) - 4 * (t > s) :",
        PARTIALS,
    ),
    (PATHS + ": _times", "max(c, s + b)", "max(c, s + b + 1)", PARTIALS),
    # virtual work
    (TORQUES + ": _required", 'A[""][:, 3] - np.array', 'A[""][:, 3] + np.array', PARTIALS),
    (TORQUES + ": _required", "torque = {kind: -_crossed", "torque = {kind: _crossed", PARTIALS),
    (TORQUES + ": _required", 'torque["q"] + _crossed', 'torque["q"] - _crossed', TORQUES_TESTS),
    (TORQUES + ": _required", 'torque[kind + "q"] - both', 'torque[kind + "q"] + both', PARTIALS),
    (TORQUES + ": _required", "- both.swapaxes(0, 1) + _crossed", "+ _crossed", PARTIALS),
    (TORQUES + ": _required", '+ _crossed(K, T["qq"], resisting)', "", PARTIALS),
    (
        TORQUES + ": _required",
        "found[kind] = found[kind] - x",
        "found[kind] = found[kind] + x",
        PARTIALS,
    ),
    (
        TORQUES + ": _applied",
        'if axes == "body" else _held',
        'if axes != "body" else _held',
        PARTIALS,
    ),
    (TORQUES + ": _sum", "total[kind][here] + other.of[kind]", "other.of[kind]", PARTIALS),
    (
        TORQUES + ": _lines",
        "_held(pose, [-x for x in pose.origin])",
        "_held(pose, pose.origin)",
        PARTIALS,
    ),
    (TORQUES + ": _lines", 'base in ("body", "mixed")', 'base in ("body", "hybrid")', PARTIALS),
    (TORQUES + ": _lines", 'not root or base == "body"', 'not root or base == "mixed"', PARTIALS),
    (TORQUES + ": _lines", "x + body.pitch * n[kind]", "x - body.pitch * n[kind]", PARTIALS),
    (TORQUES + ": _lines", "_point(pose, body.point), n)", "_point(pose, [0, 0, 0]), n)", PARTIALS),
    (TORQUES + ": _work", 'out["q"][:n] + _through', 'out["q"][:n] - _through', TORQUES_TESTS),
    (
        TORQUES + ": _work",
        'out[kind + "q"][:, :n] + both',
        'out[kind + "q"][:, :n] - both',
        PARTIALS,
    ),
    (
        TORQUES + ": _work",
        'out["qq"][:n] + both.swapaxes(0, 1)',
        'out["qq"][:n] + both[:n]',
        PARTIALS,
    ),
    (TORQUES + ": _work", 'out["qq"][:n, :n] + twice', 'out["qq"][:n, :n] - twice', PARTIALS),
    (
        TORQUES + ": _cross_product",
        'both + both.swapaxes(0, 1) + _cross(a[""]',
        'both + _cross(a[""]',
        PARTIALS,
    ),
    (
        TORQUES + ": _crossed",
        "P[..., i, j] - P[..., j, i]",
        "P[..., i, j] + P[..., j, i]",
        PARTIALS,
    ),
    # where they go
    (INVERSE + ": by_name", 'found["vq"].swapaxes(1, 2)', 'found["vq"]', PARTIALS),
    (INVERSE + ": by_name", 'd2tau_dv_dv=found["vv"]', 'd2tau_dv_dv=found["qq"]', PARTIALS),
    # the equations of forward dynamics and their certificate
    (FORWARD + ": _first", "[[K(-1 if i == j else 0)", "[[K(1 if i == j else 0)", PARTIALS),
    (
        FORWARD + ": _second",
        "+ along_q + along_q.swapaxes(1, 2),",
        "+ along_q + along_q,",
        PARTIALS,
    ),
    (FORWARD + ": _second", ".swapaxes(1, 2) + along_v,", ".swapaxes(1, 2),", PARTIALS),
    (FORWARD + ": _second", "        along_tau.swapaxes(1, 2),", "        along_tau,", PARTIALS),
    (
        FORWARD + ": _second",
        "x.transpose(1, 2, 0), against).transpose(2, 0, 1)",
        "x.transpose(2, 1, 0), against).transpose(2, 0, 1)",
        PARTIALS,
    ),
    (FORWARD + ": _second", 'of_tau["aq"].swapaxes(1, 2)', 'of_tau["aq"]', PARTIALS),
    (
        FORWARD + ": _against",
        "solve(K, L, [-x for x in column])",
        "solve(K, L, list(column))",
        PARTIALS,
    ),
    (FORWARD + ": _solved", "replace(at, a=a)", "at", PARTIALS),
    (FORWARD + ": _compare", "if not error <= bound:", "if False:", PARTIALS),
    (FORWARD + ": _along_both", "(dq_dv, s[0], r[1])]", "(dq_dv, s[0], s[1])]", PARTIALS),
    (FORWARD + ": certified_second", "    _certify(K, solved, first, second)\n", "", PARTIALS),
    (FORWARD + ": _compare", "10.0 ** -(K.digits // 2)", "10.0 ** -(K.digits // 4)", PARTIALS),
    (FORWARD + ": _solved", 'scalars(K, "tau", tau,', 'scalars(K, "a", tau,', PARTIALS),
    (
        PATHS + ": _tables",
        "[zero] * (directions - len(x.u)), *x.w",
        "[zero] * (directions - len(x.u)), *x.u",
        PARTIALS,
    ),
    (
        PATHS + ": _tables",
        "(3, 4, TIMES, count)).transpose(3, 0, 2, 1)",
        "(4, 3, TIMES, count)).transpose(3, 1, 2, 0)",
        PARTIALS,
    ),
    (SCALARS + ": Arb.product", "for x in (a, b))", "for x in (b, a))", PARTIALS),
    # jets of matrices
    (JETS + ": Jets.times", "(y, u) if first is a else (u, y)", "(y, u)", JETS_TESTS),
    (JETS + ": Jets.times", "times(a.x, x) for k, x", "times(x, a.x) for k, x", JETS_TESTS),
    (JETS + ": Jets.times", "out.w = _joined(out.w, both)", "out.w = both", JETS_TESTS),
    (JETS + ": _joined", "a[k] + x if k in a else x", "x", JETS_TESTS),
    (JETS + ": JetMatrix.__rsub__", "self * -1 + other", "self + other * -1", JETS_TESTS),
    (JETS + ": Jets.matrix", "known = x == 0", "known = not x != 0", JETS_TESTS),
    (JETS + ": Jets.entries", "rows[a] = self.scalars.entries(table)", "pass", JETS_TESTS),
]
