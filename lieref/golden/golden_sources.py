"""Where the files of the golden data are found, and that they are what their index says."""

from __future__ import annotations

import contextlib
import difflib
import gzip
import hashlib
import io
import json
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import resources
from os import PathLike, fspath
from pathlib import Path, PurePosixPath
from typing import Any

from lieref.errors import ArgumentError, LierefError
from lieref.files import LARGEST_FILE, bounded, read_file
from lieref.golden.golden_cases import FailureCase, GroupCase, MechanismCase, case_of

FORMAT = 3
INDEX = "index.json"
PACKAGE = "lieref_golden"
GZIP = b"\x1f\x8b"
Source = str | PathLike[str] | None
Files = dict[str, Callable[[], bytes]]


def names(kind: str = "", source: Source = None) -> list[str]:
    """Return the names of the cases, sorted: "trees/robot_ur5" and the like.

    Parameters
    ----------
    kind : str
        "joints", "trees", "loops", "groups" or "failures"; all of them by default.
    source : path or None
        A folder, or an archive (.tar.gz, .zip, .whl) of at most 64 MB, packed and unpacked, with
        the data; by default the installed distribution ``lieref-golden``.

    Raises
    ------
    ArgumentError
        An unknown kind; a source that has no index, is too large, has data of another format or
        an index that names files outside of it.
    ModuleNotFoundError
        No source is given, and ``lieref-golden`` is not installed.

    Examples
    --------
    >>> import lieref
    >>> lieref.golden.names("trees", source="golden")[:2]
    ['trees/aerial_manipulator', 'trees/binary_tree']
    """
    found = sorted(case["file"].removesuffix(".json") for case in _index(source)["cases"])
    kinds = sorted({name.partition("/")[0] for name in found})
    if kind and kind not in kinds:
        raise ArgumentError(f"kind is {kind!r}, expected one of {', '.join(map(repr, kinds))}")
    return [name for name in found if not kind or name.startswith(kind + "/")]


def version(source: Source = None) -> int:
    """Return the version of the data, which rises whenever a value or an input changes.

    Parameters
    ----------
    source : as of `names`, and so are the errors.
    """
    return int(_index(source)["version"])


def load(name: str, source: Source = None) -> MechanismCase | GroupCase | FailureCase:
    """Return a case, its file being checked against the checksum in the index.

    Parameters
    ----------
    name : str
        "trees/robot_ur5", or "robot_ur5".
    source : as of `names`.

    Raises
    ------
    ArgumentError
        An unknown name; a source as of `names`, or a file that is missing or differs from the
        index.
    ModuleNotFoundError
        As of `names`.

    Examples
    --------
    >>> import lieref
    >>> case = lieref.golden.load("joints/joint_helical", source="golden")
    >>> tau = lieref.inverse_dynamics(case.model, case.inputs["q"], case.inputs["v"])
    >>> case.references["inverse_dynamics"]["tau"].error(tau) < 1e-14
    True
    """
    cases = {case["file"].removesuffix(".json"): case for case in _index(source)["cases"]}
    cases |= {case["case"]: case for case in cases.values()}
    if not isinstance(name, str) or name not in cases:
        near = difflib.get_close_matches(str(name), cases, 3)
        told = f", nearest are {', '.join(map(repr, near))}" if near else ""
        raise ArgumentError(f"name is {name!r}, expected one of lieref.golden.names(){told}")
    file = cases[name]["file"]
    data = _read(source, file)
    if hashlib.sha256(data).hexdigest() != cases[name]["sha256"]:
        raise ArgumentError(f"source {_shown(source)}: {file} is not the file of its {INDEX}")
    with _understood(source, file):
        return case_of(json.loads(data))


@contextlib.contextmanager
def _understood(source: Source, file: str) -> Iterator[None]:
    """Say which file is not what golden data are, where reading it fails."""
    try:
        yield
    except LierefError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ArgumentError(
            f"source {_shown(source)}: {file} is no file of golden data: "
            f"{type(error).__name__}: {error}"
        ) from None


def _shown(source: Source) -> str:
    return PACKAGE if source is None else repr(fspath(source))


def _index(source: Source) -> dict[str, Any]:
    """The index of a source, if its format is known and its files are in the source."""
    data = _read(source, INDEX)
    with _understood(source, INDEX):
        found: dict[str, Any] = json.loads(data)
        if found.get("format") != FORMAT:
            raise ArgumentError(
                f"source {_shown(source)}: {INDEX} has format {found.get('format')!r}, "
                f"expected {FORMAT}"
            )
        for case in found["cases"]:
            file = PurePosixPath(case["file"])
            if file.is_absolute() or ".." in file.parts:
                raise ArgumentError(
                    f"source {_shown(source)}: {INDEX} names {case['file']!r}, expected files of "
                    "the source"
                )
    return found


def _read(source: Source, file: str) -> bytes:
    """A file of a source."""
    if source is None:
        files = _of_package()
    elif not isinstance(source, str | PathLike):
        raise ArgumentError(f"source is {source!r}, expected a path")
    else:
        path = Path(source)
        if path.is_dir():
            here = path / file
            files = {file: partial(read_file, here, ArgumentError)} if here.is_file() else {}
        elif path.is_file():
            files = _of_archive(path.resolve(), path.stat().st_mtime_ns)
        else:
            raise ArgumentError(
                f"source {_shown(source)}: got no file or folder, expected a folder or an archive"
            )
    if file not in files:
        raise ArgumentError(f"source {_shown(source)}: has no {file}")
    return files[file]()


def _of_package() -> Files:
    """The files of the installed distribution."""
    try:
        root = resources.files(PACKAGE)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "the golden data are not installed: pip install lieref[golden], or name a folder or "
            "an archive of them as source"
        ) from None
    folders = [("", root), *((f"{x.name}/", x) for x in root.iterdir() if x.is_dir())]
    return {
        prefix + x.name: x.read_bytes
        for prefix, folder in folders
        for x in folder.iterdir()
        if x.name.endswith(".json")
    }


@cache
def _of_archive(path: Path, changed: int) -> Files:
    """The files of an archive, from the folder where its index is; kept until it changes."""
    try:
        found = _unpacked(str(path), read_file(path, ArgumentError))
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, RuntimeError) as e:
        raise ArgumentError(
            f"source {str(path)!r}: got another file, expected .tar.gz or .zip: {e}"
        ) from None
    tops = [name.removesuffix(INDEX) for name in found if name.split("/")[-1] == INDEX]
    if not tops:
        raise ArgumentError(f"source {str(path)!r}: has no {INDEX}")
    top = min(tops, key=len)
    return {
        name.removeprefix(top): _constant(data)
        for name, data in found.items()
        if name.startswith(top)
    }


def _unpacked(name: str, data: bytes) -> dict[str, bytes]:
    """The files of an archive, which together are no larger than a file may be."""
    found: dict[str, bytes] = {}
    left = LARGEST_FILE

    def take(file: str, content: Any) -> None:
        nonlocal left
        found[file] = bounded(content, f"source {name!r}, unpacked", ArgumentError, left)
        left -= len(found[file])

    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for file in archive.namelist():
                with archive.open(file) as content:
                    take(file, content)
        return found
    if data.startswith(GZIP):
        # unpacked at once: tarfile itself would look for the end of whatever is in it
        with gzip.open(io.BytesIO(data)) as zipped:
            data = bounded(zipped, f"source {name!r}, unpacked", ArgumentError)
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
        for member in tar:
            if unpacked := tar.extractfile(member):
                take(member.name, unpacked)
    return found


def _constant(data: bytes) -> Callable[[], bytes]:
    return lambda: data
