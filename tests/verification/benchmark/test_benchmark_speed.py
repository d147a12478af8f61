"""The benchmark of calls, batches and threads: plan, peers, verdicts, tables. Nothing is timed."""

import json

import numpy as np
import pytest
from support.programs.campaign_folders import benchmark_folder, timings

import lieref
from verification.benchmark import record
from verification.benchmark.bench import Bench, DisagreementError, require_agreement
from verification.benchmark.build import BuildError
from verification.benchmark.dynamics.plans import SMALL
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, state
from verification.benchmark.speed import (
    cases,
    every_function,
    limits,
    mujoco_c,
    peaks,
    pinocchio_cpp,
    plans,
    tables,
)
from verification.benchmark.speed.cases import CPP, KERNEL, MUJOCO, PYTHON
from verification.benchmark.speed.every_function import UNIT
from verification.benchmark.studies import STUDIES
from verification.subjects import robots

STUDY = STUDIES["speed"]
EPS = np.finfo(float).eps
BUILD, CLOCK = limits.WIDEST[0], 3.9


# --- the peers ------------------------------------------------------------------------------------


def test_the_model_is_written_as_the_program_reads_it():
    model = robots.build(SMALL)
    at = state(model, 0)
    rows = (at.v[0], at.v[1], at.tau[0])
    theirs, arguments, _ = cases.peers.pinocchio_arguments(SMALL, model, at.q, rows)
    lines = pinocchio_cpp.text(theirs, arguments).splitlines()
    assert int(lines[0]) == model.nbodies and len(lines) == 2 + model.nbodies + 4
    gravity, joints, motion = lines[1], lines[2:-4], lines[-4:]
    assert [float(x) for x in gravity.split()] == list(model.gravity)
    for i, line in enumerate(joints):
        parent, kind, *numbers = line.split()
        assert int(parent) == model.parents[i] + 1 and kind == theirs.joints[i + 1].shortname()
        # axis, rotation, translation, mass, center, inertia
        assert len(numbers) == 3 + 9 + 3 + 1 + 3 + 9
        assert float(numbers[15]) == model.masses[i]
        expected = model.inertias[i].ravel()
        error = abs(np.array(numbers[19:], dtype=float) - expected).max()
        # through an inertia of Pinocchio and 17 digits; found: equal
        assert error <= 4 * EPS * abs(expected).max()
    for line, given in zip(motion, arguments, strict=True):
        assert [float(x) for x in line.split()] == list(given)


