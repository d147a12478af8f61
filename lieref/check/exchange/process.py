"""A subject in a process of its own, with limits of time, memory and output.

Nothing that a subject does reaches the checker but bytes through pipes, read without blocking
and up to a limit. A process that breaks a limit is killed with its whole session, and with every
process that inherited its environment, in other sessions too: a daemon. What empties its
environment and leaves the session is not found.
"""

from __future__ import annotations

import contextlib
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from lieref.check.exchange.wire import SubjectError
from lieref.errors import ShapeError

#: Bytes kept of what a subject writes to its standard error.
STDERR_KEPT = 4000
CHUNK = 1 << 16
#: Bytes without an answer at the time limit that are no slow answer but output without end.
FLOOD = 16 << 20
#: Seconds that a process whose output ended has for ending itself, so that its status is known.
GRACE = 1.0
#: Environment variable by which the processes of a subject are found; its value is their own.
MARK = "LIEREF_CHECK_PROCESS"
#: Times that daemons are looked for: one that forks meanwhile is found the next time.
SEARCHES = 100


@dataclass(frozen=True)
class Limits:
    """Limits of a subject; one that is not positive, or that no system has, is a ShapeError.

    Parameters
    ----------
    start : float
        Seconds until it has read the model and says that it is ready.
    answer : float
        Seconds for each answer.
    memory : int
        Bytes of address space, of which free-threaded Python takes one GiB as it starts; at most
        2^63 - 1.
    output : int
        Bytes of one answer.

    Examples
    --------
    >>> import lieref
    >>> lieref.check.Limits(answer=5.0).answer
    5.0
    """

    start: float = 60.0
    answer: float = 20.0
    memory: int = 4 << 30
    output: int = 256 << 20

    def __post_init__(self) -> None:
        for name, limit in vars(self).items():
            if not limit > 0:
                raise ShapeError(f"limit of {name}: {limit!r}, expected a positive number")
        if self.memory > sys.maxsize:
            raise ShapeError(
                f"limit of memory: {self.memory} bytes, expected at most {sys.maxsize}"
            )


