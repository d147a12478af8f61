"""Faults that must turn the tests of the trajectories red: file, text, fault, tests."""

FUNCTIONS = "functions.py"
SPLINE = "spline.py"
MOTIONS = "motions.py"
EXPONENTIAL = "exponential.py"
TRAJECTORY = "trajectory.py"
CATALOGUE = "trajectories/catalogue.py"
CHECKS = "trajectories/arguments.py"
FIELDS = "fields.py"
OF_FUNCTIONS = "tests/trajectories/test_functions.py"
OF_MOTIONS = "tests/trajectories/test_motions.py"
OF_TRAJECTORIES = "tests/trajectories/test_trajectory.py"
PAPER = OF_TRAJECTORIES + "::test_paper_trajectory_is_table_3"
STATES = OF_TRAJECTORIES + "::test_doubles_are_the_reference_rounded"
VELOCITIES = OF_TRAJECTORIES + "::test_velocities_belong_to_the_configurations"
SPLINES = OF_FUNCTIONS + "::test_splines_are_their_definition"
POSES = OF_MOTIONS + "::test_poses"
TWISTS = OF_MOTIONS + "::test_twists"
REFUSED = OF_FUNCTIONS + "::test_what_is_no_function_is_refused"

FAULTS = [
    # Functions.
    (FUNCTIONS + ": Sum.series", "total = taylor.add(total, term.series(K, t, n))",
     "total = term.series(K, t, n)", OF_FUNCTIONS),
    (FUNCTIONS + ": Product.series", "total = taylor.mul(total, factor.series(K, t, n))",
     "total = [a * b for a, b in zip(total, factor.series(K, t, n), strict=True)]", OF_FUNCTIONS),
    (FUNCTIONS + ": Polynomial.series",
     "u = t - K(self.origin)", "u = t + K(self.origin)", OF_FUNCTIONS),
    (FUNCTIONS + ": Polynomial.series", "for i in reversed(range(k, len(found) - 1)):",
     "for i in reversed(range(len(found) - 1)):", OF_FUNCTIONS),
    (FUNCTIONS + ": Cosine._cos_sin",
     "angle = rate[0] * t + K(self.phase)", "angle = rate[0] * t", OF_FUNCTIONS),
    (FUNCTIONS + ": Cosine._scaled",
     "return [K(self.mean) + first, *rest]", "return [first, *rest]", OF_FUNCTIONS),
    (FUNCTIONS + ": Sine.series",
     "self._cos_sin(K, t, n)[1])", "self._cos_sin(K, t, n)[0])", OF_FUNCTIONS),
    (FUNCTIONS + ": HalfCosine.series",
     "*taylor.scale(-half, cosine[1:])]", "*taylor.scale(half, cosine[1:])]",
     OF_FUNCTIONS),
    (FUNCTIONS + ": HalfCosine.series", "2 * half * rise * rise", "half * (1 - cosine[0])",
     OF_FUNCTIONS + "::test_half_cosine_keeps_its_digits_at_rest"),
    (FUNCTIONS + ": Function.derivatives",
     "[c * float(factorial(k)) for k, c in enumerate(coefficients)]", "coefficients",
     OF_FUNCTIONS),
    (FIELDS + ": pi", "16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)",
     "16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(238)", OF_FUNCTIONS),
    # Splines.
    (SPLINE + ": BSpline.series", "(p - k) * (c[i + 1] - c[i])", "p * (c[i + 1] - c[i])", SPLINES),
    (SPLINE + ": BSpline.series",
     "/ (knots[i + p] - knots[i + k])", "/ (knots[i + p] - knots[i])", SPLINES),
    (SPLINE + ": BSpline.series", "_value(knots[k : 2 * p - k], c, t) / factorial(k)",
     "_value(knots[k : 2 * p - k], c, t)", SPLINES),
    (SPLINE + ": BSpline._piece",
     "bisect_right(exact, t) - 1, p)", "bisect_right(exact, t), p)", SPLINES),
    (SPLINE + ": BSpline._piece",
     'np.searchsorted(knots, t, "right")', 'np.searchsorted(knots, t, "left")', SPLINES),
    (SPLINE + ": BSpline._last_piece",
     "        while self.knots[at] == self.knots[at + 1]:\n            at -= 1\n", "",
     OF_FUNCTIONS),
    (SPLINE + ": BSpline._piece",
     "if t < exact[p] or t > exact[last + 1]:", "if t < exact[p]:", REFUSED),
    (SPLINE + ": BSpline._piece",
     "outside = (t < knots[p]) | (t > knots[last + 1])", "outside = t > knots[last + 1]",
     REFUSED),
    (SPLINE + ": BSpline.__init__",
     "if not self.knots[p] < self.knots[-p - 1]:", "if False:", REFUSED),
    (SPLINE + ": BSpline.clamped", "[start] * (p + 1) + inner + [end] * (p + 1)",
     "[start] * (p + 1) + [x + 0.1 for x in inner] + [end] * (p + 1)", OF_FUNCTIONS),
    # Motions.
    (MOTIONS + ": Rotation.series", "R[j][k] = taylor.sub(R[j][k], taylor.scale(e[i], s))",
     "R[j][k] = taylor.add(R[j][k], taylor.scale(e[i], s))", POSES),
    (MOTIONS + ": Rotation.series", "e = [x / length for x in axis]", "e = axis", POSES),
    (MOTIONS + ": Rotation.series", "versine = [2 * half * half, *taylor.scale(-1, c[1:])]",
     "versine = [2 * half * half, *c[1:]]", POSES),
    (MOTIONS + ": ProductOfMotions.series",
     "p = taylor.vadd(p, taylor.apply(R, p_next))", "p = taylor.vadd(p, p_next)", POSES),
    (MOTIONS + ": twist_series",
     "left, right = columns, taylor.transpose(rates)", "left, right = rates, rows",
     TWISTS),
    (MOTIONS + ": twist_series",
     "return w + taylor.vadd(rate, taylor.cross([x[:-1] for x in p], w))",
     "return w + taylor.vadd(rate, taylor.cross(w, [x[:-1] for x in p]))", TWISTS),
    (MOTIONS + ": twist_series",
     "return w + taylor.apply(columns, rate)", "return w + taylor.apply(rows, rate)",
     TWISTS),
    (MOTIONS + ": twist_series",
     'if representation in ("body", "mixed"):', 'if representation == "body":', TWISTS),
    (MOTIONS + ": Fixed.series", "rotation = nearest_rotation(K, tuple(row[:3] for row in given))",
     "rotation = tuple(row[:3] for row in given)", POSES),
    (MOTIONS + ": ProductOfMotions.__init__", "all(factor.keeps_origin for factor in self.factors)",
     "any(factor.keeps_origin for factor in self.factors)", OF_MOTIONS),
    (EXPONENTIAL + ": exponential",
     "for _ in range(halvings):", "for _ in range(halvings - 1):", POSES),
    (EXPONENTIAL + ": exponential", "R, p = _product(R, R), taylor.vadd(p, taylor.apply(R, p))",
     "R, p = _product(R, R), taylor.vadd(p, p)", POSES),
    (EXPONENTIAL + ": exponential",
     "range(_terms(K.digits) + n, 0, -1)", "range(_terms(K.digits) // 2, 0, -1)",
     POSES),
    (EXPONENTIAL + ": exponential",
     "taylor.vadd(taylor.apply(W, p), v)", "taylor.vadd(taylor.apply(W, v), v)",
     POSES),
    # Whole models.
    (TRAJECTORY + ": Trajectory._joints",
     "(Fixed(self.model.placements[i]) @ motion).series(K, t, n + 1)",
     "motion.series(K, t, n + 1)", VELOCITIES),
    (TRAJECTORY + ": Trajectory._joints",
     "if self.model.parents[i] < 0 and joint.kind", "if joint.kind", VELOCITIES),
    (TRAJECTORY + ": Trajectory._joints",
     "rate = [k * c for k, c in enumerate(x)][1:]", "rate = x[1:]", VELOCITIES),
    (TRAJECTORY + ": Trajectory._state", "v[..., k, joint.iv + j] = x[k] * float(factorial(k))",
     "v[..., k, joint.iv + j] = x[k]", STATES),
    (TRAJECTORY + ": Trajectory.exact_state",
     "v[k][joint.iv + j] = x[k] * factorial(k)", "v[k][joint.iv + j] = x[k]", STATES),
    (TRAJECTORY + ": Trajectory.__init__",
     'if joint.kind == "spherical" and not given.keeps_origin:', "if False:",
     OF_TRAJECTORIES),
    (CATALOGUE + ": paper_times",
     "return np.arange(SAMPLES) / 100.0", "return np.arange(1, SAMPLES + 1) / 100.0",
     PAPER),
    (CATALOGUE + ": paper_trajectory",
     "Sine(float(np.deg2rad(25)), turning)", "Cosine(float(np.deg2rad(25)), turning)",
     PAPER),
    (CATALOGUE, "AMPLITUDES = (60, 50, 40, 55, 45, 35)", "AMPLITUDES = (60, 50, 40, 45, 55, 35)",
     PAPER),
    (CATALOGUE + ": paper_trajectory", "around, turning = 2 * np.pi / 20, 2 * np.pi / 30",
     "around, turning = 2 * np.pi / 30, 2 * np.pi / 20", PAPER),
    (CHECKS + ": number", "x, bool | np.bool_ | str | bytes | complex", "x, complex", REFUSED),
    (CHECKS + ": order", "whole and least <= r <= most", "whole and least <= r", REFUSED),
]  # fmt: skip
