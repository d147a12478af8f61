"""The source distribution: everything that building, testing and verifying need."""

import shutil
import subprocess
import sys
import tarfile

from support.programs.checkout import ROOT, sources, tracked

FOLDERS = ("docs", "examples", "golden", "tests", "verification")
FILES = (
    ".ci/run",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CITATION.cff",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "MANIFEST.in",
    "README.md",
    "SECURITY.md",
    "build_kernels.py",
    "build_api.py",
    "build_stubs.py",
    "build_variants.py",
    "pyproject.toml",
    "setup.py",
    "tox.ini",
)
# What a build of the site puts beside the documents.
SITE = ("docs/gallery/", "docs/api/generated/")
# C that was written, not translated.
WRITTEN = {"examples/follow.c", "tests/codegen/cortex_m/start.c"}
# What git tracks and nobody needs who builds, tests or verifies.
REPOSITORY = (".github/", ".gitignore", "paper/", "recipe/", "reports/")
LEFT_OUT = shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__", ".*_cache", ".tox")


def expected_files() -> set[str]:
    """Paths that the checkout has and the source distribution must have."""
    found = {path.relative_to(ROOT).as_posix() for path in sources("")}
    # written before a build
    found |= {path.relative_to(ROOT).with_suffix(".pyi").as_posix() for path in sources(".pyx")}
    for folder in FOLDERS:
        paths = (path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file())
        found |= {
            path.as_posix()
            for path in paths
            if not any(part.startswith(".") or part == "__pycache__" for part in path.parts)
            and not path.as_posix().startswith(SITE)
        }
    made = {path for path in found if path.endswith((".so", ".c", ".pyc"))} - WRITTEN
    return (found - made) | set(FILES)


def test_sdist_is_complete(tmp_path):
    copy, out = tmp_path / "copy", tmp_path / "out"
    copy.mkdir()
    for folder in ("lieref", *FOLDERS):
        shutil.copytree(ROOT / folder, copy / folder, ignore=LEFT_OUT)
    for file in FILES:
        (copy / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, copy / file)
    out.mkdir()
    build = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(out)], cwd=copy, check=True, capture_output=True
    )
    (archive,) = out.iterdir()
    with tarfile.open(archive) as tar:
        names = {member.name.partition("/")[2] for member in tar if member.isfile()}
    assert expected_files() - names == set()
    kept = {path.as_posix() for path in tracked()}
    assert {path for path in kept - names if not path.startswith(REPOSITORY)} == set()
    assert {name for name in names if name.endswith((".so", ".c", ".pyc"))} == WRITTEN
