"""The numbers of a report, computed again by other means."""

import contextlib
import sys
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from support.programs.checkout import ROOT

import lieref
from lieref import oracle
from lieref.check.models import named_model
from lieref.check.proven import BOUNDED
from lieref.check.quantities import KINEMATICS, QUANTITIES
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ArgumentError
from lieref.reporting import exact
from lieref.reporting.campaigns import store
from lieref.reporting.contents import gathered
from lieref.reporting.making import SHARE, report
from lieref.reporting.robots import robot, sampled
from lieref.reporting.tables import Table

MODEL, STATES = "serial_chain:3", 4
# Of `planted_subjects`.
SHIFT = 2.0**-20


@pytest.fixture(scope="module")
def found():
    with contextlib.chdir(ROOT / "tests" / "check"), pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pandas", None)
        return report(
            MODEL,
            ["lieref", "planted_subjects:shifted"],
            quantities=["inverse_dynamics", "inverse_dynamics_orders"],
            orders=(0, 2),
            states=STATES,
            seed=3,
            times=False,
        )


def column(table, subject, name, **where):
    """The only number of a column in the row of a subject."""
    place = table.columns.index
    rows = [
        row
        for row in table.rows
        if row[place("Subject")].startswith(subject)
        and all(row[place(key)] == value for key, value in where.items())
    ]
    assert len(rows) == 1
    return rows[0][place(name)]


def test_the_planted_error_is_shown_exactly(found):
    """MAE to RMSRE in arithmetic of 60 digits, from the definitions (40)-(43) of Singh et al."""
    model = named_model(MODEL)
    errors, ratios, relative = [], [], []
    with mpmath.workdps(60):
        for state in sampled(model, 3, range(STATES), 0):
            motion = [state.v[0], state.v[1]]
            right = oracle.inverse_dynamics(model, state.q, motion, digits=60)[0]
            rounded = [float(x) for x in right]
            rounded[0] += SHIFT
            mine = [abs(mpmath.mpf(x) - y) for x, y in zip(rounded, right, strict=True)]
            errors += mine
            ratios += [e / max(abs(y), 1) for e, y in zip(mine, right, strict=True)]
            relative.append(max(mine) / max(map(abs, right)))
        expected = {
            "MAE": max(errors),
            "RMSAE": mpmath.sqrt(sum(e * e for e in errors) / len(errors)),
            "MRE": max(ratios),
            "RMSRE": mpmath.sqrt(sum(e * e for e in ratios) / len(ratios)),
            "Maximum": max(relative),
        }
        where = {"Quantity": "inverse_dynamics", "Block": "all"}
        for name, value in expected.items():
            shown = column(found.tables["metrics"], "planted", name, **where)
            # the difference of doubles and the square roots are rounded a few times
            assert abs(shown - value) < 1e-14 * value, name
    assert column(found.tables["metrics"], "planted", "MAE", **where) == pytest.approx(SHIFT, 1e-9)
    accuracy = found.tables["accuracy"]
    assert column(accuracy, "planted", "Median") == pytest.approx(float(np.median(relative)), 1e-14)
    assert column(accuracy, "planted", "Digits") == pytest.approx(
        -np.log10(float(max(relative))), 1e-14
    )


def test_the_kernels_are_within_their_conditioning(found):
    # 30 bounds are what the claims of the verification give them
    assert column(found.tables["accuracy"], "lieref", "Error/bound") < 30.0
    assert column(found.tables["accuracy"], "planted", "Error/bound") > 1e6


def test_each_order_has_a_row(found):
    orders = found.tables["orders"]
    assert [row[orders.columns.index("Order")] for row in orders.rows] == [0, 1, 2]


def test_verdicts_come_with_the_worst_number_and_what_is_not_offered(found):
    own, planted, missing = found.verdicts
    assert own.startswith("lieref ") and "conditioning bound" in own
    worst = column(found.tables["accuracy"], "planted", "Maximum")
    assert f"at most {worst:.1e}".replace("e-0", "e-") in planted
    assert missing.endswith("not offered, inverse_dynamics_orders.")


def test_the_order_of_records_is_nothing(tmp_path):
    # more states than one case has
    found = report(
        "serial_chain:1",
        quantities=["joint_space_inertia"],
        states=SHARE + 2,
        times=False,
        output=tmp_path,
    )
    records, request = store.read(tmp_path), found.contents.request
    assert len(records) == 2
    assert gathered(request, records[::-1]).known == gathered(request, records).known


def test_tables_come_as_data_frames_where_pandas_is(monkeypatch):
    class Pandas:
        @staticmethod
        def DataFrame(rows, columns):
            return "frame", rows, columns

    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    found = report("serial_chain:1", quantities=["joint_space_inertia"], states=1, times=False)
    kind, rows, columns = found.tables["accuracy"]
    assert kind == "frame" and len(rows[0]) == len(columns)
    monkeypatch.setitem(sys.modules, "pandas", None)
    found = report("serial_chain:1", quantities=["joint_space_inertia"], states=1, times=False)
    assert isinstance(found.tables["accuracy"], Table)


