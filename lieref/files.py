"""Files: of those that nobody vouches for no more is read than a limit; what a full disk ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Protocol

from lieref.errors import LierefError

#: Bytes. The largest of the published robots has 0.3 MB, the largest file of golden data 0.6 MB.
LARGEST_FILE = 64 * 2**20

#: What editors of some systems put before the text of a file.
MARK = "\ufeff"


def is_xml(word: str) -> bool:
    """Whether a word is XML itself, not the path of a file."""
    return word.removeprefix(MARK).lstrip().startswith("<")


def read_file(path: str | os.PathLike[str], error: type[LierefError]) -> bytes:
    """Return the content of a file.

    A device or a pipe is read as a file is, up to the limit.

    Parameters
    ----------
    path : path
    error : class
        What is raised for a file of more than `LARGEST_FILE` bytes.

    Raises
    ------
    LierefError
        Of the class `error`; names the file. Also for a path that no file can have.
    OSError
        The file cannot be read.
    """
    name = os.fspath(path)
    try:
        with Path(name).open("rb") as file:
            return bounded(file, name, error)
    except ValueError as told:
        if isinstance(told, LierefError):
            raise
        raise error(f"path {name!r}: {told}") from None


def not_written(command: str, why: str) -> None:
    """Say on standard error why a command's report is not where it should be."""
    with contextlib.suppress(OSError):
        print(f"{command}: the report cannot be written: {why}", file=sys.stderr)
    # what is left in the buffer would fail again when the interpreter ends
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


class Readable(Protocol):
    """What is open for reading."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes."""


def bounded(file: Readable, name: str, error: type[LierefError], most: int = LARGEST_FILE) -> bytes:
    """Return the rest of an open file, which may be unpacked as it is read; see `read_file`."""
    data = file.read(most + 1)
    if len(data) > most:
        raise error(f"{name}: more than {LARGEST_FILE} bytes, expected at most so many")
    return data
