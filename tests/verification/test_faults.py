"""The campaign of planted faults: its lists apply, and it builds what a fault enters, no more."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from verification.faults import __main__ as command
from verification.faults import builds, campaign, places
from verification.faults.campaign import Outcome
from verification.faults.places import ROOT, Fault, FaultError


@pytest.fixture(scope="module")
def planted():
    return places.planted()


def test_every_fault_applies_once(planted):
    for fault in planted:
        text = (ROOT / places.located(fault)).read_text(encoding="utf-8")
        assert places.faulty_text(fault, text) != text
        assert (ROOT / fault.target.partition("::")[0]).is_file(), fault.target
    assert max(Counter(planted).values()) == 1


def test_the_kernels_have_thirty(planted):
    kernels = [fault for fault in planted if fault.file.startswith("h_grne")]
    assert len(kernels) >= 30


def test_a_fault_must_stand_there_once():
    fault = Fault("file", "a b", "a", "tests")
    for text in ("", "a b a b"):
        with pytest.raises(FaultError, match="fault no longer applies .* file: a b"):
            places.faulty_text(fault, text)
    with pytest.raises(FaultError, match="no longer applies"):
        places.faulty_text(Fault("file", "a", "a", "tests"), "a")
    assert places.faulty_text(fault, "x a b y") == "x a y"


TEXT = """one = a + b


def first(
    x,
):
    return a + b


class Pair:
    def first(self):
        # a comment

        return a + b

    cdef inline int second(self) noexcept nogil:
        return a - b
