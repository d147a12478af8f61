"""Faults that must turn the tests of the model red: file, its text, the fault, the tests."""

MODEL = "lieref/model/"
TESTS = "tests/model/"
FAULTS = [
    # Arguments.
    (
        MODEL + "arguments.py",
        "np.asarray(unmasked(value))",
        "np.asarray(value)",
        TESTS + "test_configuration.py",
    ),
    # Joint types.
    (
        MODEL + "joints.py",
        "        a[2] * b[0] - a[0] * b[2],",
        "        a[0] * b[2] - a[2] * b[0],",
        TESTS + "test_joints.py",
    ),
    (
        MODEL + "joints.py",
        '            kind = "revolute" if advance == 0 else "helical"',
        '            kind = "revolute" if float(advance) == 0 else "helical"',
        TESTS + "test_joints.py",
    ),
    (
        MODEL + "joints.py",
        "        x, y, z = _cross(n, first)",
        "        x, y, z = _cross(first, n)",
        TESTS + "test_joints.py",
    ),
    # The builder.
    (
        MODEL + "builder.py",
        "            parent, placement = link.name, np.eye(4)",
        "            parent = link.name",
        TESTS + "test_builder.py",
    ),
    (
        MODEL + "body_arguments.py",
        "            moves[parents[i]] |= moves[i]",
        "            moves[parents[i]] = moves[i]",
        TESTS + "test_builder.py",
    ),
    (
        MODEL + "builder.py",
        "        inertia = given / 2 + given.T / 2",
        "        inertia = given",
        TESTS + "test_builder.py",
    ),
    (
        MODEL + "body_arguments.py",
        "    if np.linalg.det(rotation) < 0.0:",
        "    if np.linalg.det(rotation) < -2.0:",
        TESTS + "test_builder.py",
    ),
    (
        MODEL + "tree.py",
        "    return [names[j] for j in nodes[nodes.index(i) :]]",
        "    return [names[j] for j in nodes]",
        TESTS + "test_builder.py",
    ),
    (
        MODEL + "body_arguments.py",
        "abs(b * c + e * f + h * i) < room",
        "True",
        TESTS + "test_builder.py",
    ),
    (
        MODEL + "body_arguments.py",
        "minor > CLEAR_MINOR and determinant > CLEAR_MINOR",
        "minor > CLEAR_MINOR",
        TESTS + "test_builder.py",
    ),
    # Configurations.
    (
        MODEL + "configuration.py",
        "        result[..., at : at + 4] = SO3.quaternion_product(quaternion, turn)",
        "        result[..., at : at + 4] = SO3.quaternion_product(turn, quaternion)",
        TESTS + "test_configuration.py",
    ),
    (
        MODEL + "configuration.py",
        "            result[..., at - 3 : at] += _apply(SO3.from_quaternion(quaternion), moved)",
        "            result[..., at - 3 : at] += moved",
        TESTS + "test_configuration.py",
    ),
    (
        MODEL + "configuration.py",
        "        turn /= np.linalg.norm(turn, axis=-1, keepdims=True)",
        "        turn = +turn",
        TESTS + "test_configuration.py",
    ),
    (
        MODEL + "configuration.py",
        "    q[iq] = np.clip((1 - share) * low + share * high, low, high)",
        "    q[iq] = np.clip(low + share * (high - low), low, high)",
        TESTS + "test_configuration.py",
    ),
    # The URDF reader.
    (
        MODEL + "urdf/masses.py",
        "parts.mass[k] * (d @ d * np.eye(3) - np.outer(d, d))",
        "parts.mass[k] * (d @ d * np.eye(3) + np.outer(d, d))",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/masses.py",
        "rotation @ given.inertia @ rotation.transpose(0, 2, 1)",
        "rotation.transpose(0, 2, 1) @ given.inertia @ rotation",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/building.py",
        "at = step if pose is identity else pose @ step",
        "at = step if pose is identity else step @ pose",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/masses.py",
        "(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, x)",
        "(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr - sy * sr, x)",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/values.py",
        "        return (1.0, 0.0, 0.0)",
        "        return (0.0, 0.0, 1.0)",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/building.py",
        "key=lambda k: joints[k].name.encode(), reverse=True)",
        "key=lambda k: joints[k].name.encode())",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/document.py",
        "self.parser.StartDoctypeDeclHandler = self.refuse",
        "self.parser.EndDoctypeDeclHandler = None",
        TESTS + "test_hostile_input.py",
    ),
    (
        MODEL + "urdf/building.py",
        '        raise type(error)(f"{source}: {error}") from None',
        "        raise",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/document.py",
        "        if tag.startswith(MACRO):\n            raise",
        "        if False:\n            raise",
        TESTS + "test_urdf.py",
    ),
    (
        MODEL + "urdf/document.py",
        "        if self.count > MOST_ELEMENTS:",
        "        if self.count > 2 * MOST_ELEMENTS:",
        TESTS + "test_hostile_input.py",
    ),
    (
        MODEL + "urdf/document.py",
        "        if len(path) + self.skipped >= DEEPEST_ELEMENT:",
        "        if len(path) + self.skipped > DEEPEST_ELEMENT:",
        TESTS + "test_hostile_input.py",
    ),
    (
        MODEL + "urdf/reading.py",
        "            return upper, lower",
        "            return lower, upper",
        TESTS + "test_urdf_warnings.py",
    ),
    (
        MODEL + "urdf/masses.py",
        "excess = principal[:, 2] - principal[:, 0] - principal[:, 1]",
        "excess = principal[:, 2] - principal[:, 0] + principal[:, 1]",
        TESTS + "test_urdf_warnings.py",
    ),
    (
        MODEL + "urdf/building.py",
        'if base == "free" and total.mass[0] == 0.0:',
        'if base == "free" and root not in by_name:',
        TESTS + "test_urdf_warnings.py",
    ),
    (
        MODEL + "urdf/document.py",
        "    return stripped, encoding, content[",
        "    return stripped, encoding, 0 * content[",
        TESTS + "test_urdf_warnings.py",
    ),
    # The catalogue.
    (
        MODEL + "catalogue.py",
        "            offset = (0.0, 0.0, -2 * d)",
        "            offset = (0.0, 0.0, -d)",
        TESTS + "test_catalogue.py",
    ),
]
