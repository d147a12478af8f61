"""The simulation of Fig. 3: measurements, verdicts and report of a small part of it."""

import copy

import numpy as np
import pytest
from support.programs.campaign_folders import computed, rendered, written

import lieref
from lieref.trajectories import paper_times
from verification.campaigns import CAMPAIGNS
from verification.evidence import Evidence, load
from verification.measurements.simulation import closed_loop, closed_loop_bound, hexarotor
from verification.simulation import figures, numbers
from verification.subjects import table_3

CAMPAIGN = CAMPAIGNS["simulation"]

CLAIMS = {claim.name: claim for claim in CAMPAIGN.claims()}
WINDOW = {"first": 0, "last": 60, "every": 20}
PARAMS = {
    "andrews_simulated": [
        {"way": "simulate", "tolerance": 1e-12, "steps": 100},
        {"way": "Radau", "tolerance": 1e-8, "steps": 100},
    ],
    "closed_loop": [WINDOW],
    "closed_loop_bound": [{"time": 13.0}],
    "elastic_limit": [
        {"joints": 2, "seed": 0, "decades": [4, 5, 6, 7, 8], "complete": x} for x in (False, True)
    ],
    "extended": [{"time": 13.0}],
    "hexarotor_rank": [{"seed": 0}],
    "mechanisms_kept": [
        {"study": "kept", "name": "four_bar", "speed": 2.0} | how
        for how in ({"seconds": 1.0, "tolerance": 1e-11}, {"seconds": 20.0, "step": 2e-3})
    ],
    "n_four_bar": [{"study": "n_four_bar", "n": 2, "tolerance": 1e-10, "seconds": 10.0}],
    "rotor_speeds": [{"every": 300}],
}


@pytest.fixture(scope="module")
def records():
    assert set(CLAIMS) == set(PARAMS)
    return computed(CLAIMS, PARAMS)


def one_figure(found):
    """One stands for all: drawing takes most of the time."""
    return figures.all_figures(found)[1:2]


@pytest.fixture(scope="module")
def folder(records, tmp_path_factory):
    """A rendered report of these records."""
    return rendered(CAMPAIGN, records, tmp_path_factory.mktemp("report"), one_figure)


def test_windows_cover_every_sample_once():
    cases = CLAIMS["closed_loop"].cases(True)
    samples = [i for case in cases for i in range(case.params["first"], case.params["last"])]
    assert samples == list(range(len(paper_times())))


def test_the_loop_is_inverse_and_forward_dynamics(records):
    result = records["closed_loop"][0]["result"]
    q, v = table_3.states(paper_times()[20:40])
    assert result["t"] == [0.0, 0.2, 0.4]
    model = table_3.trajectory().model
    worst = np.zeros(6)
    for state in zip(q, v, strict=True):
        tau = lieref.inverse_dynamics(model, *state, base="spatial", form="spatial")
        vdot = lieref.forward_dynamics(
            model, state[0], state[1][0], tau, base="spatial", form="spatial"
        )
        worst = np.maximum(worst, np.abs(vdot - state[1][1:])[:, 6:].max(axis=1))
    peaks = table_3.peaks()["joints"]
    # records keep three digits of an error and six of a curve
    assert result["motion"]["spatial"]["joints"][1] == pytest.approx(worst / peaks, rel=1e-2)
    assert np.array(result["v"][1]) == pytest.approx(v[0], rel=1e-5, abs=1e-30)


def test_peaks_are_those_of_the_trajectory():
    # half-cosines: amplitude / 2 (pi / 30)^(k + 2) of the widest joint
    expected = [np.deg2rad(60) / 2 * (np.pi / 30) ** (k + 2) for k in range(6)]
    found = table_3.peaks()["joints"]
    # between two samples of 0.01 s a cosine falls by at most 1e-6 of its peak
    assert found == pytest.approx(expected, rel=2e-6)
    change = np.zeros((6, 12))
    change[2, 3] = -table_3.peaks()["base"][2]
    assert table_3.against_peaks(change) == {"base": [0, 0, 1, 0, 0, 0], "joints": [0.0] * 6}


def test_every_claim_holds_here(records):
    for name, claim in CLAIMS.items():
        for row in claim.verdict(records[name]):
            assert row.holds, (name, row)


def test_doubles_cannot_do_it_and_forty_digits_can(records):
    """What errata.md says of order 5, measured: doubles as inputs cost 1e-4 and more."""
    result = records["extended"][0]["result"]
    assert result["rounded"]["joints"][5] > 1e-4
    assert result["blocks"]["joints"][5] > 1e-4
    assert max(result["extended"]["joints"]) < 1e-15
    assert len(result["bound"]) == 6


@pytest.mark.parametrize(
    "name, spoil",
    [
        ("closed_loop", lambda result: result["motion"]["spatial"]["joints"][1].__setitem__(3, 1)),
        ("closed_loop_bound", lambda result: result["loops"]["default"]["base"].__setitem__(0, 1)),
        ("extended", lambda result: result["extended"]["joints"].__setitem__(5, 1e-9)),
        ("extended", lambda result: result["path"].__setitem__(5, 1e-9)),
        ("andrews_simulated", lambda result: result.update(reference=1e-11)),
        ("andrews_simulated", lambda result: result.update(published=3e-9)),
        ("mechanisms_kept", lambda result: result.update(energy=2e-9)),
        ("mechanisms_kept", lambda result: result.update(opening=2e-13)),
        ("n_four_bar", lambda result: result.update(error=1e-6)),
        ("n_four_bar", lambda result: result.update(published=[1e-4, 5e-5])),
        ("hexarotor_rank", lambda result: result.update(printed=4)),
        ("hexarotor_rank", lambda result: result.update(alternating=4)),
        ("rotor_speeds", lambda result: result.update(least=-1.0)),
        ("rotor_speeds", lambda result: result["error"].__setitem__(5, 1e-9)),
    ],
)
def test_a_wrong_number_fails_its_claim(name, spoil, records):
    spoiled = copy.deepcopy(records[name])
    spoil(spoiled[0]["result"])
    assert not all(row.holds for row in CLAIMS[name].verdict(spoiled))


def test_every_figure_has_six_panels_of_six_curves(folder):
    drawn = figures.all_figures(load(folder, CAMPAIGN.claims()))
    names = [grid.name for grid in drawn]
    assert names == ["base_motion", "base_torques", "joints_motion", "joints_torques"]
    for grid in drawn:
        assert len(grid.panels) == len(grid.components) == 6
        for panel in grid.panels:
            assert panel.curves.shape == (len(grid.times), 6)
            assert [x.shape for x in panel.errors] == [grid.times.shape] * 2
            assert (panel.dashed is None) == grid.name.endswith("torques") == (not panel.dots)


def test_without_records_there_is_nothing_to_say():
    assert numbers.finding(Evidence({}, {}, [])) == ""


def test_measurements_estimate_their_cost():
    assert closed_loop.cost(WINDOW) > 0 and closed_loop_bound.cost({"time": 0.0}) > 0
    assert hexarotor.evaluate({"seed": 3}) == {"printed": 3, "alternating": 6}


def test_the_folder_is_rendered(folder):
    written(CAMPAIGN, folder, load(folder, CAMPAIGN.claims()))
