"""Faults around models of other libraries that tests must notice; see verification/faults."""

MAPS = "tests/model/interop/test_coordinate_maps.py"
PIN = "tests/model/interop/test_pinocchio_models.py"
MUJOCO = "tests/model/interop/test_mujoco_models.py"
DRAKE = "tests/model/interop/test_drake_models.py"

FAULTS = [
    ("blocks.py: CircleAngle.ours", "x[..., 1:], x[..., :1]", "x[..., :1], x[..., 1:]", MAPS),
    ("blocks.py: TurnedPlane.matrix", "= s, -s", "= -s, s", MAPS),
    ("blocks.py: TurnedPlane.bias", "cross(turning, v)", "cross(v, turning)", MAPS),
    ("blocks.py: Attitude.ours", "turn[..., FROM_WXYZ]", "turn", MAPS),
    ("blocks.py: Attitude.ours", "place = place - (R", "place = place + (R", MAPS),
    ("blocks.py: Attitude.matrix", "T = self._moved() @ T", "T = T @ self._moved()", MAPS),
    ("blocks.py: Attitude.matrix", "R.swapaxes(-1, -2), np", "R, np", MAPS),
    ("blocks.py: Attitude.bias", "-cross(twist", "cross(twist", MAPS),
    ("blocks.py: _from_angles", "cy * sp * sr - sy * cr", "cy * sp * sr + sy * cr", MAPS),
    ("coordinate_map.py: CoordinateMap.to_tau", "T.swapaxes(-1, -2)", "T", MAPS),
    ("library_model.py: LibraryModel.from_lieref_a", "b - at.bias", "b + at.bias", MAPS),
    ("pinocchio_reading.py: _motion", "np.sign(joint.extract().scaling)", "1.0", PIN),
    ("pinocchio_reading.py: _motion", "joint.calc(data, neutral)", "pass", PIN),
    ("pinocchio_reading.py: _seen_from", "-back @ pose", "back @ pose", PIN),
    ("pinocchio_reading.py: _add_physics", "x[:2].any()]", "x[2:].any()]", PIN),
    ("pinocchio_writing.py: _give_physics", "argmax(0)", "argmax(1)", PIN),
    ("assembling.py: Assembling.asked", 'if name == "rest"', "if False", MUJOCO),
    ("pinocchio_writing.py: to_pinocchio", "R @ points[i] - above", "R @ points[i]", PIN),
    ("pinocchio_writing.py: _add_frames", "placement[:3, 3] - shift", "placement[:3, 3]", PIN),
    ("mujoco_reading.py: _Reading._joint", "-model.qpos0[q", "model.qpos0[q", MUJOCO),
    ("mujoco_reading.py: _Reading._joint", "= -offset[:3, 3]", "= offset[:3, 3]", MUJOCO),
    ("mujoco_reading.py: _Reading.body", "above @ pose_of", "pose_of", MUJOCO),
    ("mujoco_physics.py: of_actuators", "** 2", "** 1", MUJOCO),
    ("mujoco_equalities.py: _add_loop", "_pose(data[6:10])", "_pose([1, 0, 0, 0])", MUJOCO),
    ("mujoco_equalities.py: _add_coupling", "- ratio * home[1]", "+ ratio * home[1]", MUJOCO),
    ("mujoco_equalities.py: Polynomial.__call__", "y[0] - self.home", "y[0]", MUJOCO),
    ("assembling.py: Assembling.loop", "else (1, 0)", "else (0, 1)", MUJOCO),
    ("drake_reading.py: _Reading._body", "frames.reverse()", "pass", DRAKE),
    ("drake_reading.py: _Reading._body", "SE3.inverse(weld) if back", "weld if back", DRAKE),
    ("drake_reading.py: _Reading._body", "about - mass", "about + mass", DRAKE),
    ("drake_reading.py: _Reading._moved", "-1.0 if back", "1.0 if back", DRAKE),
    ("drake_reading.py: _Reading._moved", "place = place @ SE3.inverse(outer)", "pass", DRAKE),
    ("drake_reading.py: _Reading._moved", ", SE3.inverse(outer)", ", outer", DRAKE),
    ("drake_reading.py: _motion", "/ (2.0 * math.pi)", "/ math.pi", DRAKE),
    ("drake_reading.py: _Reading._name", "not in self._twice", "in self._twice", DRAKE),
    ("drake_physics.py: add_physics", "default_reflected_inertia", "default_rotor_inertia", DRAKE),
]
