"""What a newcomer does wrong with `lieref check`: told in one line, with its own exit status."""

import os
import shlex
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.programs.processes import ended

import lieref
from lieref.__main__ import main
from lieref.check import Limits, audit, named_model
from lieref.check.writers import FORMATS
from lieref.errors import ModelError

MODEL = ["--model", "serial_chain:2", "--states", "zero", "--quantities", "inverse_dynamics"]


def test_missing_module_is_an_error_in_junit():
    report = audit("no_such_module_here:f", "serial_chain:2")
    assert report.exit_status == 2
    suite = ElementTree.fromstring(FORMATS["junit"](report).encode()).find("testsuite")
    assert (suite.get("errors"), suite.get("skipped")) == ("1", "0")
    assert "no_such_module_here" in suite.find("testcase/error").get("message")


def test_a_missing_oracle_is_named_with_its_extra(monkeypatch, capsys):
    def missing(*given):
        raise ImportError("the oracle needs mpmath: pip install 'lieref[oracle]'")

    monkeypatch.setattr("lieref.check.command.audit", missing)
    assert main(["check", "lieref", *MODEL]) == 2
    assert capsys.readouterr().err == (
        "lieref check: the oracle needs mpmath: pip install 'lieref[oracle]'\n"
    )


def test_capital_ending(tmp_path):
    file = tmp_path / "A.URDF"
    file.write_text(
        '<robot name="a"><link name="w"/><link name="b"><inertial><mass value="1"/>'
        '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        '<joint name="j" type="continuous"><parent link="w"/><child link="b"/></joint></robot>'
    )
    assert named_model(str(file), "fixed").nv == 1


def test_model_with_loops_is_a_clear_error():
    with pytest.raises(lieref.ArgumentError, match=r"got LoopModel\): .*`model.tree`"):
        audit("lieref", lieref.catalogue.four_bar())
    with pytest.raises(lieref.ArgumentError, match="got NoneType"):
        audit("lieref", None)


def test_commas_help_and_version(capsys):
    words = ["check", "lieref", *MODEL[:-1], "inverse_dynamics,joint_space_inertia"]
    assert main(words) == 0
    assert "joint_space_inertia" in capsys.readouterr().out
    assert main(["check", "lieref", *MODEL[:-1], "inverse_dynamic"]) == 2
    for words, told in ((["--help"], "lieref check SUBJECT"), (["--version"], lieref.__version__)):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 0
        assert told in capsys.readouterr().out


def run(stdout):
    words = [sys.executable, "-m", "lieref", "check", "lieref", *MODEL]
    return subprocess.run(words, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)


@pytest.mark.parametrize("where", ["full", "closed"])
def test_report_that_cannot_be_written(where):
    if where == "full":
        target = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, target = os.pipe()
        os.close(reader)
    done = run(target)
    os.close(target)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1 and "cannot be written" in done.stderr


@pytest.mark.parametrize("where, told", [
    ("nowhere/report.xml", "is no folder"), ("", "is a folder, expected a file"),
])  # fmt: skip
def test_report_that_will_not_be_written_is_told_before_the_audit(where, told, tmp_path, capsys):
    # a subject that would leave a file behind if it ran
    note = tmp_path / "ran"
    program = shlex.join([sys.executable, "-c", f"open({str(note)!r}, 'w')"])
    output = str(tmp_path / where)
    assert main(["check", f"program:{program}", *MODEL, "--output", output]) == 3
    assert told in capsys.readouterr().err
    assert not note.exists()


def massless():
    """A free body whose arm alone has mass."""
    b = lieref.ModelBuilder()
    b.add_body("base", None, lieref.Free(), None, 0.0)
    b.add_body("arm", "base", lieref.Revolute((0.0, 0.0, 1.0)), None, 1.0, (1.0, 0.0, 0.0))
    return b.build()


def offers_nothing(model):
    return lambda quantity, **arguments: None


@pytest.mark.parametrize("subject", ["lieref", "test_check_wrong_use:offers_nothing"])
def test_nothing_compared_is_an_error_in_junit(subject, monkeypatch):
    monkeypatch.chdir(Path(__file__).parent)
    report = audit(subject, massless(), ["forward_dynamics"], ["generic"])
    assert report.exit_status == 2
    suite = ElementTree.fromstring(FORMATS["junit"](report).encode()).find("testsuite")
    assert (suite.get("errors"), suite.get("skipped")) == ("1", "0")
    assert suite.find("testcase/error") is not None


