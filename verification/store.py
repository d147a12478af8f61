"""Append-only file of finished cases: survives a kill at any moment, refuses a second writer."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

Record = dict[str, Any]

RESULTS = "results.jsonl"
LOCK = ".lock"


class StoreError(RuntimeError):
    """A results file that cannot be trusted, or that another process is writing."""


def canonical(data: Any) -> str:
    """Return the one JSON text of ``data``: keys sorted, no spaces; NaN and infinity refused."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(data: Any) -> str:
    """Return 16 hexadecimal digits that identify ``data``."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:16]


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
    return record


def _scan(content: bytes, name: str) -> Iterator[tuple[int, Record | None]]:
    """Yield (end offset, record) of each line; a torn *last* line yields None.

    A write that was cut leaves a prefix of one line at the end of the file, never anything else:
    damage elsewhere is not a kill and is reported.
    """
    start, number = 0, 0
    while start < len(content):
        number += 1
        newline = content.find(b"\n", start)
        end = len(content) if newline < 0 else newline + 1
        try:
            record: Record | None = decode(content[start:end])
        except ValueError as error:
            if end < len(content):
                raise StoreError(f"{name}, line {number}: {error}") from error
            record = None
        yield end, None if newline < 0 else record
        start = end


def read(folder: Path) -> list[Record]:
    """Return the records of the folder's results file, a torn last line left out.

    Raises
    ------
    StoreError
        If another line than the last one is damaged, or the file is missing.
    """
    path = folder / RESULTS
    if not path.is_file():
        raise StoreError(f"no {RESULTS} in {folder.name}")
    return [record for _, record in _scan(path.read_bytes(), RESULTS) if record is not None]


class Store:
    """The results file of one folder, open for appending by this process alone.

    Parameters
    ----------
    folder : Path
        Made if it is missing.

    Attributes
    ----------
    records : list of dict
        What was found at opening plus what was appended since.
    dropped : bool
        Whether a torn last line was found and removed.

    Raises
    ------
    StoreError
        If another process has the folder, or a line other than the last is damaged.
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
        self.records: list[Record] = []
        good, self.dropped = 0, False
        for end, record in _scan(path.read_bytes(), path.name):
            if record is None:
                self.dropped = True
                os.ftruncate(self._file, good)
            else:
                good = end
                self.records.append(record)

    def append(self, record: Record) -> None:
        """Write one record as one line and wait until it is on disk."""
        line = encode(record)
        written = os.write(self._file, line)
        while written < len(line):
            written += os.write(self._file, line[written:])
        os.fsync(self._file)
        self.records.append(record)

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
