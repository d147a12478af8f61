"""Faults that must turn the tests of home screws red: file, text, fault, tests."""

SCREWS = "home_screws.py"
TESTS = "tests/model/editing/test_home_screws.py"

FAULTS = [
    (SCREWS + ": from_home_screws", "R.T @ inertia[i] @ R", "R @ inertia[i] @ R.T", TESTS),
    (SCREWS + ": from_home_screws", "A[i] if parent < 0 else back[parent] @ A[i]", "A[i]", TESTS),
    (
        SCREWS + ": from_home_screws",
        "back[i, :3, :3] @ c[i] + back[i, :3, 3]",
        "back[i, :3, :3] @ c[i]",
        TESTS,
    ),
    (SCREWS + ": _joint", "abs(screw.pitch) <= PITCH * np.abs(v).max()", "screw.pitch == 0", TESTS),
    (SCREWS + ": _joint", "np.cross(e, v)", "np.cross(v, e)", TESTS),
]