@pytest.mark.parametrize("words, told", [
    (["lieref", "--model", "four_bar"], "loops or couplings, expected a tree"),
    (["lieref", "--model", "serial_chain"], "expected serial_chain:n"),
    (["lieref", "--model", "serial_chain:x"], "model 'serial_chain:x': n: 'x', expected"),
    (["lieref", "--model", "tallos"], "'tallos'"),
    (["lieref", "--model", "a.sdf"], "lieref.from_drake"),
    (["lieref", "--model", "a.urdf.xacro"], "expand it first"),
    (["lieref", "--model", "a.XML"], "No such file"),
    (["pinochio", *MODEL], "unknown subject 'pinochio'; did you mean 'pinocchio'?"),
    *(
        (["lieref", *MODEL, f"--{limit}={value}"], "expected a positive number")
        for limit in ("start-limit", "time-limit", "memory-limit")
        for value in (0, -1)
    ),
    (["lieref", "--model", "nothere.urdf"], "model 'nothere.urdf': No such file"),
    (["lieref", *MODEL, "--seeds", "-1"], "seeds: got [-1], expected integers"),
    (["lieref", *MODEL, "--digits", "50"], "check: digits 50: expected 16 to 30"),
    (["lieref", *MODEL, "--factor", "nan"], "check: factor nan: expected at least 1"),
    (["lieref", *MODEL, "--quantities", "inverse_dynamic"], "did you mean 'inverse_dynamics'?"),
    (["lieref", *MODEL, "--quantities", ","], "quantities is '', expected one of"),
    (["program:", *MODEL], "subject 'program:': expected a command line"),
    (['program:"a', *MODEL], "subject 'program:\"a': No closing quotation"),
    (["mine.py", *MODEL], "unknown subject 'mine.py'; did you mean 'mine:function'?"),
    (["mine", *MODEL], "unknown subject 'mine'; did you mean 'mine:function'?"),
])  # fmt: skip
def test_wrong_words_are_told(words, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("")
    assert main(["check", *words]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open({note!r}, "w").write(str(os.getpid()))
        os.rename({note!r}, {note!r} + ".done")
        time.sleep(600)
    os._exit(0)
while not os.path.exists({note!r} + ".done"):
    pass
print("rubbish", flush=True)
"""


def test_daemon_is_killed(tmp_path):
    note = str(tmp_path / "number")
    report = audit([sys.executable, "-c", DAEMON.format(note=note)], "serial_chain:2")
    assert report.results[0].status == "garbage"
    assert ended(int(Path(note + ".done").read_text()))


def writer(stream, size):
    """A program that writes so many bytes without the end of a line, and then nothing."""
    text = (
        "import os, time\n"
        f"left = {size}\n"
        f"while left: left -= os.write({stream}, b'x' * min(left, 65536))\n"
        "time.sleep(600)"
    )
    return [sys.executable, "-c", text]


@pytest.mark.parametrize("stream", [1, 2])
def test_output_beyond_the_limit_is_a_flood(stream):
    limits = Limits(start=60.0, output=1 << 20)
    report = audit(writer(stream, 1 << 21), "serial_chain:2", limits=limits)
    assert report.results[0].status == "flood"
    assert "more than 1048576 bytes" in report.results[0].text


@pytest.mark.parametrize("stream", [1, 2])
def test_output_without_an_end_is_no_slow_answer(stream):
    report = audit(writer(stream, 17 << 20), "serial_chain:2", limits=Limits(start=3.0))
    assert report.results[0].status == "flood"
    assert "no end of a line within 3 s" in report.results[0].text


def test_no_reference_value_with_a_free_base_suggests_a_fixed_one():
    report = audit("lieref", massless(), ["forward_dynamics"], ["generic"])
    assert "--base fixed" in report.results[0].text


class _File:
    """A file of a package as importlib.metadata has it."""

    def __init__(self, path):
        self._path, self.suffix = path, path.suffix

    def locate(self):
        return self._path


def test_robots_are_found_in_every_package_that_has_them(monkeypatch, tmp_path):
    text = """<robot name="r"><link name="w"/><link name="a"/><joint name="{}" type="floating">
    <parent link="w"/><child link="a"/></joint></robot>"""
    names = {
        "example-robot-data": ["ur5_description/ur5.urdf", "ur5_description/ur5_gripper.urdf"],
        "pybullet": ["pybullet_data/kuka_iiwa/model.urdf", "pybullet_data/kuka_iiwa/model2.urdf"],
    }
    for paths in names.values():
        for name in paths:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text.format(name))

    def files(package):
        if package not in names:
            raise metadata.PackageNotFoundError(package)
        return [_File(tmp_path / name) for name in names[package]]

    monkeypatch.setattr(metadata, "files", files)
    for word, expected in {
        "ur5": "ur5_description/ur5.urdf",
        "ur5_": "ur5_description/ur5_gripper.urdf",
        "gripper": "ur5_description/ur5_gripper.urdf",
        "iiwa": "pybullet_data/kuka_iiwa/model.urdf",
    }.items():
        assert named_model(word, "fixed").joint_names == (expected,)
    with pytest.raises(ModelError, match=r"unknown.*near: ur5"):
        named_model("ur6")
    names.clear()
    with pytest.raises(ModelError, match=r"install lieref\[interop\]"):
        named_model("iiwa")
