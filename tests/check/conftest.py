"""Subjects are found from the current folder: that of the tests which name them."""

import pytest


@pytest.fixture(autouse=True)
def here(monkeypatch, request):
    monkeypatch.chdir(request.path.parent)
