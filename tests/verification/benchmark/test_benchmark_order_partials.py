"""Times of partials of any order: what is compared, and what is refused."""

import pytest

pytest.importorskip("casadi")
pytest.importorskip("pinocchio")

import lieref
from verification.benchmark import build, order_partials
from verification.benchmark.bench import DisagreementError
from verification.benchmark.generated import Flagged


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")
    return Flagged(build.timers(cache), cache, 5, 0.1, 60.0, 60.0, ("-O1", "-march=native"))


def test_a_row_beside_casadi(bench, monkeypatch):
    model = lieref.catalogue.serial_chain(2)
    row = order_partials.beside_casadi(bench, model, 1)
    call, theirs, own, ratio, other = map(float, row[1:6])
    assert ratio == pytest.approx(call / theirs, rel=0.02)
    assert other == pytest.approx(own / theirs, rel=0.02)
    given, heavier = order_partials.casadi_function, model.with_gravity((0, 0, -9.8))
    monkeypatch.setattr(order_partials, "casadi_function", lambda _, r: given(heavier, r))
    with pytest.raises(DisagreementError, match="CasADi"):
        order_partials.beside_casadi(bench, model, 1)


def test_rows_of_growth(bench, monkeypatch):
    monkeypatch.setattr(
        order_partials, "robots", lambda: {"chain": lieref.catalogue.serial_chain(2)}
    )
    rows = list(order_partials.growth(bench, 1))
    assert [row[1] for row in rows] == ["inverse", "forward"]
    assert all(len(row) == 3 + len(order_partials.ORDERS) for row in rows)
