"""Generated C code compiled and run: skipped where there is no C compiler."""

import ctypes
import os
import shlex
import shutil
import subprocess

import numpy as np
import pytest

FLAGS = ("-std=c99", "-O0", "-Wall", "-Wextra", "-Werror", "-pedantic")


def compiler():
    """The words of the C compiler; the test is skipped without one."""
    given = shlex.split(os.environ.get("CC", ""))
    for words in (given, ["cc"], ["gcc"], ["clang"]):
        if words and shutil.which(words[0]):
            return words
    pytest.skip("no C compiler")


def run_test_program(code, folder, flags=FLAGS):
    """Exit status and output of the test program."""
    words = compiler()
    code.write(folder)
    program = folder / f"{code.name}_test"
    sources = [str(folder / f"{code.name}{end}") for end in (".c", "_test.c")]
    subprocess.run([*words, *flags, *sources, "-o", str(program), "-lm"], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def shared(code, folder, flags=FLAGS):
    """The library, loaded."""
    words = compiler()
    code.write(folder)
    library = folder / f"{code.name}.so"
    source = str(folder / f"{code.name}.c")
    subprocess.run(
        [*words, *flags, "-fPIC", "-shared", source, "-o", str(library), "-lm"], check=True
    )
    return ctypes.CDLL(str(library))


def called(code, folder, inputs, shapes, dtype=np.float64, flags=FLAGS):
    """Status and results of one call; shapes of the results."""
    function = getattr(shared(code, folder, flags), code.name)
    given = [np.ascontiguousarray(x, dtype) for x in inputs]
    results = [np.full(shape, np.nan, dtype) for shape in shapes]
    pointers = [ctypes.c_void_p(x.ctypes.data) for x in (*given, *results)]
    return function(*pointers), results


def assert_passes(code, folder, flags=FLAGS):
    """The test program compiles, and finds what the oracle has computed."""
    status, output = run_test_program(code, folder, flags)
    assert status == 0, output
    assert output.startswith("ok")
