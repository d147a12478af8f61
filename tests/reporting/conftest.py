"""Reports of the tests are made where their subjects are, beside those of `lieref check`."""

import contextlib
import io
from pathlib import Path

import pytest
from rich.console import Console

from lieref.reporting.making import report

FOUR_BAR = """<robot name="four_bar">
<link name="ground"/>
{links}
<joint name="a" type="continuous"><parent link="ground"/><child link="crank"/>
<axis xyz="0 1 0"/></joint>
<joint name="b" type="continuous"><parent link="crank"/><child link="coupler"/>
<origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint>
<joint name="c" type="continuous"><parent link="ground"/><child link="rocker"/>
<origin xyz="1.2 0 0"/><axis xyz="0 1 0"/></joint>
<loop name="L" type="revolute">
<predecessor link="coupler"><origin xyz="1.2 0 0"/></predecessor>
<successor link="rocker"><origin xyz="0 0 1"/></successor><axis xyz="0 1 0"/></loop>
</robot>"""
LINK = """<link name="{}"><inertial><origin xyz="0.1 0 0.4"/><mass value="1"/>
<inertia ixx="0.1" iyy="0.2" izz="0.25" ixy="0" ixz="0" iyz="0"/></inertial></link>"""


SUBJECTS = Path(__file__).parents[1] / "check"


@pytest.fixture(autouse=True)
def here(monkeypatch):
    monkeypatch.chdir(SUBJECTS)


@pytest.fixture(scope="session")
def four_bar(tmp_path_factory):
    """A user's URDF file with a loop."""
    path = tmp_path_factory.mktemp("robots") / "four_bar.urdf"
    path.write_text(FOUR_BAR.format(links="\n".join(map(LINK.format, NAMES))), encoding="utf-8")
    return path


NAMES = ("crank", "coupler", "rocker")


@pytest.fixture(scope="session")
def made(tmp_path_factory, four_bar):
    """A small report of every kind, with times: its findings, and its folder."""
    folder = tmp_path_factory.mktemp("made")
    quiet = Console(file=io.StringIO())
    with contextlib.chdir(SUBJECTS):
        found = report(
            ["binary_tree:2:free", str(four_bar)],
            ["lieref", "planted_subjects:shifted"],
            quantities=["inverse_dynamics", "forward_dynamics", "inverse_dynamics_orders"],
            orders=(0, 1),
            states=3,
            output=folder,
            console=quiet,
        )
    return found, folder
