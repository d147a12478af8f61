"""``python -m lieref``: version, build and processor, and the self-test; exit status 1 if it fails.

With ``--json`` the same as one JSON object. LIEREF_KERNELS chooses the build that is tested.
``python -m lieref check`` audits an implementation of dynamics, ``python -m lieref compare`` tells
two files of a robot apart, ``python -m lieref report`` measures accuracy and speed on a robot,
``python -m lieref generate`` writes C code for one; see their ``--help``.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lieref import machine, selftest
from lieref.files import not_written
from lieref.version import __version__

CPUINFO = Path("/proc/cpuinfo")
# Flags of /proc/cpuinfo that each level of x86-64 asks for beyond the one below.
LEVELS = (
    ("x86-64-v2", {"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"}),
    ("x86-64-v3", {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"}),
    ("x86-64-v4", {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}),
)
# Flags of /proc/cpuinfo on arm64 that the kernels use: vectors, which every such processor has.
ARM_FEATURES = {"asimd", "fp"}
# What GCC and Clang write into every object file.
COMPILER = re.compile(rb"(?:GCC: \([^()\0]*\)|clang version) [0-9][^\0 ]*")


def processor(table: Path = CPUINFO) -> dict[str, Any]:
    """Return model, level and vector features of the processor, as far as the system tells."""
    found: dict[str, str] = {}
    try:
        text = table.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    # the first processor's block: all cores are alike
    for line in text.partition("\n\n")[0].splitlines():
        key, _, value = line.partition(":")
        found[key.strip()] = value.strip()
    flags = set(found.get("flags", found.get("Features", "")).split())
    known = ARM_FEATURES.union(*(needed for _, needed in LEVELS))
    level = None
    if flags and platform.machine().lower() in ("x86_64", "amd64"):
        level = "x86-64"
        for name, needed in LEVELS:
            if not needed <= flags:
                break
            level = name
    elif ARM_FEATURES <= flags and platform.machine().lower() in ("aarch64", "arm64"):
        level = "armv8-a"
    return {
        "machine": platform.machine() or None,
        "model": found.get("model name") or platform.processor() or None,
        "level": level,
        "features": sorted(flags & known),
    }


def compiler() -> str | None:
    """Return what compiled the kernels, as the compiler itself wrote it into a module."""
    try:
        match = COMPILER.search(Path(machine.__file__).read_bytes())
    except OSError:
        match = None
    return match[0].decode("ascii", "replace") if match else None


def describe() -> dict[str, Any]:
    """Return versions, build and processor."""
    return {
        "lieref": __version__,
        "kernels": machine.chosen(),
        "available": list(machine.available()),
        "compiler": compiler(),
        "processor": processor(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "system": " ".join(filter(None, (platform.system(), *platform.libc_ver()))),
    }


def _header(about: dict[str, Any]) -> list[str]:
    """The environment as lines of text."""
    cpu, unknown = about["processor"], "unknown"
    return [
        f"lieref {about['lieref']}",
        f"kernels    {about['kernels']} (available: {', '.join(about['available'])}; "
        f"{machine.ENVIRONMENT} chooses)",
        f"compiler   {about['compiler'] or unknown}",
        f"processor  {cpu['model'] or unknown}, {cpu['level'] or cpu['machine'] or unknown}",
        f"features   {' '.join(cpu['features']) or unknown}",
        f"python     {about['python']}, numpy {about['numpy']}, {about['system'] or unknown}",
    ]


def _lines(results: Sequence[selftest.Result]) -> list[str]:
    """One line for each check, and one more that says where a failed one fails."""
    found = []
    for result in results:
        verdict = "ok    " if result.ok else "FAILED"
        found.append(f"{verdict}  {result.error:7.1e} (limit {result.limit:.1e})  {result.check}")
        if not result.ok:
            found.append(f"        {result.detail}; limit {result.limit:.1e}")
    return found


def _report(words: Sequence[str]) -> int:
    """Run ``lieref report``; 2 where its extra is missing."""
    try:
        from lieref.reporting import command
    except ImportError as error:
        print(f"lieref report: {error}: install lieref[report]", file=sys.stderr)
        return 2
    return command.main(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if every check is within its limit, else 1.

    Where standard output cannot be written, 2, or as of ``lieref check``.
    """
    words = sys.argv[1:] if words is None else words
    try:
        status = _run(words)
        sys.stdout.flush()
    except (OSError, UnicodeError) as error:
        command = [word for word in words[:1] if not word.startswith("-")]
        not_written(" ".join(["lieref", *command]), str(error))
        return 2
    return status


def _run(words: Sequence[str]) -> int:
    """Run a command, or the self-test."""
    if words and words[0] == "check":
        # only who audits pays for the import
        from lieref.check import command

        return command.main(words[1:])
    if words and words[0] == "compare":
        from lieref.check.own_model import two_files

        return two_files.main(words[1:])
    if words and words[0] == "report":
        return _report(words[1:])
    if words and words[0] == "generate":
        from lieref.codegen import command as generating

        return generating.main(words[1:])
    parser = argparse.ArgumentParser(
        prog="lieref",
        usage="lieref [-h] [--version] [--json]\n       lieref check SUBJECT --model MODEL ...\n"
        "       lieref compare FIRST SECOND ...\n"
        "       lieref report --model MODEL ...\n"
        "       lieref generate --model MODEL --function FUNCTION ...",
        description=__doc__,
    )
    parser.add_argument("--version", action="version", version=f"lieref {__version__}")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    options = parser.parse_args(words)
    about = describe()
    start = time.perf_counter()
    results = selftest.run()
    seconds = time.perf_counter() - start
    failed = sum(not result.ok for result in results)
    if options.json:
        checks = [result.as_dict() for result in results]
        print(json.dumps(about | {"ok": not failed, "checks": checks}, indent=1))
        return int(failed > 0)
    print(*_header(about), "", sep="\n")
    print("relative max-norm error against reference values of certified digits, and its limit;")
    print("of bounds the distance of the reference value over the proven bound")
    print(*_lines(results), "", sep="\n")
    verdict = f"{failed} of {len(results)} checks FAILED" if failed else f"{len(results)} checks ok"
    print(f"{verdict} ({seconds:.2f} s)")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
