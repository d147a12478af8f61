"""Folders of algorithms cite what their kernels and plain implementations cite."""

import re
from pathlib import Path

import pytest

LIEREF = Path(__file__).resolve().parents[2] / "lieref"
# An author, and what stands behind the name up to the next one or the end of the citation.
CITATION = re.compile(
    r"(Ali|Chignoli|Singh|Müller)\b((?:(?!Ali|Chignoli|Singh|Müller)[^\]]){0,90})", re.S
)


def places(text):
    """Author and place of each citation: "Müller (66)", "Ali Algorithm 3", "Chignoli Sec. VI"."""
    found = set()
    for author, words in CITATION.findall(text):
        words = re.sub(r"\s+", " ", words).replace("Algorithms", "Algorithm")
        found.update(f"{author} ({n})" for n in re.findall(r"\((\d{1,3})[a-f]?\)", words))
        for first, second in re.findall(r"Alg(?:orithm|\.) (\d)(?: and (\d))?", words):
            found.update(f"{author} Algorithm {n}" for n in (first, second) if n)
        found.update(f"{author} Sec. {n}" for n in re.findall(r"Sec\. ([IVX]+)", words))
    return found


def algorithm(folder):
    """The sentence of a folder's `__init__` that names its algorithm, or nothing."""
    text = (folder / "__init__.py").read_text(encoding="utf-8")
    return text.partition("Algorithm:")[2].partition('"""')[0]


FOLDERS = sorted(
    path.parent.relative_to(LIEREF).as_posix()
    for path in LIEREF.rglob("__init__.py")
    if places(algorithm(path.parent))
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_cites_what_its_texts_cite(folder):
    here = LIEREF / folder
    texts = [x for x in here.iterdir() if x.suffix in (".pxi", ".pyx", ".py")]
    texts = [x.read_text(encoding="utf-8") for x in texts if x.stem != "__init__"]
    cited = set().union(*map(places, texts))
    stated = places(algorithm(here))
    assert stated <= cited, f"{sorted(stated - cited)} in no text, which cite {sorted(cited)}"
