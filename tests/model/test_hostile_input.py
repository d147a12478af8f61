"""Input that nobody vouches for: hostile XML, and hypothesis throwing anything at the readers.

Whatever comes in, a model comes out or a LierefError; never another exception, never a crash.
"""

import time
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lieref.errors import LierefError, ModelError, ModelWarning
from lieref.model.model import Model
from lieref.model.urdf import read_urdf
from lieref.model.urdf.document import DEEPEST_ELEMENT, LARGEST_FILE, MOST_ELEMENTS

QUICK = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
VALID = b"""<?xml version="1.0"?>
<robot name="thing">
  <link name="base"><inertial><origin xyz="0 0 1" rpy="0 0 0"/><mass value="2"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="arm"><inertial><mass value="1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="hand"/>
  <joint name="j" type="revolute"><parent link="base"/><child link="arm"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1"/><mimic joint="k"/></joint>
  <joint name="k" type="continuous"><parent link="arm"/><child link="hand"/></joint>
</robot>
"""
DOCTYPES = {
    "billion laughs": '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    "file": '<!DOCTYPE r [<!ENTITY secret SYSTEM "file:///etc/hostname">]>',
    "parameter entity": '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]>',
    "external subset": '<!DOCTYPE r SYSTEM "http://127.0.0.1/r.dtd">',
    "public": '<!DOCTYPE r PUBLIC "-//A//B" "file:///etc/hostname">',
    "empty": "<!DOCTYPE r>",
    "attribute defaults": '<!DOCTYPE r [<!ATTLIST robot name CDATA "x">]>',
}


