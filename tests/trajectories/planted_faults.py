"""Faults that must turn the tests of the trajectories red: file, text, fault, tests."""

FUNCTIONS = "lieref/trajectories/functions.py"
SPLINE = "lieref/trajectories/spline.py"
MOTIONS = "lieref/trajectories/motions.py"
EXPONENTIAL = "lieref/trajectories/exponential.py"
TRAJECTORY = "lieref/trajectories/trajectory.py"
CATALOGUE = "lieref/trajectories/catalogue.py"
CHECKS = "lieref/trajectories/arguments.py"
FIELDS = "lieref/trajectories/fields.py"
OF_FUNCTIONS = "tests/trajectories/test_functions.py"
OF_MOTIONS = "tests/trajectories/test_motions.py"
OF_TRAJECTORIES = "tests/trajectories/test_trajectory.py"
PAPER = OF_TRAJECTORIES + "::test_paper_trajectory_is_table_3"
STATES = OF_TRAJECTORIES + "::test_doubles_are_the_truth_rounded"
VELOCITIES = OF_TRAJECTORIES + "::test_velocities_belong_to_the_configurations"
SPLINES = OF_FUNCTIONS + "::test_splines_are_their_definition"
POSES = OF_MOTIONS + "::test_poses"
TWISTS = OF_MOTIONS + "::test_twists"
REFUSED = OF_FUNCTIONS + "::test_what_is_no_function_is_refused"

