"""Conversions between representations as claimed: one way, and back to the bound."""

import numpy as np
import pytest

from verification.inverse_dynamics.claims import closed_forms
from verification.measurements.representations import conversions, remark_1
from verification.representations.claims.conversions import CLAIMS

ONE_WAY, ROUND_TRIP = (claim.verdict for claim in CLAIMS)
POSE_STACKS = next(x.verdict for x in closed_forms.CLAIMS if x.name == "pose_stacks")


def records(params, measurement):
    return [{"id": str(p), "params": p, "result": measurement.evaluate(p)} for p in params]


@pytest.fixture(scope="module")
def found():
    """Five orders of every kind."""
    cases = [{"kind": kind, "orders": 5, "seed": 3} for kind in conversions.SHAPES]
    return records(cases, conversions)


def test_one_way_and_back(found):
    rows = ONE_WAY(found) + ROUND_TRIP(found)
    assert len(rows) == 8 and all(row.holds for row in rows)
    for record in found:
        assert len(record["result"]) == 12
        for change in record["result"].values():
            assert {len(errors) for errors in change.values()} == {5}
            # the bound is that of a stack that was rounded, so it is no zero
            assert min(change["bound"]) > 1e-18


def test_a_conversion_that_loses_digits_is_seen(found):
    spoilt = [
        {**r, "result": {c: {**x, "one_way": [2e-15] * 5} for c, x in r["result"].items()}}
        for r in found
    ]
    assert not any(row.holds for row in ONE_WAY(spoilt))
    spoilt = [
        {
            **r,
            "result": {
                c: {**x, "round_trip": (5 * np.maximum(x["bound"], 1e-15)).tolist()}
                for c, x in r["result"].items()
            },
        }
        for r in found
    ]
    assert not any(row.holds for row in ROUND_TRIP(spoilt))


def test_poses_and_back():
    rows = POSE_STACKS(records([{"orders": 5, "seed": 3}], remark_1))
    assert len(rows) == 2 and all(row.holds for row in rows)
