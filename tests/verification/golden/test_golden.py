"""The golden data: regenerated to the byte, valid, readable as documented, confirmed twice."""

import dataclasses
import hashlib
import json
from decimal import Decimal, localcontext
from pathlib import Path

import numpy as np
import pytest

from lieref.errors import ModelError, SingularError
from lieref.golden import build_model
from lieref.golden.golden_cases import leaves
from lieref.model.builder import ModelBuilder
from lieref.model.joints import joints
from lieref.model.tree.exact import exact_model
from lieref.oracle import Arb, loop_inverse_dynamics
from lieref.oracle.arguments import configuration
from verification.golden import __main__ as command
from verification.golden import (
    archives,
    confirmation,
    descriptions,
    enclosures,
    failures,
    files,
    group_references,
    schema,
    second_formulations_loops,
    tree_references,
)

ROOT = Path(__file__).resolve().parents[3]
# Small cases of every kind; the command does the others, `--check` all of them.
SAMPLE = (
    "joint_helical", "joint_free_spatial", "joint_free_mixed", "serial_chain",
    "coupling_geared_chain", "loop_four_bar", "SO3_dexp_inv", "SE3_log", "log_sheared",
    "singular_flat_parallelogram", "singular_mass_on_axis", "velocity_nan",
)  # fmt: skip
CONFIRMED = (*SAMPLE[:8], "every_joint_tree_mixed", "joint_free_body", "SE3_dexp", "loop_rssr")


# Beside the cases.
OTHERS = {
    files.INDEX, files.SCHEMA, archives.SUMS, "CHANGELOG.md", "LICENSE", "README.md",
    "pyproject.toml", "__init__.py", "cpp/lieref_golden.hpp",
}  # fmt: skip


def text_of(name):
    return (files.FOLDER / files.place(name)).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cases():
    return {name: json.loads(text_of(name)) for name in files.CASES}


@pytest.mark.parametrize("name", SAMPLE)
def test_a_case_is_regenerated_byte_for_byte(name):
    found = files.render(files.compute(name))
    assert found == text_of(name), f"run python -m verification.golden {name}"


def test_the_index_is_that_of_the_files():
    texts = {name: text_of(name) for name in files.CASES}
    expected = (files.FOLDER / files.INDEX).read_text(encoding="utf-8")
    assert files.index(texts) == expected, "run python -m verification.golden"
    present = set(archives.contents(files.FOLDER))
    assert present == {case["file"] for case in json.loads(expected)["cases"]} | OTHERS
    listed = (files.FOLDER / archives.SUMS).read_text(encoding="utf-8")
    assert files.sums(files.FOLDER, {}) == listed, "run python -m verification.golden"
    assert len(listed.splitlines()) == len(present) - 1
    first = json.loads(expected)["cases"][0]
    assert first["sha256"] == hashlib.sha256(texts[first["case"]].encode()).hexdigest()
    assert sum(len(text.encode()) for text in texts.values()) < 3_000_000


def test_every_file_fits_the_schema(cases):
    rules = json.loads((files.FOLDER / files.SCHEMA).read_text(encoding="utf-8"))
    for name, case in cases.items():
        assert schema.problems(case, rules) == [], name
        assert case["case"] == name
        assert schema.problems(case | {"format": 2}, rules)
        assert schema.problems({k: x for k, x in case.items() if k != "conventions"}, rules)


@pytest.mark.parametrize(
    "rule, good, bad, says",
    [
        ({"type": "string"}, "x", 1, "got int, expected string"),
        ({"type": ["integer", "null"]}, 3, True, "expected integer or null"),
        ({"enum": [1, 2]}, 2, 3, "expected one of"),
        ({"const": 1}, 1, 2, "expected one of [1]"),
        ({"type": "number"}, 0.5, "0.5", "got str, expected number"),
        ({"type": "integer"}, 2, 2.5, "got float, expected integer"),
        ({"minimum": 0}, 0.0, -1e-9, "expected at least 0"),
        ({"pattern": "^a$"}, "a", "ab", "expected text like"),
        ({"required": ["a"]}, {"a": 1}, {}, "'a' is missing"),
        ({"properties": {"a": {"const": 1}}}, {"a": 1}, {"a": 2}, "$.a"),
        ({"properties": {"a": {}}, "additionalProperties": False}, {"a": 1}, {"b": 1}, "'b'"),
        ({"additionalProperties": {"const": 1}}, {"a": 1}, {"a": 2}, "$.a"),
        ({"items": {"const": 1}}, [1, 1], [1, 2], "$[1]"),
        ({"minItems": 2}, [1, 1], [1], "at least 2"),
        ({"maxItems": 1}, [1], [1, 1], "at most 1"),
        ({"$defs": {"x": {"const": 1}}, "$ref": "#/$defs/x"}, 1, 2, "expected one of [1]"),
        ({"oneOf": [{"const": 1}, {"type": "string"}]}, "a", 2, "$"),
        ({"oneOf": [{"type": "string"}, {"const": "a"}]}, "b", "a", "more than one"),
    ],
)
def test_the_check_of_schemas_reads_each_keyword(rule, good, bad, says):
    assert schema.problems(good, rule) == []
    (problem,) = schema.problems(bad, rule)
    assert says in problem


