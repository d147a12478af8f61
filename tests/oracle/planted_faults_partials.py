"""Faults that the tests of partial derivatives by jets must find; see planted_faults.py."""

JETS = "lieref/oracle/scalars/jets.py"
PERTURBATIONS = "lieref/oracle/tree/perturbations.py"
INVERSE = "lieref/oracle/tree/inverse_dynamics_partials.py"
PATHS = "lieref/oracle/tree/path_derivatives.py"
EFFORTS = "lieref/oracle/tree/effort_derivatives.py"
SCALARS = "lieref/oracle/scalars/scalars.py"
FORWARD = "lieref/oracle/tree/forward_dynamics_partials.py"
JETS_TESTS = "tests/oracle/scalars/test_oracle_jets.py"
PARTIALS = "tests/oracle/test_oracle_partials.py"
EFFORTS_TESTS = "tests/oracle/test_oracle_effort_derivatives.py"

FAULTS = [
    # the product rule, the chain rule, and zeros beyond the end
    (JETS, "w += [(slope, jet.u) for slope in other.y]", "pass", JETS_TESTS),
    (JETS, "y.append((factor, jet.y))", "y.append((factor, jet.u))", JETS_TESTS),
    (JETS, "w.append((factor, jet.w))", "w.append((other, jet.w))", JETS_TESTS),
    (JETS, "second * slope * c for c in self.u", "slope * c for c in self.u", JETS_TESTS),
    (JETS, "inverse, -square, 2 * square", "inverse, square, 2 * square", JETS_TESTS),
    (JETS, "-square, 2 * square * inverse", "-square, square * inverse", JETS_TESTS),
    (JETS, "x.through(sine, cosine, -sine)", "x.through(sine, cosine, sine)", JETS_TESTS),
    (JETS, "x.through(cosine, -sine,", "x.through(cosine, sine,", JETS_TESTS),
    (JETS, "-1 / (4 * root * x.x)", "-1 / (4 * root)", JETS_TESTS),
    (
        JETS,
        "y in zip(a, b, strict=False)], *a[len(b) :]]",
        "y in zip(a, b, strict=False)]]",
        JETS_TESTS,
    ),
    (JETS, "while len(rows[-1]) <= a:", "while len(rows[-1]) < a:", JETS_TESTS),
    (JETS, "[c / other for c in self.u]", "[c * other for c in self.u]", JETS_TESTS),
    (JETS, "(x.x, *x.u, *x.y, *x.w)", "(x.x, *x.u, *x.y)", JETS_TESTS),
    # exp of a perturbation, and the order of two
    (PERTURBATIONS, "half = tuple(x / 2 for", "half = tuple(x for", PARTIALS),
    (PERTURBATIONS, "zip(half, cross(Q[:3], half)", "zip(half, cross(half, Q[:3])", PARTIALS),
    (PERTURBATIONS, "turned.append(-J.dot", "turned.append(J.dot", PARTIALS),
    (
        PERTURBATIONS,
        "rotation_from_quaternion(J, Q)):",
        "rotation_from_quaternion(J, (*Q[:3], -Q[3]))):",
        PARTIALS,
    ),
    (PERTURBATIONS, '[Jet(zero, y=d.get("q", {})', '[Jet(zero, u=e.get("q", {})', PARTIALS),
    (
        PERTURBATIONS,
        "    ):\n        q = displaced(",
        "    )[::-1]:\n        q = displaced(",
        PARTIALS,
    ),
    (PERTURBATIONS, 'moved("a", at.a, e, d, mixed)', 'moved("a", at.a, e, d)', PARTIALS),
    (PERTURBATIONS, "at.base, at.applied, at.axes", 'at.base, at.applied, "body"', PARTIALS),
    (PERTURBATIONS, "at.base, at.applied, at.axes", "at.base, None, at.axes", PARTIALS),
    (
        PERTURBATIONS,
        "efforts(J, at.exact, q, rows, at.base",
        'efforts(J, at.exact, q, rows, "body"',
        PARTIALS,
    ),
    (PERTURBATIONS, '    choice("base", base, BASES)\n', "", PARTIALS),
    # poses along paths
    (PATHS, "return 2 * self.of[kind][..., -4:]", "return self.of[kind][..., -4:]", PARTIALS),
    (PATHS, 'factor[""][:3, 3] = K(0)', "pass", EFFORTS_TESTS),
    (PATHS, "J, (alone,), turned,", "J, (alone,), q,", PARTIALS),
    (PATHS, "whole[:, k] = pair", "whole[k] = pair", PARTIALS),
    (PATHS, "whole[:n, :n] = upper", "whole[:n, :n] = 2 * upper", PARTIALS),
    (
        PATHS,
        "above.of[second], second, factor[first][c], first, pair",
        "above.of[first], first, factor[first][c], first, pair",
        PARTIALS,
    ),
    (PATHS, "factor[pair][c, d]", "factor[pair][d, c]", PARTIALS),
    (PATHS, "right[:, 4 * (t - s - b) :", "right[:, 4 * (t - s - b + 1) - 4 * (t > s) :", PARTIALS),
    (PATHS, "max(c, s + b)", "max(c, s + b + 1)", PARTIALS),
    # virtual work
    (EFFORTS, "J[:3, :3] = J[:3, :3] - inertia", "J[:3, :3] = J[:3, :3] + inertia", PARTIALS),
    (EFFORTS, "+ inertia[2, 2]) / 2", "+ inertia[2, 2])", PARTIALS),
    (EFFORTS, 'A[""][:, 3] - np.array', 'A[""][:, 3] + np.array', PARTIALS),
    (EFFORTS, "torque = {kind: -_crossed", "torque = {kind: _crossed", PARTIALS),
    (EFFORTS, 'torque["q"] + _crossed', 'torque["q"] - _crossed', EFFORTS_TESTS),
    (EFFORTS, 'torque[kind + "q"] - both', 'torque[kind + "q"] + both', PARTIALS),
    (EFFORTS, "- both.swapaxes(0, 1) + _crossed", "+ _crossed", PARTIALS),
    (EFFORTS, '+ _crossed(K, T["qq"], resisting)', "", PARTIALS),
    (EFFORTS, "found[kind] = found[kind] - x", "found[kind] = found[kind] + x", PARTIALS),
    (EFFORTS, 'if axes == "body" else _held', 'if axes != "body" else _held', PARTIALS),
    (EFFORTS, "total[kind][here] + other.of[kind]", "other.of[kind]", PARTIALS),
    (EFFORTS, "_held(pose, [-x for x in pose.origin])", "_held(pose, pose.origin)", PARTIALS),
    (EFFORTS, 'base in ("body", "mixed")', 'base in ("body", "hybrid")', PARTIALS),
    (EFFORTS, 'not root or base == "body"', 'not root or base == "mixed"', PARTIALS),
    (EFFORTS, "x + body.pitch * n[kind]", "x - body.pitch * n[kind]", PARTIALS),
    (EFFORTS, "_point(pose, body.point), n)", "_point(pose, [0, 0, 0]), n)", PARTIALS),
    (EFFORTS, 'out["q"][:n] + _through', 'out["q"][:n] - _through', EFFORTS_TESTS),
    (EFFORTS, 'out[kind + "q"][:, :n] + both', 'out[kind + "q"][:, :n] - both', PARTIALS),
    (EFFORTS, 'out["qq"][:n] + both.swapaxes(0, 1)', 'out["qq"][:n] + both[:n]', PARTIALS),
    (EFFORTS, 'out["qq"][:n, :n] + twice', 'out["qq"][:n, :n] - twice', PARTIALS),
    (EFFORTS, 'both + both.swapaxes(0, 1) + _cross(a[""]', 'both + _cross(a[""]', PARTIALS),
    (EFFORTS, "P[..., i, j] - P[..., j, i]", "P[..., i, j] + P[..., j, i]", PARTIALS),
    (
        SCALARS,
        "matrix(*a.shape, a.ravel().tolist()) *",
        "matrix(*a.shape, abs(a).ravel().tolist()) *",
        PARTIALS,
    ),
    # where they go
    (INVERSE, 'found["vq"].swapaxes(1, 2)', 'found["vq"]', PARTIALS),
    (INVERSE, 'd2tau_dv_dv=found["vv"]', 'd2tau_dv_dv=found["qq"]', PARTIALS),
    # the equations of forward dynamics and their certificate
    (FORWARD, "[[K(-1 if i == j else 0)", "[[K(1 if i == j else 0)", PARTIALS),
    (
        FORWARD,
        "+ along_q + along_q.swapaxes(1, 2),",
        "+ along_q + along_q,",
        PARTIALS,
    ),
    (FORWARD, ".swapaxes(1, 2) + along_v,", ".swapaxes(1, 2),", PARTIALS),
    (FORWARD, "        along_tau.swapaxes(1, 2),", "        along_tau,", PARTIALS),
    (
        FORWARD,
        "x.transpose(1, 2, 0), against).transpose(2, 0, 1)",
        "x.transpose(2, 1, 0), against).transpose(2, 0, 1)",
        PARTIALS,
    ),
    (FORWARD, 'of_tau["aq"].swapaxes(1, 2)', 'of_tau["aq"]', PARTIALS),
    (FORWARD, "solve(K, L, [-x for x in column])", "solve(K, L, list(column))", PARTIALS),
    (FORWARD, "replace(at, a=a)", "at", PARTIALS),
    (FORWARD, "if not error <= bound:", "if False:", PARTIALS),
    (FORWARD, "(dq_dv, s[0], r[1])]", "(dq_dv, s[0], s[1])]", PARTIALS),
    (FORWARD, "    _certify(K, solved, first, second)\n", "", PARTIALS),
    (FORWARD, "10.0 ** -(K.digits // 2)", "10.0 ** -(K.digits // 4)", PARTIALS),
    (FORWARD, 'scalars(K, "tau", tau,', 'scalars(K, "a", tau,', PARTIALS),
]
