"""MJCF texts with every joint, and with every constraint."""

INERTIA = '<inertial pos=".1 .02 .1" mass="1" fullinertia=".05 .06 .07 .005 .006 .007"/>'

#: Hinges, slides, balls and a free body, several in one body, beside its origin, with references.
ZOO = """<mujoco model="zoo"><compiler angle="radian"/>
<option gravity="0.3 -.2 -9.7"><flag contact="disable" limit="disable"/></option>
<worldbody>
 <site name="origin" pos=".1 .2 .3" euler=".1 .2 .3"/>
 <body name="post" pos="0 0 1" euler=".3 .1 .2"><geom size=".1" mass="2"/>
  <body name="tool" pos=".1 .2 .3" euler=".4 .5 .6">
   <joint name="h0" axis="1 2 3" pos=".1 .2 -.1" ref=".4" range="-1 2"/>
   <geom type="box" size=".1 .2 .3" pos=".1 .05 .2" euler=".3 .2 .1" mass="1.5"/>
   <body name="wagon" pos=".2 .1 0" euler=".1 .9 .3">
    <joint name="s" type="slide" axis="1 -1 .5" ref=".2"/>
    <joint name="h1" axis="0 1 .3" pos=".05 .1 .2" ref="-.3"/>
    <joint name="b" type="ball" pos=".1 -.2 .05"/>
    <inertial pos=".1 .2 .3" mass="2" fullinertia=".5 .6 .7 .05 .06 .07"/>
    <site name="tip" pos=".3 .2 .1" quat="1 .2 .3 .1"/>
    <site name="wagon" pos=".5 .2 .1"/>
    <body name="fixed_part" pos=".3 0 .1" euler=".2 .1 .5">
     <geom type="capsule" size=".05 .2" mass=".7"/>
     <body name="end" pos=".1 .1 .2">
      <joint type="ball" pos=".1 0 .3"/><joint name="after" type="slide" axis="1 0 0"/>
      <geom size=".1" pos=".1 0 0" mass=".4"/></body>
     <body pos=".1 .1 -.2"><joint type="ball"/>
      <geom type="ellipsoid" size=".1 .2 .15" pos=".1 0 0" mass=".4"/></body>
    </body>
   </body>
  </body>
 </body>
 <body name="ship" pos="1 2 3" quat="1 .3 .2 .1"><freejoint name="float"/>
  <geom type="box" size=".3 .2 .1" pos=".1 .1 .1" mass="3"/>
  <body name="mast" pos=".1 .2 .3"><joint name="turn" axis="0 0 1"/>
   <geom type="box" size=".1 .2 .3" mass=".5"/></body></body>
</worldbody></mujoco>"""

_CONSTRAINED = f"""<mujoco model="loops"><compiler angle="radian"/>
<option jacobian="dense"/>
<worldbody>
 <body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0" ref=".1"/>{INERTIA}
  <body name="b" pos="0 0 .5"><joint name="jb" type="ball"/>{INERTIA}
   <site name="bt" pos="1 0 0" euler=".1 .2 .3"/></body></body>
 <body name="c" pos="1 0 1"><joint name="jc" axis="0 1 0"/>{INERTIA}
  <site name="ct" pos="0 0 .5" euler=".3 .1 .2"/>
  <body name="part of c"/></body>
 <body name="d" pos="3 0 1"><joint name="jd" type="slide" axis="0 1 0" ref=".2"/>{INERTIA}
  <body name="e" pos="0 0 .3"><joint name="je" axis="1 0 0" ref="-.3"/>{INERTIA}
   <body name="f" pos="0 0 .3"><joint name="jf" axis="0 0 1"/>{INERTIA}
    <body name="g" pos="0 .3 .3"><joint name="jg" axis="0 1 0"/>{INERTIA}</body>
   </body></body></body>
 <body name="f1" pos="5 0 1"><freejoint/>{INERTIA}
  <site name="ft" pos="1 0 0" euler=".1 .2 .3"/></body>
 <body name="f2" pos="5 1 1" euler=".1 .2 .3"><freejoint/>{INERTIA}</body>
</worldbody>
<tendon><fixed name="cord"><joint joint="je" coef="1"/></fixed></tendon>
<equality>EQUALITY</equality></mujoco>"""

#: By what they are: elements of <equality>, and how many loops and couplings they are.
EQUALITIES = {
    "connect": ('<connect body1="b" body2="c" anchor="1 0 0"/>', 1, 0),
    "connect to the world": ('<connect body1="f1" body2="world" anchor=".1 .2 .3"/>', 1, 0),
    "connect sites": ('<connect site1="bt" site2="ct"/>', 1, 0),
    "weld": ('<weld body1="f1" body2="f2"/>', 1, 0),
    "weld elsewhere": (
        '<weld body1="f1" body2="f2" anchor=".1 .2 .3" relpose="0 1 0 1 .2 .1 .3"/>',
        1,
        0,
    ),
    "weld to a hinged body": ('<weld body1="f1" body2="c"/>', 1, 0),
    "weld sites": ('<weld site1="ft" site2="ct"/>', 1, 0),
    "weld of the point": ('<weld body1="f1" body2="f2" torquescale="0"/>', 1, 0),
    "joints": ('<joint joint1="jd" joint2="je" polycoef=".1 .5 0 0 0"/>', 0, 1),
    "joints by polynomials": (
        '<joint joint1="jd" joint2="je" polycoef=".1 .5 .2 -.3 .05"/>'
        '<joint joint1="jf" joint2="jd" polycoef="0 2 0 0 0"/>',
        0,
        2,
    ),
    "a joint held": ('<joint joint1="je" polycoef=".1"/>', 0, 1),
    "inactive": ('<joint joint1="je" polycoef=".1" active="false"/>', 0, 0),
}


def constrained(equality):
    """The text with an element of <equality>."""
    return _CONSTRAINED.replace("EQUALITY", equality)