def test_a_keyword_that_is_not_read_is_an_error():
    with pytest.raises(ValueError, match="'format' of the schema"):
        schema.problems("x", {"format": "date"})


def tables_of(case):
    """Every table of a case."""
    tables = [sample["value"] for sample in case.get("samples", ())]
    return tables + [t for x in case.get("references", {}).values() for t in x.values()]


def test_values_are_the_doubles_nearest_to_the_decimals(cases):
    """And decimals are texts, all else numbers."""
    tables = [table for case in cases.values() for table in tables_of(case)]
    assert len(tables) > 300
    for table in tables:
        decimals = list(leaves(table["decimals"]))
        assert all(isinstance(x, str) for x in decimals)
        assert [float(x) for x in decimals] == list(leaves(table["values"]))
        assert all(isinstance(x, float) for x in leaves([table["radius"], table["values"]]))
    given = [x for case in cases.values() for x in leaves([*case.get("inputs", {}).values()])]
    assert {type(x) for x in given} == {float, bool, str}


def test_thirty_digits_are_proven(cases):
    """Every radius is below 1e-30 of its block, or the block may be zero, and says so."""
    blocks = 0
    for name, case in cases.items():
        for table in tables_of(case):
            whole = [(table["radius"], table["decimals"])]
            rows = (
                zip(table["radius"], table["decimals"], strict=True)
                if isinstance(table["radius"], list)
                else whole
            )
            for radius, decimals in rows:
                largest = max(abs(Decimal(x)) for x in leaves(decimals))
                small = Decimal(repr(radius)) <= Decimal("1e-30") * largest
                assert small or radius in (0, 1e-60), name
                assert largest or radius in (0, 1e-60), name
                blocks += 1
    assert blocks > 800


@pytest.mark.parametrize("name", CONFIRMED)
def test_a_second_formulation_gives_the_same(name, cases):
    found = dict(confirmation.confirm(cases[name]))
    assert found and max(found.values()) <= 1, found


@pytest.mark.parametrize("name", ["joint_spherical", "loop_four_bar", "SO3_log", "SE3_dexp"])
def test_a_wrong_digit_is_noticed(name, cases):
    """In the 29th digit of the first number of every table."""
    case = json.loads(json.dumps(cases[name]))
    changed = 0
    for table in tables_of(case):
        leaf = parent = table["decimals"]
        while isinstance(leaf, list):
            parent, leaf = leaf, leaf[0]
        largest = max(abs(Decimal(x)) for x in leaves(table["decimals"]))
        if largest:
            with localcontext(prec=60):
                parent[0] = str(Decimal(leaf) + Decimal(1).scaleb(largest.adjusted() - 28))
            changed += 1
    found = list(confirmation.confirm(case))
    if name == "loop_four_bar":
        # each table is compared by its rows
        assert {what for what, distance in found if distance > 1} == {what for what, _ in found}
    else:
        assert len([what for what, distance in found if distance > 1]) == changed


def test_values_that_are_not_confirmed_are_not_written(monkeypatch):
    monkeypatch.setattr(files.confirmation, "confirm", lambda case: iter([("H", 1.5)]))
    with pytest.raises(ValueError, match="SO3_exp, H: 1.5 times the sum of both bounds apart"):
        files.compute("SO3_exp")


def test_failures_that_are_not_refused_are_not_written(monkeypatch):
    sound = failures.FAILURES["quaternion_zero"]
    changes = (
        (
            {"exception": "ShapeError"},
            "got ConfigurationError.*, expected ShapeError: body_1_joint",
        ),
        ({"names": "elbow"}, "got ConfigurationError.*, expected ConfigurationError: elbow"),
        ({"spoil": lambda case: None}, "got None, expected"),
    )
    for change, says in changes:
        changed = dataclasses.replace(sound, **change)
        monkeypatch.setitem(failures.FAILURES, "quaternion_zero", changed)
        with pytest.raises(ValueError, match="quaternion_zero: " + says):
            failures.refused("quaternion_zero")
    monkeypatch.setitem(failures.FAILURES, "quaternion_zero", sound)
    monkeypatch.setattr(failures, "called_in_balls", lambda case: None)
    with pytest.raises(ValueError, match="quaternion_zero: the oracle accepts it"):
        failures.refused("quaternion_zero")


def test_models_survive_their_description():
    for name in ("every_joint_tree", "joint_universal", "loop_rssr", "coupling_geared_chain"):
        given = json.loads(text_of(name))["model"]
        model = build_model(given)
        assert descriptions.describe(model) == given
    builder = ModelBuilder()
    builder.add_body("a", joint=joints.Screw((0, 0, 1, 0, 0, 0)), mass=1, inertia=np.eye(3))
    with pytest.raises(ModelError, match="a Screw, expected one of revolute"):
        descriptions.describe(builder.build())


