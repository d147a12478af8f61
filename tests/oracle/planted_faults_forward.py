"""Faults in the oracle's forward dynamics, energies and conditioning: file, text, fault, tests."""

FORWARD = "tree/forward_dynamics.py"
INERTIA = "inertia.py"
ENERGY = "tree/energy.py"
CENTROIDAL = "tree/centroidal.py"
CONDITIONING = "tree/conditioning.py"
FORWARD_TESTS = "tests/oracle/test_oracle_forward_dynamics.py"
CENTROIDAL_TESTS = "tests/oracle/test_oracle_centroidal.py"
ENERGY_TESTS = "tests/oracle/test_oracle_energy.py"
BOUNDS = "tests/oracle/test_oracle_conditioning.py"

FAULTS = [
    (
        INERTIA + ": factorize",
        "if not abs(pivot) > abs(noise * sizes[k]):",
        "if not abs(pivot) > 0:",
        FORWARD_TESTS,
    ),
    (
        INERTIA + ": factorize",
        "L[i][j] = L[i][j] - factor * L[k][j]",
        "L[i][j] = L[i][j] + factor * L[k][j]",
        FORWARD_TESTS,
    ),
    (
        INERTIA + ": solve",
        "x[i] = x[i] - L[k][i] * x[k]",
        "x[i] = x[i] + L[k][i] * x[k]",
        FORWARD_TESTS,
    ),
    (INERTIA + ": solve", "x[k] = x[k] - row[i] * x[i]", "x[k] = x[k] - row[i]", FORWARD_TESTS),
    (
        INERTIA + ": coordinate_names",
        'names.append(f"joint {model.joint_names[i]!r}',
        'names.append(f"joint {model.joint_names[0]!r}',
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "[row[j] - bias[j] for j in free]",
        "[row[j] + bias[j] for j in free]",
        FORWARD_TESTS,
    ),
    (FORWARD + ": solution", "        )[k]\n", "        )[0]\n", FORWARD_TESTS),
    (FORWARD + ": solution", "row[i] = bias[i]\n", "row[i] = -bias[i]\n", FORWARD_TESTS),
    (
        FORWARD + ": solution",
        "row[i] = row[i] + H[i][j] * x",
        "row[i] = row[i] + H[j][j] * x",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "rates = list(given.vdot[k])",
        "rates = list(given.vdot[0])",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "if given.applied is None else given.applied[: k + 1]",
        "if True else given.applied[: k + 1]",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "if given.external is None else given.external[: k + 1]",
        "if True else given.external[: k + 1]",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "H, sizes = inertia_matrix(K, given.exact, given.q, given.base)",
        'H, sizes = inertia_matrix(K, given.exact, given.q, "body")',
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": solution",
        "[sizes[j] for j in free], [given.names[j] for j in free]",
        "[sizes[j] for j in free], given.names",
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": hybrid_problem",
        'given_tau = stack(K, model, "tau", tau, 1, [not x for x in moves])',
        'given_tau = stack(K, model, "tau", tau, 1)',
        FORWARD_TESTS,
    ),
    (
        FORWARD + ": hybrid_problem",
        '    choice("wrench_axes", wrench_axes, AXES)\n',
        "",
        FORWARD_TESTS,
    ),
    (
        ENERGY + ": energy",
        "kinetic = ts.add(kinetic, [x / 2 for x in half])",
        "kinetic = ts.add(kinetic, half)",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": energy",
        "ts.scale(body.mass, ts.dot(K, rate, rate)), spin)",
        "ts.dot(K, rate, rate), spin)",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": energy",
        "potential = ts.subtract(potential,",
        "potential = ts.add(potential,",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": body_motions",
        "c = ts.vector_add(pose.p, ts.apply_to_constant(pose.R, body.com))",
        "c = pose.p",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": body_motions",
        "motions.append((c, w, ts.apply(K, pose.R, ts.apply_constant(body.inertia, w))))",
        "motions.append((c, w, ts.apply_constant(body.inertia, w)))",
        ENERGY_TESTS,
    ),
    (ENERGY + ": momentum_about", "arm = ts.vector_subtract(c, point)", "arm = c", ENERGY_TESTS),
    (
        ENERGY + ": center",
        "share = mass / sum(masses[1:], masses[0])",
        "share = mass",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": momentum_about",
        "ts.vector_add(ts.cross(K, arm, relative), spin)",
        "ts.cross(K, arm, relative)",
        ENERGY_TESTS,
    ),
    (
        ENERGY + ": center",
        "if not sum(float(mass) for mass in model.masses) > 0:",
        "if False:",
        ENERGY_TESTS,
    ),
    (
        CENTROIDAL + ": centroidal_momentum_matrix_derivatives",
        "ts.vector_subtract(c, middle)",
        "c",
        CENTROIDAL_TESTS,
    ),
    (
        CENTROIDAL + ": _unit_twists",
        'if held in ("body", "mixed")',
        'if held == "body"',
        CENTROIDAL_TESTS,
    ),
    (
        CENTROIDAL + ": _unit_twists",
        'zero if held == "spatial" else pose.p',
        "pose.p",
        CENTROIDAL_TESTS,
    ),
    (
        CENTROIDAL + ": centroidal_momentum_partials",
        "qs = displaced(J, at.exact.bodies, at.q, steps)",
        "qs = displaced(J, at.exact.bodies, at.q, steps[::-1])",
        CENTROIDAL_TESTS,
    ),
    (
        CONDITIONING + ": moved",
        "K(math.ulp(K.to_float(value))) / 2",
        "K(math.ulp(K.to_float(value)))",
        BOUNDS,
    ),
    (CONDITIONING + ": moved", "rng.choice((-1, 1))", "rng.choice((1, 1))", BOUNDS),
    (
        CONDITIONING + ": _bounds",
        "bound[k] = max(bound[k], change /",
        "bound[k] = min(bound[k], change /",
        BOUNDS,
    ),
    (
        CONDITIONING + ": moved",
        "if value is None or K.to_float(value) == 0:",
        "if value is None:",
        BOUNDS,
    ),
    (CONDITIONING + ": _bounds", "rng = random.Random(seed)", "rng = random.Random(0)", BOUNDS),
    (
        CONDITIONING + ": _bounds",
        '("q", "v", "vdot", "tau", "applied", "external")',
        '("q", "v", "vdot", "tau", "external")',
        BOUNDS,
    ),
    (
        CONDITIONING + ": _bounds",
        "max(abs(K.to_float(x - y)) for x, y in",
        "max(abs(K.to_float(x) - K.to_float(y)) for x, y in",
        BOUNDS,
    ),
    (
        CONDITIONING + ": _bounds",
        "if not spread <= RESOLUTION * max(norm, ZERO_ROW):",
        "if False:",
        BOUNDS,
    ),
    (
        INERTIA + ": inertia_matrix",
        "            H[k][j] = row[k]\n",
        "            pass\n",
        ENERGY_TESTS,
    ),
    (INERTIA + ": inertia_matrix", "K.times(own.dT, J)", "own.dT", ENERGY_TESTS),
    (INERTIA + ": inertia_matrix", "energies[a * n + b]", "energies[a * n + a]", ENERGY_TESTS),
    (INERTIA + ": pose_rates", "K.times(above.dT, G)", "above.dT", ENERGY_TESTS),
    (INERTIA + ": pose_rates", "[*above.path, *path]", "[*path, *above.path]", ENERGY_TESTS),
    (
        INERTIA + ": inertia_matrix",
        "K(float(x)) for x in sizes",
        "K(0) for x in sizes",
        FORWARD_TESTS,
    ),
]
