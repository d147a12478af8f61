"""Sphinx: the site of the documentation, whose root is the checkout; ``tox -e docs`` builds it."""

from __future__ import annotations

import re
import sys
from typing import Any

import sphinx.ext.autosummary
from sphinx.application import Sphinx

import lieref

# the name under which users find this module
sys.modules["lieref.catalogue"] = lieref.catalogue

project = "lieref"
author = "the lieref developers"
copyright = "the lieref developers"  # noqa: A001
version = release = lieref.__version__

# No intersphinx: the site is built without a network, and its pages lead nowhere else.
extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_gallery.gen_gallery",
    "sphinx-mathjax-offline",
]
# Pages link files beside them as a code host shows them: the source is the checkout itself.
root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "reports/README.md",
    "reports/*/README.md",
    "reports/mutants/*/README.md",
    "reports/audits/findings/*.md",
    "reports/audits/peers/*.md",
    "reports/audits/peers/findings/*.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
exclude_patterns = [
    "docs/gallery/**/*.ipynb",
    "docs/gallery/**/*.py",
    "docs/gallery/**/*.md5",
    "docs/templates",
]
html_theme = "furo"
html_title = f"lieref {release}"
html_additional_pages = {"index": "redirect.html"}
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False

myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 4

autosummary_generate = True
# ends of words, not of the first sentence of a docstring
sphinx.ext.autosummary.WELL_KNOWN_ABBREVIATIONS += (" .", "Fig.", "Sec.")
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
numpydoc_class_members_toctree = False

sphinx_gallery_conf = {
    "examples_dirs": "examples/gallery",
    "gallery_dirs": "docs/gallery",
    "filename_pattern": r"/\d\d_",
    "within_subsection_order": "FileNameSortKey",
    "download_all_examples": False,
    "show_memory": False,
    "abort_on_example_error": True,
    # two examples at a time: two of them take as long as all others
    "parallel": 2,
    "remove_config_comments": True,
    "min_reported_time": 10**6,
    "write_computation_times": False,
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def _plain(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Docstrings are read as text: |x| is a magnitude there, and name_ the beginning of a name."""
    for n, line in enumerate(lines):
        if line.lstrip().startswith((">>>", "...", "..", ":")):
            continue
        parts = re.split(r"(``.*?``|`.*?`)", line)
        parts[::2] = [re.sub(r"(\||(?<=\w)_(?!\w))", r"\\\1", part) for part in parts[::2]]
        # documents that docstrings name become links
        parts[::2] = [
            re.sub(r"docs/([\w/-]+)\.md", r":doc:`/docs/\1`", part) for part in parts[::2]
        ]
        lines[n] = "".join(parts)


def _gallery(app: Sphinx, name: str, source: list[str]) -> None:
    """Links to scripts of the gallery, which a code host shows, lead to their pages."""
    pages = re.sub(r"\]\(\.\./examples/gallery/(\w+)\.py\)", r"](gallery/\1.rst)", source[0])
    source[0] = pages.replace("](../examples/gallery)", "](gallery/index.rst)")


def _own_branch(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """In the sidebar of a page only its own branch is open: whole trees take most of the build."""
    if "toctree" in context:
        tree = context["toctree"]
        context["toctree"] = lambda **options: tree(**(options | {"collapse": True}))


def setup(app: Sphinx) -> None:
    """Register what is ours."""
    # before the theme, which renders the tree
    app.connect("html-page-context", _own_branch, priority=400)
    app.connect("source-read", _gallery)
    app.connect("autodoc-process-docstring", _plain, priority=900)
