"""The list of long tests names tests that there are."""

import re

from support.programs.checkout import ROOT
from tiers import EVERY, LONG


def test_every_entry_is_a_test():
    texts = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        texts[path.stem] = texts.get(path.stem, "") + path.read_text(encoding="utf-8")
    for file, function in LONG:
        assert file in texts, file
        if function != EVERY:
            assert re.search(rf"^def {function}\(", texts[file], re.M), function
