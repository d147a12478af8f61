"""Every public object has an example in its docstring, and it runs."""

import doctest
import importlib
import inspect
import re

import pytest
from support.programs.checkout import ROOT

import lieref

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


def names():
    """What the pages of the API name: lieref.X, lieref.package.X, and members of the groups."""
    for path in sorted((ROOT / "docs" / "api").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r"^   lieref\.([\w.]+)$", text, re.M)
        for module, members in re.findall(r"automodule:: ([\w.]+)\n   :members: (.+)", text):
            group = module.rpartition(".")[2].upper()
            yield from (f"{group}.{member}" for member in members.split(", "))


def found(name):
    """The object of a name below lieref."""
    thing = lieref
    for n, part in enumerate(parts := name.split(".")):
        if not hasattr(thing, part):
            importlib.import_module(".".join(["lieref", *parts[: n + 1]]))
        thing = getattr(thing, part)
    return thing


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
