"""Faults that must turn the tests of inverse kinematics red: file, text, fault, tests."""

INVERSE = "kinematics/inverse_kinematics.py"
LOOPS = "loops/inverse_kinematics.py"
TESTS = "tests/kinematics/test_inverse_kinematics.py"

FAULTS = [
    (
        INVERSE + ": Task.solve",
        'right[:, nv:] -= comb(k, j) * np.einsum("bmi,bi->bm", J[:, j], before[:, :nv])',
        'right[:, nv:] -= np.einsum("bmi,bi->bm", J[:, j], before[:, :nv])',
        TESTS,
    ),
    (
        INVERSE + ": Task.solve",
        'right[:, :nv] -= comb(k, j) * np.einsum("bmi,bm->bi", J[:, j], before[:, nv:])',
        "right[:, :nv] -= 0",
        TESTS,
    ),
    (
        INVERSE + ": Task.solve",
        "c, compliance = self.d**2, 1 / self.Q[self.asked]",
        "c, compliance = self.d, 1 / self.Q[self.asked]",
        TESTS,
    ),
    (INVERSE + ": Task.solve", "pull = c * self.z @ self.W.T", "pull = self.z @ self.W.T", TESTS),
    (INVERSE + ": Task.solve", "-np.diag(compliance)", "-np.eye(m)", TESTS),
    (
        INVERSE + ": Task._require_rank",
        "direction = root @ Vt[at, -1] if joints else U[at, :, -1]",
        "direction = U[at, :, -1]",
        TESTS + "::test_too_few_joints_that_move_nothing_are_named",
    ),
    (INVERSE + ": Task._require_rank", "~(s[:, -1] > RANK * s[:, 0])", "~(s[:, -1] > 0)", TESTS),
    (
        LOOPS,
        "jacobian_derivatives(model, at, v[0]",
        "jacobian_derivatives(model, at, 0 * v[0]",
        TESTS,
    ),
]
