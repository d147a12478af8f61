"""Folders of algorithms cite what their kernels, plain implementations and docstrings cite."""

import re
from operator import attrgetter
from pathlib import Path

import pytest

import lieref

LIEREF = Path(__file__).resolve().parents[2] / "lieref"
# An author, and what stands behind the name up to the next one or the end of the citation.
CITATION = re.compile(
    r"(Ali|Chignoli|Singh|Müller)\b((?:(?!Ali|Chignoli|Singh|Müller)[^\]]){0,90})", re.S
)
EQUATION = re.compile(r"\((\d{1,3})[a-f]?\)(?:\s*-\s*\((\d{1,3})[a-f]?\))?")


def places(text):
    """Author and place of each citation: "Müller (66)", "Ali Algorithm 3", "Chignoli Sec. VI"."""
    found = set()
    for author, words in CITATION.findall(re.sub(r"\n *# ", "\n", text)):
        words = re.sub(r"\s+", " ", words).replace("Algorithms", "Algorithm")
        for first, last in EQUATION.findall(words):
            numbers = range(int(first), int(last or first) + 1)
            found.update(f"{author} ({n})" for n in numbers)
        for first, second in re.findall(r"Alg(?:orithm|\.) (\d)(?: and (\d))?", words):
            found.update(f"{author} Algorithm {n}" for n in (first, second) if n)
        found.update(f"{author} Sec. {n}" for n in re.findall(r"Sec\. ([IVX]+)", words))
    return found


def described(folder):
    """The text of a folder's `__init__`."""
    return (folder / "__init__.py").read_text(encoding="utf-8")


def algorithm(folder):
    """The sentence of a folder's `__init__` that names its algorithm, or nothing."""
    return described(folder).partition("Algorithm:")[2].partition('"""')[0]


def cited_by_part(folder):
    """Citations of a folder's kernel texts, plain implementations and public docstrings."""
    kernels = [*folder.glob("*.pxi"), *folder.glob("*.pyx")]
    plain = [path for path in folder.glob("*.py") if path.stem != "__init__"]
    names = re.findall(r"`lieref\.([a-z_.]+)(?:\([^`]*\))?`", described(folder))
    public = [attrgetter(name)(lieref) for name in names if known(name)]
    return {
        "kernel": [path.read_text(encoding="utf-8") for path in kernels],
        "plain implementation": [path.read_text(encoding="utf-8") for path in plain],
        "docstring": [function.__doc__ for function in public if callable(function)],
    }


def known(name):
    """Whether a dotted name is one of public objects."""
    head, _, rest = name.partition(".")
    return head in lieref.__all__ and (not rest or rest in getattr(lieref, head).__all__)


FOLDERS = sorted(
    path.parent.relative_to(LIEREF).as_posix()
    for path in LIEREF.rglob("__init__.py")
    if places(algorithm(path.parent))
)


@pytest.mark.parametrize("part", ["kernel", "plain implementation", "docstring"])
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_cites_what_its_parts_cite(folder, part):
    texts = cited_by_part(LIEREF / folder)[part]
    if not texts:
        pytest.skip(f"no {part}")
    stated, cited = places(algorithm(LIEREF / folder)), set().union(*map(places, texts))
    assert stated <= cited, f"{sorted(stated - cited)} not in the {part}, which cites {cited}"


@pytest.mark.parametrize("package", ["dynamics", "kinematics", "loops", "partials"])
def test_files_that_a_folder_names_are_there(package):
    named = [
        (path.parent, name)
        for path in (LIEREF / package).rglob("__init__.py")
        for name in re.findall(r"`([\w./]+\.(?:pxi|pyx|py))`", described(path.parent))
    ]
    assert len(named) >= 3
    # in the folder, in the one above, or by the whole path
    lost = [
        f"{x.name}: {name}"
        for x, name in named
        if not any((at / name).is_file() for at in (x, x.parent, LIEREF.parent))
    ]
    assert lost == []
