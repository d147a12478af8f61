"""`lieref.golden`: cases from a folder, an archive or the installed distribution."""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

import lieref
from lieref import golden
from lieref.errors import ArgumentError, ModelError, ShapeError
from verification.golden import archives, files

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "golden"


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """Both archives."""
    return archives.write(FOLDER, files.VERSION, tmp_path_factory.mktemp("packed"))


@pytest.fixture(scope="module")
def wheel(packed, tmp_path_factory):
    """The distribution, built of the archive without a network."""
    folder, out = tmp_path_factory.mktemp("unpacked"), tmp_path_factory.mktemp("wheel")
    with tarfile.open(packed[0]) as tar:
        tar.extractall(folder, filter="data")
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(out)],
        cwd=folder / f"lieref_golden-{files.VERSION}",
        check=True,
        capture_output=True,
    )
    (found,) = out.iterdir()
    return found


def test_names():
    found = golden.names(source=FOLDER)
    assert found == sorted(found) and len(found) > 50
    assert "trees/robot_ur5" in found
    loops = golden.names("loops", source=FOLDER)
    assert loops and set(loops) == {name for name in found if name.startswith("loops/")}
    with pytest.raises(ArgumentError, match="kind is 'robots', expected one of 'failures', 'gro"):
        golden.names("robots", source=FOLDER)


def test_a_mechanism():
    case = golden.load("joint_helical", FOLDER)
    assert isinstance(case, golden.MechanismCase) and case.name == "joint_helical"
    q, v = case.inputs["q"], case.inputs["v"]
    assert v.shape == (7, 1) and v.dtype == float and case.inputs["prescribed"].dtype == bool
    reference = case.references["inverse_dynamics"]["tau"]
    tau = lieref.inverse_dynamics(case.model, q, v)
    assert reference.error(tau) < 4e-15
    assert case.model is case.model
    loop = golden.load("loops/loop_four_bar", FOLDER)
    assert isinstance(loop.model, lieref.LoopModel)


def test_an_error_is_that_of_a_block():
    """Of each row by itself, with the certified decimals."""
    reference = golden.Reference(
        np.array([[1.0, 2.0], [1e-3, 0.0], [0.0, 0.0]]),
        [["1", "2"], ["0.001", "0"], ["0", "0"]],
        np.array([0.0, 0.0, 0.0]),
    )
    assert reference.error([[1, 2.5], [1e-3, 0], [0, 0]]) == 0.25
    assert reference.error([[1, 2], [1e-3, 1e-4], [0, 0]]) == pytest.approx(0.1)
    assert reference.error([[1, 2], [1e-3, 0], [0, 0.75]]) == 0.75
    assert reference.error([[1, 2], [1e-3, 0], [0, np.nan]]) == np.inf
    # the double 1e-3 is not the decimal
    exact = reference.error(reference.values)
    assert exact == float(abs(Decimal(1e-3) - Decimal("0.001")) / Decimal("0.001")) > 0
    with pytest.raises(ShapeError, match=r"found has shape \(2,\), expected \(3, 2\)"):
        reference.error([1, 2])
    one = golden.Reference(np.array([2.0]), ["2"], np.array(0.5))
    assert one.error([2.0]) == 0.25


def test_a_group_and_a_failure():
    case = golden.load("groups/SO3_log", FOLDER)
    sample = case.samples[0]
    assert sample.argument.shape == (3, 3) and sample.value.values.shape == (3,)
    refused = golden.load("failures/mass_negative", FOLDER)
    assert (refused.kind, refused.exception) == ("model", "ModelError")
    with pytest.raises(ModelError, match=refused.names):
        _ = refused.model
    infinite = golden.load("failures/force_infinite", FOLDER).inputs["tau"]
    assert infinite[0, 0] == np.inf and np.isfinite(infinite[0, 1:]).all()
    assert np.isnan(golden.load("failures/velocity_nan", FOLDER).inputs["v"][1, 1])


