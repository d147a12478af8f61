"""Faults in the audit of kinematics, and in its reference value, that the tests must notice."""

JUDGING = "judging.py"
REFERENCE = "reference.py"
TABLE = "model_table.py"
TABLE_OF_CONFUSIONS = "confusion_table.py"
CLIENT = "check/client.py"
WORKER = "check/worker.py"
AUDIT = "check/audit.py"
PINOCCHIO = "pinocchio_library.py"
ORACLE = "oracle/tree/kinematics.py"
FOUND = "tests/check/kinematics/test_check_kinematics.py"
OF_ORACLE = "tests/oracle/test_oracle_kinematics.py"

FAULTS = [
    (JUDGING + ": _part_of", "if coordinate in at)", "if coordinate not in at)", FOUND),
    (JUDGING + ": _of_joints", "if axes[rows] in PARTS:", "if False:", FOUND),
    (
        REFERENCE + ": moved_model",
        "placement[:3, 3] = _moved(rng, given[:3, 3], np.linalg.norm(given[:3, 3]))",
        "placement[:3, 3] *= 1 + 1e-3",
        FOUND,
    ),
    (TABLE + ": to_table", "-1 if body is None else", "0 if body is None else", FOUND),
    (CLIENT + ": takes_frame", 'x.name == "frame" or', "True or", FOUND),
    (WORKER + ": with_arrays", "asked.kinematic and not of_frames", "False", FOUND),
    (AUDIT + ": audit", "representation=session.representation", 'representation="body"', FOUND),
    (AUDIT + ": _frames_of", "return model.names[-1:]", "return model.names[:1]", FOUND),
    (
        TABLE_OF_CONFUSIONS + ": _parts_exchanged",
        "x[[3, 4, 5, 0, 1, 2]]",
        "x[[5, 4, 3, 2, 1, 0]]",
        FOUND,
    ),
    (PINOCCHIO + ": _Computing._of_frame", "J[[3, 4, 5, 0, 1, 2]]", "J[:]", FOUND),
    (ORACLE + ": _represented", "x - y for x, y in", "x + y for x, y in", OF_ORACLE),
    (ORACLE + ": jacobian", "_placement(K, model, frame)\n        at", "T\n        at", OF_ORACLE),
    (
        ORACLE + ": frame_pose",
        "*_rows(K.entries(K.times(T, placement)))",
        "*_rows(K.entries(T))",
        OF_ORACLE,
    ),
]