SCRIPT = """#!/bin/sh
# answers as pinocchio_times.cpp does: the model's first numbers, or a time
while read function calls; do
    if [ "$calls" = 0 ]; then tail -n 1 "$1"; else echo "0.$calls"; fi
    if [ "$function" = aba ]; then echo "no aba here" >&2; exit 1; fi
done
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program"
    path.write_text(SCRIPT)
    path.chmod(0o755)
    return path


def test_the_program_is_asked_in_turn_and_its_result_is_in_our_order(program):
    model = robots.build(SMALL)
    at = state(model, 0)
    with pinocchio_cpp.running(program, SMALL, model, at) as of:
        run, result = of(INVERSE)
        assert run(25) == 0.25 and run(5) == 0.5
    # the last line of the file holds the generalized forces, in Pinocchio's order
    assert np.array_equal(result, at.tau[0])


def test_a_program_that_ends_says_why(program):
    model = robots.build(SMALL)
    with pinocchio_cpp.running(program, SMALL, model, state(model, 0)) as of:
        run, _ = of(FORWARD)
        with pytest.raises(BuildError, match=r"Pinocchio's C\+\+ ended: no aba here"):
            run(1)


def test_without_headers_pinocchio_is_called_from_python(tmp_path, monkeypatch):
    monkeypatch.setattr(pinocchio_cpp, "HEADER", "no/such/header.hpp")
    with pytest.raises(BuildError, match="the headers of Pinocchio are not installed"):
        pinocchio_cpp.includes()
    found = cases.single(Bench(Timers(), tmp_path, 5, 0.0, 1.0, 1.0), {"robot": SMALL, "order": 0})
    assert set(found["timings"]) == {KERNEL, PYTHON, MUJOCO}
    assert found["left_out"] == {CPP: "the headers of Pinocchio are not installed"}


@pytest.mark.parametrize("problem", [INVERSE, FORWARD], ids=lambda problem: problem.label)
def test_mujoco_computes_the_same(problem, tmp_path):
    pytest.importorskip("mujoco")
    model = robots.build(SMALL)
    run, result, expected = mujoco_c.run_of(problem, model, state(model, 0), tmp_path)
    assert run(3) > 0
    require_agreement("MuJoCo", result(), expected, cases.PEERS_AGREE)
    first = result().copy()
    run(1)
    # every call computes everything again
    assert np.array_equal(result(), first)


class Timers:
    """Timers that compute with the public functions; a motion is told wrong if asked to."""

    def __init__(self, factor=1.0):
        self.factor = factor

    def addition_seconds(self, count):
        return count / (CLOCK * 1e9)

    def inverse_dynamics_reals(self, model, order):
        return 8 * model.nbodies * (order + 2)

    def form_reals(self, build, model, order):
        assert build.__name__.startswith("lieref.dynamics.inverse.default._h_grne_states")
        return model.nbodies * (order + 2)

    def inverse_dynamics_seconds(self, model, q, v, result, workspace, calls):
        result[:] = self.factor * lieref.inverse_dynamics(model, q, v)
        return calls * 1e-6


def test_a_kernel_that_computes_something_else_is_refused(tmp_path):
    params = {"robot": SMALL, "order": 1}
    with pytest.raises(DisagreementError, match="lieref kernel: differs"):
        cases.single(Bench(Timers(1.001), tmp_path, 5, 0.0, 1.0, 1.0), params)


@pytest.mark.parametrize("problem", [INVERSE, FORWARD], ids=lambda problem: problem.label)
def test_a_batch_is_checked_state_by_state(problem, monkeypatch):
    model = robots.build(SMALL)
    run = cases.batched(problem, model, 1, cases.DISTINCT + 3)(1)
    assert run(1) > 0
    at = cases.many(model, 1, cases.DISTINCT + 3)
    assert np.array_equal(at.v[cases.DISTINCT :], at.v[:3])
    assert not np.array_equal(at.v[0], at.v[1])
    # one state of the batch in another's place
    right = getattr(lieref, problem.name)

    def wrong(model, q, *given, **more):
        found = right(model, q, *given, **more)
        return found[[1, 0, *range(2, len(q))]] if q.ndim > 1 else found

    monkeypatch.setattr(lieref, problem.name, wrong)
    with pytest.raises(DisagreementError, match="a batch with 1 workers, order 0"):
        cases.batched(problem, model, 1, cases.DISTINCT + 3)(1)


def test_random_states_are_different_and_timed_each(tmp_path):
    drawn = []

    class Remembering(Timers):
        def inverse_dynamics_seconds(self, model, q, *given):
            drawn.append(q.copy())
            return super().inverse_dynamics_seconds(model, q, *given)

    params = {"robot": SMALL, "order": 1, "states": 3}
    found = cases.spread(Bench(Remembering(), tmp_path, 5, 0.0, 1.0, 1.0), params)
    assert found["timings"].keys() == {"0", "1", "2"}
    assert len({tuple(q) for q in drawn}) == 3
    with pytest.raises(DisagreementError, match="lieref kernel, seed 0: differs"):
        cases.spread(Bench(Timers(1.001), tmp_path, 5, 0.0, 1.0, 1.0), params)


def test_batches_in_double_doubles_are_timed_beside_doubles(tmp_path):
    params = {"robot": SMALL, "order": 1, "states": 16}
    found = cases.extended(Bench(Timers(), tmp_path, 5, 0.0, 1.0, 1.0), params)
    assert found["timings"].keys() == {"double-doubles", "doubles"}
    assert found["ratios"]["doubles"] > 1.0


def test_every_public_function_is_timed(tmp_path):
    params = {"robot": SMALL, "seed": 3}
    found = cases.functions(Bench(Timers(), tmp_path, 5, 0.0, 1.0, 1.0), params)
    assert next(iter(found["timings"])) == UNIT and UNIT not in found["ratios"]
    timed = {name.partition(",")[0] for name in found["timings"]}
    public = {x for x in lieref.__all__ if callable(getattr(lieref, x))}
    public -= {x for x in public if isinstance(getattr(lieref, x), type)}
    left_out = every_function.OTHERS | every_function.PLAIN | every_function.MAKING
    assert left_out < public
    methods = {x for x in vars(lieref.Model) if x[0] != "_" and callable(getattr(lieref.Model, x))}
    assert timed == (public - left_out) | {f"Model.{x}" for x in methods}
    # nv = 12; a vector, matrices in a tuple, members of an object, a model
    counts = {UNIT: 12, "inverse_dynamics_partials": 3 * 12 * 12, "path_dynamics": 16 * 12,
              "Model.rename": 0}  # fmt: skip
    assert counts.items() <= found["numbers"].items()


def test_workspace_is_counted_of_a_lane_and_alone(tmp_path):
    params = {"robot": SMALL, "orders": [0, 5]}
    found = cases.workspace(Bench(Timers(), tmp_path, 5, 0.0, 1.0, 1.0), params)
    assert found["single"] == {"0": 8 * 7 * 2, "5": 8 * 7 * 7}
    assert limits.reals({"result": found}) == 1.0


# --- verdicts and tables --------------------------------------------------------------------------


def result(kind, params, slow=1.0, peer=CPP, build=BUILD):
    """A result as the cases return it, with made-up numbers that hold if slow is 1."""
    facts = {"build": build, "clock": CLOCK, "nbodies": 7}
    own = 1e-7 * slow * (1 + params.get("order", 0))
    if kind == "workspace":
        counts = {str(r): int(7 * 90 * slow * (r + 2)) for r in params["orders"]}
        return {"lanes": counts, "single": counts, "nbodies": 7}
    if kind == "casadi":
        size = {"instructions": 9, "seconds_to_build_or_load": 0.1, "peak_memory_mb": 1}
        times = timings({KERNEL: own, "C, cse": 2e-6})
        return {"timings": times, "ratios": {"C, cse": 0.1}, "nbodies": 7, "casadi": size}
    if kind == "single":
        times = {KERNEL: own, peer: 1e-6, MUJOCO: 9e-7}
        left_out = {} if peer == CPP else {CPP: "there is no C++ compiler"}
        facts |= {"left_out": left_out, "ratios": {x: own / times[x] for x in (peer, MUJOCO)}}
    elif kind == "batch":
        # the host is slow at all visits but one
        one = 1e-8 * slow * params["states"] * (1 + (params["visit"] != 1))
        facts |= {"ratios": {"two workers": 0.0, peer: 0.0}}
        times = {"one worker": one, "two workers": one / 1.9 * slow, peer: 1e-6}
    elif kind == "spread":
        times = {str(i): own * (1 + 0.001 * slow * i) for i in range(params["states"])}
    elif kind == "extended":
        times = {"double-doubles": own * 6 * slow, "doubles": own}
        facts |= {"ratios": {"doubles": 6.0}}
    elif kind == "calls":
        times = {
            KERNEL: own,
            "prepared": own * (1 + 0.1 * slow),
            "ordinary": own * (1 + 0.4 * slow),
        }
        facts |= {"ratios": {"prepared": 0.0, "ordinary": 0.0}}
    elif kind == "functions":
        times = {UNIT: own, "energy": 3 * own, "jacobian": 2 * own}
        facts |= {"ratios": {"energy": 1 / 3, "jacobian": 0.5}}
        facts |= {"numbers": {UNIT: 7, "energy": 2, "jacobian": 42}}
    elif kind == "sizes":
        times = {str(count): 1e-8 * (count + 100) for count in params["sizes"]}
    else:
        times = {"batch": 1e-4}
        facts |= {"flops": 1000, "bytes": 100, "bits": 512, "flops_per_second": 5e10 / slow,
                  "peak_flops": 1e11, "peak_bytes": 4e10}  # fmt: skip
    return {**facts, "timings": timings(times)}


def folder_of(folder, **changed):
    """A results folder of the whole plan."""
    return benchmark_folder(
        folder, "speed", plans.plan(False), lambda *case: result(*case, **changed)
    )


CLAIMS = {judging[0].name for judging in STUDY.judging}


def shown(evidence, name):
    return next(table for table in tables.all_tables(evidence) if table.name == name)


def test_the_folder_is_rendered(tmp_path):
    evidence = record.render(folder_of(tmp_path))
    assert not evidence.missing
    assert [judged.claim.name for judged in evidence.judged if not judged.holds] == []
    assert {judged.claim.name for judged in evidence.judged} == CLAIMS
    row = next(
        row for row in shown(evidence, "batch").rows if row[:3] == ["inverse", plans.SMALL_NAME, 0]
    )
    assert row[3:] == [4096, *map(pytest.approx, (10.0, 10 / 1.9, 1.9)), CPP,
                       *map(pytest.approx, (1000.0, 100.0))]  # fmt: skip
    table = shown(evidence, "functions")
    assert [row[0] for row in table.rows] == ["energy", "jacobian", UNIT]
    assert table.rows[1][1:] == pytest.approx([0.2, 2.0, 42, 0.2, 2.0, 42])


def test_a_case_has_the_best_times_of_its_visits():
    def of(visit, one, two, robot="A"):
        times = {"one worker": {"best": one}, "two workers": {"best": two}}
        result = {"timings": times, "ratios": {"two workers": one / two}, "clock": one}
        return {"params": {"robot": robot, "visit": visit}, "result": result}

    failure = {"params": {"robot": "A", "visit": 3}, "error": "stopped"}
    once = {"params": {"robot": "A"}, "result": {"flops": 1}}
    visits = [of(0, 3.0, 1.5), failure, of(1, 2.0, 1.7), once, of(2, 2.5, 1.25), of(0, 1, 1, "B")]
    before = json.dumps(visits)
    *kept, found, other = record.best_visits(visits)
    assert json.dumps(visits) == before and kept == [failure, once]
    assert found["params"] == {"robot": "A"} and other["params"] == {"robot": "B"}
    assert limits.speedup(found) == found["result"]["ratios"]["two workers"] == 2.0 / 1.25
    # the clock goes with the subject's own time
    assert found["result"]["clock"] == 2.0


def test_growth_has_the_best_time_of_each_size():
    def of(visit, *times):
        timings = {size: {"best": x} for size, x in zip(("51", "996"), times, strict=True)}
        return {"params": {"order": 5, "visit": visit}, "result": {"timings": timings}}

    (found,) = record.best_visits([of(0, 1.0, 30.0), of(1, 2.0, 20.0), of(2, 1.5, 25.0)])
    assert found["params"] == {"order": 5}
    assert found["result"]["timings"] == {"51": {"best": 1.0}, "996": {"best": 20.0}}


def test_what_is_slow_or_large_fails_and_is_shown(tmp_path):
    evidence = record.render(folder_of(tmp_path, slow=80.0))
    failed = {judged.claim.name for judged in evidence.judged if not judged.holds}
    assert failed == CLAIMS
    assert "FAILS" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_limits_are_judged_on_the_kernels_that_they_are_for(tmp_path):
    own = {"speed_spread", "speed_workers", "speed_prepared", "speed_workspace"}
    batches = {"speed_batch", "speed_batch_fifth_order"}
    for build, expected in (("baseline", own), ("v3", CLAIMS - batches)):
        evidence, _ = record.load(folder_of(tmp_path / build, slow=80.0, build=build))
        assert {judged.claim.name for judged in evidence.judged} == expected


def test_the_loops_of_the_peaks_do_what_is_counted(tmp_path):
    """The chains' numbers after 1000 steps of x (1 - 1e-9) + 1e-9 tend to 1, none is left out."""
    found = peaks.Peaks(tmp_path)
    assert found.bits in (128, 256, 512) and found.operations == 2 * found.bits / 64 * 12 * 1000
    values, start = found.values, found.values.copy()
    assert found.multiply_add(2) > 0
    used = 12 * found.bits // 64
    assert np.array_equal(values[used:], start[used:])
    # 2000 steps, each rounded
    expected = 1 + (start[:used] - 1) * (1 - 1e-9) ** 2000
    np.testing.assert_allclose(values[:used], expected, rtol=2000 * EPS)
    assert found.triad(1) > 0
    assert np.all(found.arrays[0] == 4.0)
