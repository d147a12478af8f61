"""The installed wheel: what it holds, what it needs, and that it is what the tests test."""

import importlib
import re
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

from support.programs.checkout import ROOT, sources, table

import lieref
from lieref import version

SITE_PACKAGES = Path(sysconfig.get_paths()["platlib"]).resolve()
SHIPPED = (".py", ".pyi", ".pxd", ".pxi", ".h", ".json", ".css", ".js", "py.typed")
MODULES = [
    *[path.relative_to(ROOT).with_suffix("") for path in sources(".pyx")],
    *[variant.path.with_suffix("") for variant in table()],
    Path("lieref/_builds"),
    Path("lieref/_utility"),  # Cython's own code, which all others share
]

# Written before a build.
STUBS = [path.relative_to(ROOT).with_suffix(".pyi") for path in sources(".pyx")]


def installed() -> set[str]:
    """Files of the installed distribution, without metadata, byte code and the command."""
    files = metadata.files("lieref")
    assert files is not None, "lieref was installed without a list of its files"
    paths = {file.as_posix() for file in files}
    left_out = (".dist-info/", "__pycache__", "/bin/lieref")
    return {path for path in paths if not any(text in path for text in left_out)}


def test_the_installed_package_is_the_one_under_test():
    assert Path(lieref.__file__).resolve().parent == SITE_PACKAGES / "lieref", (
        "the tests run against a source tree; run them with tox"
    )


def test_wheel_holds_every_module_and_declaration_and_nothing_else():
    expected = {path.relative_to(ROOT).as_posix() for path in sources(*SHIPPED)}
    expected |= {module.as_posix() for module in STUBS}
    expected |= {module.as_posix() + sysconfig.get_config_var("EXT_SUFFIX") for module in MODULES}
    assert installed() == expected


def test_the_command_is_installed():
    scripts = [entry for entry in metadata.distribution("lieref").entry_points]
    assert [(entry.name, entry.value) for entry in scripts] == [("lieref", "lieref.__main__:main")]


def test_wheel_holds_no_source_that_needs_a_compiler():
    assert not [path for path in installed() if path.endswith((".c", ".cpp", ".pyx"))]


def test_compiled_modules_can_be_imported():
    # a module for another instruction set is loaded, not run
    files = [importlib.import_module(".".join(module.parts)).__file__ for module in MODULES]
    assert {Path(file).suffix for file in files} <= {".so", ".pyd"}


def test_only_numpy_is_needed_at_run_time():
    required = [line for line in metadata.requires("lieref") or [] if "extra ==" not in line]
    assert [re.match(r"[\w-]+", line).group() for line in required] == ["numpy"]


def test_import_loads_nothing_but_numpy():
    program = (
        "import sys; before = set(sys.modules); import lieref, lieref.oracle;"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(new - set(sys.stdlib_module_names)))"
    )
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    # what compiled Cython modules share in the interpreter, no distribution
    shared = ("_cython", "cython_runtime")
    assert [name for name in loaded if not name.startswith(shared)] == ["lieref", "numpy"]


def test_version_is_the_same_everywhere():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    recipe = (ROOT / "recipe" / "recipe.yaml").read_text(encoding="utf-8")
    assert metadata.version("lieref") == version.__version__
    assert re.search(r"^  version: (.+)$", recipe, re.M).group(1) == version.__version__
    assert re.search(r"^version: (.+)$", citation, re.M).group(1) == version.__version__
    assert re.search(r"^## (\S+)", changelog, re.M).group(1) == version.__version__
