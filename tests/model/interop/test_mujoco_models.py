"""mujoco.MjModel to lieref: maps, dynamics, frames, constraints and what acts in joints."""

import numpy as np
import pytest
from support.programs.library_agreement import apart, check, tree_of
from support.programs.mujoco_texts import EQUALITIES, INERTIA, ZOO, constrained

import lieref
from lieref import loops
from lieref.model.interop import mujoco_physics

mujoco = pytest.importorskip("mujoco", reason="MuJoCo: extra interop")

from support.programs.mujoco_library import compiled, library_of, state  # noqa: E402


def test_every_joint():
    model = compiled(ZOO)
    both = lieref.from_mujoco(model)
    assert both.model.names[:5] == (
        "tool",
        "wagon at s",
        "wagon at h1",
        "wagon at b",
        "end at joint4",
    )
    assert (both.model.lower[0], both.model.upper[0]) == (-1.0, 2.0)
    for seed in range(5):
        q, v, a = state(model, seed)
        check(both, library_of(model), q, v, a)
        np.testing.assert_array_equal(both.from_lieref_q(both.to_lieref_q(q)), q)


def test_bodies_and_sites_are_frames():
    model = compiled(ZOO)
    both, data = lieref.from_mujoco(model), mujoco.MjData(model)
    q = state(model, 3)[0]
    data.qpos[:] = q
    mujoco.mj_forward(model, data)
    at = {}
    for number in range(1, model.nbody):
        at[model.body(number).name or "body6"] = data.xpos[number], data.xmat[number]
    for number in range(model.nsite):
        name = model.site(number).name
        # one site has the name of a body
        name = "wagon_frame" if name == "wagon" else name
        at[name] = data.site_xpos[number], data.site_xmat[number]
    rest = np.zeros((1, both.model.nv))
    poses = lieref.forward_kinematics(both.model, both.to_lieref_q(q), rest, frames=list(at))[0]
    assert len(poses) == 11
    for found, (place, axes) in zip(poses, at.values(), strict=True):
        np.testing.assert_allclose(found[:3, 3], place, rtol=0, atol=1e-14)
        np.testing.assert_allclose(found[:3, :3].ravel(), axes, rtol=0, atol=1e-14)


@pytest.mark.parametrize("name", [x for x in EQUALITIES if x != "inactive"])
def test_equalities_are_loops_and_couplings(name):
    """What lieref lets move MuJoCo's constraints let move, and the forces between are theirs."""
    text, count, coupled = EQUALITIES[name]
    model = compiled(constrained(text))
    both, data = lieref.from_mujoco(model), mujoco.MjData(model)
    mechanism = both.model
    assert (len(mechanism.loops), len(mechanism.couplings)) == (count, coupled)
    rng = np.random.default_rng(2)

    def rows(q, v):
        data.qpos[:], data.qvel[:] = q, v
        mujoco.mj_forward(model, data)
        own = data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY
        return data.efc_pos[own].copy(), data.efc_J.reshape(-1, model.nv)[own].copy()

    y = mechanism.random_configuration(rng)
    rates, tau = rng.standard_normal((2, mechanism.nv))
    rates_dot = loops.forward_dynamics(mechanism, y, rates, tau[None])[0]
    u, b = loops.expand_motion(mechanism, y, np.stack([rates, rates_dot]))[0]
    q, v, a = both.from_lieref_q(y), both.from_lieref_v(y, u), both.from_lieref_a(y, u, b)
    gap, J = rows(q, v)
    np.testing.assert_allclose(gap, 0.0, atol=1e-14)
    np.testing.assert_allclose(J @ v, 0.0, atol=1e-13 * np.abs(J).max() * np.abs(v).max())
    rank = np.linalg.matrix_rank(J, 1e-8)
    assert rank == model.nv - mechanism.nv
    # H a + bias - tau is a force of the constraints: nothing along what they let move
    H = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, H)
    applied = np.zeros(model.nv)
    applied[mechanism.independent] = tau
    force = H @ a + data.qfrc_bias - both.from_lieref_tau(y, applied)
    free = np.linalg.svd(J)[2][rank:]
    np.testing.assert_allclose(free @ force, 0.0, atol=1e-12 * np.abs(H @ a).max())
    # J a + Jdot v = 0, by differences along the motion
    step, ends = 1e-6, []
    for sign in (1, -1):
        moved = q.copy()
        mujoco.mj_integratePos(model, moved, v + sign * step * a / 2, sign * step)
        speed = v + sign * step * a
        ends.append(rows(moved, speed)[1] @ speed)
    np.testing.assert_allclose((ends[0] - ends[1]) / (2 * step), 0.0, atol=1e-7)


