"""On free-threaded Python nothing of lieref turns the interpreter's lock on, or needs it."""

import os
import re
import subprocess
import sys
import sysconfig

import pytest
from support.programs.checkout import ROOT, sources

GLOBAL = re.compile(r"^ +global ", re.M)
# Variables of C that are not constant: the threads of batches, which have a lock of their own.
WRITTEN = re.compile(r"^\s*static (?!const\b|inline\b)(?:[\w*]+ )+\*?\w+(?:\[|;| =)", re.M)
LOCKED = {"lieref/algebra/scalars/workers.h"}
IMPORTS = """
import importlib, pathlib, sys, sysconfig
import lieref
from lieref import machine
suffix, folder = sysconfig.get_config_var("EXT_SUFFIX"), pathlib.Path(lieref.__file__).parent
others = tuple("_" + build for build in machine.BUILDS if build not in machine.available())
names = [".".join(("lieref", *path.relative_to(folder).parts)).removesuffix(suffix)
         for path in folder.rglob("*" + suffix)]
names = [name for name in names if not name.endswith(others)]
for name in names:
    importlib.import_module(name)
assert "lieref.model.model" in names
print("locked" if sys._is_gil_enabled() else "free", len(names))
"""


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a lock always"
)
def test_every_module_does_without_the_lock():
    # the variable would keep the lock off whatever the modules say
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON_GIL"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", IMPORTS],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    state, count = found.stdout.split()
    assert state == "free"
    # the kernels and what calls them
    assert int(count) > 80


def test_what_modules_hold_is_bound_at_import():
    """No function rebinds variables of a module."""
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sources(".py", ".pyx", ".pxi", ".pxd")
        if GLOBAL.search(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_variables_of_c_are_constant_or_locked():
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sources(".h", ".pyx", ".pxi", ".pxd")
        if WRITTEN.search(path.read_text(encoding="utf-8"))
    }
    assert found == LOCKED
