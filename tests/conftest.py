"""Two tiers of tests: the quick one of every change, and with ``--full`` all of them."""

from collections import Counter

import pytest
from tiers import LONG


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="the long tests, too: see tests/tiers.py")


def _entry(item):
    """Return what `LONG` has of a test, by function or by file."""
    file, function = item.path.stem, getattr(item, "originalname", item.name)
    return next((key for key in ((file, function), (file, "")) if key in LONG), None)


def _quick(most, index):
    """Tell whether a case is among the first `most`, or among those of a share, evenly spread."""
    if isinstance(most, float):
        return index == 0 or int((index + 1) * most) > int(index * most)
    return index < most


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if config.getoption("--full"):
        return
    seen, kept, left = Counter(), [], []
    for item in items:
        entry = _entry(item)
        (kept if _quick(LONG.get(entry, 1.0), seen[entry]) else left).append(item)
        seen[entry] += 1
    items[:] = kept
    config.hook.pytest_deselected(items=left)
