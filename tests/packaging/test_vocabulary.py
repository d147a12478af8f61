"""Text uses the standard terms of the field: words that were replaced do not come back."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# In documents, outside of code: word, and what stands for it.
DOCUMENTS = {
    r"doors?": "public function",
    r"twins?": "plain Python implementation",
    r"production (?:form|recursion)": "default form, body-fixed Taylor recursion",
    r"long decimals": "arbitrary precision",
    r"mended": "corrected",
    r"anew": "again",
    r"kin": "a list",
    r"errs by": "is wrong by",
    r"(?:is|are) right to": "is accurate to",
    r"law on": "definition of",
    r"caller's word": "not validated",
    r"digits are lost": "accuracy is lost",
    r"one spacing of": "a 1-ulp perturbation",
    r"far too (?:light|heavy)": "mass ratio",
    r"strains": "the quantity",
    r"bearers?|bearable|stirred|lenience": "the quantity",
}
# In every source and document: American spelling, and public names that were renamed.
EVERYWHERE = {
    r"centres? of mass": "center of mass",
    r"generalised": "generalized",
    r"linearised": "linearized",
    r"behaviours?": "behavior",
    r"neighbouring": "neighboring",
    r"conditioning floors?": "conditioning bound",
    r"(?:hybrid_|loop_)?conditioning_floor": "conditioning_bound",
    r"centre_of_mass": "center_of_mass",
    r"""form=["']production["']""": 'form="default"',
    r"\w*truth\w*": "reference",
    # but for the attribute of URDF, the element of SDF, and members of libraries
    r"\w*effort\w*(?![=\">`])": "torque, generalized force",
    r"(?:\w+_)?floors?(?:_\w+)?": "conditioning bound",
    r"long decimals": "arbitrary precision",
    r"mended": "corrected",
    r"nothing opposes": "singular",
    r"caller's word": "not validated",
    r"errs by": "is wrong by",
    r"(?:and|their) kin": "a list",
    r"bearers?|bearable|stirred|lenience|strained|strains": "the quantity",
    r"digits are lost": "accuracy is lost",
    r"one spacing of": "a 1-ulp perturbation",
    r"anew": "again",
    r"(?:is|are) right to": "is accurate to",
    r"far too (?:light|heavy)": "mass ratio",
}
ALLOWED = {
    "lieref/deprecated.py": "holds the old names",
    "tests/packaging/test_deprecated.py": "calls the old names",
    "tests/packaging/test_vocabulary.py": "holds the list",
    "lieref/codegen/c_style.py": "names functions of the C library",
    "CHANGELOG.md": "names what was renamed; its prose is held by DOCUMENTS",
}
SOURCES = (".py", ".pyi", ".pyx", ".pxi", ".pxd", ".h", ".md", ".j2", ".toml")


def tracked():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\n")
    names = [x for x in listed if x.endswith(SOURCES) and not x.startswith(("reports/", "golden/"))]
    if not names:
        pytest.skip("not a git checkout")
    return names


def bounded(*patterns):
    return re.compile(r"(?<![\w.])(?:" + "|".join(patterns) + r")(?!\w)", re.IGNORECASE)


def found(pattern, text):
    return [text.count("\n", 0, m.start()) + 1 for m in bounded(pattern).finditer(text)]


def said(name, text, words):
    """Places of `text` that have one of `words`: all at once first, for the sake of time."""
    if not bounded(*words).search(text):
        return []
    return [
        f"{name}:{line}: {pattern}, say: {better}"
        for pattern, better in words.items()
        for line in found(pattern, text)
    ]


def prose(text):
    """Blank out code, links and HTML, line numbers staying."""
    code = r"^```[\s\S]*?^```|`[^`]*`|\b\w+(?:/\w+)*\.pyx|\]\([^)]*\)"
    return re.sub(code, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.MULTILINE)


@pytest.mark.parametrize("text", ["The twin of it.", "two\ntwins", "`x` is right to 1e-3"])
def test_the_search_finds(text):
    assert any(found(pattern, prose(text)) for pattern in DOCUMENTS)
    assert not any(found(pattern, prose(f"`{text.replace('`', '')}`")) for pattern in DOCUMENTS)


def test_documents():
    texts = {name: prose((ROOT / name).read_text()) for name in tracked() if name.endswith(".md")}
    wrong = [place for name, text in texts.items() for place in said(name, text, DOCUMENTS)]
    assert not wrong, "\n".join(wrong)


def test_sources():
    texts = {name: (ROOT / name).read_text() for name in tracked() if name not in ALLOWED}
    wrong = [place for name, text in texts.items() for place in said(name, text, EVERYWHERE)]
    assert not wrong, "\n".join(wrong)
