"""Generated C beside CasADi's and the kernels: what is measured, and what is refused."""

import pytest

pytest.importorskip("casadi")
pytest.importorskip("pinocchio")

import lieref
from verification.benchmark import build, generated
from verification.benchmark.bench import DisagreementError
from verification.benchmark.dynamics import problems as dynamics
from verification.benchmark.partials.problems import Problem

CHAIN = {"name": "serial_chain", "bodies": 2, "base": "fixed"}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")
    flags = ("-O1", "-march=native")
    return generated.Flagged(build.timers(cache), cache, 5, 0.1, 60.0, 60.0, flags)


def test_rows(bench):
    of_order = generated.of_order(bench, CHAIN, dynamics.FORWARD, 1)
    of_partials = generated.of_partials(bench, CHAIN, Problem("inverse", 1))
    for row in (of_order, of_partials):
        assert row["ratio"] == pytest.approx(row["generated, us"] / row["CasADi's C, us"])
        assert row["kernel ratio"] == pytest.approx(row["generated, us"] / row["kernel, us"])
        text = generated.line({"robot": "chain", "function": "f"} | row)
        assert text.count("|") == len(generated.HEADINGS) + 1


def test_another_function_is_refused(bench, monkeypatch):
    heavier = lieref.catalogue.serial_chain(2).with_gravity((0, 0, -9.8))
    given = lieref.generate
    monkeypatch.setattr(
        lieref, "generate", lambda model, *more, **words: given(heavier, *more, **words)
    )
    with pytest.raises(DisagreementError):
        generated.of_order(bench, CHAIN, dynamics.INVERSE, 0)
