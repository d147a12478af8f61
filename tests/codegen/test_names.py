"""Names of generated functions: what headers, compilers or the code itself have is refused."""

import re
import subprocess

import pytest
from support.programs.compiling import compiler
from support.trees.robots import ROBOTS

import lieref
from lieref.check.claims.claim_file import read
from lieref.codegen import auditing
from lieref.codegen.c_style import is_taken
from lieref.codegen.generated_functions import FUNCTIONS

HEADERS = ("float.h", "math.h", "stdio.h")
PLACEHOLDER = "placeholder"
CPP = (
    "alignas concept consteval constinit const_cast co_await co_return co_yield char8_t decltype "
    "dynamic_cast nullptr reinterpret_cast requires static_cast thread_local typename wchar_t"
).split()


def words_of(text):
    """Identifiers of C text beside those of comments and strings, that a name may be."""
    bare = re.sub(r'/\*.*?\*/|"[^"\n]*"', " ", text, flags=re.DOTALL)
    return set(re.findall(r"\b[A-Za-z]\w*", bare))


def checked(words, text, folder):
    """Lines of the text that do not compile."""
    source = folder / "names.c"
    source.write_text(text)
    options = ["-fsyntax-only", "-fmax-errors=0"]
    done = subprocess.run([*words, *options, str(source)], capture_output=True, text=True)
    return {int(n) for n in re.findall(r"names\.c:(\d+):\d+: (?:error|warning)", done.stderr)}


@pytest.mark.parametrize("dialect", ["c99", "gnu17"])
def test_no_name_of_a_header_is_free(dialect, tmp_path):
    words = [*compiler(), f"-std={dialect}"]
    headers = tmp_path / "headers.c"
    headers.write_text("".join(f"#include <{name}>\n" for name in HEADERS))
    known = set()
    for option in (["-E"], ["-E", "-dM"]):
        done = subprocess.run([*words, *option, str(headers)], capture_output=True, text=True)
        known |= words_of(re.sub("(?m)^# .*", "", done.stdout))
    names = sorted(name for name in known if not is_taken(name))
    start = headers.read_text()
    tries = "".join(f"int {name}(const double *q, double *tau);\n" for name in names)
    failed = checked(words, start + tries, tmp_path)
    first = start.count("\n") + 1
    assert [names[line - first] for line in sorted(failed)] == []


def test_the_words_of_the_code_are_refused(tmp_path):
    """Every name in the files compiles as that of the function, or is refused."""
    code = lieref.generate(ROBOTS["two_link"](), "forward_dynamics", states=1, name=PLACEHOLDER)
    sources = [text for name, text in code.files.items() if name.endswith((".c", ".h"))]
    known = {x for text in sources for x in words_of(text) if PLACEHOLDER not in x.lower()}
    free = sorted(name for name in known if not is_taken(name))
    assert {"STATES", "LANES", "q_given", "value", "include"} - set(free) == {
        "STATES", "LANES", "q_given", "value",
    }  # fmt: skip
    for name in free:
        for file, text in code.files.items():
            renamed = text.replace(PLACEHOLDER.upper(), f"{name}_".upper())
            (tmp_path / file.replace(PLACEHOLDER, name)).write_text(
                renamed.replace(PLACEHOLDER, name)
            )
        for end in (".c", "_test.c"):
            source = str(tmp_path / f"{name}{end}")
            subprocess.run([*compiler(), "-std=c99", "-fsyntax-only", source], check=True)


def test_no_word_of_cpp_is_free(tmp_path):
    assert [name for name in CPP if not is_taken(name)] == []
    tries = "".join(f"int {name}(const double *q, double *tau);\n" for name in CPP)
    failed = checked([*compiler(), "-x", "c++", "-std=c++20"], tries, tmp_path)
    assert len(failed) == len(CPP)


@pytest.mark.parametrize("name", [
    "NULL", "EOF", "NAN", "size_t", "STATES", "M_PI", "tau_exact", "double", "tau", "dtau_dq",
    "worst", "constexpr", "while", "q", "round", "y0", "gammaf", "lgamma_r", "printf",
])  # fmt: skip
def test_a_name_that_is_taken(name):
    with pytest.raises(lieref.ArgumentError, match=f"name is '{name}', which is taken"):
        lieref.generate(ROBOTS["two_link"](), name=name, states=0)


@pytest.mark.parametrize("name", ["UR5", "arm", "Tau_1", "exact", "FLT"])
def test_a_name_that_is_free(name):
    assert lieref.generate(ROBOTS["two_link"](), name=name, states=0).name == name


def test_the_claim_names_any_model(tmp_path):
    compiler()
    file = tmp_path / "robot \U0001f9be \x7f.urdf"
    model = lieref.check.named_model("serial_chain:2")
    file.write_text(model.to_urdf(), encoding="utf-8")
    code = lieref.generate(lieref.load_urdf(file), states=0, output=tmp_path, name="arm")
    auditing.audited(tmp_path, code.name, FUNCTIONS["inverse_dynamics"], 0, str(file), "fixed")
    assert read(tmp_path / "arm_claims.toml")[0].model == str(file)
