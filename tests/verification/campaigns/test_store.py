"""The results file survives torn writes, tells of damage and refuses second writers."""

import json
import random

import pytest

from lieref.reporting.campaigns import store
from lieref.reporting.campaigns.identities import LOOSE, Identities
from lieref.reporting.campaigns.store import Store, StoreError

RECORDS = [{"id": str(k), "result": {"x": k / 7, "name": "ä\n"}} for k in range(5)]


def filled(folder):
    with Store(folder) as opened:
        for record in RECORDS:
            opened.append(dict(record))
    return folder / store.RESULTS


def test_what_is_appended_is_found_again(tmp_path):
    filled(tmp_path)
    with Store(tmp_path) as again:
        assert len(again.finished) == len(RECORDS)
        assert all(record["id"] in again.finished for record in RECORDS)
        assert not again.dropped and not again.damaged
    assert store.read(tmp_path) == RECORDS


def test_a_line_cut_at_any_byte_loses_that_record_only(tmp_path):
    path = filled(tmp_path)
    whole = path.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    for cut in range(last + 1, len(whole)):
        path.write_bytes(whole[:cut])
        assert store.read(tmp_path) == RECORDS[:-1]
        with Store(tmp_path) as again:
            assert again.dropped
            assert "3" in again.finished and "4" not in again.finished
            again.append(dict(RECORDS[-1]))
        assert path.read_bytes() == whole


def test_a_bit_flipped_anywhere_is_told_by_its_line_and_costs_that_record_only(tmp_path):
    path = filled(tmp_path)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    ends = [sum(map(len, lines[: n + 1])) for n in range(len(lines))]
    print("seed 0")
    rng = random.Random(0)
    for _ in range(300):
        at, bit = rng.randrange(len(whole) - 1), 1 << rng.randrange(8)
        if whole[at] == ord("\n") or whole[at] ^ bit == ord("\n"):
            continue
        path.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
        number = next(n for n, end in enumerate(ends, 1) if at < end)
        assert [line.number for line in store.damaged(tmp_path)] == [number]
        assert store.read(tmp_path) == RECORDS[: number - 1] + RECORDS[number:]
        with Store(tmp_path) as again:
            assert [line.number for line in again.damaged] == [number]
            assert str(number - 1) not in again.finished and len(again.finished) == 4
            again.append(dict(RECORDS[number - 1]))
        # the damaged line stays: the file is only ever added to
        assert sorted(store.read(tmp_path), key=lambda x: x["id"]) == RECORDS
        assert [line.number for line in store.damaged(tmp_path)] == [number]


def test_a_lost_end_of_line_damages_the_two_lines_that_it_joined(tmp_path):
    path = filled(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:-1] + b"?" + b"".join(lines[2:]))
    assert [line.number for line in store.damaged(tmp_path)] == [2]
    assert store.read(tmp_path) == [RECORDS[0], *RECORDS[3:]]


def test_a_record_that_was_changed_with_care_is_found(tmp_path):
    path = filled(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"x":', b'"y":', 3))
    told = [(line.number, line.damage) for line in store.damaged(tmp_path)]
    assert told == [(n, "the checksum does not match") for n in (1, 2, 3)]


def test_a_second_writer_is_refused(tmp_path):
    with Store(tmp_path), pytest.raises(StoreError, match="another run"):
        Store(tmp_path)
    Store(tmp_path).close()


def test_each_line_carries_its_checksum(tmp_path):
    for line in filled(tmp_path).read_bytes().splitlines():
        record = json.loads(line)
        assert record.pop("checksum") == store.digest(record)


def test_nan_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        store.encode({"x": float("nan")})


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(StoreError, match="results.jsonl"):
        store.read(tmp_path)


def test_a_set_of_identities_is_one():
    print("seed 1")
    rng = random.Random(1)
    words = [f"{rng.randrange(1 << 13):x}" for _ in range(20000)]
    found, right = Identities(), set()
    for word in words:
        assert (word in found) == (word in right)
        found.add(word)
        right.add(word)
        assert word in found
    assert len(found) == len(right) > LOOSE
