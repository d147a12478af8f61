"""The builds of a module of scalars that this processor runs."""

from importlib import import_module

from lieref import machine
from lieref._builds import PACKAGES


def builds(name):
    """Module by the name of its build."""
    return {
        build: import_module(
            f"{PACKAGES[name]}.{name}" + ("" if build == "baseline" else f"_{build}")
        )
        for build in machine.builds_of(name)
        if build in machine.available()
    }
