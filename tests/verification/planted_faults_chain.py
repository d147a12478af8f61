"""Faults in the witness for paper 004, in its corrected equations and in their claims."""

CHAIN = "verification/subjects/moving_chain.py"
MATRICES = "verification/subjects/screw_matrices.py"
MOTION = "verification/measurements/errata_004_kinematics.py"
BODIES = "verification/measurements/errata_004_bodies.py"
SYSTEMS = "verification/measurements/errata_004_systems.py"
RELATIONS = "verification/measurements/errata_004_relations.py"
CASES = "verification/formulas/__init__.py"
TESTS = "tests/verification/test_moving_chain.py"

FAULTS = [
    (CHAIN, "(angle - self.mp.sin(angle))", "(angle + self.mp.sin(angle))", TESTS),
    (CHAIN, "if not square:", "if square is None:", TESTS),
    (CHAIN, "perm(k, order)", "comb(k, order)", TESTS),
    (CHAIN, "range(j + 1, i + 1)", "range(j + 2, i + 1)", TESTS),
    (CHAIN, "points = [(order - 2 * k)", "points = [(order - k)", TESTS),
    (CHAIN, "int(np.prod(signs))", "int(signs[0])", TESTS),
    (CHAIN, "[-skew(place), identity(3)]", "[skew(place), identity(3)]", TESTS),
    (CHAIN, "skew(place) @ p, p]", "skew(place) @ p, 0 * p]", TESTS),
    (CHAIN, 'random.Random(f"drawn by checks, {self.seed}")', "self._draw", TESTS),
    (CHAIN, "if size > VANISHES", "if size > 0", TESTS),
    (MATRICES, "[0, -x[2], x[1]]", "[0, x[2], x[1]]", TESTS),
    (MATRICES, "out[3:, :3] = skew(X[3:])", "out[3:, :3] = -skew(X[3:])", TESTS),
    (MATRICES, "out[3:, :3] = skew(p) @ R", "out[3:, :3] = R @ skew(p)", TESTS),
    (MOTION, "(1 if k == r else 2)", "2", TESTS),
    (MOTION, "printed + bracket(w_part(before), J[j])", "printed", TESTS),
    (MOTION, "rate - w @ w_part(J)", "rate", TESTS),
    (BODIES, "turned - pushed, turned + pushed", "turned + pushed, turned - pushed", TESTS),
    (BODIES, "(w_k, w_k - w_j)", "(w_k, w_k)", TESTS),
    (SYSTEMS, "(c.bodies - 1, -1)):", "(c.bodies - 1, 1)):", TESTS),
    (SYSTEMS, "J.T @ (M @ b - b.T @ M) @ J", "J.T @ (M @ b) @ J", TESTS),
    (SYSTEMS, "corrected += (common + x[i] @ M @ bracket(x[j], x[k])) / 2",
     "corrected += (common + x[i] @ M @ bracket(x[k], x[j])) / 2", TESTS),
    (RELATIONS, "shift @ body, shift @ hybrid", "shift @ body, shift @ body", TESTS),
    (CASES, "        1e-50,", "        1e-5,", TESTS),
    (CASES, "range(1 if quick else 4)", "range(1)", TESTS),
]  # fmt: skip
