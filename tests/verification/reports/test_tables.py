"""Tables as data: a row for each result, cells by columns, in the order of a key."""

from verification.evidence import Evidence
from verification.picks import number, param
from verification.tables import Columns, made


def record(n, x):
    return {"id": str(n), "params": {"n": n}, "result": {"x": x, "pair": [x, -x]}}


EVIDENCE = Evidence({}, {"claim": [record(2, 0.5), record(1, 3.0), {"error": "no"}]}, [])
PAIRED = {"N": param("n"), ("a", "b"): lambda found: found["result"]["pair"]}


def test_results_have_a_row_each_and_headings_several_cells():
    table = Columns("t", "A caption.", "claim", PAIRED).table(EVIDENCE)
    assert (table.name, table.caption, list(table.columns)) == ("t", "A caption.", ["N", "a", "b"])
    assert table.rows == [[2, 0.5, -0.5], [1, 3.0, -3.0]]


def test_rows_are_sorted_by_the_key():
    table = Columns("t", "", "claim", PAIRED, key=lambda row: row[0]).table(EVIDENCE)
    assert [row[0] for row in table.rows] == [1, 2]


def test_caption_rows_and_columns_may_depend_on_what_was_measured():
    def rows(evidence):
        yield from ([number("x")(found)] for found in evidence.of("claim"))

    def caption(evidence):
        return f"{len(evidence.of('claim'))} rows."

    table = Columns("t", caption, rows, lambda evidence: ("x",)).table(EVIDENCE)
    assert table.caption == "2 rows." and list(table.columns) == ["x"]
    assert table.rows == [[0.5], [3.0]]


def test_tables_without_rows_are_left_out():
    found = (Columns("none", "", "other", PAIRED), Columns("some", "", "claim", PAIRED))
    assert [table.name for table in made(found, EVIDENCE)] == ["some"]
