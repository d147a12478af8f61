"""Robots of many bodies: what is measured of few."""

import pytest

import lieref
from verification.benchmark import growth


def test_the_tables(capsys):
    growth.main(["--bodies", "2", "3", "--oracle", "3", "--order", "2", "--seconds", "0"])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    # two headings; two robots of two sizes, two robots of one
    assert len(rows) == 2 + 2 * 2 * 11 + 2
    assert all(float(row.split("|")[4]) < 1e-12 for row in rows[-2:])


def test_a_wrong_result_has_a_large_error(monkeypatch):
    given = lieref.inverse_dynamics
    monkeypatch.setattr(lieref, "inverse_dynamics", lambda *words: 1.001 * given(*words))
    for row in growth.errors(3, 1):
        assert float(row.split("|")[4]) == pytest.approx(1e-3, rel=0.1)


def test_balls_that_are_too_large_are_refused(monkeypatch):
    monkeypatch.setattr(growth, "DIGITS", 16)
    with pytest.raises(AssertionError):
        next(growth.errors(20, 5))
