"""The self-test: sound code passes, every perturbed function fails and is named."""

import json
import subprocess
import sys
import types
from decimal import Decimal

import numpy as np
import pytest

from lieref import __main__ as command
from lieref import machine, selftest
from lieref.algebra import SE3, SO3

# Relative to one entry; in every reference value some entries are small beside the largest one.
PERTURBATION = 1e-12


@pytest.fixture(scope="module")
def references():
    return selftest.read_references()


def failed(results):
    return [result for result in results if not result.ok]


def test_compiled_code_passes():
    results = selftest.run()
    assert len(results) > 40
    assert not [(result.check, result.detail) for result in failed(results)]
    assert all(0.0 < result.error for result in results)


def test_everything_is_covered(references):
    checks = "\n".join(result.check for result in selftest.run())
    for word in ("SE3.exp", "SE3.log", "SE3.dexp at", "SE3.dexp_inv", "SO3.exp", "SO3.log",
                 "SO3.dexp at", "SO3.dexp_inv", "forward_kinematics", "inverse_dynamics,",
                 "inverse_dynamics_complex", "default", "spatial", "base body",
                 "base hybrid", "base mixed", "base spatial", "in body axes",
                 "in inertial axes", "no wrenches", "orders 0-5", "forward_dynamics of tree",
                 "inverse_dynamics_partials of forest, dtau_dq",
                 "forward_dynamics_partials of forest, da_dtau", "inverse_dynamics of four_bar",
                 "forward_dynamics of mit_humanoid_leg_like, order 3, 9 states at once",
                 "inverse_dynamics of 9 states at once"):  # fmt: skip
        assert word in checks
    types_ = {
        body["joint"]["type"] for model in references["models"].values() for body in model["bodies"]
    }
    assert types_ == set(selftest.JOINT_TYPES)
    # a free joint on the world and one inside the tree
    models = [selftest.build_model(given) for given in references["models"].values()]
    free = {
        int(parent) >= 0
        for model in models
        for joint, parent in zip(model.joints, model.parents, strict=True)
        if joint.kind == "free"
    }
    assert free == {True, False}


def test_references_have_thirty_digits_and_a_radius(references):
    blocks = [row for case in references["inverse_dynamics"] for row in case["tau"]]
    blocks += [row for case in references["forward_kinematics"] for row in case["twists"]]
    blocks += [case["value"] for cases in references["algebra"].values() for case in cases]
    for block in [*blocks, *references["poses"].values()]:
        largest = max(abs(Decimal(text)) for text in np.ravel(block["values"]))
        assert 0 < Decimal(block["radius"]) <= largest * Decimal("1e-30")


