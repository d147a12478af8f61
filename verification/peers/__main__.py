"""``python -m verification.peers``: install other libraries, ask them, and write the matrix."""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verification.peers import dynamics, environments, lie_functions, pages, reproducers
from verification.peers.table import BY_NAME, Peer

OUT = Path("reports/audits/peers")
RECORDS = "records.json"


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification.peers", description=__doc__)
    parser.add_argument(
        "--environments", type=Path, required=True, metavar="FOLDER",
        help="where each library has an environment of its own, outside the checkout",
    )  # fmt: skip
    parser.add_argument("--install", action="store_true", help="make those that are missing")
    parser.add_argument("--only", nargs="+", choices=tuple(BY_NAME), metavar="NAME")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FOLDER", help=f"({OUT})")
    parser.add_argument("--render", action="store_true", help="measure nothing, write the pages")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; 1 if a library could not be installed or asked."""
    options = _arguments(words)
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / RECORDS
    records: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    left_out = 0
    for name in () if options.render else options.only or BY_NAME:
        peer = BY_NAME[name]
        try:
            if options.install:
                environments.install(options.environments, peer)
            if not environments.python(options.environments, peer).is_file():
                print(f"{name}: no environment; --install makes it", file=sys.stderr)
                left_out += 1
                continue
            records[name] = measured(options.environments, peer)
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            left_out += 1
            continue
        text = json.dumps(dict(sorted(records.items())), indent=1) + "\n"
        path.write_text(text, encoding="utf-8")
    pages.write(options.out, records)
    return int(left_out > 0)


def measured(folder: Path, peer: Peer) -> dict[str, Any]:
    """Return everything that is measured of a library, for JSON."""
    with tempfile.TemporaryDirectory() as place:
        clients = environments.with_client(Path(place))
        rows: list[dict[str, Any]] = []
        for model in dynamics.MODELS if peer.adapter else ():
            print(f"{peer.name}: {model}", flush=True)
            rows += [x.as_dict() for x in dynamics.measure(folder, peer, clients, model)]
        bands: list[dict[str, Any]] = []
        if peer.functions:
            print(f"{peer.name}: functions of groups", flush=True)
            bands = [x.as_dict() for x in lie_functions.measure(folder, peer, clients)]
    found = {
        name: reproducers.run(environments.python(folder, peer), finding)
        for name, finding in reproducers.REPRODUCERS.items()
        if finding.peer == peer.name
    }
    return {
        "versions": environments.versions(folder, peer),
        "date": datetime.date.today().isoformat(),
        "dynamics": rows,
        "functions": bands,
        "findings": found,
    }


if __name__ == "__main__":
    sys.exit(main())
