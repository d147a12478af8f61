"""The examples of README and docs/how-to.md are files, and run against the installed package."""

import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig

import numpy as np
import pytest
from support.programs.checkout import ROOT

import lieref

README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples"
#: Errors that the examples may print, relative: that of the claims on the default recursion.
PRINTED_ERROR = 3e-15
#: Errors over conditioning bounds that they may print: that of the claims on forward dynamics.
FORWARD_MARGIN = 30


def blocks(language: str, text: str = README) -> list[str]:
    """Code blocks of one language in a document."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


@pytest.mark.parametrize(
    "document, language, name",
    [
        ("README.md", "python", "inverse_dynamics.py"),
        ("docs/how-to.md", "python", "forward_dynamics.py"),
        ("docs/how-to.md", "python", "loops.py"),
        ("docs/how-to.md", "python", "partials.py"),
        ("docs/how-to.md", "cython", "torque.pyx"),
    ],
)
def test_a_document_shows_the_example_as_it_is(document, language, name):
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert text in blocks(language, (ROOT / document).read_text(encoding="utf-8"))
    assert len([line for line in text.splitlines() if line]) <= 10


def test_the_two_commands_and_continuous_integration_agree():
    prepare = "python3 -m venv .venv && .venv/bin/pip install tox && "
    commands = "".join(blocks("sh")).splitlines()
    assert commands == [prepare + ".venv/bin/tox run -e report", prepare + ".venv/bin/tox"]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    steps = ["-m venv .venv", ".venv/bin/pip install", ".venv/bin/tox --parallel all"]
    places = [script.index(step) for step in steps]
    assert places == sorted(places)


def test_the_quick_start_runs(tmp_path):
    text = (ROOT / "docs" / "quick-start.md").read_text(encoding="utf-8")
    code = "\n".join(blocks("python", text))
    output = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    # the line of what comes back from forward dynamics
    assert [
        0 <= float(line) <= 1e-14 for line in output.splitlines() if re.match(r"^[\d.e-]+$", line)
    ]


def test_python_example(tmp_path):
    output = subprocess.run(
        [sys.executable, str(EXAMPLES / "inverse_dynamics.py")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    errors = [float(line.rpartition(" ")[2]) for line in output.splitlines()]
    assert len(errors) == 6
    assert max(errors) <= PRINTED_ERROR


def test_forward_example(tmp_path):
    output = subprocess.run(
        [sys.executable, str(EXAMPLES / "forward_dynamics.py")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found = [re.findall(r"\d\.\de-\d+", line) for line in output.splitlines()]
    assert len(found) == 6
    for error, bound in found:
        # tau is wrong by a few roundings, the bound takes half of one
        assert float(error) <= FORWARD_MARGIN * float(bound)


def test_loops_example(tmp_path):
    output = subprocess.run(
        [sys.executable, str(EXAMPLES / "loops.py")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    forces, round_trip = (float(line.rpartition(" ")[2]) for line in output.splitlines())
    # forces of some 10 N m, a few roundings of them; accelerations by a condition of some 100
    assert 0 <= forces <= 1e-13
    assert 0 <= round_trip <= 1e-12


def test_the_example_of_contacts_runs(tmp_path):
    text = (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")
    (code,) = (block for block in blocks("python", text) if "loops.close" in block)
    output = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout
    freedoms, lost = re.search(r"(.*) degrees of freedom, (.*) J lost", output).groups()
    assert freedoms == "12, 9, 6" and float(lost) > 0


def test_partials_example(tmp_path):
    output = subprocess.run(
        [sys.executable, str(EXAMPLES / "partials.py")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    # entries of some N m, a few roundings of them
    assert 0 <= float(output.rpartition(" ")[2]) <= 1e-14


@pytest.fixture(scope="module")
def torque(tmp_path_factory):
    """The Cython example, built as the README says, far from the source tree."""
    folder = tmp_path_factory.mktemp("cython_example")
    shutil.copy(EXAMPLES / "torque.pyx", folder)
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-i", "-3", "torque.pyx"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    locked = getattr(sys, "_is_gil_enabled", lambda: True)
    before = locked()
    spec = importlib.util.spec_from_file_location("torque", folder / f"torque{suffix}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert locked() == before
    return module.torque


@pytest.mark.parametrize("r", [0, 1, 5])
def test_cython_example(torque, r):
    model = lieref.catalogue.aerial_manipulator()
    rng = np.random.default_rng(r)
    q = model.random_configuration(rng)
    v = rng.standard_normal((r + 2, model.nv))
    tau = np.full((r + 1, model.nv), np.nan)
    torque(model, q, v, tau)
    # the same compiled recursion, so the same bits
    assert np.array_equal(tau, lieref.inverse_dynamics(model, q, v))
