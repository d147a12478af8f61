"""Figures as small SVG: matplotlib's own, less what nobody reads."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink"
CLIP = "clip-path"
# A style that stands so often becomes a class.
OFTEN = 3
REFERENCE = re.compile(r"url\(#([\w-]+)\)")
NUMBER = re.compile(r"-?\d+\.\d{2,}")


def shrunk(text: str, name: str) -> ElementTree.Element:
    """Return the figure of an SVG document, for a page or a file.

    Coordinates have a tenth of a point, styles that recur are classes, groups without attributes
    are gone, and the marks of a series are those of one path. Ids and classes depend on the name,
    so that a page can hold several figures.
    """
    root = ElementTree.fromstring(text)
    for found in root.findall(f"{{{SVG}}}metadata"):
        root.remove(found)
    used = dict.fromkeys(re.findall(r'(?:href="#|url\(#)([\w-]+)', text))
    start = f"{zlib.crc32(name.encode()):x}"[-4:]
    known = {old: f"f{start}-{n}" for n, old in enumerate(used)}
    for element in root.iter():
        element.text = element.text if (element.text or "").strip() else None
        element.tail = None
        for key, value in list(element.attrib.items()):
            if key == "id" and value not in known:
                del element.attrib[key]
            else:
                element.set(key, _short(key, value, known))
    _unwrap(root)
    for number, group in enumerate([e for e in root.iter() if e.tag != f"{{{SVG}}}defs"]):
        _mark(group, f"m{start}-{number}-")
    _classes(root, f"c{start}-")
    return root


def _short(key: str, value: str, known: Mapping[str, str]) -> str:
    """Return the value of an attribute with its ids as they are known, numbers rounded."""
    if key == "id":
        return known[value]
    if key == f"{{{LINK}}}href" and value.startswith("#"):
        return f"#{known[value[1:]]}"
    value = REFERENCE.sub(lambda found: f"url(#{known[found[1]]})", value)
    if key == "transform" and "scale" in value:
        return value
    if key == "d" and set(re.findall("[A-Za-z]", value)) == {"M", "L"}:
        return _steps(value)
    return NUMBER.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), value)


def _steps(path: str) -> str:
    """Return a path of straight lines as steps of tenths of a point."""
    words = iter(path.split())
    said, at = [], (0, 0)
    for word in words:
        x, y = (round(10 * float(next(words))) for _ in range(2))
        step = f"{(x - at[0]) / 10:g} {(y - at[1]) / 10:g}"
        said.append(f"M{x / 10:g} {y / 10:g}" if word == "M" else f"l{step}")
        at = (x, y)
    return "".join(said)


def _unwrap(parent: ElementTree.Element) -> None:
    """Put the children of groups without attributes in their place."""
    kept: list[ElementTree.Element] = []
    for child in parent:
        _unwrap(child)
        kept += list(child) if child.tag == f"{{{SVG}}}g" and not child.attrib else [child]
    parent[:] = kept


def _mark(parent: ElementTree.Element, start: str) -> None:
    """Replace runs of the same mark by one path that has the mark at its points."""
    kept: list[ElementTree.Element] = []
    for look, run in groupby(list(parent), _look):
        marks = list(run)
        if look is None or len(marks) < OFTEN:
            kept += marks
            continue
        word = f"{start}{len(kept)}"
        rest = {"markerUnits": "userSpaceOnUse", "overflow": "visible"}
        marker = ElementTree.Element(f"{{{SVG}}}marker", {"id": word, **rest})
        inside = {key: value for key, value in look if key != CLIP}
        ElementTree.SubElement(marker, f"{{{SVG}}}use", inside)
        points = " ".join(f"L {mark.get('x')} {mark.get('y')}" for mark in marks)
        ends = {f"marker-{place}": f"url(#{word})" for place in ("start", "mid", "end")}
        line = {"d": _steps(f"M{points[1:]}"), "style": "fill: none; stroke: none"}
        ends |= {key: value for key, value in look if key == CLIP}
        kept += [marker, ElementTree.Element(f"{{{SVG}}}path", {**line, **ends})]
    parent[:] = kept


def _look(element: ElementTree.Element) -> tuple[tuple[str, str], ...] | None:
    """Return what marks of a series share, None for what is no mark."""
    if element.tag != f"{{{SVG}}}use" or "x" not in element.attrib:
        return None
    return tuple((key, value) for key, value in element.items() if key not in ("x", "y"))


def _classes(root: ElementTree.Element, start: str) -> None:
    """Replace styles that recur by classes."""
    count = Counter(e.get("style") for e in root.iter())
    often = [style for style, n in count.items() if style and n >= OFTEN]
    known = {style: f"{start}{n}" for n, style in enumerate(often)}
    for element in root.iter():
        style = element.get("style")
        if style in known:
            element.set("class", known[style])
            del element.attrib["style"]
    if known:
        rules = ElementTree.Element(f"{{{SVG}}}style")
        rules.text = "".join(f".{word}{{{style}}}" for style, word in known.items())
        root.insert(0, rules)


def text(root: ElementTree.Element) -> str:
    """Return the element as text, a line for each of its parts."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINK)
    return ElementTree.tostring(root, encoding="unicode").replace("><", ">\n<")


def alone(root: ElementTree.Element) -> str:
    """Return the text of a file that stands for itself: on white."""
    white = '<rect width="100%" height="100%" fill="#ffffff"/>'
    head, _, rest = text(root).partition(">")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}>\n{white}{rest}\n'
