"""Append-only file of finished cases: survives a kill at any moment, refuses a second writer."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NotRequired, TypedDict, cast

from lieref.reporting.campaigns.identities import Identities


class Record(TypedDict):
    """One case and what came of it: `result` of its measurement, or the `error` that it raised.

    `params` and `result` are JSON objects whose keys the measurement's module documents.
    """

    id: str
    measurement: str
    params: Mapping[str, Any]
    seconds: float
    result: NotRequired[dict[str, Any]]
    error: NotRequired[str]


RESULTS = "results.jsonl"
LOCK = ".lock"


class StoreError(RuntimeError):
    """A folder whose files are missing or damaged, or that another process is writing to."""


def canonical(data: Any) -> str:
    """Return the one JSON text of ``data``: keys sorted, no spaces; NaN and infinity refused."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(data: Any) -> str:
    """Return 16 hexadecimal digits that identify ``data``."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:16]


def record(
    identity: str,
    measurement: str,
    params: Mapping[str, Any],
    seconds: float,
    outcome: Mapping[str, Any],
) -> Record:
    """Return a finished case; `outcome` holds its result or its error."""
    about = {"id": identity, "measurement": measurement, "params": params}
    return cast("Record", {**about, "seconds": round(seconds, 3), **outcome})


def encode(record: Mapping[str, Any]) -> bytes:
    """Return the line of a record, its checksum included."""
    return (canonical({**record, "checksum": digest(dict(record))}) + "\n").encode()


def decode(line: bytes) -> Record:
    """Return the record of a line.

    Raises
    ------
    ValueError
        If the line is torn or was changed.
    """
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("the line is not a JSON object")
    checksum = record.pop("checksum", None)
    if checksum != digest(record):
        raise ValueError("the checksum does not match")
    return cast("Record", record)


@dataclass(frozen=True)
class Line:
    """One line of a results file.

    Attributes
    ----------
    number : int
        Counted from 1.
    end : int
        Offset of what follows.
    record : dict or None
        None for a damaged line.
    damage : str
        What is wrong with a damaged line.
    torn : bool
        Whether it lacks its end: a write that was cut leaves a prefix of one line at the end of
        the file, never anything else.
    """

    number: int
    end: int
    record: Record | None
    damage: str = ""
    torn: bool = False


def lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a results file, one in memory at a time."""
    end = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            end += len(line)
            if not line.endswith(b"\n"):
                yield Line(number, end, None, "the line is torn", torn=True)
                return
            try:
                yield Line(number, end, decode(line))
            except ValueError as error:
                yield Line(number, end, None, str(error))


def _existing(folder: Path) -> Path:
    path = folder / RESULTS
    if not path.is_file():
        raise StoreError(f"no {RESULTS} in {folder.name}")
    return path


def records(folder: Path) -> Iterator[Record]:
    """Yield the records of the folder's results file, damaged lines left out.

    Raises
    ------
    StoreError
        If the file is missing.
    """
    for line in lines(_existing(folder)):
        if line.record is not None:
            yield line.record


def read(folder: Path) -> list[Record]:
    """Return the records of the folder's results file, see `records`."""
    return list(records(folder))


def damaged(folder: Path) -> list[Line]:
    """Return the damaged lines of the folder's results file; StoreError if it is missing."""
    return [line for line in lines(_existing(folder)) if line.record is None]


class Store:
    """The results file of one folder, open for appending by this process alone.

    Parameters
    ----------
    folder : Path
        Made if it is missing.

    Damaged lines stay in the file, which is only ever added to; their cases count as not finished.

    Attributes
    ----------
    finished : Identities
        The ids of the records found at opening and appended since.
    damaged : list of Line
        Found at opening, a torn last one left out.
    dropped : bool
        Whether a torn last line was found and removed.

    Raises
    ------
    StoreError
        If another process has the folder.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        # The lock belongs to the open file description: the kernel frees it when we are killed.
        self._lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise StoreError(f"another run is writing to {folder.name}") from error
        try:
            self._open(folder / RESULTS)
        except BaseException:
            os.close(self._lock)
            raise

    def _open(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        self.finished = Identities()
        self.damaged: list[Line] = []
        self.dropped = False
        good = 0
        for line in lines(path):
            if line.torn:
                self.dropped = True
                os.ftruncate(self._file, good)
            elif line.record is None:
                self.damaged.append(line)
            else:
                self.finished.add(str(line.record["id"]))
            good = line.end

    def append(self, record: Record) -> None:
        """Write one record as one line and wait until it is on disk."""
        line = encode(record)
        written = os.write(self._file, line)
        while written < len(line):
            written += os.write(self._file, line[written:])
        os.fsync(self._file)
        self.finished.add(str(record["id"]))

    def reopen(self) -> None:
        """Open the file again after it was moved away: an empty one."""
        os.close(self._file)
        self._open(self._path)

    def close(self) -> None:
        """Close the file and free the lock."""
        os.close(self._file)
        os.close(self._lock)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
