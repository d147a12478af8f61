"""Pinocchio's C++ as a peer: compiled here with the headers of its wheel, in its own process.

Nothing of the wheel's compiled library is linked: it was built for every processor, and what is
compiled for this one lays out memory differently.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import casadi
import numpy as np
import pinocchio as pin

import lieref
from lieref.check.metrics import FloatArray
from verification.benchmark import build, peers
from verification.benchmark.dynamics.problems import Dynamics, State
from verification.benchmark.timing import Run

#: Rows, 3 or 6, and two frames: number of the joint, 0 for the world, and pose (4, 4) on it.
Constraint = tuple[int, tuple[int, FloatArray], tuple[int, FloatArray]]
Ask = Callable[[str, int], list[float]]
PROGRAM = Path(__file__).with_name("pinocchio_times.cpp")
FLAGS = ("-O3", "-march=native", "-DNDEBUG")
# What Pinocchio's own build files ask of a program that includes its headers.
NEEDED = (
    "-std=c++17", "-w", "-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)  # fmt: skip
HEADER, EIGEN = Path("pinocchio/algorithm/aba.hpp"), Path("Eigen/Core")


def includes() -> list[Path]:
    """Return the folders of Pinocchio's headers and of Eigen's.

    Raises
    ------
    BuildError
        If one of them is not there; says which.
    """
    prefixes = [folder / "include" for folder in Path(pin.__file__).parents]
    systems = [Path("/usr/include"), Path("/usr/local/include")]
    # CasADi's wheel brings Eigen
    shipped = [Path(casadi.__file__).parent / "include"]
    found = []
    for what, header, folders in (
        ("Pinocchio", HEADER, [*prefixes, *systems]),
        ("Eigen", EIGEN, [x / "eigen3" for x in (*prefixes, *systems, *shipped)]),
    ):
        here = next((folder for folder in folders if (folder / header).is_file()), None)
        if here is None:
            raise build.BuildError(f"the headers of {what} are not installed")
        found.append(here)
    return found


def compiler() -> list[str]:
    """Return the words that call the C++ compiler: CXX, else g++, else c++.

    Raises
    ------
    BuildError
        If there is none.
    """
    for word in (os.environ.get("CXX", ""), "g++", "c++"):
        words = shlex.split(word)
        if words and shutil.which(words[0]):
            return words
    raise build.BuildError("there is no C++ compiler")


def program(cache: Path, limit: float, constrained: bool = False) -> Path:
    """Return the compiled program, compiled once for the same text, headers and processor.

    constrained: with constraintDynamics, which takes the compiler far longer.

    Raises
    ------
    BuildError
        If headers or compiler are missing, or the compiler fails.
    TimeoutError
        If it takes longer than the limit.
    """
    words = [*compiler(), *FLAGS, *NEEDED, *(["-DCONSTRAINED"] if constrained else [])]
    return build.program(PROGRAM, cache, limit, words, includes(), pin.__version__)


def text(
    theirs: Any,
    arguments: Sequence[FloatArray],
    constraints: Sequence[Constraint] = (),
    regularization: float = 0.0,
) -> str:
    """Return a model as pinocchio_times.cpp reads it, the motion (q, v, a, tau), constraints.

    regularization: Pinocchio's mu, above zero where the constraints are redundant.
    """
    lines = [f"{theirs.njoints - 1}", _words(theirs.gravity.linear)]
    for i in range(1, theirs.njoints):
        kind = theirs.joints[i].shortname()
        axis = theirs.joints[i].extract().axis if "Unaligned" in kind else np.zeros(3)
        at, inertia = theirs.jointPlacements[i], theirs.inertias[i]
        numbers = (axis, at.rotation, at.translation, inertia.mass, inertia.lever, inertia.inertia)
        lines.append(" ".join([f"{theirs.parents[i]} {kind}", *map(_words, numbers)]))
    lines += map(_words, arguments)
    if constraints:
        lines.append(f"{len(constraints)}")
        for rows, *ends in constraints:
            frames = (f"{joint} {_words(at[:3, :3])} {_words(at[:3, 3])}" for joint, at in ends)
            lines.append(" ".join([f"{rows}", *frames]))
        lines.append(f"{regularization!r}")
    return "\n".join([*lines, ""])


def _words(numbers: Any) -> str:
    return " ".join(repr(float(x)) for x in np.asarray(numbers).ravel())


@contextmanager
def asking(compiled: Path, model: str) -> Iterator[Ask]:
    """Start the program on a `text`; yield what asks it for seconds of calls of a function.

    Of no calls it returns the function's result. The process waits while others are timed.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.txt"
        file.write_text(model, encoding="ascii")
        with subprocess.Popen(
            [str(compiled), str(file)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip

            def ask(function: str, calls: int) -> list[float]:
                assert process.stdin is not None and process.stdout is not None
                # past the buffer, which would be written once more when all is closed; what a
                # program that has ended says is read below
                with suppress(BrokenPipeError):
                    os.write(process.stdin.fileno(), f"{function} {calls}\n".encode())
                answer = process.stdout.readline().split()
                if not answer:
                    said = process.stderr.read() if process.stderr else ""
                    raise build.BuildError(f"Pinocchio's C++ ended: {said.strip()}")
                return [float(word) for word in answer]

            yield ask


@contextmanager
def running(
    compiled: Path, robot: dict[str, Any], model: lieref.Model, state: State
) -> Iterator[Callable[[Dynamics], tuple[Run, FloatArray]]]:
    """Start the program on a robot; yield what returns its run of a problem and its result.

    The result (nv,) is in lieref's coordinates.
    """
    rows = (state.v[0], state.v[1], state.tau[0])
    theirs, arguments, places = peers.pinocchio_arguments(robot, model, state.q, rows)
    with asking(compiled, text(theirs, arguments)) as ask:

        def of(problem: Dynamics) -> tuple[Run, FloatArray]:
            function = problem.peer.__name__
            result = np.array(ask(function, 0))[places]
            return lambda calls: ask(function, calls)[0], result

        yield of
