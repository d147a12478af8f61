"""References in processes of their own: the same as without; none is left when the checker ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.programs.processes import ended, until

import lieref
from lieref.check import audit
from lieref.check.ahead import Ahead, reference_and_bounds
from lieref.check.quantities import QUANTITIES
from lieref.check.states import draw
from lieref.errors import ShapeError

QUANTITY = QUANTITIES["forward_dynamics_partials"]


def test_processes_find_the_same():
    model = lieref.catalogue.random_tree(4, 3)
    states = draw(model)
    with Ahead(model, states, 30, 2) as ahead:
        for state in states:
            right, bounds = ahead.found(QUANTITY, state, "body")
            expected = reference_and_bounds(QUANTITY, model, state.arguments(QUANTITY), "body", 30)
            for name in QUANTITY.outputs:
                assert np.array_equal(right.high[name], expected[0].high[name])
                assert np.array_equal(right.low[name], expected[0].low[name])
                assert np.array_equal(bounds[name], expected[1][name])


def test_the_environment_stays_as_it_was():
    before = dict(os.environ)
    model = lieref.catalogue.serial_chain(2)
    with Ahead(model, draw(model), 30, 2):
        assert dict(os.environ) == before


def test_reports_agree():
    model = lieref.catalogue.random_tree(2, 5)
    one, two = (audit("lieref", model, "all", order=1, jobs=jobs) for jobs in (1, 2))
    assert one.exit_status == two.exit_status == 0
    assert one.results == two.results


def test_a_number_of_processes_is_positive():
    with pytest.raises(ShapeError, match="jobs 0"):
        audit("lieref", lieref.catalogue.serial_chain(1), jobs=0)


def _family(pid):
    """Processes below one that run Python's servers of processes, by number."""
    found, left = [], [pid]
    while left:
        children = Path(f"/proc/{left[0]}/task/{left.pop(0)}/children")
        if children.exists():
            below = [int(x) for x in children.read_text().split()]
            found += below
            left += below
    return [x for x in found if b"forkserver" in Path(f"/proc/{x}/cmdline").read_bytes()]


def test_no_process_outlives_a_killed_checker():
    words = ["lieref", "--model", "serial_chain:40", "--quantities", "all", "--jobs", "2"]
    checker = subprocess.Popen(
        [sys.executable, "-m", "lieref", "check", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        # the server of processes, and the two that compute
        assert until(lambda: len(_family(checker.pid)) >= 3)
        family = _family(checker.pid)
    finally:
        checker.send_signal(signal.SIGKILL)
        checker.wait()
    assert all(map(ended, family))
