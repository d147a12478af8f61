"""Mutated URDF files: each gives a model or a LierefError, never another exception."""

import random
import re
import warnings

import pytest
from support.trees.urdf_texts import inertial, joint, link, robot

from lieref.errors import LierefError, ModelWarning
from lieref.model.urdf import read_urdf

LOOP = b"""<?xml version="1.0"?>
<robot name="p"><link name="a"/><link name="b"><inertial><origin xyz="0 0 .1"/><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="c"><inertial><mass value="1"/></inertial></link>
<joint name="j" type="revolute" independent="true"><parent link="a"/><child link="b"/>
<axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
<joint name="k" type="continuous" independent="false">
<parent link="a"/><child link="c"/>
<origin xyz="1 0 0" rpy="0 0 1"/><axis xyz="0 0 1"/><mimic joint="j" multiplier="2"/></joint>
<coupling name="q"><predecessor link="b"/><successor link="c"/><ratio value="2"/></coupling>
<gazebo><xacro:x/></gazebo></robot>"""
TREE = robot(
    link("base"), link("arm"), link("hand", ""), link("tip", inertial(1.0, (1, 0, 0, 1, 0, 1))),
    joint("j", "base", "arm"), joint("f", "arm", "hand", "fixed", ""), joint("k", "hand", "tip"),
).encode()  # fmt: skip
TOKENS = (
    b'" \' < > /> \n nan 1e999 1e308 -1e308 1e-320 xacro: ${a} \xff \x00 &amp; &x; world "" - 0 '
    b'\xef\xbb\xbf planar floating <![CDATA[ ]]> <?pi?> name="a" type="fixed" <!DOCTYPE'
).split(b" ") + [b'<link name="z"/>', b'<mimic joint="j"/>', b'<!ENTITY a "b">', b"  "]
VALUE, EMPTY = re.compile(rb'"[^"]*"'), re.compile(rb"<[^<>]*/>")
TYPES = (b"revolute", b"continuous", b"prismatic", b"fixed", b"planar", b"floating")


def mutated(draw, data):
    """The document with one change: of bytes, a token, a value, an element or a type."""
    at, kind = draw.randrange(len(data) + 1), draw.randrange(7)
    if kind == 0:
        return data[:at] + draw.choice(TOKENS) + data[at:]
    if kind == 1:
        return data[:at] + data[at + draw.randrange(12) :]
    if kind == 2:
        return data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]
    if kind == 3:
        start = draw.randrange(len(data) + 1)
        return data[:at] + data[start : start + draw.randrange(200)] + data[at:]
    if kind == 4:
        return data.replace(draw.choice(TYPES), draw.choice(TYPES), 1)
    found = list((VALUE if kind == 5 else EMPTY).finditer(data))
    if not found:
        return data
    one, other = draw.choice(found), draw.choice(found).group()
    token = b'"' + draw.choice(TOKENS).replace(b'"', b"") + b'"'
    new = draw.choice((other, token) if kind == 5 else (b"", 2 * one.group(), other))
    return data[: one.start()] + new + data[one.end() :]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("data", [TREE, LOOP], ids=["tree", "loop"])
def test_mutations(data, seed):
    draw = random.Random(seed)
    ends = {"model": 0, "error": 0}
    for _ in range(40):
        text = data
        for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
            text = mutated(draw, text)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ModelWarning)
            try:
                read_urdf(
                    text,
                    "thing.urdf",
                    base=draw.choice(("fixed", "free")),
                    mimics=draw.choice(("keep", "couple")),
                )
                ends["model"] += 1
            except LierefError as error:
                assert str(error).startswith("thing.urdf"), text
                ends["error"] += 1
    # the documents are neither harmless nor broken altogether
    assert min(ends.values()) > 0
