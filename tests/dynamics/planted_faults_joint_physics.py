"""Faults in what joints do themselves: file, text, fault, tests."""

PHYSICS = "joint_physics.pxi"
TORQUES = "joint_torques.pxi"
INERTIA = "composite_run.pxi"
PARTIALS = "joint_physics_partials.pxi"
GABI = "h_gabi_inertia.pxi"
BODY = "h_gabi_body.pxi"
MULTI = "h_gabi_multi.pxi"
LOADS = "h_gabi_loads.pxi"
RUN = "h_gabi_run.pxi"
COLUMNS = "articulated_columns.pxi"
ORDERS = "joint_orders.pxi"
SPATIAL = "h_gabi_spatial_run.pxi"
TWIN = "joint_physics_twin.py"
ROOTS = "roots.h"
ORACLE = "lieref/oracle/tree/joint_torques.py"
MODEL = "lieref/model/tree/joint_physics.py"

TESTS = "tests/dynamics/test_joint_physics.py"
OF_PARTIALS = "tests/partials/test_joint_physics_partials.py"
OF_MODELS = "tests/model/editing/test_joint_physics_model.py"

FAULTS = [
    (
        PHYSICS + ": known_torque",
        "at.damping * coordinate_rate",
        "-at.damping * coordinate_rate",
        TESTS,
    ),
    (PHYSICS + ": known_torque", "(q[at.place] - at.rest)", "q[at.place]", TESTS),
    (
        PHYSICS + ": known_torque",
        "vdot, model.nv, column, k - 1)",
        "vdot, model.nv, column, k)",
        TESTS,
    ),
    (PHYSICS + ": friction_order", "(j - 0.5 * m)", "(j - m)", TESTS),
    (
        PHYSICS + ": friction_order",
        "if k > 0:\n            return 0",
        "if k > 1:\n            return 0",
        TESTS + "::test_friction_at_rest_and_its_sign",
    ),
    (PHYSICS + ": friction_order", "return times_factorial(sum, k)", "return sum", TESTS),
    (
        PHYSICS + ": joint_torque",
        ".armature * vdot[k * model.nv + column]",
        ".armature * vdot[column]",
        TESTS,
    ),
    (
        PHYSICS + ": inverse_root",
        "for i in range(3):",
        "for i in range(1):",
        TESTS + "::test_forward_dynamics",
    ),
    (
        TORQUES + ": add_joint_torques",
        "for k in range(call.r + 1):",
        "for k in range(call.r):",
        TESTS,
    ),
    (
        INERTIA + ": add_armature",
        "+ model.physics[c].armature",
        "- model.physics[c].armature",
        TESTS + "::test_closed_forms",
    ),
    (
        ROOTS,
        "(x > 0) - (x < 0)",
        "(x >= 0) - (x < 0)",
        TESTS + "::test_friction_at_rest_and_its_sign",
    ),
    # Ia S is not zero behind a rotor.
    (GABI + ": articulate", "exact = armature == 0", "exact = True", TESTS),
    (GABI + ": articulate", "D = D + armature", "pass", TESTS),
    (
        BODY + ": bias_to_parent",
        "u = u + armature * pairing(U, single(block, BIAS, at))",
        "pass",
        TESTS,
    ),
    (MULTI + ": articulate_multi", "D[7 * i] += rotors[free[i]].armature", "pass", TESTS),
    (
        MULTI + ": articulate_multi",
        "if found == count and rotors == NULL:",
        "if found == count:",
        TESTS,
    ),
    (MULTI + ": multi_bias", "u[j] += rotors[free[j]].armature * x[j]", "pass", TESTS),
    (MULTI + ": multi_bias", "if found == count and rotors == NULL:", "if found == count:", TESTS),
    (RUN + ": finish_order", "kind == REVOLUTE and not rotor", "kind == REVOLUTE", TESTS),
    (
        RUN + ": run_acting",
        "passes(model, call, call.r + 1, True)",
        "passes(model, call, call.r + 1, False)",
        TESTS,
    ),
    (
        LOADS + ": load_of",
        "torque = torque - (<JointTorque>",
        "torque = torque + (<JointTorque>",
        TESTS,
    ),
    (
        LOADS + ": write_torque",
        "apart(<void*> joint_torque)",
        "apart(<void*> known_torque)",
        TESTS + "::test_hybrid_dynamics",
    ),
    (COLUMNS + ": eliminate", "pivot = pivot + j.physics[c].armature", "pass", TESTS),
    (
        ORDERS + ": found_rates",
        "tau[c] += joint_torque(",
        "tau[c] -= joint_torque(",
        TESTS + "::test_hybrid_dynamics",
    ),
    (
        SPATIAL + ": base_to_tip_order",
        "tau[c] += joint_torque(",
        "tau[c] -= joint_torque(",
        TESTS + "::test_hybrid_dynamics",
    ),
    (SPATIAL + ": tip_to_base", "keep_joint_torques(model, call, &j, k, left)", "pass", TESTS),
    (TWIN + ": known_torque", "rate[k - 1] if k > 0", "rate[k] if k > 0", TESTS),
    (TWIN + ": friction_order", "(2 * j - m) * square", "(2 * j + m) * square", TESTS),
    (
        PARTIALS + ": friction_slope",
        "return -3 * at.friction",
        "return 3 * at.friction",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": friction_slope",
        "return at.friction * wide * wide * y",
        "return at.friction * wide * y",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": add_joint_partials",
        "dq[at] = dq[at] + model.physics[c].stiffness",
        "dq[at] = dq[at] - model.physics[c].stiffness",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": add_joint_change",
        "model.physics[c].armature * da[c]",
        "model.physics[c].armature * dv[c]",
        OF_PARTIALS,
    ),
    (
        PARTIALS + ": add_joint_gradients",
        "model.physics[c].stiffness * w[c]",
        "model.physics[c].stiffness",
        OF_PARTIALS,
    ),
    (ORACLE + ": joint_torque_slopes", "bend.append(-3 *", "bend.append(3 *", OF_PARTIALS),
    (ORACLE + ": _root", "rest = rest - y[j] * y[k - j]", "pass", TESTS),
    (MODEL + ": _refuse_places", 'if joint.kind == "free":', "if False:", OF_MODELS),
    (
        MODEL + ": checked_physics",
        'if name != "rest" and (row < 0.0).any():',
        "if False:",
        OF_MODELS,
    ),
    (
        MODEL + ": frozen_physics",
        "any(np.any(x) for x in physics[:3])",
        "any(np.any(x) for x in physics)",
        OF_MODELS,
    ),
]
