"""No argument of a public function ends the process, or comes to an undocumented error.

LIEREF_SWEEP=N makes each of some 26,000 calls N times and adds the oracle. Without it, and
without pytest's --full, a quarter of the calls; LIEREF_SWEEP_SEED says which. LIEREF_FUZZ=N makes N
calls with random arguments.
"""

from __future__ import annotations

import os

import public_calls
import pytest
import sweep

import lieref

REPEATS = int(os.environ.get("LIEREF_SWEEP", "0"))
SEED = os.environ.get("LIEREF_SWEEP_SEED", "29")
RANDOM = os.environ.get("LIEREF_FUZZ", "500")
# Of the calls that a short run makes, chosen by the seed.
SHARE = 0.25
SHARDS = 2


def test_every_public_method_has_an_entry() -> None:
    """A function without one is a KeyError of `calls`."""
    assert public_calls.public_methods() <= {call.name for call in public_calls.calls()}


def test_the_entries_are_calls_that_work() -> None:
    for call in public_calls.calls():
        if not call.name.startswith(public_calls.SLOW):
            call.function(**call.arguments)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_replaced_arguments(shard: int, pytestconfig: pytest.Config) -> None:
    options = ["--shard", f"{shard}/{SHARDS}", "--repeats", str(REPEATS or 1)]
    full = REPEATS > 0 or pytestconfig.getoption("--full")
    options += ["--share", str(1.0 if full else SHARE), "--seed", SEED]
    outcome = sweep.run(*options, *["--slow"] * (REPEATS > 0))
    assert outcome.last == "", str(outcome)
    lines = outcome.findings.splitlines()
    assert lines[-1].endswith(" findings"), str(outcome)
    assert lines[:-1] == []


def test_random_calls() -> None:
    """They end in a result or a documented error."""
    outcome = sweep.run("--calls", RANDOM, "--seed", "29", script="fuzz.py")
    assert outcome.last == "", str(outcome)
    lines = outcome.findings.splitlines()
    assert lines[-1].startswith(f"{RANDOM} calls"), str(outcome)
    assert [x for x in lines[:-1] if ": undocumented " in x or "not finite" in x] == []


def test_a_process_that_ends_is_told(tmp_path: object) -> None:
    """The sweep names the call in which a process ended."""
    outcome = sweep.run("--end-in", "forward_dynamics", "--only", "forward_dynamics")
    assert outcome.code != 0
    assert outcome.last.startswith("forward_dynamics")


def test_missing_weights_are_an_error() -> None:
    """200 calls wrote beyond a buffer, and the process died."""
    model = lieref.catalogue.serial_chain(40)
    q = model.neutral()
    for _ in range(200):
        with pytest.raises(lieref.LierefError, match="w is None"):
            lieref.forward_dynamics_contraction(model, q, q, q, None)