def test_archives_are_the_same_each_time(packed, tmp_path):
    for path, again in zip(packed, archives.write(FOLDER, files.VERSION, tmp_path), strict=True):
        assert path.read_bytes() == again.read_bytes()
    # no time of making in the head of gzip, and no order of a file system
    assert packed[0].read_bytes()[4:8] == bytes(4)
    with tarfile.open(packed[0]) as tar:
        assert tar.getnames() == sorted(tar.getnames())
    sums = packed[-1].read_text().split()
    assert sums[1::2] == ["lieref_golden-2.tar.gz", "lieref_golden-2.zip"]
    assert len(sums[0]) == 64


def test_the_distribution_is_small_and_of_this_version(packed, wheel):
    table = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
    assert table["project"]["version"] == str(files.VERSION)
    changes = (FOLDER / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## Version {files.VERSION}, format {golden.FORMAT}\n" in changes
    lieref_needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needs = lieref_needs["project"]["optional-dependencies"]["golden"]
    assert needs == [f"lieref-golden>={files.VERSION}"]
    assert max(path.stat().st_size for path in (wheel, *packed)) < 1_500_000
    assert (FOLDER / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert wheel.name == f"lieref_golden-{files.VERSION}-py3-none-any.whl"


def test_every_source_gives_the_same(packed, wheel):
    tau = "inverse_dynamics", "tau"
    expected = golden.load("serial_chain", FOLDER).references[tau[0]][tau[1]]
    for source in (*packed[:2], wheel):
        assert golden.names(source=source) == golden.names(source=FOLDER)
        assert golden.version(source) == files.VERSION
        found = golden.load("trees/serial_chain", source).references[tau[0]][tau[1]]
        assert found.decimals == expected.decimals


def test_the_installed_distribution_is_the_default(wheel, tmp_path, monkeypatch):
    with pytest.raises(ModuleNotFoundError, match=r"pip install lieref\[golden\], or name"):
        golden.names()
    shutil.unpack_archive(wheel, tmp_path, "zip")
    folder = tmp_path / "lieref_golden"
    for line in (folder / archives.SUMS).read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    monkeypatch.syspath_prepend(str(tmp_path))
    assert golden.names() == golden.names(source=FOLDER)
    assert golden.load("SE3_exp").group == "SE3"
    sys.modules.pop("lieref_golden", None)


def test_wrong_names_and_sources(tmp_path):
    with pytest.raises(ArgumentError, match="name is 'robot_ur6', .* nearest are 'robot_ur5'"):
        golden.load("robot_ur6", FOLDER)
    with pytest.raises(ArgumentError, match=r"name is \[\], expected one of"):
        golden.load([], FOLDER)
    with pytest.raises(ArgumentError, match="source is 5, expected a path"):
        golden.names(source=5)
    with pytest.raises(ArgumentError, match="nothing': got no file or folder, expected a folder"):
        golden.names(source=tmp_path / "nothing")
    with pytest.raises(ArgumentError, match=r"has no index\.json"):
        golden.names(source=tmp_path)
    text = tmp_path / "text.json"
    text.write_text("{}")
    with pytest.raises(ArgumentError, match=r"another file, expected \.tar\.gz or \.zip"):
        golden.names(source=text)
    empty = tmp_path / "empty.tar.gz"
    with tarfile.open(empty, "w:gz") as tar:
        tar.add(text, "text.json")
    with pytest.raises(ArgumentError, match=r"empty\.tar\.gz': has no index\.json"):
        golden.names(source=empty)


def test_a_file_that_is_not_that_of_the_index(tmp_path):
    copy = tmp_path / "golden"
    shutil.copytree(FOLDER, copy)
    path = copy / "groups" / "SO3_exp.json"
    path.write_text(path.read_text().replace("e-09", "e-08", 1))
    assert path.read_bytes() != (FOLDER / "groups" / "SO3_exp.json").read_bytes()
    with pytest.raises(ArgumentError, match=r"groups/SO3_exp\.json is not the file of its index"):
        golden.load("SO3_exp", copy)
    path.unlink()
    with pytest.raises(ArgumentError, match=r"has no groups/SO3_exp\.json"):
        golden.load("SO3_exp", copy)
    index = json.loads((copy / "index.json").read_text())
    (copy / "index.json").write_text(json.dumps(index | {"format": 2}))
    with pytest.raises(ArgumentError, match="has format 2, expected 3"):
        golden.load("SO3_exp", copy)