"""


def test_a_place_is_a_function_of_a_file():
    def planted_in(place, old="a + b"):
        return places.faulty_text(Fault(f"file.pyx: {place}", old, "c", "tests"), TEXT)

    assert planted_in("Pair.first") == TEXT[::-1].replace("b + a", "c", 1)[::-1]
    assert planted_in("Pair.second", "a - b") == TEXT.replace("a - b", "c")
    for place, old in (("third", "a"), ("Pair.first", "a - b"), ("Pair", "a"), ("first", "a + b")):
        with pytest.raises(FaultError, match=f"no longer applies .* file.pyx: {place}: "):
            planted_in(place, old)


def test_a_file_is_named_by_the_end_of_its_path():
    def fault(file):
        return Fault(f"{file}: f", "a", "b", "tests")

    path = "lieref/dynamics/inverse_dynamics.pyx"
    assert places.located(fault(path)) == places.located(fault("inverse_dynamics.pyx")) == path
    for name, count in (("dynamics.pyx", 0), ("__init__.py", "[0-9]+")):
        with pytest.raises(FaultError, match=f"^{count} files are called {name}$"):
            places.located(fault(name))


@pytest.mark.parametrize(
    "file, modules",
    [
        (
            "lieref/dynamics/inverse/default/h_grne_body.pxi",
            [
                "_body_scalar",
                "_body_wide",
                "_h_grne_fine",
                "_h_grne_scalar",
                "_h_grne_states",
                "_h_grne_wide",
                "_hybrid_scalar",
                "_hybrid_wide",
            ],
        ),
        (
            "lieref/dynamics/inverse/spatial/h_grne_spatial.pxi",
            ["_gabi_spatial_scalar", "_spatial_scalar", "_spatial_wide"],
        ),
        ("lieref/algebra/scalars/second_order_numbers.pxi", ["_bicomplex", "_hyper_dual"]),
        ("build_variants.py", ["_builds"]),
        ("lieref/dynamics/inverse_dynamics.pyx", ["inverse_dynamics"]),
        ("lieref/algebra/groups/inertia.pxd", ["inertia"]),
        ("lieref/model/tree/compiled.py", []),
    ],
)
def test_only_what_a_file_enters_is_built(file, modules):
    assert sorted(_kernels(file)) == modules


def _kernels(file, others=False):
    return {path.stem.removesuffix("_v3") for path in builds.rebuilt(file, ROOT)[others]}


def test_headers_are_found_where_the_compiler_finds_them():
    assert "_h_grne_scalar" in _kernels("lieref/algebra/scalars/roots.h")


def test_builds_for_other_numbers_come_second():
    file = "lieref/loops/constraints/constraints.pxi"
    assert _kernels(file) == {"_closed_states", "_slopes_dense", "_slopes_states", "constraints"}
    assert _kernels(file, others=True) == {"_constraints_hyper_dual"}


def test_includes_are_followed_between_folders():
    found = _kernels("lieref/kinematics/forward/poses.pxi")
    assert found == {
        "_gabi_spatial_scalar",
        "_spatial_scalar",
        "_spatial_wide",
        "_forward_kinematics",
        "_kinematics_fine",
        "_order_partials_states",
        "_order_partials_wide",
        "_order_products_wide",
        "jacobian",
        "jacobian_series",
        "whole_motion",
        "_inertial_wrenches_states",
        "inertial_wrenches",
    }
    header = _kernels("lieref/algebra/scalars/lanes.h")
    assert header >= found | {"_h_grne_scalar", "_h_grne_wide", "_fine", "_h_gabi_fine"}


def test_finished_faults_are_read_back(tmp_path):
    record = tmp_path / "results.jsonl"
    assert campaign.finished(record) == {}
    line = json.dumps({"key": "k", "name": "n", "caught_by": "t", "seconds": 1.5})
    record.write_text(f'{line}\n{{"key": "cut', encoding="utf-8")
    assert campaign.finished(record) == {"k": Outcome("k", "n", "t", 1.5)}


def test_a_fault_is_new_when_its_file_or_its_test_changes(tmp_path):
    (tmp_path / "lieref").mkdir()
    (tmp_path / "tests").mkdir()
    files = [tmp_path / "lieref" / "sweep.pxi", tmp_path / "tests" / "test_sweep.py"]
    for path in (*files, tmp_path / "lieref" / "other.pxi"):
        path.write_text("x", encoding="utf-8")
    fault = Fault("sweep.pxi", "x", "y", "tests/test_sweep.py::test_one")
    before = campaign.key(fault, tmp_path)
    (tmp_path / "lieref" / "other.pxi").write_text("y", encoding="utf-8")
    assert campaign.key(fault, tmp_path) == before
    for path in files:
        path.write_text("z", encoding="utf-8")
        assert campaign.key(fault, tmp_path) != before
        path.write_text("x", encoding="utf-8")


def test_python_faults_are_planted_and_taken_back(tmp_path):
    """The whole way of a fault that needs no build, in a tree of two files."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "code_under_test.py").write_text("def one():\n    return 1\n", encoding="utf-8")
    test = "from code_under_test import one\n\n\ndef test_one():\n    assert one() == 1\n"
    (tmp_path / "tests" / "test_one.py").write_text(test, encoding="utf-8")
    # the long tests are run too
    options = "def pytest_addoption(parser):\n    parser.addoption('--full', action='store_true')\n"
    (tmp_path / "tests" / "conftest.py").write_text(options, encoding="utf-8")
    copy = campaign.Copy(Path(tmp_path), Path(tmp_path) / "nothing")
    seen = Fault("code_under_test.py", "return 1", "return 2", "tests/test_one.py")
    unseen = Fault("code_under_test.py", "return 1", "return 1 + 0", "tests/test_one.py")
    assert copy.plant(seen) == "tests/test_one.py::test_one"
    assert copy.plant(unseen) == ""
    assert "return 1\n" in (tmp_path / "code_under_test.py").read_text(encoding="utf-8")


def test_survivors_are_said_to_survive():
    table = command.table([Outcome("k", "a fault", "", 2.0), Outcome("l", "another", "test", 1.0)])
    assert [row[1] for row in table.rows] == ["survived", "test"]


def test_a_sample_takes_each_compiled_file_first(planted):
    compiled = {fault.file for fault in planted if not fault.file.endswith(".py")}
    sample = places.sampled(planted, len(compiled) + 20, seed=3)
    assert len({fault.file for fault in sample}) == len(sample)
    assert compiled <= {fault.file for fault in sample}
    assert sample == places.sampled(planted, len(compiled) + 20, seed=3)
    assert sample != places.sampled(planted, len(compiled) + 20, seed=4)
    assert sorted(map(repr, places.sampled(planted, 10**6, seed=3))) == sorted(map(repr, planted))


def test_the_page_counts_what_was_seen_and_names_what_was_not():
    outcomes = [
        Outcome("k", "a.pxi: f: x", "test", 2.0),
        Outcome("l", "a.pxi: g: y", "", 4.0),
        Outcome("m", "b.py: h: z", "test", 1.0),
    ]
    text = command.summary(outcomes, "the command")
    assert "`the command`. 2 of 3 faults turned a test red" in text
    assert re.search(r"\| kernels \| 2 \| 1 \| 3 ", text)
    assert text.endswith("Not seen:\n\n- `a.pxi: g: y`\n")
