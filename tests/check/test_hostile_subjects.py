"""Subjects that hang, crash, print, allocate or return rubbish: reported, and survived."""

import contextlib
import json
import os
import re
import shlex
import signal
import sys
import sysconfig
import time

import pytest
from support.programs.processes import ended

from lieref.__main__ import main
from lieref.check import Limits, audit, command
from lieref.check.exchange import process

MODEL = "serial_chain:3"
# Free-threaded Python reserves addresses for its objects as it starts, before or after the limit.
RESERVED = (1 << 30) if sysconfig.get_config_var("Py_GIL_DISABLED") else 0
LIMITS = Limits(start=20.0, answer=3.0, memory=RESERVED + (1 << 30), output=1 << 20)

# subject, the status of its answer, words of the report
HOSTILE = (
    ("exits", "crashed", "exit status 7"),
    ("aborts", "crashed", "SIGABRT"),
    ("raises", "error", "ZeroDivisionError"),
    ("too_long", "shape", "got (4,), expected (3,)"),
    ("wrong_axes", "shape", "got (3, 3), expected (3,)"),
    ("ragged", "error", "inhomogeneous"),
    ("a_word", "shape", "no array of numbers"),
    ("nan", "not finite", "tau[0] is nan"),
    ("infinite", "not finite", "tau[1] is inf"),
    ("nameless", "shape", "without tau"),
    ("an_object", "error", "not JSON"),
    # those that are waited for
    ("leaves", "crashed", "exit status 0"),
    ("leaves_child", "crashed", "exit status 3"),
    ("hangs", "timeout", "no answer within 3 s"),
)


@pytest.mark.parametrize("name, status, words", HOSTILE)
def test_hostile_answer_is_reported(name, status, words):
    states = ["generic", "zero", "fast"]
    report = audit(f"confused_subjects:{name}", MODEL, ["inverse_dynamics"], states, limits=LIMITS)
    assert report.exit_status == 1
    # it misbehaves where something moves, and is asked on: at rest it is right
    assert [x.status for x in report.results] == [status, "pass", status]
    assert words in report.results[0].text


def test_it_is_not_asked_for_ever():
    states, seeds = ["generic"], [0, 1, 2, 3]
    report = audit(
        "confused_subjects:exits", MODEL, ["inverse_dynamics"], states, seeds, limits=LIMITS
    )
    assert [x.status for x in report.results] == ["crashed", "crashed", "not asked", "not asked"]


def test_what_it_prints_is_not_taken_for_an_answer():
    report = audit("confused_subjects:chatters", MODEL, ["inverse_dynamics"], limits=LIMITS)
    assert report.exit_status == 0


def test_memory_is_limited():
    limits = Limits(answer=60.0, memory=RESERVED + (600 << 20))
    report = audit(
        "confused_subjects:devours", MODEL, ["inverse_dynamics"], ["generic"], limits=limits
    )
    assert report.exit_status == 1
    assert report.results[0].status == "memory"


@pytest.mark.parametrize("name, status", [
    ("hangs_at_start", "timeout"),
    ("crashes_at_start", "crashed"),
    ("no_function", "error"),
    ("not_there", "missing"),
])  # fmt: skip
def test_start_that_fails(name, status):
    report = audit(f"confused_subjects:{name}", MODEL, limits=Limits(start=3.0))
    assert [x.status for x in report.results] == [status]
    assert report.exit_status == (2 if status == "missing" else 1)


def python(text):
    """A program in Python, without lieref."""
    return [sys.executable, "-c", text]


READY = "import sys; sys.stdin.readline(); print('{\"ready\": 1}', flush=True); "


@pytest.mark.parametrize("program, status", [
    (python("print('hello')"), "garbage"),
    (python("print('[' * 100000)"), "garbage"),
    (python("print('[1]')"), "garbage"),
    (python("print('{}')"), "garbage"),
    (python('print(\'{"ready": 1, "base": "sideways"}\')'), "garbage"),
    (python("import os; os.write(1, b'\\xff\\n')"), "garbage"),
    (python("while True: print('x' * 4096, end='')"), "flood"),
    (python("import os; os.close(1); import time; time.sleep(60)"), "crashed"),
    (["./no_program_of_this_name"], "missing"),
    (python("import time; time.sleep(60)"), "timeout"),
])  # fmt: skip
def test_program_that_never_gets_ready(program, status):
    report = audit(program, MODEL, limits=Limits(start=3.0, output=1 << 20))
    assert [x.status for x in report.results] == [status]


@pytest.mark.parametrize("answer, status", [
    ('{"id": 1, "result": [1, 2', "garbage"),
    ('{"id": 2, "result": [1, 2, 3]}', "garbage"),
    ('{"id": 1}', "garbage"),
    ('{"id": 1, "result": {"tau": [1, null, 3]}}', "not finite"),
    ('{"id": 1, "result": [true, 1, 2]}', "shape"),
    ('{"id": 1, "result": [1e999, 1, 2]}', "not finite"),
    ('{"id": 1, "result": [' + "9" * 400 + ", 1, 2]}", "shape"),
    ('{"id": 1, "result": null}', "shape"),
    ('{"id": 1, "error": "no such thing"}', "error"),
    ('{"id": 1, "error": [1], "kind": ["x"]}', "error"),
    ('{"id": 1, "not_offered": true}', "not offered"),
    ('{"id": 1, "result": ' + "[" * 33 + "1" + "]" * 33 + "}", "shape"),
    ('{"id": 1, "result": ' + "[" * 90 + "1" + "]" * 90 + "}", "shape"),
    ('{"id": ' + "[" * 900 + "]" * 900 + "}", "garbage"),
    ('{"id": 1, "error": ' + "[" * 900 + "]" * 900 + "}", "error"),
    ('{"id": 1, "error": "half \\ud800 \\u001b[2J\\u202e"}', "error"),
])  # fmt: skip
def test_answer_of_a_program_that_is_none(answer, status):
    program = python(READY + f"sys.stdin.readline(); print({answer!r}, flush=True)")
    report = audit(program, MODEL, ["inverse_dynamics"], ["zero"], limits=LIMITS)
    assert [x.status for x in report.results] == [status]
    assert report.results[0].text.isprintable()


