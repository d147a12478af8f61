"""The golden data as archives, the same bytes each time.

Written by ``python -m verification.golden --archive FOLDER``. The .tar.gz is what ``pip install``
takes as well, and both are what ``lieref.golden`` reads.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

# Of every file: wheels cannot hold times before 1980.
SECONDS, DATE = 1_767_225_600, (2026, 1, 1, 0, 0, 0)
SUMS = "SHA256SUMS"
LEFT_OUT = ("build", "__pycache__", "lieref_golden.egg-info")


def contents(folder: Path) -> list[str]:
    """Return the files of the data in a folder, sorted, without what building left there."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in paths if path.parts[0] not in LEFT_OUT)


def sums(files: dict[str, bytes]) -> str:
    """Return the text of SHA256SUMS, as ``sha256sum --check`` reads it."""
    named = sorted((name, hashlib.sha256(data).hexdigest()) for name, data in files.items())
    return "".join(f"{digest}  {name}\n" for name, digest in named)


def write(folder: Path, version: int, out: Path) -> list[Path]:
    """Write the archives of the data in a folder, and their checksums; return their paths."""
    top = f"lieref_golden-{version}"
    files = {f"{top}/{name}": (folder / name).read_bytes() for name in contents(folder)}
    made = {f"{top}.tar.gz": _tar(files), f"{top}.zip": _zip(files)}
    made[f"{top}.sha256"] = sums(made).encode()
    out.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        (out / name).write_bytes(data)
    return [out / name for name in made]


def _tar(files: dict[str, bytes]) -> bytes:
    """No owner, one time, sorted."""
    packed = io.BytesIO()
    with (
        gzip.GzipFile(filename="", fileobj=packed, mode="wb", compresslevel=9, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(data), SECONDS, 0o644
            tar.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            # the same on every system
            entry.create_system = 3
            archive.writestr(entry, data)
    return packed.getvalue()
