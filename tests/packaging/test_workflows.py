"""The workflows: what they run of others cannot be exchanged, and what it may do is little."""

import re

import pytest
from support.programs.checkout import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
if not WORKFLOWS:
    pytest.skip("an unpacked source distribution has no workflows", allow_module_level=True)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_named_by_commit_and_programs_by_version(path):
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", x) for x in used)
    assert all(re.match(r"\w+==[\d.]+(\s|$)", x) for x in re.findall(r"pipx run (.*)", text))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_jobs_may_read_alone_unless_they_say_so(path):
    text = path.read_text(encoding="utf-8")
    granted = re.findall(r"^( *)permissions:\n\1  ([\w-]+: \w+)\n(?!\1  \w)", text, re.M)
    assert granted[0] == ("", "contents: read")
    assert [x for _, x in granted[1:]] == ["id-token: write"] * (len(granted) - 1)
    assert text.count("permissions:") == len(granted)
    # the token of a checkout is not left beside the code that the job runs
    checkouts = re.findall(
        r"uses: actions/checkout@.*\n +with:\n +persist-credentials: false", text
    )
    assert len(checkouts) == text.count("actions/checkout@")