NUMBER, DEEP = "9" * 400, "[" * 900 + "]" * 900
POSES = '{"zero": [], "moved": []}'


@pytest.mark.parametrize("said", [
    f'"differences": {{"dtau_dq": [{NUMBER}, "central"]}}', f'"differences": {DEEP}',
    f'"precision": {DEEP}', f'"model": {DEEP}', '"model": {"bodies": [{"kind": "free"}]}',
    '"model": {"bodies": 7}',
    f'"model": {{"bodies": [{{"name": "a", "mass": {NUMBER}}}], "poses": {POSES}}}',
])  # fmt: skip
def test_what_a_program_says_of_itself_is_read_with_care(said):
    program = python(f"import sys; sys.stdin.readline(); print('{{\"ready\": 1, {said}}}')")
    own = "model" in said
    report = audit(program, None if own else MODEL, own_model=own, limits=LIMITS)
    assert [x.status for x in report.results] == ["garbage"]


def test_the_name_of_a_program_forges_no_verdict(capsys):
    hello = json.dumps({"ready": 1, "name": "x\nPASS: mine\x1b[2J\x9b1m\u202e\ud800"})
    ready = python(f"import sys; sys.stdin.readline(); print({hello!r}, flush=True)")
    words = ["check", f"program:{shlex.join(ready)}", "--model", MODEL, "--states", "zero"]
    for form in ("text", "markdown", "junit", "html", "json"):
        assert main([*words, "--format", form]) == 1
        said = capsys.readouterr().out
        assert "PASS: mine" in said
        assert not re.search("^PASS", said, re.M)
        assert not re.search("[\x1b\x9b\u202e\ud800]", said)


@pytest.mark.parametrize("mebibytes", ["9999999999999", str(1 << 43), str((1 << 43) - 1)])
def test_a_limit_of_memory_that_no_system_has(mebibytes, capsys):
    words = ["check", "lieref", "--model", MODEL, "--states", "zero", "--memory-limit", mebibytes]
    fits = int(mebibytes) << 20 < 1 << 63
    assert main([*words, "--quantities", "inverse_dynamics"]) == (0 if fits else 2)
    assert ("expected at most" in capsys.readouterr().err) is not fits


def test_a_limit_that_the_system_refuses_leaves_no_process(monkeypatch):
    def refused(*_):
        raise ValueError("not allowed to raise maximum limit")

    started = []
    monkeypatch.setattr(process.resource, "prlimit", refused)
    popen = process.subprocess.Popen
    monkeypatch.setattr(
        process.subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1]
    )
    with pytest.raises(ValueError, match="not allowed"):
        process.Process(python("import time; time.sleep(60)"), LIMITS)
    assert started[0].returncode == -signal.SIGKILL


def test_a_fault_of_lieref_is_no_failure_of_the_subject(monkeypatch, capsys):
    def broken(*_, **__):
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(command, "audit", broken)
    assert main(["check", "lieref", "--model", MODEL]) == 2
    assert "ZeroDivisionError: a fault" in capsys.readouterr().err


def test_program_that_reads_nothing_blocks_nobody():
    # the model of 400 bodies does not fit into a pipe
    begin = time.monotonic()
    report = audit(python("import time; time.sleep(60)"), "serial_chain:400", limits=Limits(2.0))
    assert [x.status for x in report.results] == ["timeout"]
    # well before the program would end by itself
    assert time.monotonic() - begin < 50


def test_nothing_is_left_running(tmp_path):
    note = tmp_path / "numbers"
    # the child's number is known before the parent says what gets both killed
    text = (
        "import os, time; child = os.fork(); child or time.sleep(600); "
        f"open({str(note)!r}, 'w').write(f'{{os.getpid()}} {{child}}'); "
        "print('rubbish', flush=True); time.sleep(600)"
    )
    report = audit(python(text), MODEL, limits=LIMITS)
    assert [x.status for x in report.results] == ["garbage"]
    left = [int(number) for number in note.read_text().split()]
    assert len(left) == 2
    assert all(map(ended, left))


def test_a_child_that_empties_its_environment_dies_with_the_session(tmp_path):
    note = tmp_path / "number"
    # the child says that nothing marks it any more, then the parent says what gets both killed
    child = (
        f"import os, time; open({str(note)!r} + '.new', 'w').write(str(os.getpid())); "
        f"os.rename({str(note)!r} + '.new', {str(note)!r}); time.sleep(600)"
    )
    text = (
        "import os, sys, time\n"
        f"if not os.fork(): os.execve(sys.executable, [sys.executable, '-c', {child!r}], {{}})\n"
        f"while not os.path.exists({str(note)!r}): time.sleep(0.01)\n"
        "print('rubbish', flush=True); time.sleep(600)"
    )
    report = audit(python(text), MODEL, limits=LIMITS)
    assert [x.status for x in report.results] == ["garbage"]
    number = int(note.read_text())
    try:
        assert ended(number)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def test_environment_is_not_changed():
    before = dict(os.environ)
    audit("lieref", MODEL, ["inverse_dynamics"], ["zero"])
    assert dict(os.environ) == before
