"""The command and what it writes: statuses, and files that other programs can read."""

import json
import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.programs.parsed_page import Page

from lieref.__main__ import main
from lieref.check import audit
from lieref.check.writers import FORMATS, HEAD, rows

HERE = Path(__file__).parent
MODEL = ["--model", "serial_chain:2", "--states", "generic", "--quantities", "inverse_dynamics"]


@pytest.fixture(scope="module")
def wrong():
    """A report with passes, failures, an error, an explanation and things not offered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(HERE)
        report = audit("confused_subjects:halved", "binary_tree:2:free", states=["generic"])
        mixed = audit("confused_subjects:infinite", "binary_tree:2:free")
    report.results += mixed.results
    report.subject = "<b>|[!`\x07"
    return report


@pytest.mark.parametrize("subject, status", [
    ("lieref", 0),
    ("confused_subjects:negative", 1),
    ("confused_subjects:exits", 1),
    ("confused_subjects:not_there", 2),
    ("program:./not_there with words", 2),
])  # fmt: skip
def test_exit_status(subject, status, capsys):
    assert main(["check", subject, *MODEL]) == status
    assert ("PASS", "FAIL", "NOT COMPARED")[status] in capsys.readouterr().out


def test_command_as_users_run_it():
    words = [sys.executable, "-m", "lieref", "check", "lieref", *MODEL, "--format", "json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["verdict"] == "pass"


def test_report_goes_into_a_file(tmp_path, capsys):
    file = tmp_path / "report.xml"
    words = ["check", "lieref", *MODEL, "--format", "junit", "--output", str(file)]
    assert main(words) == 0
    assert ElementTree.parse(file).getroot().tag == "testsuites"
    assert capsys.readouterr().out.startswith("quantity")


def test_json_holds_every_number(wrong):
    found = json.loads(FORMATS["json"](wrong))
    assert found["exit_status"] == 1
    assert len(found["results"]) == len(wrong.results)
    first = found["results"][0]["judgement"]
    assert first["ratio"] == wrong.results[0].judgement.ratio
    assert {x["name"] for x in first["blocks"]} == {"base", "revolute"}
    assert set(first["errors"]) >= {"mae", "rmsae", "mre", "rmsre", "relative", "digits"}
    assert found["explanations"][0]["confusion"] == "factor 1/2"


def test_junit_counts_add_up(wrong):
    suite = ElementTree.fromstring(FORMATS["junit"](wrong).encode()).find("testsuite")
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases) == len(wrong.results)
    assert int(suite.get("failures")) == len(suite.findall("*/failure")) == len(wrong.failed)
    assert int(suite.get("skipped")) == len(suite.findall("*/skipped"))
    assert len(wrong.passed) == sum(not len(case) for case in cases)
    assert "factor 1/2" in suite.find("*/failure").text


def test_markdown_table_has_a_cell_for_every_column(wrong):
    lines = FORMATS["markdown"](wrong).splitlines()
    table = [line for line in lines if line.startswith("| ")]
    assert len(table) == 2 + len(rows(wrong))
    assert {line.count(" | ") for line in table} == {len(HEAD) - 1}
    # what the subject says of itself is shown as it stands, the bell apart
    shown = r"\<b\>\|\[!\`" "\N{REPLACEMENT CHARACTER}"
    assert lines[0] == rf"# lieref check: {shown} on binary\_tree:2:free"
    assert shown in lines[2]


def test_page_is_whole_and_needs_nothing_from_elsewhere(wrong):
    text = FORMATS["html"](wrong)
    page = Page(text)
    assert not page.open
    assert len(page.all("link")) == 1 and "data:," in page.outside()
    assert all(address[0] == "#" or address == "data:," for address in page.outside())
    assert "url(" not in text and "@import" not in text
    # the one script is ours, and no other is let run
    assert len(page.all("script")) == 1
    assert re.search(r"Content-Security-Policy\" content=\"default-src 'none'; .*'sha256-", text)
    # what the subject says of itself is not taken for markup
    assert not page.all("b")
    assert len(page.all("td")) == (len(HEAD) - 1) * len(rows(wrong))
    assert len(page.all("th")) == len(HEAD) + len(rows(wrong))
    numbers = [word for row in rows(wrong) for word in row[5:] if word != "-"]
    assert text.count('class="number"') == len(numbers)
    assert text.count('class="fails"') == sum(
        row[4] not in ("pass", "not offered") for row in rows(wrong)
    )


def test_text_shows_one_row_for_a_result(wrong):
    lines = FORMATS["text"](wrong).splitlines()
    assert lines.index("") == 1 + len(wrong.results)
    assert any("EXPLAINED by factor 1/2" in line for line in lines)
    assert any("tau[1] is inf" in line for line in lines)


def test_infinite_numbers_do_not_break_json():
    report = audit("confused_subjects:arbitrary", "serial_chain:2", ["inverse_dynamics"], ["zero"])
    report.factor = math.inf

    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    found = json.loads(FORMATS["json"](report), parse_constant=refuse)
    assert found["factor"] == "inf"