def model_or_error(make):
    """A model, or None if there was a LierefError; anything else propagates."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ModelWarning)
        try:
            model = make()
        except LierefError as error:
            assert str(error)
            return None
    # a robot on a fixed base may be a part of the world as a whole
    assert isinstance(model, Model)
    assert np.isfinite(model.placements).all() and np.isfinite(model.inertias).all()
    return model


@pytest.mark.parametrize("name", DOCTYPES)
def test_document_types_are_refused(name):
    body = '<robot name="&b;&secret;"><link name="a"/></robot>'
    for text in (f"{DOCTYPES[name]}{body}", f'<?xml version="1.0"?>\n{DOCTYPES[name]}\n{body}'):
        with pytest.raises(ModelError, match=r"evil\.urdf:[12]: DOCTYPE and entity decl"):
            read_urdf(text.encode(), "evil.urdf")


BROKEN = {
    b"": "x:1: broken XML: no element found",
    b"no xml at all": "x:1: broken XML: syntax error",
    b"<robot>\n<link>\n</robot>": "x:3: broken XML: mismatched tag",
    b"<robot>\n<link name='a' name='b'/></robot>": "x:2: broken XML: duplicate attribute",
    b"<robot/>\n<robot/>": "x:2: broken XML: junk after document element",
    b"<robot name='&undefined;'/>": "x:1: broken XML: undefined entity",
    b"<robot name='a<b'/>": "x:1: broken XML",
    b"<robot name='\xff\xfe'/>": "x:1: broken XML",
    b"<robot name='\x00'/>": "x:1: broken XML",
    b"<?xml version='1.0' encoding='utf-7'?><robot/>": "x:1: broken XML",
    b"<?xml version='1.0' encoding='no-such-code'?><robot/>": "x:1: broken XML",
    b"\x80\x04\x95 pickled": "x:1: broken XML",
}


@pytest.mark.parametrize("data", BROKEN)
def test_broken_xml_names_file_and_line(data):
    with pytest.raises(ModelError, match=BROKEN[data]):
        read_urdf(data, "x")


def test_deep_and_large_documents():
    def nested(levels):
        inside = b"<a>" * levels + b"</a>" * levels
        return read_urdf(b'<robot name="r"><link name="a"/>' + inside + b"</robot>")

    with pytest.warns(ModelWarning, match="nothing of this model moves"):
        assert nested(DEEPEST_ELEMENT - 1).nbodies == 0
    with pytest.raises(ModelError, match="1: elements nested deeper than 100"):
        nested(DEEPEST_ELEMENT)
    with pytest.raises(ModelError, match="bytes, expected at most"):
        read_urdf(b" " * (LARGEST_FILE + 1), "x")
    with pytest.raises(ModelError, match="x:1: more than 1000000 elements"):
        read_urdf(b"<robot>" + b"<b/>" * MOST_ELEMENTS, "x")


@pytest.mark.parametrize("parent_of", [lambda i: i - 1, lambda i: 0], ids=["long", "wide"])
def test_structure_is_checked_in_linear_time(parent_of):
    parts = ['<robot name="long"><link name="b0"/><link name="another"/>']
    for i in range(1, 20_000):
        parts.append(f'<link name="b{i}"/><joint name="j{i}" type="continuous">')
        parts.append(f'<parent link="b{parent_of(i)}"/><child link="b{i}"/></joint>')
    start = time.perf_counter()
    with pytest.raises(ModelError, match=r"several root links, expected one: \['b0', 'another'\]"):
        read_urdf("".join([*parts, "</robot>"]).encode())
    # a second here; a search along every path would take minutes
    assert time.perf_counter() - start < 30.0


@QUICK
@given(st.binary(max_size=200))
def test_any_bytes(data):
    assert model_or_error(lambda: read_urdf(data)) is None


@QUICK
@given(
    st.lists(
        st.tuples(st.integers(0, len(VALID)), st.integers(0, 12), st.binary(max_size=6)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["fixed", "free"]),
)
@example([(0, 0, b"")], "free")
def test_valid_document_with_bytes_replaced(changes, base):
    data = VALID
    for at, length, inserted in changes:
        data = data[:at] + inserted + data[at + length :]
    model_or_error(lambda: read_urdf(data, base=base))


def test_the_document_that_is_mutated_is_valid():
    assert model_or_error(lambda: read_urdf(VALID)).nv == 2


NAMES = st.sampled_from(["a", "b", "c", "d", "", "root_joint", "a:1"])
NUMBERS = st.sampled_from(
    ["0", "1", "-1", "0.5", "1e308", "-1e308", "1e-300", "nan", "inf", "1e999", "", "x", "0 0"]
)
TRIPLES = st.lists(NUMBERS, min_size=2, max_size=4).map(" ".join)


def element(tag, attributes, *children):
    """Elements with some of these attributes, and some of these children up to twice."""

    def text(parts):
        given_attributes, given_children = parts
        inside = " ".join(f'{key}="{value}"' for key, value in given_attributes.items())
        return f"<{tag} {inside}>{''.join(map(''.join, given_children))}</{tag}>"

    some = st.fixed_dictionaries({}, optional=attributes)
    return st.tuples(some, st.tuples(*(st.lists(c, max_size=2) for c in children))).map(text)


ORIGIN = element("origin", {"xyz": TRIPLES, "rpy": TRIPLES})
INERTIA = element("inertia", dict.fromkeys(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), NUMBERS))
INERTIAL = element("inertial", {}, ORIGIN, element("mass", {"value": NUMBERS}), INERTIA)
KINDS = st.sampled_from(
    ["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "ball", ""]
)
JOINT = element(
    "joint",
    {"name": NAMES, "type": KINDS},
    ORIGIN,
    element("parent", {"link": NAMES}),
    element("child", {"link": NAMES}),
    element("axis", {"xyz": TRIPLES}),
    element("limit", {"lower": NUMBERS, "upper": NUMBERS}),
    element("mimic", {"joint": NAMES, "multiplier": NUMBERS, "offset": NUMBERS}),
)
ROBOT = element("robot", {"name": NAMES}, element("link", {"name": NAMES}, INERTIAL), JOINT, JOINT)


@QUICK
@given(ROBOT, st.sampled_from(["fixed", "free"]))
def test_well_formed_nonsense(text, base):
    model_or_error(lambda: read_urdf(text.encode(), base=base))


EDGES = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), KINDS.filter(bool)), max_size=5
)


@QUICK
@given(EDGES, TRIPLES, st.sampled_from(["fixed", "free"]))
def test_any_graph_of_links(edges, axis, base):
    links = "".join(f'<link name="{name}"/>' for name in "abcde")
    content = f'<axis xyz="{axis}"/><limit/>'
    lines = [
        f'<joint name="{i}" type="{kind}"><parent link="{above}"/><child link="{below}"/>'
        f"{content}</joint>"
        for i, (above, below, kind) in enumerate(edges)
    ]
    text = f'<robot name="graph">{links}{"".join(lines)}</robot>'
    model_or_error(lambda: read_urdf(text.encode(), base=base))