def test_inactive_and_disabled_equalities_constrain_nothing():
    for text in (
        constrained(EQUALITIES["inactive"][0]),
        constrained(EQUALITIES["weld"][0]).replace(
            "<worldbody>", '<option><flag equality="disable"/></option><worldbody>', 1
        ),
    ):
        assert isinstance(lieref.from_mujoco(compiled(text)).model, lieref.Model)


def test_constraints_that_leave_nothing_to_move_are_left_out_on_request():
    text = '<weld name="stuck" body1="f1"/><joint name="gear" joint1="jd" joint2="je"/>'
    model = compiled(constrained(text))
    with pytest.raises(lieref.ModelError, match="'stuck'.*leave no mobility"):
        lieref.from_mujoco(model)
    with pytest.warns(lieref.ModelWarning, match="left out: constraint 'stuck': "):
        both = lieref.from_mujoco(model, unsupported="skip")
    assert [x.name for x in both.model.couplings] == ["gear"] and not both.model.loops


REFUSED = {
    "equality 'x': a constraint of the kind tendon": constrained(
        '<tendon name="x" tendon1="cord" polycoef=".1"/>'
    ),
    "equality 'x': joins parts of one rigid body": constrained(
        '<connect name="x" body1="c" body2="part of c" anchor="0 0 0"/>'
    ),
    "equality 'x': a joint of several degrees": None,
    "tendon 'cord': its stiffness": constrained("").replace('"cord"', '"cord" stiffness="2"'),
    "gravity compensation: of some of the bodies that move alone: 'c' 1": constrained("").replace(
        '"c"', '"c" gravcomp="1"'
    ),
    "option: a fluid": constrained("").replace("<option ", '<option viscosity="1" '),
    "joint 'jc': damping with terms": constrained("").replace('"jc"', '"jc" damping="1 2"'),
    "joint 'jc': a spring with terms": constrained("").replace('"jc"', '"jc" stiffness="1 2"'),
    "joint 'jb': a spring of a ball": constrained("").replace('"jb"', '"jb" stiffness="1"'),
    "body 'm': a mocap body that an equality ties": constrained(
        '<connect body1="m" body2="f1" anchor="0 0 0"/>'
    ).replace("<worldbody>", '<worldbody><body name="m" mocap="true" pos="5 0 1"/>'),
}


@pytest.mark.filterwarnings("ignore::lieref.ModelWarning")
@pytest.mark.parametrize("what", [x for x in REFUSED if REFUSED[x]])
def test_what_lieref_has_not_is_refused_or_listed(what):
    model = compiled(REFUSED[what])
    with pytest.raises(lieref.ModelError, match=what):
        lieref.from_mujoco(model)
    (skipped,) = lieref.from_mujoco(model, unsupported="skip").skipped
    assert skipped.startswith(what)


def test_loops_that_do_not_close_are_named_and_can_be_closed_elsewhere():
    text = f"""<mujoco><compiler angle="radian"/><worldbody>
    <body name="a"><joint name="ja" axis="0 1 0"/>{INERTIA}
     <body name="b" pos="1 0 0"><joint name="jb" axis="0 1 0"/>{INERTIA}</body></body>
    <body name="c" pos="3 0 0"><joint name="jc" axis="0 1 0"/>{INERTIA}
     <site name="end" pos="0 0 1"/></body>
    </worldbody><equality><connect name="bar" site1="end" site2="hook"/></equality></mujoco>"""
    text = text.replace(
        'axis="0 1 0"/>' + INERTIA + "</body></body>",
        'axis="0 1 0"/>' + INERTIA + '<site name="hook" pos="2 0 0"/></body></body>',
    )
    both = lieref.from_mujoco(compiled(text), qpos=[-0.3, 0.6, 0.1])
    assert both.model.nv == 1
    apart_text = text.replace('pos="2 0 0"', 'pos=".1 0 0"')
    with pytest.raises(lieref.ModelError, match="bar"):
        lieref.from_mujoco(compiled(apart_text))
    with pytest.warns(lieref.ModelWarning, match="left out: constraint 'bar': "):
        both = lieref.from_mujoco(compiled(apart_text), unsupported="skip")
    assert len(both.skipped) == 1 and isinstance(both.model, lieref.Model)
    with pytest.raises(lieref.ShapeError, match="q: shape"):
        lieref.from_mujoco(compiled(text), qpos=[0.0])


