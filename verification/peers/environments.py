"""Environments of the libraries: made by venv and pip, asked for versions, and run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from lieref.check import client
from verification.peers.table import Peer

ADAPTERS = Path(__file__).resolve().parent / "adapters"
VERSIONS = """import importlib.metadata as m, platform, sys
there = {dist.name.lower() for dist in m.distributions()}
for name in sys.argv[1:]:
    if name.lower() in there:
        print(name, m.version(name))
print("Python", platform.python_version())
"""
#: What libraries compute with, where their environment has it.
ARRAYS = ("numpy", "torch", "warp-lang")


def python(folder: Path, peer: Peer) -> Path:
    """Return the interpreter of a library's environment, whether it is there or not."""
    return folder / peer.name / "bin" / "python"


def install(folder: Path, peer: Peer) -> None:
    """Make the environment of a library, if it is not there.

    Raises
    ------
    subprocess.CalledProcessError
        pip cannot install it; what it made is taken away.
    """
    place = folder / peer.name
    if place.exists():
        return
    try:
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        pip = [str(python(folder, peer)), "-m", "pip", "install", "--quiet", *peer.requires]
        subprocess.run(pip, check=True)
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise


def versions(folder: Path, peer: Peer) -> str:
    """Return the versions of a library, `ARRAYS` and Python there, for a sentence."""
    words = [str(python(folder, peer)), "-c", VERSIONS, peer.name, *ARRAYS]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return ", ".join(told.split("\n")[:-1])


def with_client(folder: Path) -> Path:
    """Write lieref_client.py, the copy of the client, to a folder, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(client.__file__, folder / "lieref_client.py")
    return folder


def settings(clients: Path) -> dict[str, str]:
    """Return the variables of adapters: the client, one thread, and JAX on the processor."""
    return {
        "PYTHONPATH": str(clients),
        "JAX_PLATFORMS": "cpu",
        "OMP_NUM_THREADS": "1",
        "PYTHONWARNINGS": "ignore",
    }


def program(folder: Path, peer: Peer, clients: Path) -> list[str]:
    """Return the words of a subject for `lieref check`: a library's adapter in its environment."""
    env = [f"{name}={value}" for name, value in settings(clients).items()]
    adapter = str(ADAPTERS / f"{peer.adapter}.py")
    return ["env", *env, str(python(folder, peer)), adapter]


def variables(clients: Path) -> dict[str, str]:
    """Return the environment of a process of an adapter."""
    return {**os.environ, **settings(clients)}
