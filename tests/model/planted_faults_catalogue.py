"""Faults in the catalogue's mechanisms and robots with loops: file, text, fault, tests."""

TESTS = "tests/model/test_loop_catalogue.py"
FORMS = "tests/loops/test_mechanisms.py"
GEARS = "lieref/model/mechanisms/transmissions.py"
BARS = "lieref/model/mechanisms/linkages.py"
ANDREWS = "lieref/model/mechanisms/andrews.py"
ROBOTS = "lieref/model/mechanisms/loop_robots.py"
FAULTS = [
    # Bodies.
    (
        "lieref/model/mechanisms/generic_bodies.py",
        "np.outer(direction, direction) / 6",
        "np.outer(direction, direction) / 4",
        TESTS,
    ),
    (
        "lieref/model/mechanisms/generic_bodies.py",
        "np.diag(mass / 12 * (squares.sum() - squares))",
        "np.diag(mass / 12 * squares)",
        TESTS,
    ),
    # Gears and belts.
    (
        GEARS,
        'builder.couple(rotor, f"body{i}_joint", ratio)',
        'builder.couple(rotor, f"body{i}_joint", -ratio)',
        TESTS,
    ),
    (
        GEARS,
        "ratio * belt ** np.arange(links)",
        "ratio * belt ** (1 + np.arange(links))",
        TESTS,
    ),
    (GEARS, "np.tril(np.tile", "np.triu(np.tile", TESTS),
    (
        GEARS,
        "        rotors = [\n            add_rotor(\n                builder,\n"
        '                f"rotor{i}",\n                parent,',
        "        rotors = [\n            add_rotor(\n                builder,\n"
        '                f"rotor{i}",\n                None,',
        TESTS,
    ),
    # Differentials.
    (GEARS, "m.atan2(-z, x) - m.acos", "m.atan2(-z, x) + m.acos", TESTS),
    (GEARS, "(square + lever * lever)", "(square - lever * lever)", TESTS),
    (GEARS, "m.sqrt(x * x + z * z)", "m.sqrt(x * x + square)", TESTS),
    (GEARS, "dx = self.arm * cp - (self.arm - self.lever)", "dx = self.arm * cp", TESTS),
    (GEARS, "dy = side * (cr - 1) + self.arm * sp * sr", "dy = self.arm * sp * sr", TESTS),
    (GEARS, "side * sr - self.arm * sp * cr - self", "side * sr - self.arm * sp - self", TESTS),
    (
        GEARS,
        "for side in (self.width, -self.width):",
        "for side in (-self.width, self.width):",
        TESTS,
    ),
    (GEARS, "self.ratio * (knee - crank)]", "self.ratio * (crank - knee)]", TESTS),
    (GEARS, "z = -(self.height + self.arm * m.sin(ankle))", "z = -self.height", TESTS),
    (GEARS, "(self.height * self.height + offset * offset)", "self.height * self.height", TESTS),
    (GEARS, "end = shift(0.0, 0.0, -curve.height)", "end = shift(0.0, 0.0, curve.height)", FORMS),
    # Planar and spatial loops.
    (BARS, "start = _angle(a, d, diagonal)", "start = _angle(a, diagonal, d)", TESTS),
    (
        BARS,
        "HINGE, shift(b, 0.0, 0.0), shift(c, 0.0, 0.0)",
        "HINGE, shift(c, 0.0, 0.0), shift(b, 0.0, 0.0)",
        FORMS,
    ),
    (
        BARS,
        "four_bar(crank, ground, crank, ground, base",
        "four_bar(crank, ground, ground, crank, base",
        FORMS,
    ),
    (BARS, "shift(a + b, 0.0, height)", "shift(a + b, 0.0, -height)", FORMS),
    (
        BARS,
        '"wrist", "rod", "slider", HINGE, shift(b, 0.0, 0.0)',
        '"wrist", "rod", "slider", HINGE, shift(a, 0.0, 0.0)',
        FORMS,
    ),
    (BARS, "np.array([0.2, 1.0, 0.1])", "np.array([0.2, 1.0, -0.1])", FORMS),
    (BARS, "right = shift(0.28, 0.0, 0.0) if i", "right = shift(0.3, 0.0, 0.0) if i", FORMS),
    (
        BARS,
        "shift(0.2, 0.0, 0.0), shift(0.28, 0.0, 0.0)",
        "shift(0.2, 0.0, 0.0), shift(0.3, 0.0, 0.0)",
        FORMS,
    ),
    (BARS, "        parent = _rung(builder, i)", "        _rung(builder, i)", TESTS),
    # Andrews' mechanism.
    (ANDREWS, "(0.0, 0.01421 - 0.02)", "(0.0, -0.01421)", TESTS),
    (ANDREWS, "(0.02 - 0.01421, 0.0)", "(0.01421, 0.0)", TESTS),
    (ANDREWS, "(-0.0115, 0.0)", "(0.0115, 0.0)", TESTS),
    (ANDREWS, "shift(0.0, -0.04, 0.0)", "shift(0.0, 0.04, 0.0)", TESTS),
    (ANDREWS, "(4, shift(0.0, -0.02, 0.0))", "(4, shift(0.0, 0.02, 0.0))", TESTS),
    (
        ANDREWS,
        "HOOK[0] * force[1] - HOOK[1] * force[0]",
        "HOOK[0] * force[1] + HOOK[1] * force[0]",
        TESTS,
    ),
    (ANDREWS, "[[cosine, sine], [-sine, cosine]]", "[[cosine, -sine], [sine, cosine]]", TESTS),
    (ANDREWS, "(length - REST) / length * way", "(length - REST) * way", TESTS),
    (ANDREWS, "wrenches[0, body, 3:5] = force", "wrenches[0, body, 3:5] = -force", TESTS),
    (ANDREWS, "ANDREWS_TORQUE = 0.033", "ANDREWS_TORQUE = 0.0033", FORMS),
    # Robots.
    (ROBOTS, "0.05 * y * side", "0.05 * y", TESTS),
    (ROBOTS, "shift(x, side * y, z),\n", "shift(x, y, z),\n", TESTS),
    (ROBOTS, "np.diag([2.0, 1.0]) @ belt_ratios", "np.diag([1.0, 2.0]) @ belt_ratios", TESTS),
    (ROBOTS, "Motor(6.0 * 1.55, 0.09, 0.03)", "Motor(6.0, 0.09, 0.03)", TESTS),
    (ROBOTS, "[(link, strong) for link in leg]", "[(link, light) for link in leg]", TESTS),
    (ROBOTS, "(motor, motor), side, knees, 0.5)", "(motor, motor), side, knees)", TESTS),
]
