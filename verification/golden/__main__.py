"""``python -m verification.golden``: compute, confirm, write and pack the golden data."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from verification.golden import archives, files


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification.golden", description=__doc__)
    parser.add_argument(
        "cases", nargs="*", metavar="CASE", help="these cases alone, without the index"
    )
    parser.add_argument("--out", type=Path, default=files.FOLDER, metavar="FOLDER")
    check = "write nothing; say which files differ, and return 1 if one does"
    parser.add_argument("--check", action="store_true", help=check)
    archive = "compute nothing; write the files as they are to archives in this folder"
    parser.add_argument("--archive", type=Path, metavar="FOLDER", help=archive)
    found = parser.parse_args(words)
    unknown = [name for name in found.cases if name not in files.CASES]
    if unknown:
        parser.error(f"got {', '.join(unknown)}, expected some of {', '.join(files.CASES)}")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if a file differs that is only checked."""
    options = _arguments(words)
    if options.archive:
        for path in archives.write(options.out, files.VERSION, options.archive):
            print(f"{path}: {path.stat().st_size} bytes")
        return 0
    texts, differing, size = {}, [], 0
    for name in options.cases or files.CASES:
        texts[name] = files.render(files.compute(name))
    written = {files.place(name): text for name, text in texts.items()}
    if not options.cases:
        written[files.INDEX] = files.index(texts)
        written[archives.SUMS] = files.sums(options.out, written)
    for name, text in written.items():
        path, data = options.out / name, text.encode()
        size += len(data)
        if not path.exists() or path.read_bytes() != data:
            differing.append(name)
            if not options.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
    changed = ", ".join(differing) or "none"
    print(f"{len(written)} files, {size} bytes; changed: {changed}")
    return 1 if options.check and differing else 0


if __name__ == "__main__":
    sys.exit(main())