FAULTS = [
    # Functions.
    (FUNCTIONS, "total = taylor.add(total, term.series(K, t, n))",
     "total = term.series(K, t, n)", OF_FUNCTIONS),
    (FUNCTIONS, "total = taylor.mul(total, factor.series(K, t, n))",
     "total = [a * b for a, b in zip(total, factor.series(K, t, n), strict=True)]", OF_FUNCTIONS),
    (FUNCTIONS, "u = t - K(self.origin)", "u = t + K(self.origin)", OF_FUNCTIONS),
    (FUNCTIONS, "for i in reversed(range(k, len(found) - 1)):",
     "for i in reversed(range(len(found) - 1)):", OF_FUNCTIONS),
    (FUNCTIONS, "angle = rate[0] * t + K(self.phase)", "angle = rate[0] * t", OF_FUNCTIONS),
    (FUNCTIONS, "return [K(self.mean) + first, *rest]", "return [first, *rest]", OF_FUNCTIONS),
    (FUNCTIONS, "self._cos_sin(K, t, n)[1])", "self._cos_sin(K, t, n)[0])", OF_FUNCTIONS),
    (FUNCTIONS, "*taylor.scale(-half, cosine[1:])]", "*taylor.scale(half, cosine[1:])]",
     OF_FUNCTIONS),
    (FUNCTIONS, "2 * half * rise * rise", "half * (1 - cosine[0])",
     OF_FUNCTIONS + "::test_half_cosine_keeps_its_digits_at_rest"),
    (FUNCTIONS, "[c * float(factorial(k)) for k, c in enumerate(coefficients)]", "coefficients",
     OF_FUNCTIONS),
    (FIELDS, "16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)",
     "16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(238)", OF_FUNCTIONS),
    # Splines.
    (SPLINE, "(p - k) * (c[i + 1] - c[i])", "p * (c[i + 1] - c[i])", SPLINES),
    (SPLINE, "/ (knots[i + p] - knots[i + k])", "/ (knots[i + p] - knots[i])", SPLINES),
    (SPLINE, "_value(knots[k : 2 * p - k], c, t) / factorial(k)",
     "_value(knots[k : 2 * p - k], c, t)", SPLINES),
    (SPLINE, "bisect_right(exact, t) - 1, p)", "bisect_right(exact, t), p)", SPLINES),
    (SPLINE, 'np.searchsorted(knots, t, "right")', 'np.searchsorted(knots, t, "left")', SPLINES),
    (SPLINE, "        while self.knots[at] == self.knots[at + 1]:\n            at -= 1\n", "",
     OF_FUNCTIONS),
    (SPLINE, "if t < exact[p] or t > exact[last + 1]:", "if t < exact[p]:", REFUSED),
    (SPLINE, "outside = (t < knots[p]) | (t > knots[last + 1])", "outside = t > knots[last + 1]",
     REFUSED),
    (SPLINE, "if not self.knots[p] < self.knots[-p - 1]:", "if False:", REFUSED),
    (SPLINE, "[start] * (p + 1) + inner + [end] * (p + 1)",
     "[start] * (p + 1) + [x + 0.1 for x in inner] + [end] * (p + 1)", OF_FUNCTIONS),
    # Motions.
    (MOTIONS, "R[j][k] = taylor.sub(R[j][k], taylor.scale(e[i], s))",
     "R[j][k] = taylor.add(R[j][k], taylor.scale(e[i], s))", POSES),
    (MOTIONS, "e = [x / length for x in axis]", "e = axis", POSES),
    (MOTIONS, "versine = [2 * half * half, *taylor.scale(-1, c[1:])]",
     "versine = [2 * half * half, *c[1:]]", POSES),
    (MOTIONS, "p = taylor.vadd(p, taylor.apply(R, p_next))", "p = taylor.vadd(p, p_next)", POSES),
    (MOTIONS, "left, right = columns, taylor.transpose(rates)", "left, right = rates, rows",
     TWISTS),
    (MOTIONS, "return w + taylor.vadd(rate, taylor.cross([x[:-1] for x in p], w))",
     "return w + taylor.vadd(rate, taylor.cross(w, [x[:-1] for x in p]))", TWISTS),
    (MOTIONS, "return w + taylor.apply(columns, rate)", "return w + taylor.apply(rows, rate)",
     TWISTS),
    (MOTIONS, 'if representation in ("body", "mixed"):', 'if representation == "body":', TWISTS),
    (MOTIONS, "rotation = nearest_rotation(K, tuple(row[:3] for row in given))",
     "rotation = tuple(row[:3] for row in given)", POSES),
    (MOTIONS, "all(factor.keeps_origin for factor in self.factors)",
     "any(factor.keeps_origin for factor in self.factors)", OF_MOTIONS),
    (EXPONENTIAL, "for _ in range(halvings):", "for _ in range(halvings - 1):", POSES),
    (EXPONENTIAL, "R, p = _product(R, R), taylor.vadd(p, taylor.apply(R, p))",
     "R, p = _product(R, R), taylor.vadd(p, p)", POSES),
    (EXPONENTIAL, "range(_terms(K.digits) + n, 0, -1)", "range(_terms(K.digits) // 2, 0, -1)",
     POSES),
    (EXPONENTIAL, "taylor.vadd(taylor.apply(W, p), v)", "taylor.vadd(taylor.apply(W, v), v)",
     POSES),
    # Whole models.
    (TRAJECTORY, "(Fixed(self.model.placements[i]) @ motion).series(K, t, n + 1)",
     "motion.series(K, t, n + 1)", VELOCITIES),
    (TRAJECTORY, "if self.model.parents[i] < 0 and joint.kind", "if joint.kind", VELOCITIES),
    (TRAJECTORY, "rate = [k * c for k, c in enumerate(x)][1:]", "rate = x[1:]", VELOCITIES),
    (TRAJECTORY, "v[..., k, joint.iv + j] = x[k] * float(factorial(k))",
     "v[..., k, joint.iv + j] = x[k]", STATES),
    (TRAJECTORY, "v[k][joint.iv + j] = x[k] * factorial(k)", "v[k][joint.iv + j] = x[k]", STATES),
    (TRAJECTORY, 'if joint.kind == "spherical" and not given.keeps_origin:', "if False:",
     OF_TRAJECTORIES),
    (CATALOGUE, "return np.arange(SAMPLES) / 100.0", "return np.arange(1, SAMPLES + 1) / 100.0",
     PAPER),
    (CATALOGUE, "Sine(float(np.deg2rad(25)), turning)", "Cosine(float(np.deg2rad(25)), turning)",
     PAPER),
    (CATALOGUE, "AMPLITUDES = (60, 50, 40, 55, 45, 35)", "AMPLITUDES = (60, 50, 40, 45, 55, 35)",
     PAPER),
    (CATALOGUE, "around, turning = 2 * np.pi / 20, 2 * np.pi / 30",
     "around, turning = 2 * np.pi / 30, 2 * np.pi / 20", PAPER),
    (CHECKS, "x, bool | np.bool_ | str | bytes | complex", "x, complex", REFUSED),
    (CHECKS, "whole and least <= r <= most", "whole and least <= r", REFUSED),
]  # fmt: skip
