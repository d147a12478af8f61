"""Faults in the arithmetic of balls and in what makes bounds of them; see planted_faults.py."""

BALL = "ball.h"
BOUNDS = "bounds.pxi"
NUMBERS = "tests/algebra/test_balls.py"
INVERSE = "tests/dynamics/inverse/test_bounds.py"
FORWARD = "tests/dynamics/forward/test_forward_bounds.py"
RESIDUAL = "forward/bounds.py"
INERTIA = "tests/dynamics/matrices/test_inertia_bounds.py"
KINEMATICS = "tests/kinematics/test_kinematics_bounds.py"
SELFTEST = "tests/test_selftest.py"
PARTIALS = "tests/partials/idsva/test_idsva_bounds.py"

FAULTS = [
    (BALL, "trailing<part>(0.5 * ROUNDED + part(), both, x.rad + y.rad)", "x.rad + y.rad", NUMBERS),
    (BALL, "both, x.rad + y.rad)", "both, x.rad - y.rad)", NUMBERS),
    (BALL, "{product, trailing(x_size, y.rad, trailing(x.rad, of_x, rounding))}",
     "{product, trailing(x_size, y.rad, rounding)}", NUMBERS),
    (BALL, "trailing<part>(3.0 + part(), y.rad, magnitude(y.mid))", "magnitude(y.mid)", NUMBERS),
    (BALL, "product = x.mid * y.mid, x_size", "product = x.mid * y.mid * (1 + 2 * ROUNDED), x_size",
     NUMBERS),
    (BALL, "trailing(magnitude(x), y.rad, rounding)", "rounding", NUMBERS),
    (BALL, "(x.rad + size * y.rad) / smallest", "x.rad / smallest", NUMBERS),
    (BALL, "+ size * ROUNDED + TINY", "+ TINY", NUMBERS),
    (BALL, "magnitude(y.mid) - 3.0 * y.rad", "magnitude(y.mid)", NUMBERS),
    (BALL, "smallest > 0 ? rad : HUGE_VAL + part()", "rad", NUMBERS),
    (BALL, "fmin(x.rad, 2) + TURNED * fmax(1, size)", "TURNED * fmax(1, size)", NUMBERS),
    (BALL, "fmin(x.rad, 2) + TURNED * fmax(1, size)", "fmin(x.rad, 2)", NUMBERS),
    (BALL, "size < MOST_QUARTERS", "true", INVERSE),
    ("enclosures.pxd", "fabs(rest) + ", "", INVERSE),
    ("enclosures.pxd", "(fabs(rest) + share * bound[0]) * outward", "share * bound[0]", INERTIA),
    ("enclosures.pyx: enclosed", "from_pair[2 * i + 1], x + i", "0, x + i", KINEMATICS),
    ("enclosures.pyx: pairs", "out[..., 1] = radii", "pass", PARTIALS),
    (BOUNDS + ": _pair_kernel", "if r == 0:", "if False:", INVERSE),
    (BOUNDS + ": _paired", "0 if radii == NULL else radii[i]", "0", INVERSE),
    (BOUNDS + ": _bounded", 'radii.v = _numbers(kept["v"])', "radii.v = NULL", INVERSE),
    ("compiled.py: _as_balls", "2.0**-52 * abs(middle) + ", "", INVERSE),
    (BOUNDS + ": _weightless", "coordinate[c].armature = model.physics[c].armature", "pass",
     INERTIA),
    (BOUNDS + ": _weightless", "out.g[0] = out.g[1] = out.g[2] = 0", "pass", INERTIA),
    (BOUNDS + ": inertia_in_pairs", "radii.q = _numbers(radius)", "radii.q = NULL", INERTIA),
    ("twists_run.pxi", "pose[place] + origin[3 * b + i]", "pose[place]", KINEMATICS),
    ("_forward_kinematics.pyx: bounded_motions", 'pairs(v, radii_of(input_radius, "v", v))',
     "pairs(v)", KINEMATICS),
    ("compiled.py: balls", "_as_balls(fine_links, of_links)", "fine_links", PARTIALS),
    ("selftest_results.py: outside", "- known, Decimal(0)", "- known, Decimal(9)", SELFTEST),
    ("selftest_results.py: outside", "if math.isfinite(x) and math.isfinite(radius):", "if False:",
     SELFTEST),
    ("inverse_dynamics_partials.pyx: _with_bounds", "pairs(x, radii_of(input_radius, name, x))",
     "pairs(x)", PARTIALS),
    (RESIDUAL + ": _Residual.enclosed", "size += SHARE * self.away(motion, abs(low))", "pass",
     FORWARD),
    (RESIDUAL + ": _Residual.enclosed", "if largest.any():", "if False:", FORWARD),
    (RESIDUAL + ": _Residual.enclosed", "abs(gap + (rest - lo)) + 4", "4", FORWARD),
    (RESIDUAL + ": _improved", "step = C @ (gap + (rest - lo))[free]", "step = C @ gap[free]",
     FORWARD),
    (RESIDUAL + ": bounded_hybrid_dynamics", "radii[1:] = (abs(low) + errors)",
     "radii[1:] = errors", FORWARD),
    (RESIDUAL + ": bounded_hybrid_dynamics", "np.where(away < np.inf, away, np.inf)",
     "0 * away", FORWARD),
    (RESIDUAL + ": bounded_forward_dynamics", "(abs(low) + errors) * OUTWARD",
     "errors * OUTWARD", FORWARD),
    (RESIDUAL + ": _regular", "if not g < REGULAR:", "if False:", FORWARD),
]  # fmt: skip
