"""docs/conventions-dictionary.md is what the converters do now."""

from pathlib import Path

import numpy as np
import pytest

from lieref.check.conventions import CONVENTIONS
from verification import convention_dictionary as dictionary

PAGE = Path(__file__).resolve().parents[3] / "docs" / "conventions-dictionary.md"


def test_the_tables_are_made_by_the_converters(monkeypatch):
    before = dictionary.twist("mujoco"), dictionary.acceleration("mujoco")
    assert before == ("(R v, w)", "(R (v' + s), w')")
    monkeypatch.setitem(CONVENTIONS, "mujoco", CONVENTIONS["drake"])
    assert dictionary.twist("mujoco") == "(R w, R v)"
    assert dictionary.wrench("mujoco") == "(R n, R f)"
    assert dictionary.layout("mujoco") == "w, x, y, z, px, py, pz, joints"


def test_what_is_not_recognised_is_not_written():
    with pytest.raises(ValueError, match="no known vector"):
        dictionary.recognised(np.arange(6.0), dictionary.vectors())


def test_the_command_writes_the_page(tmp_path, monkeypatch, capsys):
    out = tmp_path / "page.md"
    monkeypatch.setattr("sys.argv", ["convention_dictionary", "--out", str(out)])
    dictionary.main()
    assert out.read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8"), (
        "run python -m verification.convention_dictionary"
    )
    assert f"{len(CONVENTIONS)} conventions" in capsys.readouterr().out
