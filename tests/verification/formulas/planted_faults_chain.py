"""Faults in the witness for Müller, in its corrected equations and in their claims."""

CHAIN = "moving_chain.py"
MATRICES = "screw_matrices.py"
MOTION = "errata_004_kinematics.py"
BODIES = "errata_004_bodies.py"
SYSTEMS = "errata_004_systems.py"
RELATIONS = "errata_004_relations.py"
CASES = "verification/formulas/__init__.py"
TESTS = "tests/verification/formulas/test_moving_chain.py"

FAULTS = [
    (CHAIN + ": MovingChain.exp",
     "(angle - self.mp.sin(angle))", "(angle + self.mp.sin(angle))", TESTS),
    (CHAIN + ": MovingChain.exp", "if not square:", "if square is None:", TESTS),
    (CHAIN + ": MovingChain.at", "perm(k, order)", "comb(k, order)", TESTS),
    (CHAIN + ": MovingChain.slope", "range(j + 1, i + 1)", "range(j + 2, i + 1)", TESTS),
    (CHAIN + ": MovingChain.derivative",
     "points = [(order - 2 * k)", "points = [(order - k)", TESTS),
    (CHAIN + ": MovingChain.partial", "int(np.prod(signs))", "int(signs[0])", TESTS),
    (CHAIN + ": MovingChain.inertia",
     "[-skew(place), identity(3)]", "[skew(place), identity(3)]", TESTS),
    (CHAIN + ": MovingChain.momentum", "skew(place) @ p, p]", "skew(place) @ p, 0 * p]", TESTS),
    (CHAIN + ": MovingChain.restart",
     'random.Random(f"drawn by checks, {self.seed}")', "self._draw", TESTS),
    (CHAIN + ": relative_difference", "if size > VANISHES", "if size > 0", TESTS),
    (MATRICES + ": skew", "[0, -x[2], x[1]]", "[0, x[2], x[1]]", TESTS),
    (MATRICES + ": ad", "out[3:, :3] = skew(X[3:])", "out[3:, :3] = -skew(X[3:])", TESTS),
    (MATRICES + ": _Ad", "out[3:, :3] = skew(p) @ R", "out[3:, :3] = R @ skew(p)", TESTS),
    (MOTION + ": body_jerk", "(1 if k == r else 2)", "2", TESTS),
    (MOTION + ": hybrid_rate", "printed + bracket(w_part(before), J[j])", "printed", TESTS),
    (MOTION + ": mixed_rates", "rate - w @ w_part(J)", "rate", TESTS),
    (BODIES + ": body_torque",
     "turned - pushed, turned + pushed", "turned + pushed, turned - pushed", TESTS),
    (BODIES + ": axes_balance", "(w_k, w_k - w_j)", "(w_k, w_k)", TESTS),
    (SYSTEMS + ": _backward", "(c.bodies - 1, -1)):", "(c.bodies - 1, 1)):", TESTS),
    (SYSTEMS + ": _coriolis", "J.T @ (M @ b - b.T @ M) @ J", "J.T @ (M @ b) @ J", TESTS),
    (SYSTEMS + ": christoffel_brackets",
     "corrected += (common + x[i] @ M @ bracket(x[j], x[k])) / 2",
     "corrected += (common + x[i] @ M @ bracket(x[k], x[j])) / 2", TESTS),
    (RELATIONS + ": to_spatial",
     "shift @ body, shift @ hybrid", "shift @ body, shift @ body", TESTS),
    (CASES, "        1e-50,", "        1e-5,", TESTS),
    (CASES + ": chains", "range(1 if quick else 4)", "range(1)", TESTS),
]  # fmt: skip
