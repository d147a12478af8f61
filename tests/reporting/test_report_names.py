"""Names of a robot's file and links are shown as they stand, and are no markup of any format."""

import re

import pytest

import lieref
from lieref.__main__ import main

LINK = "[a](http://b) <img src=x> `c` $\\frac$ | *d* \x9b1m \u202e"
ROBOT = "r$\\frac{$ <b> _x_ [y](z)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A report on a robot whose names are hostile, and what the command said of it."""
    where = tmp_path_factory.mktemp("names")
    builder = lieref.ModelBuilder()
    builder.add_body(LINK, None, lieref.Revolute((0, 1, 0)), mass=1.0, com=(0, 0, 0.3))
    file = where / f"{ROBOT}.urdf"
    file.write_text(builder.build().to_urdf(), encoding="utf-8")
    words = ["--model", str(file), "--base", "fixed", "--frames", LINK, "--states", "2"]
    words += ["--quantities", "jacobian,inverse_dynamics_orders", "--orders", "0-1", "--jobs", "1"]
    assert main(["report", *words, "--output", str(where / "report")]) == 0
    return where / "report"


def test_no_name_is_markup(folder):
    texts = [folder / "README.md", *sorted((folder / "tables").glob("*.md"))]
    assert len(texts) > 3
    for path in texts:
        text = path.read_text(encoding="utf-8")
        # what is left when escaped signs are taken out, and links of the report itself
        bare = re.sub(r"\\.|\(figures/\w+\.svg\)", "", text)
        for markup in ("](http", "](z", "<", "`", "$", "_x_", "*d*"):
            assert markup not in bare, (path.name, markup)
        assert not re.search("[\x9b\u202e]", text), path.name
    table = (folder / "tables" / "accuracy.md").read_text(encoding="utf-8")
    rows = re.sub(r"\\\|", "", table).splitlines()
    assert len({line.count("|") for line in rows if line.startswith("|")}) == 1


def test_pages_and_figures_have_the_names_as_text(folder):
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "<img" not in page and "<b>" not in page and "&lt;img src=x&gt;" in page
    assert not re.search("[\x9b\u202e]", page)
    assert len(list((folder / "figures").glob("*.svg"))) >= 3
