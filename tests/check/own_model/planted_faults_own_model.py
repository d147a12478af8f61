"""Faults around own models that tests must notice; see verification/faults.py for the format."""

OWN = "tests/check/own_model/test_own_model.py"
CLIENT = "tests/check/test_client.py"

FAULTS = [
    ("own_model/comparing.py: _numbers", "if not relative <= READING:", "if False:", OWN),
    ("own_model/comparing.py: _joints", "if k < 0]", "if False]", OWN),
    ("own_model/comparing.py: _axis", '"axis", (0.0', '"line", (0.0', OWN),
    ("own_model/joint_map.py: Coordinates.ours", "np.argsort(self.to_v)", "self.to_v", OWN),
    ("own_model/kinematics.py: _joint", "np.cross(axis, v)", "np.cross(v, axis)", OWN),
    ("own_model/kinematics.py: _parent", "max(above, default=-1)", "min(above, default=-1)", OWN),
    (
        "own_model/robot_file.py: own_file",
        "if isinstance(read, Model) else tree",
        "if False else tree",
        OWN,
    ),
    ("mujoco_reading.py: _Reading.body", "above @ pose_of", "pose_of", OWN),
    ("mujoco_library.py: read_file", "mjDSBL_ACTUATION", "mjDSBL_CONTACT", OWN),
    ("blocks.py: CircleAngle.theirs", "np.cos(y)", "np.ones_like(y)", OWN),
    (
        "diagnosis/explaining.py: Diagnosis._of_own_model",
        "for name in case.wrong):",
        "for name in []):",
        OWN,
    ),
    ("check/states.py: configuration", "if joint.nv == 1 and WIDE", "if False and WIDE", OWN),
    ("check/client.py: _channel", "os.dup2(2, 1)", "pass", CLIENT),
    (
        "check/client.py: configuration_rates",
        "(w, -z, y), (z, w, -x)",
        "(w, z, y), (z, w, -x)",
        CLIENT,
    ),
    ("check/client.py", 'if os.environ.get("LIEREF_CHECK_PROCESS"):', "if False:", CLIENT),
]