class Process:
    """A running subject; a context manager, which kills it at the end.

    Parameters
    ----------
    words : sequence of str
        The program and its arguments.
    limits : Limits

    Raises
    ------
    SubjectError
        "missing", if the program cannot be started.
    """

    def __init__(self, words: Sequence[str], limits: Limits):
        self._limits = limits
        self._rest = bytearray()
        self._ended_line = False
        self._errors = b""
        self._told = 0
        self._mark = uuid.uuid4().hex
        # one thread: a subject's pool of threads would only take address space and cores
        environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        environment[MARK] = self._mark
        try:
            self._child = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=environment,
            )
        except (OSError, ValueError) as error:
            raise SubjectError("missing", f"{words[0]!r} cannot be started: {error}") from None
        try:
            for pipe in self._pipes():
                os.set_blocking(pipe.fileno(), False)
            with contextlib.suppress(ProcessLookupError):
                self._limit(resource.RLIMIT_CORE, 0)
                # the child has not allocated anything worth speaking of yet, unless it is a Python
                # without a lock: then it takes its GiB just before or just after
                self._limit(resource.RLIMIT_AS, limits.memory)
        except BaseException:
            # nobody else knows of it yet
            self.close()
            raise

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _limit(self, what: int, most: int) -> None:
        """Limit something of the child, which may have a lower limit already."""
        _, hard = resource.prlimit(self._child.pid, what)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.prlimit(self._child.pid, what, (most, most))

    def _pipes(self) -> tuple[IO[Any], IO[Any], IO[Any]]:
        """Standard input, output and error of the child."""
        child = self._child
        assert child.stdin and child.stdout and child.stderr
        return child.stdin, child.stdout, child.stderr

    @property
    def errors(self) -> str:
        """The end of what the subject wrote to its standard error."""
        return self._errors.decode("utf-8", "replace").strip()

    def close(self) -> None:
        """Kill the process, its session and its daemons, and wait for it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()
        self._child.wait()
        for _ in range(SEARCHES):
            if not self._kill_daemons():
                break
        for pipe in self._pipes():
            with contextlib.suppress(OSError):
                pipe.close()

    def _kill_daemons(self) -> bool:
        """Kill the processes that carry the mark; False if there are none."""
        mark = f"{MARK}={self._mark}".encode()
        found = False
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)
                    found = True
        return found

    def exchange(self, data: bytes, seconds: float) -> bytes:
        """Send a line and return the line that comes back.

        Raises SubjectError: "timeout", "crashed", "memory" or "flood". The process is of no use
        afterwards.
        """
        deadline = time.monotonic() + seconds
        self._told = 0
        stdin, stdout, stderr = self._pipes()
        with selectors.DefaultSelector() as selector:
            selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stdout, selectors.EVENT_READ)
            if not stderr.closed:
                selector.register(stderr, selectors.EVENT_READ)
            self._ended_line = b"\n" in self._rest
            while not self._ended_line:
                left = deadline - time.monotonic()
                if left <= 0:
                    if max(len(self._rest), self._told) > FLOOD:
                        raise SubjectError(
                            "flood",
                            f"{len(self._rest) + self._told} bytes and no end of a line within "
                            f"{seconds:g} s{self._said()}",
                        )
                    raise SubjectError("timeout", f"no answer within {seconds:g} s{self._said()}")
                events = selector.select(min(left, GRACE))
                if not events and self._child.poll() is not None:
                    # its output may be kept open by a child that it left behind
                    raise self._ended()
                for key, _ in events:
                    if key.fileobj is stdin:
                        data = self._write(stdin, data)
                        if not data:
                            selector.unregister(stdin)
                    elif key.fileobj is stderr:
                        if not self._drain(stderr):
                            selector.unregister(stderr)
                            stderr.close()
                    else:
                        self._read(stdout)
        answer, _, self._rest = self._rest.partition(b"\n")
        return bytes(answer)

    def _write(self, stdin: IO[Any], data: bytes) -> bytes:
        """Write what goes in; return the rest, nothing if nobody reads any more."""
        try:
            return data[os.write(stdin.fileno(), data[:CHUNK]) :]
        except BlockingIOError:
            return data
        except OSError:
            # the end of its output will say more
            return b""

    def _drain(self, stderr: IO[Any]) -> bool:
        """Read standard error; False at its end."""
        try:
            found = os.read(stderr.fileno(), CHUNK)
        except BlockingIOError:
            return True
        self._errors = (self._errors + found)[-STDERR_KEPT:]
        self._told += len(found)
        if self._told > self._limits.output:
            raise SubjectError(
                "flood", f"more than {self._limits.output} bytes on standard error{self._said()}"
            )
        return bool(found)

    def _read(self, stdout: IO[Any]) -> None:
        """Read standard output; SubjectError at its end or beyond the limit."""
        try:
            found = os.read(stdout.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not found:
            raise self._ended()
        self._rest += found
        # the new bytes alone: all of them each time would take longer than the time limit
        self._ended_line = b"\n" in found
        if len(self._rest) > self._limits.output:
            raise SubjectError(
                "flood", f"more than {self._limits.output} bytes in one answer{self._said()}"
            )

    def _ended(self) -> SubjectError:
        """What to say of a process whose output has ended."""
        try:
            status = self._child.wait(GRACE)
        except subprocess.TimeoutExpired:
            return SubjectError("crashed", f"closed its standard output{self._said()}")
        stderr = self._pipes()[2]
        if not stderr.closed:
            # what it said last, as far as it is in the pipe already
            self._drain(stderr)
        if status < 0:
            with contextlib.suppress(ValueError):
                return SubjectError(
                    "crashed", f"killed by {signal.Signals(-status).name}{self._said()}"
                )
        return SubjectError("crashed", f"ended with exit status {status}{self._said()}")

    def _said(self) -> str:
        """The last line of its standard error, for messages."""
        lines = self.errors.splitlines()
        return f"; its last words: {lines[-1][:200]}" if lines else ""