def test_jacobians_give_the_kinetic_energy(cases):
    """H = sum J^T M J, with a helical, a spherical and a prismatic joint, and a mixed base."""
    case, K = cases["every_joint_tree_mixed"], Arb(80)
    model, given = build_model(case["model"]), case["inputs"]
    with K.working():
        q, v = configuration(K, model, given["q"]), [K(x) for x in given["v"][0]]
        found = tree_references.body_jacobians(K, model, q, v, "mixed")
        bodies = exact_model(model, K).bodies
        H = sum(
            J.T @ tree_references.spatial_inertia(K, body) @ J
            for body, (J, _) in zip(bodies, found, strict=True)
        )
        table = case["references"]["joint_space_inertia"]["H"]
        assert enclosures.distance(K, table, H.tolist()) <= 1


def test_ratios_and_offsets_of_gears():
    """A joint that drives a joint that drives a joint."""
    builder, K, parent = ModelBuilder(), Arb(60), None
    for i in range(3):
        at = np.eye(4)
        at[:3, 3] = (0.5, 0.25, 0)
        axis = np.roll((1.0, 0.0, 0.0), i)
        parent = builder.add_body(
            f"b{i}", parent, joints.Revolute(axis), at, mass=1, com=(0, 0.5, 1), inertia=np.eye(3)
        )
    builder.couple("b2_joint", "b1_joint", -1.5, 0.5)
    builder.couple("b1_joint", "b0_joint", 2.0, 0.25)
    model = builder.build()
    given = {"q": [0.75], "v": [[1.25], [-0.5], [2.0]]}
    with K.working():
        v = [[K(x) for x in row] for row in given["v"]]
        found = second_formulations_loops.inverse_dynamics(K, model, given["q"], v)
        reference = loop_inverse_dynamics(model, given["q"], given["v"], field=K)
        for a, b in zip(found, reference, strict=True):
            assert all((x - y).contains(K(0)) for x, y in zip(a, b, strict=True))


def test_precision_rises_until_a_block_is_enclosed():
    digits = []

    def balls(K):
        digits.append(K.digits)
        # cancels 50 digits
        return {"x": [(1 + K(1) / 10**50) - 1, K(0)], "nil": [K(0)]}

    found = enclosures.enclosed(balls)
    assert digits == [80, 160]
    assert (
        Decimal(found["x"]["decimals"][0]) == Decimal("1e-50") and found["x"]["decimals"][1] == "0"
    )
    assert found["nil"] == {"radius": 0.0, "values": [0.0], "decimals": ["0"]}
    with pytest.raises(SingularError, match="not enclosed with 1280 digits"):
        enclosures.enclosed(lambda K: {"x": [K.widen(K(1), 1e-3)]})


def test_a_block_that_may_be_zero_says_so():
    found = enclosures.enclosed(lambda K: {"x_rows": [[K.sin(K(1)) - K.sin(K(1))], [K(1) / 3]]})
    assert found["x"]["radius"] == [1e-60, 1e-32]
    assert found["x"]["decimals"][0] == ["0"] and found["x"]["values"][0] == [0.0]


def test_distance_is_in_units_of_both_bounds():
    K = Arb(60)
    table = {"radius": 1e-10, "decimals": ["0.5", "1.5"]}
    with K.working():
        assert enclosures.distance(K, table, [K(0.5), K(1.5)]) == 0
        off = [K(0.5), K(1.5) + K(2) / 10**10]
        assert enclosures.distance(K, table, off) == pytest.approx(2)
        wide = [K.widen(x, 1e-10) for x in off]
        assert enclosures.distance(K, table, wide) == pytest.approx(1)
        assert enclosures.distance(K, table, [K(0.5), K(1) / K(0)]) == np.inf


def test_a_log_is_not_returned_for_a_turn_of_pi():
    K = Arb(60)
    with K.working(), pytest.raises(group_references.HalfTurnError, match="turn of pi"):
        group_references.log(K, [[K(-1), K(0), K(0)], [K(0), K(-1), K(0)], [K(0), K(0), K(1)]])


def test_the_command_checks_and_writes(tmp_path, capsys):
    words = ["SO3_exp", "--out", str(tmp_path)]
    assert command.main([*words, "--check"]) == 1 and not list(tmp_path.iterdir())
    assert command.main(words) == 0
    assert command.main([*words, "--check"]) == 0
    assert capsys.readouterr().out.endswith("changed: none\n")
    assert (tmp_path / "groups" / "SO3_exp.json").read_text(encoding="utf-8") == text_of("SO3_exp")
    with pytest.raises(SystemExit):
        command.main(["no_such_case"])
    assert "got no_such_case, expected some of" in capsys.readouterr().err
