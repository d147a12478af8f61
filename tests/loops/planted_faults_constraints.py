"""Faults that must turn the tests of loops and couplings red: file, its text, the fault, tests."""

SERIES = "taylor_scalar.py"
CLOSURE = "loop_closure.py"
FRAMES = "loop_frames.py"
COUPLINGS = "coupling_functions.py"
ELIMINATION = "elimination.py"
TWIN = "constraint_twin.py"
POSES = "loop_poses.pxi"
STAGE = "constraints.pxi"
EQUATIONS = "loop_equations.pxi"
OPENINGS = "openings.pxi"
TABLES = "loop_tables.pyx"
PLACES = "tree_configuration.py"
STATE = "constraint_state.py"
NEAREST = "nearest_closed.py"
TURNS = "loop_configuration.py"
FAR = "tests/loops/test_expand_far.py"
PROJECT = "tests/loops/test_project.py"
TAYLOR = "tests/algebra/test_taylor_scalar.py"
PHI = "tests/model/loops/test_loop_closure.py"
DERIVATIVE = PHI + "::test_the_jacobian_is_the_derivative_of_phi"
BIAS = PHI + "::test_phi_stays_zero_to_second_order_with_the_bias"
COMPOSED = PHI + "::test_couplings_are_composed_with_both_derivatives"
NUT = PHI + "::test_a_nut_may_turn_any_number_of_times"
DIGITS = PHI + "::test_twin_of_the_constraint_stage_at_fifty_digits"
CLOSING = "closing.pxi"
ENTRIES = "closed_dynamics.pyx"
OPENED = "loops/opened.pxi"
CONSTRAINTS = "tests/loops/test_constraint_state.py"
CALLS = "tests/loops/test_closed_dynamics.py"
PLANES = "tests/model/loops/test_planar_loops.py"
PLANE = PLANES + "::test_the_kernel_sees_the_same_plane"
PIECES = CALLS + "::test_a_call_is_its_pieces"
FOLLOW = CALLS + "::test_joints_of_several_degrees_follow"
HINGES = CALLS + "::test_hinges_follow_a_ball_from_any_attitude"
OPEN = CALLS + "::test_an_open_loop_is_named_wherever_it_is"
KERNEL = CONSTRAINTS + "::test_kernel_against_the_twin_at_fifty_digits"
DIFFERENCES = CONSTRAINTS + "::test_the_jacobian_is_a_difference_of_residuals"
LAWS = "tests/dynamics/laws/test_loop_laws.py"
UNITS = CONSTRAINTS + "::test_units_of_length_change_nothing"

