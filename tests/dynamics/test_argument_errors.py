"""Errors that name their cause: models of the wrong kind, results beyond the range of double."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

import lieref
from lieref import (
    ArgumentError,
    LierefError,
    ModelError,
    NonFiniteError,
    ShapeError,
    loops,
)
from lieref.check.convention_table import convention
from lieref.loops import reduced
from lieref.loops.reduced.products import CONTRACTIONS, LINEAR

HUGE = 1e200


@pytest.fixture(scope="module")
def arm():
    return lieref.catalogue.serial_chain(3)


@pytest.fixture(scope="module")
def four_bar():
    return lieref.catalogue.four_bar()


def test_argument_error_is_a_type_error():
    assert issubclass(ArgumentError, LierefError) and issubclass(ArgumentError, TypeError)


@pytest.mark.parametrize("name", ["lagrange_matrices", "grouped_matrices", "euler_jourdain"])
def test_a_model_with_loops_is_sent_to_lieref_loops(four_bar, name):
    arguments = _required(getattr(lieref, name), (1,))
    with pytest.raises(ArgumentError, match=r"got LoopModel\): .*lieref\.loops"):
        getattr(lieref, name)(four_bar, *arguments)


def test_a_tree_is_sent_to_lieref(arm):
    with pytest.raises(ArgumentError, match=r"got Model\): .*lieref itself"):
        loops.constraint_state(arm, np.zeros(3), np.zeros(3))


def test_a_foreign_object_gets_no_hint():
    with pytest.raises(ArgumentError, match=r"got int\)$"):
        lieref.forward_kinematics(3, [0.0], [[0.0]])
    with pytest.raises(ArgumentError, match=r"got int\)$"):
        loops.loop_residual(3, [0.0])


@pytest.mark.parametrize(
    "call",
    [
        lambda m, q, v: lieref.forward_kinematics(m, q, v, "spatial"),
        lambda m, q, v: lieref.jacobian_derivatives(m, q, v, 2),
        lambda m, q, v: lieref.system_jacobian_derivatives(m, q, v),
        lieref.grouped_matrices,
        lambda m, q, v: lieref.pose_derivatives(np.eye(4), np.full((3, 6), HUGE)),
    ],
)
def test_kinematics_beyond_the_range_of_double(arm, call):
    with pytest.raises(NonFiniteError):
        call(arm, np.full(arm.nq, 0.3), np.full((3, arm.nv), HUGE))


def test_loops_beyond_the_range_of_double(four_bar):
    q = four_bar.neutral() if hasattr(four_bar, "neutral") else four_bar.assembly
    closed = loops.expand(four_bar, np.asarray(q)[:1])
    with pytest.raises(NonFiniteError):
        loops.constraint_state(four_bar, closed, [HUGE])
    with pytest.raises(NonFiniteError):
        loops.expand_motion(four_bar, closed, [[HUGE], [HUGE], [HUGE]])
    with pytest.raises(NonFiniteError):
        loops.loop_bias(four_bar, closed, np.array([HUGE, -HUGE, HUGE]))


def test_newton_euler_refuses_a_negative_mass_and_unused_rotations():
    rest = (np.zeros(3), np.eye(3), np.zeros(6), np.zeros(6))
    with pytest.raises(ModelError, match=r"mass is -1\.0"):
        lieref.newton_euler_components(-1.0, *rest)
    with pytest.raises(ShapeError, match="rotations"):
        lieref.newton_euler_components(1.0, *rest, rotations="x")


def test_closed_form_rate_needs_the_jerk(arm):
    v = np.ones((3, arm.nv))
    assert np.isfinite(
        lieref.closed_form_rate(lieref.grouped_matrices(arm, np.ones(arm.nq), v)).total
    ).all()
    with pytest.raises(ShapeError, match="2 rows of v, expected 3"):
        lieref.closed_form_rate(lieref.grouped_matrices(arm, np.ones(arm.nq), v[:2]))


@pytest.mark.parametrize("kind", [complex, np.complex128, np.complex64])
def test_splines_refuse_complex_knots(kind):
    with pytest.raises(ShapeError, match=r"knots\[1\].*real"):
        lieref.trajectories.BSpline([0.0, kind(1 + 1j)], [1.0], 0)


def test_modules_are_reachable_and_imported_only_when_asked_for():
    code = (
        "import sys, lieref; assert 'lieref.check' not in sys.modules; "
        "assert 'lieref.partials.steps' not in sys.modules; "
        "lieref.partials.steps.__doc__; lieref.check.__doc__"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        lieref.nothing  # noqa: B018


def _functions_of_models(module, prefix=""):
    """Names and functions of a public module whose first argument is a model."""
    for name in module.__all__:
        function = getattr(module, name)
        if callable(function) and not isinstance(function, type):
            first = next(iter(inspect.signature(function).parameters), None)
            if first == "model":
                yield prefix + name, function


FUNCTIONS = dict(
    [
        *_functions_of_models(lieref),
        *_functions_of_models(loops, "loops."),
        *_functions_of_models(lieref.integrate, "integrate."),
        *_functions_of_models(lieref.oracle, "oracle."),
    ]
) | {"trajectories.Trajectory": lieref.trajectories.Trajectory}
#: What both kinds of model have in common, and what `lieref` and `lieref.loops` hand on.
BOTH = {"retraction_hessian", "lie_second_derivative", "commutator", "gravity_forces", "generate"}
BOTH |= {f"{d}_dynamics{p}" for d in ("inverse", "forward") for p in ("", "_partials")}
BOTH |= {f"{d}_dynamics_second_partials" for d in ("inverse", "forward")}
BOTH |= {"bias_forces", "center_of_mass", "centroidal_momentum", "coriolis_matrix", "energy"}
BOTH |= {"external_forces", "joint_space_inertia", "joint_space_inertia_derivatives", "momentum"}
BOTH |= {"integrate.model_group", "integrate.simulate"}
BOTH |= {f"loops.{name}" for name in BOTH if "dynamics" in name}
BOTH |= {*reduced.__all__, *LINEAR, *CONTRACTIONS} - {"product"}
BOTH |= {f"centroidal_momentum_matrix{x}" for x in ("", "_derivatives")}
BOTH |= {f"center_of_mass_jacobian{x}" for x in ("", "_derivatives")}
BOTH |= {"inverse_kinematics_derivatives", "forward_dynamics_geometric_derivatives"}
BOTH |= {"forward_dynamics_regressor_derivatives"}
BOTH |= {f"{x}{d}_dynamics_order_partials" for x in ("", "loops.") for d in ("inverse", "forward")}
OF_LOOPS = {name for name in FUNCTIONS if name.startswith(("loops.", "oracle.loop_"))} - BOTH


def _required(function, shape):
    """So many arrays of zeros as arguments have no default, but for the model."""
    parameters = list(inspect.signature(function).parameters.values())[1:]
    return [np.zeros(shape) for p in parameters if p.default is p.empty]


def test_a_class_of_trees(four_bar):
    for model in (four_bar, 3, None):
        with pytest.raises(ArgumentError, match="incorrect type"):
            lieref.InertiaFactor(model, np.eye(1))


def test_a_model_of_another_library_is_told_what_reads_it():
    pytest.importorskip("pinocchio")
    both = lieref.to_pinocchio(lieref.catalogue.serial_chain(1))
    for model, hint in ((both, "its attribute `model`"), (both.other, "lieref.from_pinocchio")):
        with pytest.raises(ArgumentError, match=hint):
            lieref.inverse_dynamics(model, [0.0], [[0.0], [0.0]])


def test_the_functions_of_models_are_found():
    assert len(FUNCTIONS) > 90 and len(OF_LOOPS) > 20 and set(FUNCTIONS) >= BOTH


class Robot:
    """Foreign, with attributes of a model."""

    joints = names = joint_names = ()
    nq = nv = nbodies = 3


@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 2, 3)], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_object_that_is_no_model(name, shape):
    function = FUNCTIONS[name]
    for foreign in (3, None, "arm", Robot()):
        with pytest.raises(ArgumentError, match=f"got {type(foreign).__name__}"):
            function(foreign, *_required(function, shape))


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - BOTH - OF_LOOPS))
def test_a_function_of_trees_names_those_of_loops(four_bar, name):
    with pytest.raises(ArgumentError, match=r"lieref\.loops.*`loop_`.*`model\.tree`"):
        FUNCTIONS[name](four_bar, *_required(FUNCTIONS[name], (3,)))


@pytest.mark.parametrize("name", sorted(OF_LOOPS))
def test_a_function_of_loops_names_those_of_trees(arm, name):
    with pytest.raises(ArgumentError, match="functions of trees are in lieref itself"):
        FUNCTIONS[name](arm, *_required(FUNCTIONS[name], (3,)))


WORDS = [
    (lambda m, q: lieref.inverse_dynamics(m, q, [q, q], "spatail"), "'spatial'"),
    (lambda m, q: lieref.inverse_dynamics(m, q, [q, q], form="hybird"), "'hybrid'"),
    (lambda m, q: lieref.forward_dynamics(m, q, q, [q], wrench_axes="intertial"), "'inertial'"),
    (lambda m, q: lieref.forward_dynamics_partials(m, q, q, q, method="fdvsa"), "'fdsva'"),
    (lambda m, q: lieref.joint_space_inertia(m, q, method="definitoin"), "'definition'"),
    (lambda m, q: lieref.forward_kinematics(m, q, [q], representation="mixd"), "'mixed'"),
    (lambda m, q: lieref.jacobian(m, q, "bdy1"), "'body1'"),
    (lambda m, q: lieref.christoffel_symbols(m, q, form="screw"), "'screws'"),
    (lambda m, q: lieref.system_factors(m, q, form="spatail"), "'spatial'"),
    (lambda m, q: lieref.external_forces(m, q, np.zeros((3, 6)), wrench_axes="bodi"), "'body'"),
    (lambda m, q: lieref.inverse_dynamics_geometric_partials(m, q, q, q, "rihgt"), "'right'"),
    (lambda m, q: lieref.integrate.simulate(m, q, q, [0, 1], method="rkmk55"), "'rkmk54'"),
    (lambda m, q: lieref.integrate.Group(["S03"]), r"'SO3'"),
    (lambda m, q: lieref.oracle.inverse_dynamics(m, q, [q, q], base="bdoy"), "'body'"),
    (lambda m, q: convention("mujco"), "'mujoco'"),
]


@pytest.mark.parametrize(("call", "meant"), WORDS)
def test_an_unknown_word_is_an_argument_error(arm, call, meant):
    with pytest.raises(ArgumentError, match=f"expected one of '.*; did you mean {meant}"):
        call(arm, np.zeros(3))


@pytest.mark.parametrize(
    ("word", "here"),
    [("LOCAL", "body"), ("world", "spatial"), ("LOCAL_WORLD_ALIGNED", "hybrid")],
)
def test_a_word_of_another_library_is_translated(arm, word, here):
    with pytest.raises(ArgumentError, match=f"; {word} is '{here}' here$"):
        lieref.jacobian(arm, np.zeros(3), 0, word)


def test_a_number_in_place_of_a_word(arm):
    q = np.zeros(3)
    with pytest.raises(ArgumentError, match="base is a ndarray, expected one of 'body'") as caught:
        lieref.inverse_dynamics(arm, q, [q, q], q)
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("function", [lieref.inverse_dynamics, lieref.momentum, lieref.energy])
def test_an_acceleration_beside_the_velocity(arm, function):
    q = np.zeros(3)
    with pytest.raises(ShapeError, match=r"v.* shape \(3,\), expected .*\[v, a\]"):
        function(arm, q, q, q)


def test_an_acceleration_beside_the_velocity_of_loops(four_bar):
    with pytest.raises(ShapeError, match=r"v has shape \(1,\), expected .*\[v, a\]"):
        loops.inverse_dynamics(four_bar, four_bar.neutral(), [0.0], [0.0])
    with pytest.raises(LierefError, match=r"\[v, a\]"):
        lieref.oracle.loop_inverse_dynamics(four_bar, four_bar.neutral(), [0.0], [0.0])
