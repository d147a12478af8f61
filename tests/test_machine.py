"""Which build of a kernel runs where: the one rule of `lieref.machine`."""

import json
import platform
from pathlib import Path

import pytest
from support.programs.build_outputs import run

import lieref
from lieref import __main__ as command
from lieref import machine
from lieref._builds import LEVELS

ROOT = Path(lieref.__file__).parent
X86 = platform.machine() in ("x86_64", "AMD64")
# The level of x86-64 whose instructions a build may use, as `python -m lieref` finds it.
LEVEL = {"baseline": "x86-64", "v3": "x86-64-v3", "v4": "x86-64-v4"}


def stems():
    """Names of all kernel modules that are installed, of every build."""
    for path in ROOT.rglob("_*.so"):
        yield path.name.partition(".")[0]


def kernels():
    """Baseline's name to the builds that are installed."""
    found = {}
    for name in sorted(stems()):
        end = name.rpartition("_")[2]
        build = end if end in ("v3", "v4") else "baseline"
        found.setdefault(name.removesuffix(f"_{build}"), []).append(build)
    return found


@pytest.mark.skipif(not X86, reason="other processors have the baseline alone")
def test_every_build_that_is_expected_is_installed_and_no_other():
    found = {name: builds for name, builds in kernels().items() if name in LEVELS}
    assert {name: list(builds) for name, builds in LEVELS.items()} == found
    assert {name: list(machine.builds_of(name)) for name in found} == found


@pytest.mark.parametrize("build", machine.available())
def test_a_kernel_is_that_of_the_chosen_build_or_of_the_best_below(build):
    program = (
        "import json, sys; from lieref import machine;"
        "names = json.loads(sys.argv[1]);"
        "print(json.dumps({name: machine.kernel(name).__name__ for name in names}))"
    )
    names = list(LEVELS)
    done = run(build, program, json.dumps(names))
    assert done.returncode == 0, done.stderr
    used = json.loads(done.stdout)
    for name, builds in kernels().items():
        if name not in names:
            continue
        below = [x for x in builds if machine.BUILDS.index(x) <= machine.BUILDS.index(build)]
        module = name + (f"_{below[-1]}" if below[-1] != "baseline" else "")
        assert used[name].rpartition(".")[2] == module, build


def test_a_kernel_that_is_not_there_is_an_error_that_says_so():
    with pytest.raises(ImportError, match="build of _no_such_wide is not inst"):
        machine.kernel("_no_such_wide")


@pytest.mark.skipif(not (X86 and command.CPUINFO.is_file()), reason="reads /proc/cpuinfo")
def test_the_best_build_is_that_of_the_processors_level():
    level = command.processor()["level"]
    built = {build for builds in LEVELS.values() for build in builds}
    best = [build for build in machine.BUILDS if build in built and LEVEL[build] <= level][-1]
    assert machine.available()[-1] == best


def test_the_baseline_is_always_there():
    assert machine.available()[0] == "baseline"
    assert machine.chosen() in machine.available()


@pytest.mark.parametrize("build", ["v5", "baselin", "V3", "v3,baseline"])
def test_unknown_builds_are_refused(build):
    done = run(build, "import lieref; lieref.inverse_dynamics")
    assert done.returncode != 0
    names = ", ".join(machine.available())
    expected = f"RuntimeError: LIEREF_KERNELS is {build!r}, this processor runs {names}"
    assert done.stderr.rstrip().endswith(expected)


def test_kernels_of_another_processor_are_refused():
    script = """from lieref import machine
machine.BUILDS, machine.LEVELS = (*machine.BUILDS, "v5"), {"_kernel": ("v5",)}
machine.kernel("_kernel")"""
    assert (
        "RuntimeError: the kernels were built for a processor with wider" in run("", script).stderr
    )


def test_without_the_variable_the_best_build_runs():
    done = run("", "from lieref import machine; print(machine.chosen())")
    assert done.stdout.split() == [machine.available()[-1]], done.stderr
