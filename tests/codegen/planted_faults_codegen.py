"""Faults in generated code that the tests must notice; see verification/faults."""

GRAPH = "codegen/graph.py"
FRAMES = "codegen/tree_frames.py"
DYNAMICS = "codegen/traced_dynamics.py"
TANGENTS = "codegen/tangents.py"
PARTIALS = "codegen/traced_partials.py"
ORDERS = "codegen/traced_order_partials.py"
KINEMATICS = "codegen/traced_kinematics.py"
ROBOT = "codegen/traced_robot.py"
LOOPS = "codegen/traced_loops.py"
LOADS = "codegen/base_and_loads.py"
TEXT = "codegen/c_text.py"
BLOCKS = "codegen/code_blocks.py"
TRIGONOMETRY = "codegen/trigonometry_text.py"
SERIES = "codegen/series_vectors.py"
EXPRESSIONS = "tests/codegen/test_expression_graph.py"
CODE = "tests/codegen/test_generated_code.py"
MECHANISMS = "tests/codegen/test_generated_mechanisms.py"
ORDER_LANES = "tests/codegen/test_order_lanes.py"
VARIANTS = "tests/codegen/test_generated_variants.py"

FAULTS = [
    (GRAPH + ": mul", "if minus_a != minus_b", "if minus_a", EXPRESSIONS),
    (GRAPH + ": _factor", "if x[0] == y[0] == ", "if x[0] == ", EXPRESSIONS),
    (GRAPH + ": _turned", "s * cosine + c * sine", "s * cosine - c * sine", EXPRESSIONS),
    (FRAMES + ": regrouped", "+ P_zz * z[a] * z[b]", "- P_zz * z[a] * z[b]", EXPRESSIONS),
    (FRAMES + ": _joint_frame", "s * more_c + c * more_s", "s * more_c - c * more_s", EXPRESSIONS),
    (DYNAMICS + ": _symmetric_about_z", "c * a - xy", "c * a + xy", CODE),
    (
        DYNAMICS + ": _momenta",
        "([-xz, -yz, xx + yy], [-y, x, nil])",
        "([-xz, yz, xx + yy], [-y, x, nil])",
        CODE,
    ),
    (DYNAMICS + ": inverse_dynamics", "at.armature * rate[k + 1]", "at.armature * rate[k]", CODE),
    (ROBOT + ": joint_torque", "if k == 0 else rest", "if k > 0 else rest", CODE),
    (TEXT, '"add": "+", "sub": "-"', '"add": "+", "sub": "+"', CODE),
    (BLOCKS + ": _places", "if last[name] > b", "if last[name] > b + 1", CODE),
    (BLOCKS + ": _cuts", "key=lambda i: passing[i]", "key=lambda i: -passing[i]", EXPRESSIONS),
    (TANGENTS + ": _tangent", "da * b + a * db", "da * b - a * db", CODE),
    (TANGENTS + ": configuration_seeds", "row[c], -row[b]", "row[c], row[b]", CODE),
    (PARTIALS + ": forward_dynamics_partials", "solve([-x for", "solve([x for", CODE),
    (PARTIALS + ": forward_dynamics_partials", "a = [K.held(x) for", "a = [x for", CODE),
    (PARTIALS + ": _second", "joint[j] != joint[k]", "joint[j] != -1", CODE),
    (
        PARTIALS + ": forward_dynamics_second_partials",
        "turned(k, a_q[j])",
        "turned(j, a_q[j])",
        CODE,
    ),
    (ORDERS + ": forward_dynamics_order_partials", "by_v[k][i + 1]", "by_v[k][i]", CODE),
    (ORDERS + ": _blocks", "if j == k + 1", "if j == k + 2", CODE),
    (KINEMATICS + ": jacobian", "_moved(u, cross(w, lever))", "_moved(u, cross(lever, w))", CODE),
    (KINEMATICS + ": _body_pose", "a - b for a, b", "a + b for a, b", CODE),
    (TRIGONOMETRY, "even * cs - odd * sn", "even * cs + odd * sn", CODE),
    (SERIES + ": SeriesValue.window", "self._lane(k + i)", "self._lane(k - i)", ORDER_LANES),
    (SERIES + ": SeriesValue.__mul__", "range(min(n, k + L))", "range(k + 1)", ORDER_LANES),
    (SERIES + ": SeriesValue.__rtruediv__", "-y[0] * sum", "y[0] * sum", ORDER_LANES),
    (SERIES + ": SeriesField.sqrt", "range(1, k))", "range(k))", ORDER_LANES),
    (SERIES + ": _quaternion", "s * b + z * a - x * c", "s * b + z * a + x * c", ORDER_LANES),
    (LOOPS + ": Orthogonal.__init__", "(j + 1, count)", "(j)", MECHANISMS),
    (LOOPS + ": Orthogonal.solve", "y[j] - self.R[j][k]", "y[j] + self.R[j][k]", MECHANISMS),
    (LOOPS + ": Orthogonal.solve", "self.order.index(j)", "j", MECHANISMS),
    (LOOPS + ": _Unturned.sin", "unturned(x)[1]", "_turned(x)[1]", MECHANISMS),
    (LOOPS + ": _Constraints._solver", "- BOUND**2 * whole", "+ BOUND**2 * whole", MECHANISMS),
    (LOOPS + ": _Constraints.forces", "(j, k - j)", "(k - j, k - j)", MECHANISMS),
    (LOOPS + ": _Constraints.forces", "[x * factorial(k) for x in row]", "row", MECHANISMS),
    (LOOPS + ": _reduced", "_dot(column, moved[j])", "_dot(column, column)", MECHANISMS),
    (LOADS + ": Loads.series", "/ factorial(k)", "/ 1", VARIANTS),
    (ROBOT + ": Robot.bodies", "body.k = frame", "_ = frame", VARIANTS),
    (LOADS + ": base_changes", "(0.0, p[2], -p[1])", "(0.0, -p[2], p[1])", VARIANTS),
    (LOADS + ": base_changes", 'if base == "mixed" else back', "", VARIANTS),
    (LOADS + ": congruent", "zip(*half, strict=True)", "half", VARIANTS),
    (
        KINEMATICS + ": jacobian",
        "times_changes(rows, base_changes",
        "(lambda a, b: a)(rows, base_changes",
        VARIANTS,
    ),
]
