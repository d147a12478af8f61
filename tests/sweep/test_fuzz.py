"""Random calls end in a result or a documented error; LIEREF_FUZZ=N makes N of them."""

from __future__ import annotations

import os

import sweep

CALLS = os.environ.get("LIEREF_FUZZ", "500")


def test_random_calls() -> None:
    outcome = sweep.run("--calls", CALLS, "--seed", "29", script="fuzz.py")
    assert outcome.last == "", str(outcome)
    lines = outcome.findings.splitlines()
    assert lines[-1].startswith(f"{CALLS} calls"), str(outcome)
    assert [x for x in lines[:-1] if ": undocumented " in x or "not finite" in x] == []
