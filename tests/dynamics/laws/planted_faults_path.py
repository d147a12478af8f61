"""Faults that must turn the tests of dynamics along a path red: file, text, fault, tests."""

PATH = "path_dynamics.py"
TESTS = "tests/dynamics/laws/test_path_dynamics.py"

FAULTS = [
    (PATH + ": _torque", "comb(k, j) * H[j] @ u[i, k - j]", "H[j] @ u[i, k - j]", TESTS),
    (PATH + ": _torque", "c[i] -= weight", "c[i] += weight", TESTS),
    (PATH + ": _torque", "+ model.armature * u[:, 1:]", "", TESTS),
    (PATH + ": _torque", "np.sign(u[:, 0])", "u[:, 0]", TESTS),
    (PATH + ": _torque", "stretches(model, q)[:, None]", "q[:, None]", TESTS),
    (
        PATH + ": PathCoefficients.of_squared_speed",
        "column + comb(k, i - 1) / 2 * self.a",
        "column + comb(k, i - 1) * self.a",
        TESTS,
    ),
    (PATH + ": PathCoefficients.along", "_convolved(speed, speed)", "speed", TESTS),
    (PATH + ": _composed", "/ factorial(j)", "/ 1", TESTS),
]
