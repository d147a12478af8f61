"""What MJCF files have besides robots: missing files, objects, targets, compensated weights."""

import pytest
from support.programs.library_agreement import apart, check
from support.programs.mujoco_texts import INERTIA

import lieref

pytest.importorskip("mujoco", reason="MuJoCo: extra interop")

from support.programs.mujoco_library import compiled, library_of, state  # noqa: E402

ARM = '<body name="arm"><joint axis="0 1 0"/><geom name="box" type="box" size=".1 .2 .3" mass="1"/>'
MESH = '<geom type="mesh" mesh="v" {}/>'


def world(bodies, assets="", more=""):
    return (
        f"<mujoco model='m'><asset>{assets}</asset><worldbody>{bodies}</worldbody>{more}</mujoco>"
    )


#: Files that are not there, and what is named.
MISSING = {
    "texture": (
        world(
            ARM.replace('"box"', '"box" material="m"', 1) + "</body>",
            '<texture name="t" type="2d" file="none.png"/><material name="m" texture="t"/>',
        ),
        "textures and skins",
    ),
    "height field": (
        world(
            f'<geom type="hfield" hfield="h"/>{ARM}</body>',
            '<hfield name="h" file="none.png" size="1 1 1 .1"/>',
        ),
        "height fields",
    ),
    "mesh of a static body": (
        world(f"<body>{MESH}</body>{ARM}</body>", '<mesh name="v" file="none.stl"/>'),
        "meshes",
    ),
    "mesh that is only seen": (
        world(ARM + MESH.format('mass="0"') + "</body>", '<mesh name="v" file="none.stl"/>'),
        "meshes",
    ),
    "all of them": (
        world(
            f'<geom type="hfield" hfield="h"/><body>{MESH}</body>{ARM}</body>',
            '<hfield name="h" file="none.png" size="1 1 1 .1"/><mesh name="v" file="none.stl"/>'
            '<texture name="t" type="2d" file="none.png"/>',
        ),
        "textures and skins, height fields, meshes",
    ),
}


@pytest.mark.parametrize("name", MISSING)
def test_files_that_are_not_there(name):
    text, words = MISSING[name]
    with pytest.warns(lieref.ModelWarning) as caught:
        model = lieref.from_mjcf(text.replace("{}", "")).model
    (told,) = [str(x.message) for x in caught]
    assert f"without {words}, on which no mass of what moves depends: " in told
    assert "none." in told
    plain = lieref.from_mjcf(world(ARM + "</body>")).model
    assert model.names == plain.names == ("arm",)
    assert model.masses.tolist() == plain.masses.tolist() == [1.0]
    assert model.inertias.tolist() == plain.inertias.tolist()


def test_a_mesh_that_a_mass_depends_on():
    for moved in (ARM + MESH + "</body>", f"{ARM}<body>{MESH}</body></body>"):
        text = world(moved.replace("{}", ""), '<mesh name="v" file="none.stl"/>')
        with pytest.raises(lieref.ModelError, match="cannot read the text: .*none.stl"):
            lieref.from_mjcf(text)


FREE = (
    '<body name="cube" pos="1 2 3" quat="1 .3 .2 .1"><joint name="f" type="free" {}/>'
    f"{INERTIA}</body>{ARM}</body>"
)


@pytest.mark.parametrize("given", [
    'damping="0.4"', 'armature="0.3"', 'damping="0.4" armature="0.3"', 'frictionloss="0"',
])  # fmt: skip
def test_a_free_joint_with_physics(given):
    """MuJoCo's damping and armature act on its own coordinates: three shifts and a ball."""
    model = compiled(world(FREE.format(given)))
    if "frictionloss" in given:
        assert lieref.from_mujoco(model).model.joints[0].kind == "free"
        return
    with pytest.warns(lieref.ModelWarning, match="joint 'f': .* three slides and a ball here"):
        both = lieref.from_mujoco(model)
    assert [x.kind for x in both.model.joints[:4]] == ["prismatic"] * 3 + ["spherical"]
    assert both.model.names[3] == "cube" and both.model.joint_names[3] == "f"
    for seed in range(4):
        check(both, library_of(model), *state(model, seed))
    bare = lieref.from_mujoco(model, joint_physics=False).model
    assert bare.joints[0].kind == "free"


def test_friction_of_a_free_joint_is_against_each_coordinate():
    model = compiled(world(FREE.format('frictionloss="0.5"')))
    with pytest.warns(lieref.ModelWarning, match="joint 'f': friction of a free joint"):
        both = lieref.from_mujoco(model)
    assert both.model.friction.tolist() == [0.5] * 6 + [0.0]


def test_defaults_reach_a_free_joint():
    default = '<default><joint damping="0.1" armature="0.01"/></default>'
    text = world(FREE.format("")).replace("<asset>", f"{default}<asset>")
    with pytest.warns(lieref.ModelWarning, match="joint 'f': armature, damping of a free joint"):
        both = lieref.from_mjcf(text)
    assert both.model.damping.tolist() == [0.1] * 7
    with pytest.raises(lieref.ModelError, match="joint 'f': a spring of a ball or free joint"):
        lieref.from_mjcf(world(FREE.format('stiffness="1"')))


