"""Faults that must turn the tests of the model red: file, its text, the fault, the tests."""

FAULTS = [
    # Arguments.
    (
        "lieref/model/arguments.py",
        "np.asarray(unmasked(value))",
        "np.asarray(value)",
        "tests/model/test_configuration.py",
    ),
    # Joint types.
    (
        "lieref/model/joints/joints.py",
        "        a[2] * b[0] - a[0] * b[2],",
        "        a[0] * b[2] - a[2] * b[0],",
        "tests/model/test_joints.py",
    ),
    (
        "lieref/model/joints/joints.py",
        '            kind = "revolute" if advance == 0 else "helical"',
        '            kind = "revolute" if float(advance) == 0 else "helical"',
        "tests/model/test_joints.py",
    ),
    (
        "lieref/model/joints/joints.py",
        "        x, y, z = _cross(n, first)",
        "        x, y, z = _cross(first, n)",
        "tests/model/test_joints.py",
    ),
    # The builder.
    (
        "lieref/model/builder.py",
        "            parent, placement = link.name, np.eye(4)",
        "            parent = link.name",
        "tests/model/test_builder.py",
    ),
    (
        "lieref/model/body_arguments.py",
        "            moves[parents[i]] |= moves[i]",
        "            moves[parents[i]] = moves[i]",
        "tests/model/test_builder.py",
    ),
    (
        "lieref/model/builder.py",
        "        inertia = given / 2 + given.T / 2",
        "        inertia = given",
        "tests/model/test_builder.py",
    ),
    (
        "lieref/model/body_arguments.py",
        "    if np.linalg.det(rotation) < 0.0:",
        "    if np.linalg.det(rotation) < -2.0:",
        "tests/model/test_builder.py",
    ),
    (
        "lieref/model/tree/tree.py",
        "    return [names[j] for j in nodes[nodes.index(i) :]]",
        "    return [names[j] for j in nodes]",
        "tests/model/test_builder.py",
    ),
    (
        "lieref/model/body_arguments.py",
        "abs(b * c + e * f + h * i) < room",
        "True",
        "tests/model/test_builder.py",
    ),
    (
        "lieref/model/body_arguments.py",
        "minor > CLEAR_MINOR and determinant > CLEAR_MINOR",
        "minor > CLEAR_MINOR",
        "tests/model/test_builder.py",
    ),
    # Configurations.
    (
        "lieref/model/tree/configuration.py",
        "        result[..., at : at + 4] = SO3.quaternion_product(quaternion, turn)",
        "        result[..., at : at + 4] = SO3.quaternion_product(turn, quaternion)",
        "tests/model/test_configuration.py",
    ),
    (
        "lieref/model/tree/configuration.py",
        "            result[..., at - 3 : at] += _apply(SO3.from_quaternion(quaternion), moved)",
        "            result[..., at - 3 : at] += moved",
        "tests/model/test_configuration.py",
    ),
    (
        "lieref/model/tree/configuration.py",
        "        turn /= np.linalg.norm(turn, axis=-1, keepdims=True)",
        "        turn = +turn",
        "tests/model/test_configuration.py",
    ),
    (
        "lieref/model/tree/configuration.py",
        "    q[iq] = np.clip((1 - share) * low + share * high, low, high)",
        "    q[iq] = np.clip(low + share * (high - low), low, high)",
        "tests/model/test_configuration.py",
    ),
    # The URDF reader.
    (
        "lieref/model/urdf/masses.py",
        "parts.mass[k] * (d @ d * np.eye(3) - np.outer(d, d))",
        "parts.mass[k] * (d @ d * np.eye(3) + np.outer(d, d))",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/masses.py",
        "rotation @ given.inertia @ rotation.transpose(0, 2, 1)",
        "rotation.transpose(0, 2, 1) @ given.inertia @ rotation",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/building.py",
        "at = step if pose is identity else pose @ step",
        "at = step if pose is identity else step @ pose",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/masses.py",
        "(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, x)",
        "(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr - sy * sr, x)",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/values.py",
        "        return (1.0, 0.0, 0.0)",
        "        return (0.0, 0.0, 1.0)",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/building.py",
        "key=lambda k: joints[k].name.encode(), reverse=True)",
        "key=lambda k: joints[k].name.encode())",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/document.py",
        "self.parser.StartDoctypeDeclHandler = self.refuse",
        "self.parser.EndDoctypeDeclHandler = None",
        "tests/model/test_hostile_input.py",
    ),
    (
        "lieref/model/urdf/building.py",
        '        raise type(error)(f"{source}: {error}") from None',
        "        raise",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/document.py",
        "        if tag.startswith(MACRO):\n            raise",
        "        if False:\n            raise",
        "tests/model/test_urdf.py",
    ),
    (
        "lieref/model/urdf/document.py",
        "        if self.count > MOST_ELEMENTS:",
        "        if self.count > 2 * MOST_ELEMENTS:",
        "tests/model/test_hostile_input.py",
    ),
    (
        "lieref/model/urdf/document.py",
        "        if len(path) + self.skipped >= DEEPEST_ELEMENT:",
        "        if len(path) + self.skipped > DEEPEST_ELEMENT:",
        "tests/model/test_hostile_input.py",
    ),
    (
        "lieref/model/urdf/reading.py",
        "            return upper, lower",
        "            return lower, upper",
        "tests/model/test_urdf_warnings.py",
    ),
    (
        "lieref/model/urdf/masses.py",
        "excess = principal[:, 2] - principal[:, 0] - principal[:, 1]",
        "excess = principal[:, 2] - principal[:, 0] + principal[:, 1]",
        "tests/model/test_urdf_warnings.py",
    ),
    (
        "lieref/model/urdf/building.py",
        'if base == "free" and total.mass[0] == 0.0:',
        'if base == "free" and root not in by_name:',
        "tests/model/test_urdf_warnings.py",
    ),
    (
        "lieref/model/urdf/document.py",
        "    return stripped, encoding, content[",
        "    return stripped, encoding, 0 * content[",
        "tests/model/test_urdf_warnings.py",
    ),
    # The catalogue.
    (
        "lieref/model/mechanisms/catalogue.py",
        "            offset = (0.0, 0.0, -2 * d)",
        "            offset = (0.0, 0.0, -d)",
        "tests/model/test_catalogue.py",
    ),
]
