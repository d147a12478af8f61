"""The golden data in C++, MATLAB's language and Julia, as docs/golden.md shows it."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from lieref import golden

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "golden"
EXAMPLE = ROOT / "examples" / "golden_cmake"
HERE = Path(__file__).resolve().parent


def found(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, **options)


def program(name):
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def compiler():
    """What CXX names, or g++, or c++."""
    words = os.environ.get("CXX", "").split()
    if words and shutil.which(words[0]):
        return words
    return [program("g++" if shutil.which("g++") else "c++")]


def snippet(language):
    page = (ROOT / "docs" / "golden.md").read_text(encoding="utf-8")
    (code,) = re.findall(rf"```{language}\n(.*?)```", page, re.S)
    return code


def test_the_example_of_cmake(tmp_path):
    """It builds without a warning, all its cases are right, and a wrong one is noticed."""
    cmake = program("cmake")
    flags = "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"
    built = found(cmake, "-S", str(EXAMPLE), "-B", str(tmp_path), flags, env=environment())
    assert built.returncode == 0, built.stderr
    built = found(cmake, "--build", str(tmp_path))
    assert built.returncode == 0, built.stdout + built.stderr
    run = found(str(tmp_path / "newton_euler"), str(FOLDER))
    assert run.returncode == 0 and run.stdout.endswith("12 compared, 0 wrong\n"), run.stdout
    copy = tmp_path / "golden"
    shutil.copytree(FOLDER, copy)
    path = copy / "trees" / "robot_ur5.json"
    case = json.loads(path.read_text(encoding="utf-8"))
    case["references"]["inverse_dynamics"]["tau"]["values"][0][0] += 1e-12
    path.write_text(json.dumps(case))
    run = found(str(tmp_path / "newton_euler"), str(copy))
    assert run.returncode == 1 and run.stdout.endswith("12 compared, 1 wrong\n")
    assert re.search(r"robot_ur5 .* wrong\n", run.stdout)
    run = found(str(tmp_path / "newton_euler"), str(tmp_path))
    assert run.returncode == 2 and "index.json: cannot be read" in run.stderr


def environment():
    """A compiler that CMake can find; a word of two, as ccache makes it, is not."""
    return {**os.environ, "CXX": compiler()[-1]}


@pytest.fixture(scope="module")
def dump(tmp_path_factory):
    """A program that prints all that the header reads."""
    out = tmp_path_factory.mktemp("dump") / "dump"
    words = [*compiler(), "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{FOLDER / 'cpp'}"]
    built = found(*words, str(HERE / "dump_golden.cpp"), "-o", str(out))
    assert built.returncode == 0, built.stderr
    return str(out)


def test_the_header_reads_every_number(dump):
    run = found(dump, str(FOLDER))
    assert run.returncode == 0, run.stderr
    lines = [line.partition(" :") for line in run.stdout.splitlines()]
    by_name = {head.split()[0]: (head.split()[1:], rest.split()) for head, _, rest in lines}
    compared = 0
    for name in golden.names(source=FOLDER):
        case = golden.load(name, FOLDER)
        for what, expected in expectations(name, case):
            shape, rest = by_name[what]
            if hasattr(expected, "shape"):
                shaped = [str(n) for n in expected.shape]
                assert not shape or shape == shaped, what
                np.testing.assert_array_equal(
                    [float.fromhex(x) for x in rest], expected.reshape(-1), what
                )
            else:
                assert rest == expected, what
            compared += 1
    assert compared > 1500


def expectations(name, case):
    """What the program must print, by its names."""
    if isinstance(case, golden.GroupCase):
        for sample in case.samples:
            yield f"{name}.{sample.angle}.argument".replace(" ", "_"), sample.argument
            yield from of_reference(f"{name}.{sample.angle}".replace(" ", "_"), sample.value)
        return
    for key, x in case.inputs.items():
        if key == "prescribed":
            yield f"{name}.prescribed", [str(int(y)) for y in x]
        elif not isinstance(x, str):
            yield f"{name}.inputs.{key}", x
    if isinstance(case, golden.FailureCase):
        words = f"{case.kind} {case.exception} {case.names}".split()
        yield f"{name}.refusal", words
        return
    for i, body in enumerate(case.description["bodies"]):
        at, joint = f"{name}.{body['name']}", body["joint"]
        model = case.model.tree if hasattr(case.model, "tree") else case.model
        sizes = [str(x) for x in (model.parents[i], model.joints[i].nq, model.joints[i].nv)]
        yield f"{at}.joint", [joint["name"], joint["type"], *sizes]
        yield f"{at}.placement", model.placements[i]
        yield f"{at}.mass", model.masses[i]
        yield f"{at}.com", model.coms[i]
        yield f"{at}.inertia", model.inertias[i]
        for key in ("axis", "point", "pitch"):
            if key in joint:
                yield f"{at}.{key}", np.array(joint[key], float)
    for quantity, tables in case.references.items():
        for key, reference in tables.items():
            yield from of_reference(f"{name}.{quantity}.{key}", reference)


def of_reference(what, reference):
    yield f"{what}.values", reference.values
    yield f"{what}.radius", reference.radius
    yield f"{what}.decimals", list(golden.golden_cases.leaves(reference.decimals))


SPOILED = {
    '"format": 3': ('"format": 2', r"\$\.format: expected 3"),
    '"mass": ': ('"mass": "1", "was": ', r"\$\.model\.bodies\[0\]\.mass: got a text, expected a n"),
    '"com": [': ('"com": [1.0, ', r"\$\.model\.bodies\[0\]\.com: got 4 numbers, expected 3"),
    '"type": "helical"': ('"type": "screw"', r"\.joint\.type: got 'screw', expected a type of joi"),
    '"gravity": [0.25,': ('"gravity": [0.2.5,', r"line \d+: got '0\.2\.5', expected a value"),
    '"name": "helical",': ('"name": "helical"', r"line \d+: got '\"', expected '}'"),
    '"parent": null': ('"parent": "b"', r"\.parent: got 'b', expected a body before this one"),
    '"base"': ('"b\\xase"', r"line \d+: an unknown escape in a text"),
    '"q": [': ('"q": [[1.0], ', r"\$\.inputs\.q\[1\]: got a number, expected an array"),
    '"decimals": [': ('"decimals": [["0"], ', r"\.tau: decimals and values differ in shape"),
    '"references"': ('"reference": {}, "references": 1, "x"', r"references: got a number, expecte"),
}


def test_the_header_names_what_is_wrong(dump, tmp_path):
    text = (FOLDER / "joints" / "joint_helical.json").read_text(encoding="utf-8")
    path = tmp_path / "case.json"
    for old, (new, says) in SPOILED.items():
        assert old in text
        path.write_text(text.replace(old, new, 1))
        run = found(dump, "-f", str(path))
        assert run.returncode == 1, old
        assert run.stderr.startswith(f"{path}: ") and re.search(says, run.stderr), run.stderr


def test_a_file_that_ends_too_early_or_is_too_deep(dump, tmp_path):
    text = (FOLDER / "joints" / "joint_helical.json").read_text(encoding="utf-8")
    path = tmp_path / "case.json"
    for cut in range(1, len(text) - 2, 97):
        path.write_text(text[:cut])
        assert found(dump, "-f", str(path)).returncode == 1
    path.write_text("[" * 100_000)
    assert "nested too deeply" in found(dump, "-f", str(path)).stderr
    path.write_text(text + "1")
    assert "got more text, expected the end" in found(dump, "-f", str(path)).stderr


@pytest.mark.parametrize("header", ["nlohmann/json.hpp", "rapidjson/document.h"])
def test_libraries_of_json_read_numbers(header, tmp_path):
    """What threw on the decimals as texts."""
    words = compiler()
    parse = {
        "nlohmann/json.hpp": "auto x = nlohmann::json::parse(std::ifstream(f));"
        'std::printf("%a", x["inputs"]["q"][0].get<double>());',
        "rapidjson/document.h": "std::stringstream s; s << std::ifstream(f).rdbuf();"
        "rapidjson::Document x; x.Parse<rapidjson::kParseFullPrecisionFlag>(s.str().c_str());"
        'std::printf("%a", x["inputs"]["q"][0].GetDouble());',
    }[header]
    source = tmp_path / "read.cpp"
    source.write_text(
        f"#include <cstdio>\n#include <fstream>\n#include <sstream>\n#include <{header}>\n"
        f"int main(int, char** w) {{ const char* f = w[1]; {parse} }}\n"
    )
    there = found(*words, "-E", "-x", "c++", "-", input=f"#include <{header}>\n")
    if there.returncode:
        pytest.skip(f"{header} is not installed")
    built = found(*words, "-std=c++17", str(source), "-o", str(tmp_path / "read"))
    assert built.returncode == 0, built.stderr
    run = found(str(tmp_path / "read"), str(FOLDER / "joints" / "joint_helical.json"))
    q = golden.load("joint_helical", FOLDER).inputs["q"]
    assert float.fromhex(run.stdout) == q[0]


def test_the_snippet_in_python_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    *lines, last = snippet("python").strip().splitlines()
    known = {}
    exec("\n".join(lines), known)
    assert eval(last, known) < 1e-14


@pytest.mark.parametrize("language, name", [("matlab", "octave"), ("julia", "julia")])
def test_the_snippets_run(language, name, tmp_path):
    interpreter = program(name)
    if name == "julia" and found(interpreter, "-e", "using JSON").returncode:
        pytest.skip("Julia's package JSON is not installed")
    script = tmp_path / "snippet"
    script.write_text(snippet(language))
    options = ["--no-gui", "--quiet"] if name == "octave" else []
    run = found(interpreter, *options, str(script), cwd=ROOT)
    assert float(run.stdout) < 1e-15, run.stderr
