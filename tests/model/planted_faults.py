"""Faults that must turn the tests of the model red: file, its text, the fault, the tests."""

FAULTS = [
    # Models as text.
    (
        "angles.py: roll_pitch_yaw",
        "s * entries[2] - c * entries[5]",
        "s * entries[2] + c * entries[5]",
        "tests/model/test_writing.py",
    ),
    (
        "angles.py: roll_pitch_yaw",
        "        if apart((r, p, y)) == 0.0:",
        "        if False:",
        "tests/model/test_writing.py",
    ),
    (
        "urdf_text.py: urdf_text",
        "placement[:3, :3] @ shifts[i] - above",
        "placement[:3, :3] @ shifts[i]",
        "tests/model/test_writing.py",
    ),
    (
        "urdf_text.py: _ends",
        "math.copysign(UNLIMITED, x)",
        "UNLIMITED",
        "tests/model/test_writing.py",
    ),
    ("urdf_text.py: _root_name", "while name in", "if name is", "tests/model/test_writing.py"),
    # Arguments.
    (
        "algebra/arguments.py: as_array",
        "np.asarray(unmasked(value))",
        "np.asarray(value)",
        "tests/model/test_configuration.py",
    ),
    # Joint types.
    (
        "joints.py: _cross",
        "        a[2] * b[0] - a[0] * b[2],",
        "        a[0] * b[2] - a[2] * b[0],",
        "tests/model/test_joints.py",
    ),
    (
        "joints.py: Screw.__post_init__",
        '            kind = "revolute" if advance == 0 else "helical"',
        '            kind = "revolute" if float(advance) == 0 else "helical"',
        "tests/model/test_joints.py",
    ),
    (
        "joints.py: Planar.expand",
        "        x, y, z = _cross(n, first)",
        "        x, y, z = _cross(first, n)",
        "tests/model/test_joints.py",
    ),
    # The builder.
    (
        "body_arguments.py: given_bodies",
        "np.eye(4) if found else pose",
        "pose",
        "tests/model/test_builder.py",
    ),
    (
        "body_arguments.py: weightless",
        "            moves[parents[i]] |= moves[i]",
        "            moves[parents[i]] = moves[i]",
        "tests/model/test_builder.py",
    ),
    (
        "body_arguments.py: inertia_of",
        "    inertia = given / 2 + given.T / 2",
        "    inertia = given",
        "tests/model/test_builder.py",
    ),
    (
        "body_arguments.py: rigid_pose",
        "    if np.linalg.det(rotation) < 0.0:",
        "    if np.linalg.det(rotation) < -2.0:",
        "tests/model/test_builder.py",
    ),
    (
        "tree.py: _cycle",
        "    return [names[j] for j in nodes[nodes.index(i) :]]",
        "    return [names[j] for j in nodes]",
        "tests/model/test_builder.py",
    ),
    (
        "body_arguments.py: _surely_rigid",
        "abs(b * c + e * f + h * i) < room",
        "True",
        "tests/model/test_builder.py",
    ),
    (
        "body_arguments.py: surely_positive",
        "minor > CLEAR_MINOR and determinant > CLEAR_MINOR",
        "minor > CLEAR_MINOR",
        "tests/model/test_builder.py",
    ),
    # Configurations.
    (
        "configurations.pxi: _integrate",
        "        quaternion_multiply(q + at, C, out + at)",
        "        quaternion_multiply(C, q + at, out + at)",
        "tests/model/test_configuration.py",
    ),
    (
        "configurations.pxi: _integrate",
        "                out[at - 3 + k] = q[at - 3 + k] + C[k]",
        "                out[at - 3 + k] = q[at - 3 + k] + R[k]",
        "tests/model/test_configuration.py",
    ),
    (
        "configurations.pxi: _difference",
        "            turn[k] /= norm",
        "            turn[k] *= 1",
        "tests/model/test_configuration.py",
    ),
    (
        "configuration.py: random_configuration",
        "    q[iq] = np.clip((1 - share) * low + share * high, low, high)",
        "    q[iq] = np.clip(low + share * (high - low), low, high)",
        "tests/model/test_configuration.py",
    ),
    # The URDF reader.
    (
        "rigid_sums.pyx: added",
        "J[i, j] -= m * d[min(i, j)] * d[max(i, j)]",
        "J[i, j] += m * d[min(i, j)] * d[max(i, j)]",
        "tests/model/test_urdf.py",
    ),
    (
        "rigid_sums.pyx: moved",
        "half[i][1] * poses[k, j, 1]",
        "half[i][1] * poses[k, 1, j]",
        "tests/model/test_urdf.py",
    ),
    (
        "building.py: _placed",
        "at = step if pose is identity else pose @ step",
        "at = step if pose is identity else step @ pose",
        "tests/model/test_urdf.py",
    ),
    (
        "angles.py: from_roll_pitch_yaw",
        "(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr)",
        "(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr - sy * sr)",
        "tests/model/test_urdf.py",
    ),
    (
        "values.py: axis_of",
        "        return (1.0, 0.0, 0.0)",
        "        return (0.0, 0.0, 1.0)",
        "tests/model/test_urdf.py",
    ),
    (
        "building.py: _placed",
        "key=lambda k: joints[k].name.encode(), reverse=True)",
        "key=lambda k: joints[k].name.encode())",
        "tests/model/test_urdf.py",
    ),
    (
        "document.py: _Parser.__init__",
        "self.parser.StartDoctypeDeclHandler = self.refuse",
        "self.parser.EndDoctypeDeclHandler = None",
        "tests/model/test_hostile_input.py",
    ),
    (
        "building.py: _named",
        '        raise type(error)(f"{source}: {error}") from None',
        "        raise",
        "tests/model/test_urdf.py",
    ),
    (
        "document.py: _Parser._skip",
        "        if tag.startswith(MACRO):\n            raise",
        "        if False:\n            raise",
        "tests/model/test_urdf.py",
    ),
    (
        "document.py: _Parser.start",
        "        if self.count > MOST_ELEMENTS:",
        "        if self.count > 2 * MOST_ELEMENTS:",
        "tests/model/test_hostile_input.py",
    ),
    (
        "document.py: _Parser.start",
        "        if len(path) + self.skipped >= DEEPEST_ELEMENT:",
        "        if len(path) + self.skipped > DEEPEST_ELEMENT:",
        "tests/model/test_hostile_input.py",
    ),
    (
        "reading.py: _Reader._limits",
        "            return upper, lower",
        "            return lower, upper",
        "tests/model/test_urdf_warnings.py",
    ),
    (
        "masses.py: _note_impossible",
        "excess = principal[:, 2] - principal[:, 0] - principal[:, 1]",
        "excess = principal[:, 2] - principal[:, 0] + principal[:, 1]",
        "tests/model/test_urdf_warnings.py",
    ),
    (
        "building.py: _add_bodies",
        'if base == "free" and total.mass[0] == 0.0:',
        'if base == "free" and root not in by_name:',
        "tests/model/test_urdf_warnings.py",
    ),
    (
        "document.py: _prepared",
        "    return stripped, encoding, content[",
        "    return stripped, encoding, 0 * content[",
        "tests/model/test_urdf_warnings.py",
    ),
    # Copies with another inertia or gravity.
    (
        "reweighed.pxi: reweighed",
        "        memcpy(&body[i].m, &weight[i], sizeof(Weight))\n        for child",
        "        for child",
        "tests/model/test_body_triples.py",
    ),
    (
        "copies.pxi: _like",
        "    out.physics = model.physics\n",
        "",
        "tests/model/editing/test_editing.py",
    ),
    (
        "copies.pxi: renamed",
        "    out._frames = out._places = None\n",
        "",
        "tests/model/editing/test_editing.py",
    ),
    (
        "model.pyx: Model._bind_tables",
        "        _read(self, self.gravity)\n",
        "",
        "tests/model/editing/test_editing.py",
    ),
    # The catalogue.
    (
        "mechanisms/catalogue.py: aerial_manipulator",
        "            offset = (0.0, 0.0, -2 * d)",
        "            offset = (0.0, 0.0, -d)",
        "tests/model/mechanisms/test_catalogue.py",
    ),
]
