"""Files without an end, or larger than any robot: refused by every reader, in bounded memory."""

import gzip
import io
import resource
import tarfile
import zipfile
from pathlib import Path

import pytest

import lieref
from lieref.check.claims.claim_file import read
from lieref.errors import ArgumentError, ModelError, ShapeError
from lieref.files import LARGEST_FILE, read_file

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
TOO_LARGE = f"more than {LARGEST_FILE} bytes, expected at most so many"


@pytest.fixture(autouse=True)
def little_memory():
    """So much address space that a reader without a limit ends with a MemoryError at once."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 8 * LARGEST_FILE, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.fixture
def endless(tmp_path):
    """A file without an end, by the ending of its name."""

    def named(ending):
        path = tmp_path / f"robot{ending}"
        path.symlink_to("/dev/zero")
        return path

    return named


def test_the_largest_file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(bytes(LARGEST_FILE))
    assert len(read_file(path, ModelError)) == LARGEST_FILE
    path.write_bytes(bytes(LARGEST_FILE + 1))
    with pytest.raises(ShapeError, match=f"file: {TOO_LARGE}"):
        read_file(path, ShapeError)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none", ModelError)
    with pytest.raises(ModelError, match="embedded null"):
        read_file("\0", ModelError)


def test_a_robot_without_an_end(endless):
    urdf, xml = endless(".urdf"), endless(".xml")
    with pytest.raises(ModelError, match=f"robot.urdf: {TOO_LARGE}"):
        lieref.load_urdf(urdf)
    for path in (urdf, xml):
        with pytest.raises(ModelError, match=TOO_LARGE):
            lieref.check.named_model(str(path))


def test_mjcf_without_an_end(endless):
    pytest.importorskip("mujoco")
    with pytest.raises(ModelError, match=f"robot.xml: {TOO_LARGE}"):
        lieref.from_mjcf(endless(".xml"))


def test_the_kind_of_a_file_is_known_behind_any_comments(tmp_path):
    path = tmp_path / "robot.xml"
    urdf = lieref.catalogue.serial_chain(2).to_urdf()
    comments = "<!-- <mujoco> -->\n<!-- a -->\n" * 10_000
    for text in (comments + urdf, f"\ufeff{comments}{urdf}"):
        path.write_text(text.replace("<?xml version='1.0'?>", ""), encoding="utf-8")
        assert lieref.check.named_model(str(path), "fixed").nv == 2
    pytest.importorskip("mujoco")
    path.write_text(
        comments + "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>"
    )
    assert lieref.check.named_model(str(path)).nv == 1


def test_claims_without_an_end(endless, tmp_path):
    with pytest.raises(ShapeError, match=TOO_LARGE):
        read(endless(".toml"))
    deep = tmp_path / "deep.toml"
    deep.write_text("claim = " + "[" * 100_000)
    with pytest.raises(ShapeError, match="deep.toml: values nested too deep"):
        read(deep)


def test_golden_data_that_unpack_to_more_than_is_read(tmp_path):
    much = bytes(LARGEST_FILE // 2 + 1)
    index = (GOLDEN / "index.json").read_bytes()
    zipped, tarred = tmp_path / "bomb.zip", tmp_path / "bomb.tar.gz"
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (("index.json", index), ("a.json", much), ("b.json", much)):
            archive.writestr(name, data)
    with tarfile.open(tarred, "w:gz", compresslevel=1) as archive:
        for name, data in (("index.json", index), ("a.json", much), ("b.json", much)):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    # a header that says that a name of 64 GB follows
    named = tarfile.TarInfo("x")
    named.type, named.size = tarfile.GNUTYPE_LONGNAME, 1 << 36
    header = tmp_path / "header.tar.gz"
    header.write_bytes(gzip.compress(named.tobuf(tarfile.GNU_FORMAT) + bytes(1 << 20)))
    for path in (zipped, tarred):
        assert path.stat().st_size < 1 << 20
        with pytest.raises(ArgumentError, match=f"{path.name}', unpacked: {TOO_LARGE}"):
            lieref.golden.names(source=path)
    with pytest.raises(ArgumentError, match="header.tar.gz': got another file"):
        lieref.golden.names(source=header)


@pytest.mark.parametrize("file", ["../secret.json", "trees/../../secret.json", "/etc/hostname"])
def test_an_index_names_files_of_its_source_alone(file, tmp_path):
    index = '{"format": %d, "version": 2, "cases": [{"case": "x", "file": "%s", "sha256": ""}]}'
    folder = tmp_path / "data"
    folder.mkdir()
    (tmp_path / "secret.json").write_text("{}")
    (folder / "index.json").write_text(index % (lieref.golden.FORMAT, file))
    for read_index in (lieref.golden.names, lieref.golden.version):
        with pytest.raises(ArgumentError, match=f"index.json names '{file}', expected files of"):
            read_index(source=folder)
    with pytest.raises(ArgumentError, match="expected files of the source"):
        lieref.golden.load("x", folder)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 3}', "[" * 100_000, '{"format": 3, "cases": [1]}']
)
def test_an_index_that_is_none(text, tmp_path):
    (tmp_path / "index.json").write_text(text)
    with pytest.raises(ArgumentError, match="index.json (is no file of golden data|has format)"):
        lieref.golden.names(source=tmp_path)


def test_archives_that_are_none(tmp_path):
    path = tmp_path / "data.zip"
    for data in (b"", b"no archive", b"PK\x05\x06" + bytes(18), gzip.compress(b"no tar")[:-4]):
        path.write_bytes(data)
        with pytest.raises(ArgumentError, match="(got another file|has no index.json)"):
            lieref.golden.names(source=path)