def test_file_is_small_and_is_read_by_the_test_alone():
    assert (
        len(selftest.resources.files("lieref").joinpath("references.json").read_bytes()) < 400_000
    )
    program = (
        "import builtins, io, sys; read = []; genuine = io.open\n"
        "def opened(file, *a, **k): read.append(str(file)); return genuine(file, *a, **k)\n"
        "io.open = builtins.open = opened\n"
        "import lieref, lieref.selftest\n"
        "assert not [name for name in read if name.endswith('.json')], read\n"
        "lieref.selftest.run()\n"
        "assert [name for name in read if name.endswith('references.json')], read\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def perturbed(function, worst_index=None):
    """The function with one entry of its result wrong by 1e-12: the largest, or the one given."""
    seen = []

    def call(*arguments, **options):
        result = function(*arguments, **options)
        wrong = np.array(result, dtype=result.dtype)
        index = worst_index
        if index is None:
            index = np.unravel_index(np.argmax(abs(wrong)), wrong.shape)
        wrong[index] *= 1 + PERTURBATION
        seen.append(tuple(int(i) for i in index))
        return wrong

    return call, seen


@pytest.mark.parametrize("name", ["inverse_dynamics", "inverse_dynamics_complex"])
def test_a_perturbed_kernel_fails_and_its_entry_is_named(monkeypatch, name):
    call, seen = perturbed(getattr(selftest, name))
    monkeypatch.setattr(selftest, name, call)
    results = selftest.run()
    wrong = [result for result in results if result.check.startswith(name + ",")]
    assert wrong == failed(results)
    for result in wrong:
        # orders 0 to 5 were called, the worst of them is told
        calls, seen = seen[:6], seen[6:]
        named = [f"order r = {r}, tau[{k}, {i}] (joint " for r, (k, i) in enumerate(calls)]
        assert any(result.detail.startswith(text) for text in named)
        for word in ("got ", "reference ", "error 1.0e-12 of the largest entry"):
            assert word in result.detail
    assert not seen


@pytest.mark.parametrize("form", ["default", "spatial"])
@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_each_entry_of_a_row_is_held(monkeypatch, references, form, base):
    """Entries down to a fiftieth of the largest of their row: 1e-12 of them is above the limit."""
    case = next(
        case for case in references["inverse_dynamics"]
        if case["base"] == base and case["wrench_axes"] == "inertial"
    )  # fmt: skip
    genuine = selftest.inverse_dynamics
    alone = references | {
        "inverse_dynamics": [case],
        "forward_kinematics": [],
        "algebra": {},
        "calls": [],
    }
    monkeypatch.setattr(selftest, "read_references", lambda: alone)
    for k, block in enumerate(case["tau"]):
        size = np.abs(np.array(block["values"], dtype=float))
        for i in np.flatnonzero(size > size.max() / 50)[k::6]:

            def call(model, q, v, *rest, k=k, i=int(i), **options):
                tau = genuine(model, q, v, *rest, **options)
                if len(tau) == 6 and options["form"] == form:
                    tau[k, i] *= 1 + PERTURBATION
                return tau

            monkeypatch.setattr(selftest, "inverse_dynamics", call)
            wrong = failed(selftest.run())
            assert [form in result.check for result in wrong] == [True]
            assert wrong[0].detail.startswith(f"order r = 5, tau[{k}, {i}] (joint ")


@pytest.mark.parametrize("name", sorted(selftest.BOUNDED))
@pytest.mark.parametrize("what", ["values", "radii"])
def test_bounds_that_do_not_hold_the_reference_fail(monkeypatch, name, what):
    genuine = selftest.BOUNDED[name]

    def scaled(found, factor):
        if isinstance(found, np.ndarray):
            return found * factor
        return [scaled(x, factor) for x in found]

    def like(found, rows):
        return type(found)(*rows) if hasattr(found, "_fields") else rows

    def call(*arguments, **options):
        values, radii = genuine(*arguments, **options)
        if what == "values":
            return like(values, scaled(values, 1 + PERTURBATION)), radii
        return values, like(radii, scaled(radii, 0.01))

    monkeypatch.setitem(selftest.BOUNDED, name, call)
    wrong = failed(selftest.run())
    assert wrong and all(result.check.startswith(f"bounds of {name}") for result in wrong)
    assert all("bounds away" in result.detail for result in wrong)


@pytest.mark.parametrize("name", ["exp", "log", "dexp", "dexp_inv"])
@pytest.mark.parametrize("group", ["SE3", "SO3"])
def test_a_perturbed_group_function_fails(monkeypatch, group, name):
    genuine = {"SE3": SE3, "SO3": SO3}[group]
    functions = {key: getattr(genuine, key) for key in ("exp", "log", "dexp", "dexp_inv")}
    functions[name], _ = perturbed(functions[name])
    monkeypatch.setattr(selftest, group, types.SimpleNamespace(**functions))
    wrong = failed(selftest.run())
    assert [result.check.split(" ")[0] for result in wrong] == [f"{group}.{name}"]
    assert wrong[0].detail.startswith(f"{group}.{name} at the angle ")


def test_perturbed_poses_and_twists_fail(monkeypatch):
    genuine = selftest.forward_kinematics
    for which, named in ((0, "= poses["), (1, "twists[")):

        def call(*arguments, which=which):
            found = list(genuine(*arguments))
            found[which][0, 1, 2] += 1e-12 * abs(found[which]).max()
            return tuple(found)

        monkeypatch.setattr(selftest, "forward_kinematics", call)
        wrong = failed(selftest.run())
        assert len(wrong) == 5 and all("forward_kinematics" in result.check for result in wrong)
        assert all(named in result.detail for result in wrong)


def test_exceptions_shapes_and_nan_are_failures(monkeypatch):
    def check(call, *words):
        monkeypatch.setattr(selftest, "inverse_dynamics", call)
        wrong = failed(selftest.run())
        assert wrong and all(result.error == float("inf") for result in wrong)
        assert all(word in wrong[0].detail for word in words)
        assert wrong[0].as_dict()["error"] is None

    genuine = selftest.inverse_dynamics
    check(lambda *a, **k: 1 / 0, "ZeroDivisionError")
    check(lambda *a, **k: genuine(*a, **k)[:, :-1], "shape", "expected")
    check(lambda *a, **k: genuine(*a, **k) * np.nan, "got nan")


def test_another_schema_is_refused(monkeypatch):
    monkeypatch.setattr(selftest, "SCHEMA", selftest.SCHEMA + 1)
    with pytest.raises(ValueError, match="references.json has schema 1, expected 2"):
        selftest.run()


def test_command_passes_and_says_what_it_ran_on(capsys):
    assert command.main([]) == 0
    text = capsys.readouterr().out
    assert f"kernels    {machine.chosen()}" in text and f"numpy {np.__version__}" in text
    assert "FAILED" not in text and "checks ok" in text


def test_command_fails_with_status_one(monkeypatch, capsys):
    call, _ = perturbed(selftest.inverse_dynamics)
    monkeypatch.setattr(selftest, "inverse_dynamics", call)
    assert command.main([]) == 1
    text = capsys.readouterr().out
    assert "FAILED" in text and "tau[" in text and "reference" in text and "; limit " in text
    assert command.main(["--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] is False and not all(check["ok"] for check in found["checks"])


def test_command_as_json():
    text = subprocess.run(
        [sys.executable, "-m", "lieref", "--json"], check=True, capture_output=True, timeout=60
    ).stdout
    found = json.loads(text)
    assert found["ok"] is True and found["kernels"] in found["available"]
    assert all(check["error"] <= check["limit"] for check in found["checks"])


def test_processor_levels(tmp_path, monkeypatch):
    monkeypatch.setattr(command.platform, "machine", lambda: "x86_64")
    flags, table = set(), tmp_path / "cpuinfo"
    for level, needed in (("x86-64", {"sse2"}), *command.LEVELS):
        flags |= needed
        text = f"model name\t: Some CPU\nflags\t\t: {' '.join(sorted(flags))}\n\nmodel name\t: b\n"
        table.write_text(text, encoding="utf-8")
        found = command.processor(table)
        assert found["level"] == level and found["model"] == "Some CPU"


def test_a_system_that_tells_nothing(tmp_path, monkeypatch, capsys):
    for name in ("machine", "processor", "system"):
        monkeypatch.setattr(command.platform, name, lambda: "")
    monkeypatch.setattr(command, "COMPILER", command.re.compile(b"no such compiler"))
    found = command.processor(tmp_path / "missing")
    assert found == {"machine": None, "model": None, "level": None, "features": []}
    monkeypatch.setattr(command, "processor", lambda: found)
    assert command.main([]) == 0
    assert "processor  unknown, unknown" in capsys.readouterr().out


@pytest.mark.parametrize("function", sorted(selftest.FUNCTIONS))
def test_a_perturbed_public_function_fails(monkeypatch, function):
    genuine = selftest.FUNCTIONS[function]

    def call(*arguments):
        result = genuine(*arguments)
        if isinstance(result, np.ndarray):
            return result * (1 + PERTURBATION)
        return type(result)(*(table * (1 + PERTURBATION) for table in result))

    monkeypatch.setitem(selftest.FUNCTIONS, function, call)
    results = selftest.run()
    own = [result for result in results if result.check.startswith(f"{function} of ")]
    assert own and own == failed(results)


def test_a_public_function_that_raises_is_a_failure(monkeypatch):
    def broken(*arguments):
        raise ZeroDivisionError("no")

    monkeypatch.setitem(selftest.FUNCTIONS, "forward_dynamics", broken)
    wrong = failed(selftest.run())
    assert wrong and all("raised ZeroDivisionError: no" in result.detail for result in wrong)
