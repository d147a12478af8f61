"""Faults in the catalogue's mechanisms and robots with loops: file, text, fault, tests."""

TESTS = "tests/model/mechanisms/test_loop_catalogue.py"
FLAT = "tests/simulate/test_mechanisms.py::test_parallelograms_pass_flat_as_a_pendulum_does"
FORMS = "tests/loops/test_mechanisms.py"
GEARS = "transmissions.py"
BARS = "linkages.py"
ANDREWS = "mechanisms/andrews.py"
ROBOTS = "mechanisms/loop_robots.py"
PARALLEL = "mechanisms/parallel_robots.py"
CLOSED = "tests/model/mechanisms/test_parallel_robots.py"
FAULTS = [
    # Bodies.
    (
        "generic_bodies.py: disc",
        "np.outer(direction, direction) / 6",
        "np.outer(direction, direction) / 4",
        TESTS,
    ),
    (
        "generic_bodies.py: box",
        "np.diag(mass / 12 * (squares.sum() - squares))",
        "np.diag(mass / 12 * squares)",
        TESTS,
    ),
    # Gears and belts.
    (
        GEARS + ": geared_chain",
        'builder.couple(rotor, f"body{i}_joint", ratio)',
        'builder.couple(rotor, f"body{i}_joint", -ratio)',
        TESTS,
    ),
    (
        GEARS + ": belt_ratios",
        "ratio * belt ** np.arange(links)",
        "ratio * belt ** (1 + np.arange(links))",
        TESTS,
    ),
    (GEARS + ": belt_ratios", "np.tril(np.tile", "np.triu(np.tile", TESTS),
    (
        GEARS + ": belt_chain",
        "        rotors = [\n            add_rotor(\n                builder,\n"
        '                f"rotor{i}",\n                parent,',
        "        rotors = [\n            add_rotor(\n                builder,\n"
        '                f"rotor{i}",\n                None,',
        TESTS,
    ),
    # Differentials.
    (GEARS + ": crank_angle", "m.atan2(-z, x) - m.acos", "m.atan2(-z, x) + m.acos", TESTS),
    (GEARS + ": crank_angle", "(square + lever * lever)", "(square - lever * lever)", TESTS),
    (GEARS + ": crank_angle", "m.sqrt(x * x + z * z)", "m.sqrt(x * x + square)", TESTS),
    (
        GEARS + ": RodDifferential.__call__",
        "dx = self.arm * cp - (self.arm - self.lever)",
        "dx = self.arm * cp",
        TESTS,
    ),
    (
        GEARS + ": RodDifferential.__call__",
        "dy = side * (cr - 1) + self.arm * sp * sr",
        "dy = self.arm * sp * sr",
        TESTS,
    ),
    (
        GEARS + ": RodDifferential.__call__",
        "side * sr - self.arm * sp * cr - self",
        "side * sr - self.arm * sp - self",
        TESTS,
    ),
    (
        GEARS + ": RodDifferential.__call__",
        "for side in (self.width, -self.width):",
        "for side in (-self.width, self.width):",
        TESTS,
    ),
    (
        GEARS + ": KneeAnkleDifferential.__call__",
        "self.ratio * (knee - crank)]",
        "self.ratio * (crank - knee)]",
        TESTS,
    ),
    (
        GEARS + ": KneeAnkleDifferential.__call__",
        "z = -(self.height + self.arm * m.sin(ankle))",
        "z = -self.height",
        TESTS,
    ),
    (
        GEARS + ": KneeAnkleDifferential.__call__",
        "(self.height * self.height + offset * offset)",
        "self.height * self.height",
        TESTS,
    ),
    (
        GEARS + ": differential",
        "end = shift(0.0, 0.0, -curve.height)",
        "end = shift(0.0, 0.0, curve.height)",
        FORMS,
    ),
    # Planar and spatial loops.
    (
        BARS + ": four_bar",
        "start = _angle(a, d, diagonal)",
        "start = _angle(a, diagonal, d)",
        TESTS,
    ),
    (
        BARS + ": four_bar",
        "HINGE, shift(b, 0.0, 0.0), shift(c, 0.0, 0.0)",
        "HINGE, shift(c, 0.0, 0.0), shift(b, 0.0, 0.0)",
        FORMS,
    ),
    (
        BARS + ": parallelogram",
        "four_bar(crank, ground, crank, ground, base",
        "four_bar(crank, ground, ground, crank, base",
        FORMS,
    ),
    (BARS + ": slider_crank", "shift(a + b, 0.0, height)", "shift(a + b, 0.0, -height)", FORMS),
    (
        BARS + ": slider_crank",
        '"wrist", "rod", "slider", HINGE, shift(b, 0.0, 0.0)',
        '"wrist", "rod", "slider", HINGE, shift(a, 0.0, 0.0)',
        FORMS,
    ),
    (BARS + ": rssr", "np.array([0.2, 1.0, 0.1])", "np.array([0.2, 1.0, -0.1])", FORMS),
    (
        BARS + ": planar_ladder",
        "right = shift(0.28, 0.0, 0.0) if i",
        "right = shift(0.3, 0.0, 0.0) if i",
        FORMS,
    ),
    (BARS + ": n_four_bar", "np.diag([0.0, 1 / 12, 1 / 12])", "np.diag([0.0, 1 / 3, 1 / 3])", FLAT),
    (BARS + ": n_four_bar", "middle, thin, end = (0.5,", "middle, thin, end = (0.4,", FLAT),
    (
        BARS + ": _rung",
        "shift(0.2, 0.0, 0.0), shift(0.28, 0.0, 0.0)",
        "shift(0.2, 0.0, 0.0), shift(0.3, 0.0, 0.0)",
        FORMS,
    ),
    (
        BARS + ": four_bar_chain",
        "        parent = _rung(builder, i)",
        "        _rung(builder, i)",
        TESTS,
    ),
    # Andrews' mechanism.
    (ANDREWS + ": andrews", "(0.0, 0.01421 - 0.02)", "(0.0, -0.01421)", TESTS),
    (ANDREWS + ": andrews", "(0.02 - 0.01421, 0.0)", "(0.01421, 0.0)", TESTS),
    (ANDREWS + ": andrews", "(-0.0115, 0.0)", "(0.0115, 0.0)", TESTS),
    (ANDREWS + ": andrews", "shift(0.0, -0.04, 0.0)", "shift(0.0, 0.04, 0.0)", TESTS),
    (ANDREWS + ": andrews", "(4, shift(0.0, -0.02, 0.0))", "(4, shift(0.0, 0.02, 0.0))", TESTS),
    (
        ANDREWS + ": andrews_spring",
        "HOOK[0] * force[1] - HOOK[1] * force[0]",
        "HOOK[0] * force[1] + HOOK[1] * force[0]",
        TESTS,
    ),
    (
        ANDREWS + ": andrews_spring",
        "[[cosine, sine], [-sine, cosine]]",
        "[[cosine, -sine], [sine, cosine]]",
        TESTS,
    ),
    (
        ANDREWS + ": andrews_spring",
        "(length - REST) / length * way",
        "(length - REST) * way",
        TESTS,
    ),
    (
        ANDREWS + ": andrews_spring",
        "wrenches[0, body, 3:5] = force",
        "wrenches[0, body, 3:5] = -force",
        TESTS,
    ),
    (ANDREWS, "ANDREWS_TORQUE = 0.033", "ANDREWS_TORQUE = 0.0033", FORMS),
    # Robots.
    (ROBOTS + ": Link.com", "0.05 * y * side", "0.05 * y", TESTS),
    (ROBOTS + ": _add_link", "shift(x, side * y, z),\n", "shift(x, y, z),\n", TESTS),
    (
        ROBOTS + ": _mit_leg",
        "np.diag([2.0, 1.0]) @ belt_ratios",
        "np.diag([1.0, 2.0]) @ belt_ratios",
        TESTS,
    ),
    (
        ROBOTS + ": mini_cheetah_like",
        "Motor(6.0 * 1.55, 0.09, 0.03)",
        "Motor(6.0, 0.09, 0.03)",
        TESTS,
    ),
    (
        ROBOTS + ": jvrc1_like",
        "[(link, strong) for link in leg]",
        "[(link, light) for link in leg]",
        TESTS,
    ),
    (
        ROBOTS + ": tello_like",
        "(motor, motor), side, knees, 0.5)",
        "(motor, motor), side, knees)",
        TESTS,
    ),
    # Parallel robots.
    (
        PARALLEL + ": delta_robot",
        "start, end = elbow + offset * along, center + radius * out + offset * along",
        "start, end = elbow + offset * along, center + radius * out - offset * along",
        CLOSED,
    ),
    (
        PARALLEL + ": bennett",
        "bars = (a, a * math.sin(second) / math.sin(first)) * 2",
        "bars = (a, a * math.sin(first) / math.sin(second)) * 2",
        CLOSED,
    ),
    (
        PARALLEL + ": five_bar",
        "tip = apex(elbows[0], elbows[1], b, b,",
        "tip = apex(elbows[0], elbows[1], a, b,",
        CLOSED,
    ),
    (
        PARALLEL + ": stewart_platform",
        'drawing.close(f"ball{leg}", f"rod{leg}", "platform", BALL, end)',
        'drawing.close(f"ball{leg}", f"rod{leg}", "platform", BALL, middle)',
        CLOSED,
    ),
    (
        PARALLEL + ": excavator",
        '("boom", "cab", "boom", in_plane(0.9, 1.3)',
        '("boom", "cab", "boom", in_plane(0.9, 1.4)',
        CLOSED,
    ),
    (
        PARALLEL + ": planar_3rrr",
        "start, end = outer * out, inner * out",
        "start, end = outer * out, outer / 4 * out",
        CLOSED,
    ),
]
