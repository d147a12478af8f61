"""Every member of a struct and every place in a kernel's block is in docs/notation.md."""

import re

from support.programs.checkout import ROOT, sources

BLOCK = re.compile(r"^(?:cdef|ctypedef) (?:struct|enum)(?: (\w+))?:\n((?:[ \t]+.*\n|\n)+)", re.M)
STRUCT_MEMBER = re.compile(r"^ +(?:const )?(?:unsigned )?[\w.]+[\s*]*(?:\[\d+\])?\s+\*?(\w+)", re.M)
ENUM_MEMBER = re.compile(r"^ +(\w+) *(?:=|$|#)", re.M)


def declared() -> list[tuple[str, str]]:
    """(file, identifier) of each struct and enum member of the Cython files."""
    found = []
    for path in sources(".pxd", ".pxi", ".pyx"):
        for match in BLOCK.finditer(path.read_text(encoding="utf-8")):
            member = STRUCT_MEMBER if " struct " in match.group().partition(":")[0] else ENUM_MEMBER
            name = path.relative_to(ROOT / "lieref").as_posix()
            found += [(name, identifier) for identifier in member.findall(match.group(2))]
    return found


def dictionary() -> set[str]:
    """Identifiers in the first column of the tables of docs/notation.md."""
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| *(`[^|]*)\|", text, re.M)
    return {identifier for cell in cells for identifier in re.findall(r"`([^`]+)`", cell)}


def test_identifiers_were_found():
    assert {
        ("model/tree/constants.pxd", "E"),
        ("dynamics/inverse/default/h_grne_block.pxi", "XI"),
    } <= set(declared())


def test_identifiers_are_in_the_dictionary():
    known = dictionary()
    assert not [(file, identifier) for file, identifier in declared() if identifier not in known]
