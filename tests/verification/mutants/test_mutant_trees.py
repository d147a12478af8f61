"""A copy of a small checkout: a mutant is put in, tested and taken back; nothing is built."""

import pytest

from verification.mutants import trees
from verification.mutants.sample import sites
from verification.mutants.trees import Tree

CODE = '"""One."""\n\n\ndef one(n):\n    return n + 1\n\n\ndef two(n):\n    return n + 2\n'
TEST = "from lieref.algebra.one import one\n\n\ndef test_one():\n    assert one(1) == 2\n"
SLOW = "from time import sleep\n\n\ndef test_long():\n    sleep(60)\n"


@pytest.fixture(name="tree")
def _tree(tmp_path, monkeypatch):
    files = {
        "lieref/__init__.py": "",
        "lieref/algebra/__init__.py": "",
        "lieref/algebra/one.py": CODE,
        "tests/algebra/test_one.py": TEST,
        "tests/sweep/test_all.py": "def test_nothing():\n    pass\n",
        "tests/loops/test_red.py": "def test_red():\n    assert False\n",
    }
    for name, text in files.items():
        path = tmp_path / "checkout" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(Tree, "_build", lambda *_: "")
    tree = Tree(tmp_path / "tree", tmp_path / "checkout")
    tree.refresh()
    return tree


def _site(tree, line):
    found = sites(root=tree.folder)
    return next(x for x in found if x.mutant.line == line and x.mutant.operator == "arithmetic")


def test_a_mutant_is_put_in_and_taken_back(tree):
    witness = "tests/algebra/test_one.py::test_one"
    assert tree.judge(_site(tree, 5), 300, {}) == ("killed", witness)
    assert tree.judge(_site(tree, 9), 300, {}) == ("survived", "")
    assert (tree.folder / "lieref/algebra/one.py").read_text(encoding="utf-8") == CODE
    assert tree.green == {witness}
    (tree.folder / "tests/sweep/test_all.py").write_text(SLOW, encoding="utf-8")
    assert tree.judge(_site(tree, 9), 12, {}) == ("survived", "not all were run")


def test_a_test_that_is_red_anyway_sees_nothing(tree):
    test = "tests/loops/test_red.py::test_red"
    assert tree.tests([test], 300) == (test, True)
    assert tree.fails_anyway(test)
    assert tree.tests([test], 300) == ("", True)


def test_the_tests_of_a_mutant_in_their_order(tree):
    site = _site(tree, 5)
    assert list(tree.targets(site, {})) == [["tests/algebra"], ["tests/sweep"]]
    known = {site.file: {"5": ["tests/a.py::test_b", ""]}}
    assert list(tree.targets(site, known)) == [["tests/a.py::test_b"]]
    nested = trees.Site("lieref/algebra/far/one.py", site.mutant, "", "", "")
    assert list(tree.targets(nested, {})) == [["tests/algebra"], ["tests/sweep"]]
    (tree.folder / "tests/algebra/far").mkdir()
    found = [["tests/algebra/far"], ["tests/algebra"], ["tests/sweep"]]
    assert list(tree.targets(nested, {})) == found


def test_a_tree_follows_its_checkout(tree):
    (tree.original / "tests/loops/test_red.py").unlink()
    (tree.original / "lieref/algebra/one.py").write_text("n = 1\n", encoding="utf-8")
    library = tree.folder / "lieref/algebra/one.so"
    library.write_bytes(b"")
    tree.refresh()
    assert not (tree.folder / "tests/loops/test_red.py").exists()
    assert (tree.folder / "lieref/algebra/one.py").read_text(encoding="utf-8") == "n = 1\n"
    assert library.exists()


def test_python_tells_what_changes_nothing():
    assert trees._compiled("x = 1 +  2\n", "x = 1 + 2\n") == "same code"
    assert trees._compiled("x = 1 + 2\n", "x = 1 +\n") == "refused"
    assert trees._compiled("x = a + 2\n", "x = a - 2\n") == ""
    assert trees._compiled("def f(): return 1\n", "def f(): return 2\n") == ""
