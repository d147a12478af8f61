"""Names of other libraries lead to ours, and the cheat sheet has them side by side."""

import re
from operator import attrgetter
from pathlib import Path

import pytest

import lieref
from lieref.other_names import OURS

SHEET = Path(__file__).parents[2] / "docs" / "api" / "cheat-sheet.md"


@pytest.mark.parametrize("ours", sorted(set(OURS.values())))
def test_what_a_name_leads_to_is_there(ours):
    assert attrgetter(ours)(lieref)


def test_no_name_of_ours_is_led_elsewhere():
    assert not set(OURS) & set(lieref.__all__)


@pytest.mark.parametrize(
    "name, ours",
    [
        ("rnea", "inverse_dynamics"),
        ("crba", "joint_space_inertia"),
        ("aba", "forward_dynamics"),
        ("load_mjcf", "from_mjcf"),
        ("computeJointJacobians", "jacobian"),
        ("mj_step", "simulate.simulate"),
        ("CalcMassMatrix", "joint_space_inertia"),
    ],
)
def test_an_error_names_ours(name, ours):
    with pytest.raises(AttributeError, match=rf"'{name}'; lieref calls it lieref\.{ours}$"):
        getattr(lieref, name)


def test_an_unknown_name_is_unknown():
    with pytest.raises(AttributeError, match=r"no attribute 'rneas'$"):
        lieref.rneas  # noqa: B018


def rows():
    lines = [x for x in SHEET.read_text(encoding="utf-8").splitlines() if x.startswith("| ")][1:]
    return [[re.findall(r"`([\w.]+)", cell) for cell in x.split("|")[2:-1]] for x in lines]


def test_the_cheat_sheet_names_what_is_there():
    found = rows()
    assert len(found) >= 40
    roots = {"model": lieref.Model}
    for ours, *_ in found:
        for name in ours:
            head, _, rest = name.partition(".")
            at = roots.get(head)
            assert attrgetter(rest)(at) if at else attrgetter(name)(lieref)


def test_names_of_the_cheat_sheet_lead_to_its_row():
    seen = set()
    for ours, *others in rows():
        mine = {name.replace("model.", "Model.") for name in ours}
        for name in {name for cell in others for name in cell} & set(OURS):
            assert OURS[name] in mine, name
            seen.add(name)
    # most that are led anywhere stand there
    assert len(seen) > 40


def test_public_names_alone_are_listed():
    assert dir(lieref) == sorted([*lieref.__all__, "draw", "report"])
