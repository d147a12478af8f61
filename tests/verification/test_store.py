"""The results file survives torn writes and refuses damage and second writers."""

import json

import pytest

from verification import store
from verification.store import Store, StoreError

RECORDS = [{"id": str(k), "result": {"x": k / 7, "name": "ä\n"}} for k in range(5)]


def filled(folder):
    with Store(folder) as opened:
        for record in RECORDS:
            opened.append(dict(record))
    return folder / store.RESULTS


def test_what_is_appended_is_found_again(tmp_path):
    filled(tmp_path)
    with Store(tmp_path) as again:
        assert again.records == RECORDS
        assert not again.dropped
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
            assert again.records == RECORDS[:-1]
            again.append(dict(RECORDS[-1]))
        assert path.read_bytes() == whole


def test_a_last_line_that_was_changed_is_dropped(tmp_path):
    path = filled(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20] + b"0" + whole[-19:])
    with Store(tmp_path) as again:
        assert again.dropped and again.records == RECORDS[:-1]


def test_damage_before_the_last_line_is_reported_with_its_line(tmp_path):
    path = filled(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    changed = lines[2].replace(b'"x":', b'"y":')
    path.write_bytes(b"".join([*lines[:2], changed, *lines[3:]]))
    for attempt in (lambda: Store(tmp_path), lambda: store.read(tmp_path)):
        with pytest.raises(StoreError, match="line 3"):
            attempt()
    # the failed opening has freed the lock
    path.write_bytes(b"".join(lines))
    Store(tmp_path).close()


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
