"""Docstrings tell every parameter; `described` fills in what functions share."""

import inspect
import re

import pytest
from support.programs.public_names import found, names

from lieref.documentation import described
from lieref.documentation_tables import TREES

SECTION = re.compile(r"\n\n([A-Z]\w+)\n-{3,}\n")


def energy(model: "LoopModel", q, v, *, mass, near=None):  # noqa: F821
    """Return the energy.

    Parameters
    ----------
    mass : float
        Of all bodies, kg.

    Returns
    -------
    float
        J.

    Raises
    ------
    SingularError
        ... Or there is no mass.

    Examples
    --------
    >>> model.nv
    1
    """


ENERGY = energy.__doc__


def sections(thing):
    """The sections of a docstring by their headings; its first lines have none."""
    head, *parts = SECTION.split(inspect.getdoc(thing) or "")
    return {"": head} | dict(zip(parts[::2], parts[1::2], strict=True))


def entries(section):
    """Descriptions by name."""
    parts = re.findall(r"^(\S.*)((?:\n+ .*)*)", section, re.M)
    return {
        name.lstrip("*"): words.strip()
        for heading, words in parts
        for name in heading.partition(" : ")[0].split(", ")
    }


@pytest.mark.parametrize("name", list(names()))
def test_every_parameter_is_described(name):
    thing = found(name)
    if inspect.isclass(thing) or not callable(thing):
        return
    told = entries(sections(thing).get("Parameters", ""))
    parameters = inspect.signature(thing).parameters
    if told or "model" in parameters:
        assert set(told) == set(parameters) - {"self"}
    shared = {name for name in told if f"\n{name} : " in TREES} - {"model"}
    assert all(told[name] for name in shared)
    assert not [name for name in told if told[name].startswith("...")]


def test_what_is_not_there_is_filled_in():
    energy.__doc__ = ENERGY
    assert described("v : (r + 1, nv)", "LierefError")(energy) is energy
    filled = sections(energy)
    assert list(filled) == ["", "Parameters", "Returns", "Raises", "Examples"]
    told = entries(filled["Parameters"])
    assert list(told) == ["model", "q", "v", "mass", "near"]
    assert told["mass"] == "Of all bodies, kg."
    assert "order 0 .. r" in told["v"] and "independent" in told["q"]
    raised = entries(filled["Raises"])
    assert list(raised) == [
        "ArgumentError",
        "ShapeError",
        "NonFiniteError",
        "ConfigurationError",
        "SingularError",
        "LierefError",
    ]
    assert raised["SingularError"].endswith("Or there is no mass.")
    assert "dependent" in raised["SingularError"]
    assert filled["Examples"].splitlines()[1] == ">>> model = lieref.catalogue.four_bar()"


@pytest.mark.parametrize(
    ("old", "new", "rows", "named"),
    [
        ("mass : float", "mas : float", (), "mas"),
        ("        Of all bodies, kg.\n", "", (), "mass : float"),
        ("Of all bodies, kg.", "... Of all bodies, kg.", (), "mass : float"),
        ("SingularError\n        ...", "SingularEror\n       ", (), "SingularEror"),
        ("", "", ("v : (nv + 7,)",), "v : (nv + 7,)"),
        ("", "", ("w : (nv,)",), "w : (nv,)"),
        ("", "", ("SingularEror",), "SingularEror"),
    ],
)
def test_what_is_not_known_is_an_error(old, new, rows, named):
    energy.__doc__ = ENERGY.replace(old, new)
    with pytest.raises(ValueError, match=re.escape(repr(named))):
        described(*rows)(energy)


def test_nothing_is_done_without_docstrings():
    energy.__doc__ = None
    assert described()(energy) is energy and energy.__doc__ is None