def test_the_proven_bound_is_that_of_the_function(found):
    model, largest = named_model(MODEL), []
    for state in sampled(model, 3, range(STATES), 0):
        values, radii = inverse_dynamics(model, state.q, [state.v[0], state.v[1]], bounds=True)
        largest.append(radii.max() / abs(values).max())
    for subject in ("lieref", "planted"):
        shown = column(found.tables["accuracy"], subject, "Proven")
        assert shown == pytest.approx(max(largest), 1e-12)


@pytest.mark.parametrize("name", BOUNDED)
def test_proven_bounds_have_the_shapes_of_results(name):
    model, quantity = named_model("serial_chain:3"), QUANTITIES[name]
    state = sampled(model, 3, range(1), 2)[0]
    proven = exact.proven(quantity, model, state.arguments(quantity), "body")
    order = 2 if quantity.orders else 0
    assert {x: y.shape for x, y in proven.items()} == {
        x: quantity.shape(x, model.nv, order) for x in quantity.outputs
    }
    assert all(0.0 <= x.max() < 1e-10 for x in proven.values())


def column_of(table, frame, name):
    """A number of each quantity of a frame."""
    rows = table.to_dict("records") if hasattr(table, "to_dict") else [
        dict(zip(table.columns, row, strict=True)) for row in table.rows
    ]  # fmt: skip
    return {x["Quantity"]: x[name] for x in rows if x["Quantity"].endswith(f" of {frame}")}


def test_kinematics_is_measured_of_each_robots_own_frames(four_bar, tmp_path):
    """One robot has the frames that are named, of the other it is the last body."""
    models, said = ["serial_chain:2", str(four_bar)], ["lieref", "planted_subjects:bent"]
    found = report(
        models, said, quantities="kinematics", frames=["body0", "body1"], states=2, base="fixed",
        output=tmp_path,
    )  # fmt: skip
    table = found.tables["accuracy"]
    for frame, most in (("body0", 2.0**-19), ("body1", 2.0**-19), ("rocker", 1e-14)):
        worst = column_of(table, frame, "Maximum")
        assert set(worst) == {f"pose of {frame}", f"Jacobian of {frame}"}
        assert max(worst.values()) < most
    # what is planted, in the part where it is: a position and the angular part
    for output, part in (("pose", "position"), ("J", "angular part x revolute")):
        rows = [
            (block, max(one.of("mae")))
            for (_, label, quantity, name, block), one in found.contents.known.items()
            if (label, name) == ("planted_subjects:bent", output) and quantity.endswith("body1")
        ]
        errors = dict(rows)
        assert errors[part] == pytest.approx(2.0**-20, 1e-6)
        assert max(x for block, x in rows if block not in (part, "all")) < 1e-14
    times = found.contents.times
    assert ("four_bar", "lieref", "jacobian:rocker", None) in times
    assert ("serial_chain:2", "planted_subjects:bent", "forward_kinematics:body0", None) in times
    said = (tmp_path / "reproduce.sh").read_text(encoding="utf-8")
    assert "--quantities forward_kinematics jacobian " in said and "--frames body0 body1 " in said


def test_the_jacobian_of_a_robot_with_loops_is_the_slope_of_its_pose(four_bar):
    model = robot(str(four_bar), "fixed")
    (state,) = sampled(model, 0, [0], 0)
    pose, jacobian = (
        replace(QUANTITIES[x], frame="coupler", representation="hybrid") for x in KINEMATICS
    )

    def position(angle):
        q = state.q.copy()
        q[model.independent_q] += angle
        return exact.reference(pose, model, {"q": q}, "body").high["pose"][:3, 3]

    J = exact.reference(jacobian, model, state.arguments(jacobian), "body").high["J"]
    step = 1e-6
    slope = (position(step) - position(-step)) / (2 * step)
    np.testing.assert_allclose(J[3:, 0], slope, rtol=0, atol=1e-8)
    assert abs(J[3:, 0]).max() > 0.1


def test_frames_are_named_by_what_a_robot_has():
    with pytest.raises(ArgumentError, match=r"frames\[1\] is 'bodi'.*did you mean 'body"):
        report("serial_chain:2", quantities="kinematics", frames=["body0", "bodi"], states=1)


def test_the_inertia_of_a_robot_with_loops_is_measured(four_bar):
    """Of the reference the energy is that of `lieref.energy`, and the kernels agree with it."""
    model = robot(str(four_bar), "free")
    (state,) = sampled(model, 0, [0], 0)
    quantity = QUANTITIES["joint_space_inertia"]
    right = exact.reference(quantity, model, state.arguments(quantity), "body").high["H"]
    v = state.v[0]
    energy = lieref.energy(model, state.q, [v]).kinetic[0]
    assert abs(v @ right @ v / 2 - energy) <= 1e-14 * energy
    found = report(str(four_bar), quantities=["joint_space_inertia"], states=2, times=False)
    (series,) = found.contents.whole("four_bar", "lieref", "joint_space_inertia")
    assert max(series.of("relative")) < 1e-14
