"""Every public object has an example in its docstring, and it runs."""

import doctest
import inspect

import pytest
from support.programs.checkout import ROOT
from support.programs.public_names import found, names

# What is there with an extra alone.
NEEDED = {
    "LibraryModel": "pinocchio",
    "from_drake": "pydrake",
    "from_mjcf": "mujoco",
    "from_mujoco": "mujoco",
    "from_pinocchio": "pinocchio",
    "report": "rich",
    "to_pinocchio": "pinocchio",
}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", list(names()))
def test_example_runs(name, monkeypatch, tmp_path):
    pytest.importorskip(NEEDED.get(name, "lieref"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "golden").symlink_to(ROOT / "golden")
    text = inspect.getdoc(found(name))
    # numpydoc refuses a section that comes twice
    assert text.count("Examples\n--------\n") == 1
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert examples.examples, f"lieref.{name} has no example"
    said = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    runner.run(examples, out=said.append)
    assert not runner.failures, "".join(said)
