"""Faults that the tests of partial derivatives by jets must find; see planted_faults.py."""

JETS = "lieref/oracle/jets.py"
PERTURBATIONS = "lieref/oracle/perturbations.py"
INVERSE = "lieref/oracle/inverse_dynamics_partials.py"
FORWARD = "lieref/oracle/forward_dynamics_partials.py"
JETS_TESTS = "tests/oracle/test_oracle_jets.py"
PARTIALS = "tests/oracle/test_oracle_partials.py"

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
    (PERTURBATIONS, 'moved("a", at.a, mixed)', 'moved("a", at.a)', PARTIALS),
    (PERTURBATIONS, "at.base, at.applied, at.axes", 'at.base, at.applied, "body"', PARTIALS),
    (PERTURBATIONS, "at.base, at.applied, at.axes", "at.base, None, at.axes", PARTIALS),
    (
        PERTURBATIONS,
        "efforts(J, at.exact, q, rows, at.base",
        'efforts(J, at.exact, q, rows, "body"',
        PARTIALS,
    ),
    (PERTURBATIONS, '    choice("base", base, BASES)\n', "", PARTIALS),
    # which derivatives are computed, and where they go
    (INVERSE, 'dv_dq = _mixed(K, at, "v", "q")', 'dv_dq = _mixed(K, at, "q", "v")', PARTIALS),
    (
        INVERSE,
        'd2tau_da_dq=_mixed(K, at, "a", "q")',
        'd2tau_da_dq=_mixed(K, at, "q", "a")',
        PARTIALS,
    ),
    (INVERSE, 'd2tau_dv_dv=_repeated(K, at, "v")', 'd2tau_dv_dv=_repeated(K, at, "q")', PARTIALS),
    (INVERSE, "if n in supporting[i] or i in supporting[n]", "if n in supporting[i]", PARTIALS),
    (INVERSE, "sorted(supporting[i] - {i})", "sorted(supporting[i] - {i})[:1]", PARTIALS),
    (INVERSE, "rows[k][j] = rows[j][k]", "rows[j][k] = rows[k][j]", PARTIALS),
    (INVERSE, "rows[j][k] = x", "rows[k][j] = x", PARTIALS),
    # the equations of forward dynamics and their certificate
    (FORWARD, "[[K(-1 if i == j else 0)", "[[K(1 if i == j else 0)", PARTIALS),
    (
        FORWARD,
        "_plus(_plus(of_tau.d2tau_dq_dq, along_q), _transposed(along_q))",
        "_plus(_plus(of_tau.d2tau_dq_dq, along_q), along_q)",
        PARTIALS,
    ),
    (FORWARD, "_plus(of_tau.d2tau_dq_dv, along_v)", "of_tau.d2tau_dq_dv", PARTIALS),
    (FORWARD, "_transposed(along_tau),", "along_tau,", PARTIALS),
    (FORWARD, "solve(K, L, [-x for x in column])", "solve(K, L, list(column))", PARTIALS),
    (FORWARD, "replace(at, a=a)", "at", PARTIALS),
    (FORWARD, "if not error <= bound:", "if False:", PARTIALS),
    (FORWARD, "(dq_dv, s[0], r[1])]", "(dq_dv, s[0], s[1])]", PARTIALS),
    (FORWARD, "        _certify(K, solved, first, second)\n", "", PARTIALS),
    (FORWARD, "10 ** (K.digits // 2)", "10 ** (K.digits // 4)", PARTIALS),
    (FORWARD, 'scalars(K, "tau", tau,', 'scalars(K, "a", tau,', PARTIALS),
]
