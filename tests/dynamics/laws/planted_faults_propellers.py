"""Faults that must turn the tests of the propellers red: file, text, fault, tests."""

PROPELLERS = "lieref/dynamics/laws/propellers.py"
TESTS = "tests/dynamics/laws/test_propellers.py"

FAULTS = [
    (PROPELLERS, "local[:, 2], local[:, 5] = c_d, c_f", "local[:, 2], local[:, 5] = c_f, c_d",
     TESTS),
    (PROPELLERS, "SE3.Ad_inv_t_mul(C, local)", "SE3.Ad_mul(C, local)", TESTS),
    (PROPELLERS, "comb(k, j) * w[..., j, :] * w[..., k - j, :] for j in range(k + 1)",
     "w[..., j, :] * w[..., k - j, :] for j in range(k + 1)", TESTS),
    (PROPELLERS, "w[..., k - j, :] for j in range(1, k))", "w[..., k - j, :] for j in range(2, k))",
     TESTS),
    (PROPELLERS, "(squares[..., k, :] - known) / (2 * w[..., 0, :])",
     "(squares[..., k, :] - known) / w[..., 0, :]", TESTS),
    (PROPELLERS, "np.linalg.pinv(self.allocation, rcond=0.0)",
     "np.linalg.pinv(self.allocation, rcond=0.2)", TESTS),
    (PROPELLERS, "if self.rank() < min(6, self.count):", "if False:", TESTS),
    (PROPELLERS, "bad = np.argwhere(~(squares[..., 0, :] > 0))",
     "bad = np.argwhere(squares[..., 0, :] < 0)", TESTS),
    (PROPELLERS, "largest[largest < ROUNDING * largest.max()] = np.inf", "pass", TESTS),
    (PROPELLERS, "values = np.linalg.svd(self.allocation / largest, compute_uv=False)",
     "values = np.linalg.svd(self.allocation, compute_uv=False)", TESTS),
    (PROPELLERS, "(2 - np.arange(1, 7)) * np.pi / 3", "(1 - np.arange(1, 7)) * np.pi / 3", TESTS),
    (PROPELLERS, "turned @ SO3.exp(about_x) @ SO3.exp(about_y)",
     "turned @ SO3.exp(about_y) @ SO3.exp(about_x)", TESTS),
    (PROPELLERS, "poses[:, :3, 3] = turned[:, :, 0] * a", "poses[:, :3, 3] = turned[:, 0] * a",
     TESTS),
    (PROPELLERS, "sign = np.array([1.0, -1.0] * 3)", "sign = np.ones(6)", TESTS),
    (PROPELLERS, "self.allocation.flags.writeable = False", "pass", TESTS),
    (PROPELLERS, "if not (c_f > 0).all():", "if False:", TESTS),
]  # fmt: skip