FAULTS = [
    (
        "loops/tree_motion.py: product",
        "A[..., j, :, :] @ B[..., k - j, :, :]",
        "A[..., k - j, :, :] @ B[..., j, :, :] * (j < 2)",
        "tests/dynamics/laws/test_loop_centroidal.py",
    ),
    (
        "loops/centroidal.py: centroidal_momentum_matrix_derivatives",
        "model.tree, at, rates",
        "model.tree, at, 0 * rates",
        "tests/dynamics/laws/test_loop_centroidal.py",
    ),
    ("loops/laws.py: coriolis_matrix", "forces += H @ rate", "pass", LAWS),
    ("loops/laws.py: coriolis_matrix", "rates[..., 0, :], base", "0 * rates[..., 0, :], base",
     LAWS),
    ("loops/laws.py: joint_space_inertia_derivatives", "at, rates, base", "at, 0 * rates, base",
     LAWS),
    ("loops/laws.py: external_forces", "loads, wrench_axes)", "loads)", LAWS),
    (
        "oracle/loops/loop_motion.py: loop_centroidal_momentum_matrix_derivatives",
        "plain[k][i][j] / math.factorial(k)",
        "plain[k][i][j]",
        "tests/dynamics/laws/test_loop_centroidal.py",
    ),
    # Series that behave like numbers.
    (SERIES + ": Taylor.__truediv__", "x = x - q[j] * d[k - j]", "x = x + q[j] * d[k - j]", TAYLOR),
    (SERIES + ": Taylor.__sub__", "return other.__rsub__(self)", "return self + other", TAYLOR),
    (SERIES + ": Functions._cos_sin", "c.append(-_convolution", "c.append(_convolution", TAYLOR),
    (SERIES + ": Functions.sqrt",
     "(x.c[k] - inner) / (2 * y[0])", "(x.c[k] - inner) / y[0]", TAYLOR),
    (SERIES + ": Functions.atan", "lambda x: 1 + x * x)", "lambda x: 1 - x * x)", TAYLOR),
    (SERIES + ": Functions.acos",
     "lambda x: -self.sqrt(1 - x * x)", "lambda x: self.sqrt(1 - x * x)", TAYLOR),
    (SERIES + ": Functions.atan2", "(x * dy - y * dx)", "(x * dy + y * dx)", TAYLOR),
    # phi, K and k.
    (CLOSURE + ": LoopClosure._closed", "turn = (-2 * y / (1 + z), 2 * x / (1 + z), zero)",
     "turn = (2 * y / (1 + z), 2 * x / (1 + z), zero)", DERIVATIVE),
    (CLOSURE + ": LoopClosure._closed", "*subtract(d, cross(turn, d))", "*d", DERIVATIVE),
    (CLOSURE + ": LoopClosure._closed", "scale = 2 / (1 +", "scale = 1 / (1 +", DERIVATIVE),
    (CLOSURE + ": LoopClosure._shown", "parts[0] = y * twist[0] - x * twist[1]",
     "parts[0] = y * twist[0] + x * twist[1]", DERIVATIVE),
    (CLOSURE + ": LoopClosure._shown",
     "parts[5] = twist[5] - loop.pitch * twist[2]", "parts[5] = twist[5]", DERIVATIVE),
    (CLOSURE + ": LoopClosure.jacobian",
     "zip(columns, (-1, 1), strict=True)", "zip(columns, (1, 1), strict=True)",
     DERIVATIVE),
    (CLOSURE + ": LoopClosure._columns",
     "here = place if n == 0 else subtract(place, gap)", "here = place", DERIVATIVE),
    (CLOSURE + ": LoopClosure._ends",
     "add(loop.gap, subtract(shifts[1], shifts[0]))", "loop.gap", DERIVATIVE),
    (CLOSURE + ": LoopClosure.bias",
     "A = subtract(subtract(A_s, A_p), _ad(V_p, V))", "A = subtract(A_s, A_p)", BIAS),
    (CLOSURE + ": LoopClosure._path_motion",
     "A = add(A, _ad(V, step))", "A = add(A, _ad(step, V))", BIAS),
    (CLOSURE + ": LoopClosure.bias", "(sdot[1] * V[0] - sdot[0] * V[1])", "0", BIAS),
    (CLOSURE + ": LoopClosure._closed",
     "advance - round(near_double(advance) / near_double(turns)) * turns", "advance", NUT),
    # Couplings.
    (COUPLINGS + ": derivatives",
     "+ _sum(\n                    zero,\n                    [x for bend",
     "+ 0 * _sum(\n                    zero,\n                    [x for bend", COMPOSED),
    (COUPLINGS + ": derivatives",
     "_sum(zero, slopes[i], [curve.get((a, b), zero) for curve in curves])", "zero", COMPOSED),
    (COUPLINGS + ": _partials", "inner.series([one if i == b else zero, zero])",
     "inner.series([one if i == a else zero, zero])", COMPOSED),
    # The twin of the constraint stage.
    (TWIN + ": cluster_state", "x - _dot(zero, row, curvature)", "x", DIGITS),
    (TWIN, "G.append([-x for x in", "G.append([x for x in", DIGITS),
    (TWIN + ": cluster_state",
     "g = [_dot(zero, row, g_z) + x for", "g = [_dot(zero, row, g_z) for", DIGITS),
    (TWIN + ": _ClusterSeries.next_rates",
     "[self.zdot[m - j] for j in range(m + 1)]", "[self.zdot[j] for j in range(m + 1)]",
     DIGITS),
    (TWIN + ": configuration_series",
     "omega = [qdot[iv + a][m - j]", "omega = [qdot[iv + a][j]", DIGITS),
    (ELIMINATION + ": eliminate", "if other != i:", "if other > i:", PHI),
    # The compiled stage.
    (POSES + ": joint_step",
     "home[3 * i] * c + home[3 * i + 1] * s", "home[3 * i] * c - home[3 * i + 1] * s",
     KERNEL),
    (POSES + ": path_poses",
     "pose[PLACE - POSE + i] + (arm[i] + slide[i])", "pose[PLACE - POSE + i] + arm[i]",
     KERNEL),
    (POSES + ": loop_columns",
     "(other_shift[i] - shift[i]) + loop.gap[i]", "other_shift[i] + loop.gap[i]", KERNEL),
    (POSES + ": path_columns", "body.pitch * R[3 * i + j]", "R[3 * i + j] * 0", KERNEL),
    (POSES + ": resisted",
     "six[0] = s[1] * six[0] - s[0] * six[1]", "six[0] = s[0] * six[0] - s[1] * six[1]",
     KERNEL),
    (POSES + ": loop_rows", "sign = 2 * side - 1", "sign = 1", KERNEL),
    (STAGE + ": factor", "A[i * width + j] -= factor_ * A[step * width + j]",
     "A[i * width + j] += factor_ * A[step * width + j]", KERNEL),
    (STAGE + ": embed", "G[free[i] * n + j] = -x[i]", "G[free[i] * n + j] = x[i]", KERNEL),
    (STAGE + ": back_substitute", "at.z[i] * scales[turn]", "at.z[i]", KERNEL),
    (STAGE + ": back_substitute", "x + stride * turn", "x + stride * i", KERNEL),
    (STAGE + ": solve_last", "right + at.row[JUDGED * i + state]", "right + i", KERNEL),
    (STAGE + ": path_rates",
     "A[i] += column[i] * at.curve[place + j]", "A[i] += 0 * at.curve[place + j]", KERNEL),
    (STAGE + ": loop_bias", "A[i] -= A_p[i] + turn_rate[i]", "A[i] -= A_p[i]", KERNEL),
    (STAGE + ": loop_bias", "right[0] += sdot[1] * V[0] - sdot[0] * V[1]", "pass", KERNEL),
    (STAGE + ": loop_bias",
     "(-1 if i < 3 else -shift) * right[first]", "-1 * right[first]", KERNEL),
    (STAGE + ": fill", "1 if bit < 3 else cluster.shift, at.A", "1, at.A", UNITS),
    ("constraint_bias.pxi: curvature",
     "at.curve[a] += total * at.rate[free[i]]", "at.curve[a] -= total * at.rate[free[i]]",
     KERNEL),
    (OPENINGS + ": loop_residual",
     "scale = 2 / (1 + R[8])", "scale = -2 / (1 + R[8])", DIFFERENCES),
    (OPENINGS + ": loop_residual",
     "six[3 + i] = d[i] - moved[i]", "six[3 + i] = d[i]", DIFFERENCES),
    (OPENINGS + ": without_turns",
     "shift -= pitch * atan2(sine, cosine)", "pass", DIFFERENCES),
    (EQUATIONS + ": equations",
     "K[i * nv + velocity[free[j]]] -= gamma", "K[i * nv + velocity[free[j]]] += gamma",
     DIFFERENCES),
    (EQUATIONS + ": equations", "bias[i] = at.curve[a]", "bias[i] = -at.curve[a]", CONSTRAINTS),
    (TABLES + ": _cluster", "numbers += _offsets(model, closure, k)",
     "numbers += [0.0] * len(cluster.velocities)", CONSTRAINTS),
    # Closing the loops.
    (CLOSING + ": follow",
     "= (share - done) * at.way[velocity[a]]", "= share * at.way[velocity[a]]",
     CONSTRAINTS),
    (CLOSING + ": follow", "longest = LONGEST_PART / size if", "longest = 1 if", CONSTRAINTS),
    (CLOSING + ": follow", "memcpy(at.q, at.base, bytes)\n        part", "part", CONSTRAINTS),
    (CLOSING + ": impose",
     "total = gamma[cluster.n_tree * cluster.n_free + a]", "total = 0", CONSTRAINTS),
    (CLOSING + ": turn_by", "quaternion_multiply(quaternion, turn, product)",
     "quaternion_multiply(turn, quaternion, product)", FOLLOW),
    (CLOSING + ": way_of", "x[i + a] if a == 3 else -x[i + a]", "x[i + a]", HINGES),
    (CLOSING + ": refresh", "to[i] = value", "to[i] = 0", CONSTRAINTS),
    (PLACES + ": require_closed",
     "if not abs(x) <= CLOSED * unit", "if not abs(x) <= unit", CONSTRAINTS),
    (STATE + ": _null_space", "return sorted(left), gamma @ (units[:, None] * rows[rank:].T)",
     "return sorted(left), gamma @ rows[rank:].T", CONSTRAINTS),
    # The compiled public functions.
    (OPENINGS + ": openings", "widen(opening, phi[count]", "widen(opening, 0 * phi[count]", OPEN),
    (OPENINGS + ": widen", "if not size <= opening[state]:", "if True:", OPEN),
    (EQUATIONS + ": all_closed", "gamma, q, &at) <= CLOSED:", "gamma, q, &at) <= 1e300:",
     CONSTRAINTS),
    (OPENED + ": is_open", "if not opening[k] <= CLOSED:", "if False:", OPEN),
    (ENTRIES + ": _inverse",
     "room.rates[m.tree.nv + i] += room.g[i]", "room.rates[m.tree.nv + i] += 0", PIECES),
    (ENTRIES + ": _forward", "room.torques[i] += s.tau[i]", "room.torques[i] = s.tau[i]", PIECES),
    (ENTRIES + ": inverse", "        tau -= own", "        tau += own", PIECES),
    (ENTRIES + ": forward", "torque = torque + own", "torque = torque - own", PIECES),
    (ENTRIES + ": _forward",
     "s.wrenches, s.inertial_wrenches\n    call.vdot", "s.wrenches, False\n    call.vdot",
     PIECES),
    # Planar joints: the normal to the shifts of the chain.
    (CLOSURE + ": LoopClosure._shown",
     "+ _tilted(loop, d) * twist[2]", "", PLANES + "::test_the_closure_is_the_chain"),
    (CLOSURE + ": LoopClosure.bias", "resisted[-1] + _tilted(loop, ddot) * V[2]", "resisted[-1]",
     PLANES + "::test_the_closure_is_the_chain"),
    (FRAMES + ": _plane", "normal = apply(transpose(axes), cross(first, second))",
     "normal = (K(0), K(0), K(1))", PLANES + "::test_the_oracle_closes_the_same_loop"),
    (POSES + ": along_normal",
     "loop.normal[0] * (v[0] - w * d[1])", "loop.normal[0] * (v[0] + w * d[1])", PLANE),
    (STAGE + ": loop_bias", "right[count - 1] += along_normal(loop, s, sdot, V[2])", "pass", PLANE),
    (OPENINGS + ": loop_residual",
     "six[5] = along_normal(loop, six + 3, moved, moved[0])", "pass", PLANE),
    # Another thread meets tables that are not complete.
    (STATE + ": closure_of", 'model.tables["closure"] = LoopClosure(DOUBLES, model)',
     'model.tables["closure"] = object.__new__(LoopClosure)\n'
     "        closure.__init__(DOUBLES, model)",
     "tests/test_calls_at_once.py::test_first_calls_meet"),
    # Far away, and whole turns.
    (CLOSING + ": skip_turns",
     "sin(to) * cos(x) - cos(to) * sin(x)", "sin(to) * cos(x) + cos(to) * sin(x)", FAR),
    (CLOSING, "cdef double LONGEST_WAY = 100.0", "cdef double LONGEST_WAY = 1e300", FAR),
    (CLOSING, "cdef double LONGEST_WAY = 100.0", "cdef double LONGEST_WAY = 1.0", FAR),
    (CLOSING + ": follow", "PyErr_CheckSignals()", "pass", FAR),
    (TURNS + ": whole_turns_close",
     "(used != np.rint(used)).any()", "(used != np.rint(used)).all() and False", FAR),
    # The nearest closed configuration.
    (NEAREST + ": _Cluster.step", "mu = DAMPING * self.factor * self.norm", "mu = 0.0", PROJECT),
    (NEAREST + ": _Cluster.step",
     "Vt.T @ (share * made)) * self.units", "Vt.T @ (share * made))", PROJECT),
    (NEAREST + ": _Cluster.step",
     "squares = self.s**2 + mu", "squares = self.s**2 + 100 * mu**0.5", PROJECT),
    (NEAREST + ": _Cluster.refuse_toggle",
     "least**2 <= self.norm:", "least**2 > self.norm:", PROJECT),
    (NEAREST + ": _Cluster.step", "made = self.U.T @ self.phi\n        squares",
     "made = self.U.T @ -self.phi\n        squares", PROJECT),
]  # fmt: skip