def test_physics_of_joints_comes_along():
    text = ZOO.replace('name="h1"', 'name="h1" damping="3" stiffness="5" springref=".2"')
    text = text.replace('name="s"', 'name="s" armature=".7"')
    text = text.replace('name="b"', 'name="b" damping="4" armature=".3"')
    motor = '<actuator><motor joint="turn" gear="3" armature=".2" damping=".4"/></actuator>'
    text = text.replace("</worldbody>", f"</worldbody>{motor}")
    model = compiled(text)
    both = lieref.from_mujoco(model)
    for seed in range(3):
        check(both, library_of(model), *state(model, seed))
    bare = lieref.from_mujoco(model, joint_physics=False).model
    assert bare == both.model.without_joint_physics() and bare.joint_physics is None
    some = lieref.from_mujoco(model, joint_physics=["damping"]).model
    assert some.damping.any() and not some.armature.any() and not some.stiffness.any()
    flag = '<option><flag damper="disable" spring="disable"/></option><worldbody>'
    off = lieref.from_mujoco(compiled(text.replace("<worldbody>", flag, 1))).model
    assert off.armature.any() and not off.damping.any() and not off.stiffness.any()


def test_actuators_are_read_once_whatever_the_number_of_joints(monkeypatch):
    n, asked = 40, []
    slides = "".join(f'<body><geom size=".1"/><joint name="j{k}"/></body>' for k in range(n))
    motors = "".join(f'<motor joint="j{k}" armature="{k + 1}"/>' for k in range(n))
    text = f"<mujoco><worldbody>{slides}</worldbody><actuator>{motors}</actuator></mujoco>"
    one_degree = mujoco_physics.one_degree
    monkeypatch.setattr(
        mujoco_physics, "one_degree", lambda *given: asked.append(given) or one_degree(*given)
    )
    both = lieref.from_mujoco(compiled(text))
    np.testing.assert_array_equal(both.model.armature, np.arange(n) + 1.0)
    assert len(asked) < 4 * n


def test_friction_comes_along():
    text = ZOO.replace('name="s"', 'name="s" frictionloss="2"')
    both = lieref.from_mujoco(compiled(text))
    at = both.model.idx_v[both.model.joint_names.index("s")]
    assert both.model.friction[at] == 2.0 and both.model.friction.sum() == 2.0


@pytest.mark.filterwarnings("ignore:MuJoCo reads:lieref.ModelWarning")
def test_files(tmp_path):
    path = tmp_path / "zoo.xml"
    path.write_text(ZOO)
    both = lieref.from_mjcf(path)
    assert both.model == lieref.from_mujoco(compiled(ZOO)).model == lieref.from_mjcf(ZOO).model
    # a mesh without mass is not needed: the other shapes have theirs
    mesh = '<geom type="mesh" mesh="m"/>'
    shaped = ZOO.replace(
        "<worldbody>", f'<asset><mesh name="m" file="none.stl"/></asset><worldbody>{mesh}', 1
    )
    drawn = shaped.replace(
        '<site name="tip"', '<geom type="mesh" mesh="m" mass="0"/><site name="tip"'
    )
    path.write_text(drawn)
    assert lieref.from_mjcf(path).model == both.model
    # nor is one of a body with an inertia, unless the file says that shapes count
    given = f"""<mujoco><asset><mesh name="m" file="none.stl"/></asset><worldbody><body name="a">
        <joint/>{INERTIA}{mesh}</body></worldbody></mujoco>"""
    path.write_text(given)
    assert lieref.from_mjcf(path).model.masses[0] == 1.0
    path.write_text(given.replace("<asset>", '<compiler inertiafromgeom="true"/><asset>'))
    with pytest.raises(lieref.ModelError, match="MuJoCo cannot read .*opening file"):
        lieref.from_mjcf(path)
    path.write_text("<mujoco><worldbody><body>")
    with pytest.raises(lieref.ModelError, match="MuJoCo cannot read"):
        lieref.from_mjcf(path)
    with pytest.raises(lieref.ModelError, match="MuJoCo cannot read"):
        lieref.from_mjcf(tmp_path / "nothing.xml")
    with pytest.raises(lieref.ModelError, match="MuJoCo cannot read the text: .*line 1"):
        lieref.from_mjcf("<mujoco><wheels/></mujoco>")


def test_arguments():
    with pytest.raises(lieref.ArgumentError, match="mj_model is a str, expected a mujoco.MjModel"):
        lieref.from_mujoco(ZOO)
    still = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>"
    with pytest.warns(lieref.ModelWarning, match="nothing of this model moves"):
        lieref.from_mujoco(compiled(still))
    weightless = ZOO.replace(
        "<worldbody>", '<option><flag gravity="disable"/></option><worldbody>', 1
    )
    model = compiled(weightless)
    both = lieref.from_mujoco(model)
    assert not both.model.gravity.any() and apart(both.model.gravity, np.zeros(3)) == 0.0
    check(both, library_of(model), *state(model, 1))
    assert tree_of(both) is both.model