COMPENSATED = (
    '<body name="a" gravcomp="{0}"><joint axis="0 1 0"/>' + INERTIA
    + '<body pos=".1 0 .3" gravcomp="{1}"><joint axis="1 0 0"/>' + INERTIA
    + '<body pos="0 .1 0" gravcomp="{2}">' + INERTIA + "</body></body></body>"
)  # fmt: skip


@pytest.mark.parametrize("share", ["1", "0.25", "2"])
def test_weights_that_are_compensated_alike(share):
    fixed = f'<body pos="3 0 0">{INERTIA}</body>'
    model = compiled(world(COMPENSATED.format(share, share, share) + fixed))
    with pytest.warns(lieref.ModelWarning, match=f"gravity compensation {share} of every body"):
        both = lieref.from_mujoco(model)
    assert both.model.gravity.tolist() == [0, 0, -9.81 * (1 - float(share))]
    for seed in range(3):
        check(both, library_of(model), *state(model, seed))


def test_weights_of_some_bodies():
    for shares in (("1", "1", "0"), ("0", "0.5", "0.5")):
        text = world(COMPENSATED.format(*shares))
        with pytest.raises(lieref.ModelError, match="gravity compensation: of some of the bodies"):
            lieref.from_mjcf(text)
    actuated = world(COMPENSATED.format(1, 1, 1)).replace(
        "<joint", '<joint actuatorgravcomp="true"'
    )
    with pytest.raises(lieref.ModelError, match="gravity compensation: by the actuators"):
        lieref.from_mjcf(actuated)
    weightless = world(COMPENSATED.format(1, 0, 0)).replace(
        "<asset>", '<option gravity="0 0 0"/><asset>'
    )
    assert lieref.from_mjcf(weightless).model.gravity.tolist() == [0, 0, 0]


@pytest.mark.filterwarnings("error::lieref.ModelWarning")
def test_a_target_is_a_frame():
    target = '<body name="target" mocap="true" pos="1 2 3"><geom size=".02"/></body>'
    both = lieref.from_mjcf(world(target + ARM + "</body>"))
    assert both.model.frames["target"].body is None
    assert both.model.frames["target"].placement[:3, 3].tolist() == [1, 2, 3]
    # an equality that is not active ties nothing
    tied = '<equality><weld body1="target" body2="arm" active="false"/></equality>'
    assert lieref.from_mjcf(world(target + ARM + "</body>", more=tied)).model == both.model


def test_nothing_that_moves_is_a_model_by_every_reader():
    text = world('<body name="table" pos="1 0 0"><geom size=".1"/><site name="top"/></body>')
    link = '<robot name="m"><link name="w"/></robot>'
    readers = [
        lambda: lieref.from_mjcf(text).model,
        lambda: lieref.load_urdf(link),
        lambda: lieref.from_mjcf(link).model,
    ]
    pin = pytest.importorskip("pinocchio")
    readers.append(lambda: lieref.from_pinocchio(pin.buildModelFromXML(link)).model)
    for read in readers:
        with pytest.warns(lieref.ModelWarning, match="nothing of this model moves"):
            model = read()
        assert isinstance(model, lieref.Model) and (model.nbodies, model.nq, model.nv) == (0, 0, 0)


PLANAR = """<mujoco model="four-bar"><worldbody>
 <body name="crank"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .2" size=".01"/>
  <body name="coupler" pos="0 0 .2"><joint axis="0 1 0"/>
   <geom type="capsule" fromto="0 0 0 .5 0 0" size=".01"/><site name="s1" pos=".5 {} 0"/></body>
 </body>
 <body name="rocker" pos=".45 0 0"><joint axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 0 .05 0 .2" size=".01"/><site name="s2" pos=".05 0 .2"/></body>
 </worldbody><equality><connect name="close" site1="s1" site2="s2"/></equality></mujoco>"""


def test_sites_with_some_decimals_are_moved_together():
    text = PLANAR.format("0.00000003")
    with pytest.raises(lieref.ModelError, match="loop 'close' by 3e-08; .* a closure_tolerance"):
        lieref.from_mjcf(text)
    with pytest.raises(lieref.ModelError, match="'close': its ends are 3e-08 m .* is 1e-08"):
        lieref.from_mjcf(text, closure_tolerance=1e-8)
    with pytest.warns(lieref.ModelWarning, match="loop 'close': its ends are 3e-08 m and 0 rad"):
        model = lieref.from_mjcf(text, closure_tolerance=1e-6).model
    assert model.nv == 1
    (loop,) = model.loops
    # each end by half of the gap, sideways
    assert loop.predecessor_frame[1, 3] == pytest.approx(1.5e-8, rel=1e-6)
    assert loop.successor_frame[1, 3] == pytest.approx(1.5e-8, rel=1e-6)
    exact = lieref.from_mjcf(PLANAR.format("0"), closure_tolerance=1e-6).model
    assert (
        apart(lieref.joint_space_inertia(model, [0.3]), lieref.joint_space_inertia(exact, [0.3]))
        < 1e-9
    )
