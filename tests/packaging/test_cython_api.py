"""What docs/cython-api.md shows: loops in Cython and C, built and run far from the source tree."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from support.programs.checkout import ROOT
from support.trees.robots import massless_tip

import lieref
from lieref.dynamics import c_api
from lieref.dynamics.closed_forms import inertia_series

EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "cython-api.md").read_text(encoding="utf-8")
EXT_SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
PACKAGE = Path(lieref.__file__).parent
STEPS, DT, KP, KD = 3000, 1e-3, 100.0, 20.0
# Per step a few roundings of the accelerations, which the controller then forgets at a rate that
# is slower than a step by kd dt = 1/50: some 50 steps add up.
ROUNDINGS = 400 * np.finfo(float).eps
# What the loops call is compiled already: half the compiler's time.
QUICK = {**os.environ, "CFLAGS": "-O0"}
# The header promises to be C and C++ without a warning.
WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def load(name, folder):
    """The extension module that was built there; it leaves the interpreter's lock as it is."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)
    before = locked()
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}{EXT_SUFFIX}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert locked() == before
    return module


@pytest.fixture(scope="module")
def cython_follow(tmp_path_factory):
    """The Cython example, built with what the wheel holds."""
    folder = tmp_path_factory.mktemp("computed_torque")
    shutil.copy(EXAMPLES / "computed_torque.pyx", folder)
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-i", "computed_torque.pyx"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=QUICK)
    return load("computed_torque", folder).follow


# What the page says of H and C, and of the last step of FDSVA.
MATRICES = """
# cython: language_level=3
# cython: freethreading_compatible=True
import numpy as np
from lieref.dynamics.closed_forms cimport (
    Call, closed_forms_workspace_size, run_coriolis, run_inertia)
from lieref.model.model cimport Model
from lieref.partials.forward_dynamics_partials cimport Solve, run_solve, solve_workspace_size

def inertia(Model model, const double[::1] q, const double[:, ::1] v):
    cdef int n = v.shape[0] + 1
    cdef double[:, :, ::1] H = np.zeros((n, model.nv, model.nv))
    cdef double[::1] work = np.empty(closed_forms_workspace_size(model, n, False))
    cdef Call call = Call(n=n, q=&q[0], v=&v[0, 0], H=&H[0, 0, 0], A=NULL, first=NULL,
                          workspace=&work[0])
    with nogil:
        run_inertia(model, &call)
    return np.asarray(H)

def coriolis(Model model, const double[::1] q, const double[::1] v):
    cdef double[:, ::1] H = np.zeros((model.nv, model.nv)), C = np.zeros((model.nv, model.nv))
    cdef double[::1] work = np.empty(closed_forms_workspace_size(model, 1, True))
    cdef Call call = Call(n=1, q=&q[0], v=&v[0], H=&H[0, 0], A=NULL, first=NULL, C=&C[0, 0],
                          workspace=&work[0])
    with nogil:
        run_coriolis(model, &call)
    return np.asarray(H), np.asarray(C)

def solve(Model model, const double[:, ::1] H, double[:, ::1] dq, double[:, ::1] dv,
          double[:, ::1] da_dtau):
    cdef double[::1] work = np.empty(solve_workspace_size(model))
    cdef Solve call = Solve(H=&H[0, 0], dq=&dq[0, 0], dv=&dv[0, 0], da_dtau=&da_dtau[0, 0],
                            workspace=&work[0])
    cdef int lost
    with nogil:
        lost = run_solve(model, &call)
    return lost
"""


def test_matrices(tmp_path):
    (tmp_path / "matrices.pyx").write_text(MATRICES, encoding="utf-8")
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-i", "matrices.pyx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, env=QUICK)
    built = load("matrices", tmp_path)
    model = lieref.catalogue.aerial_manipulator()
    rng = np.random.default_rng(4)
    q, v = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    H, C = built.coriolis(model, q, v[0])
    assert np.array_equal(H, lieref.joint_space_inertia(model, q))
    assert np.array_equal(C, lieref.coriolis_matrix(model, q, v[0]))
    for n in (1, 2):
        found = built.inertia(model, q, v[:n])
        assert np.array_equal(found, inertia_series(model, q, v[:n])[0])
    tau = rng.standard_normal(model.nv)
    a = lieref.forward_dynamics(model, q, v[0], tau[None])[0]
    d = lieref.inverse_dynamics_partials(model, q, v[0], a)
    dq, dv, da_dtau = d.dtau_dq.copy(), d.dtau_dv.copy(), np.zeros_like(H)
    assert built.solve(model, d.dtau_da, dq, dv, da_dtau) == -1
    expected = lieref.forward_dynamics_partials(model, q, v[0], tau)
    # the public function sees the base from a frame that moves with it
    for mine, other in ((dq, expected.da_dq), (dv, expected.da_dv), (da_dtau, expected.da_dtau)):
        assert abs(mine - other).max() <= 64 * np.finfo(float).eps * abs(other).max()
    assert built.solve(model, 0 * H, dq, dv, da_dtau) >= 0


@pytest.fixture(scope="module")
def c_follow(tmp_path_factory):
    """The C example, built by the compiler alone."""
    folder = tmp_path_factory.mktemp("follow")
    shutil.copy(EXAMPLES / "follow.c", folder)
    link = shlex.split(sysconfig.get_config_var("LDSHARED"))
    seen = [f"-I{sysconfig.get_path('include')}", f"-I{PACKAGE}"]
    command = [*link, "-O2", "-fPIC", *WARNINGS, *seen, "follow.c", "-o", f"follow{EXT_SUFFIX}"]
    subprocess.run(command, cwd=folder, check=True)
    return load("follow", folder).follow


def task():
    """The robot, a model of it with a wrong gravity, the path that is wanted, and a start."""
    robot = lieref.catalogue.serial_chain(6)
    model = lieref.catalogue.serial_chain(6, gravity=(0, 0.5, -9.5))
    t = DT * np.arange(STEPS)[:, None]
    rate = np.arange(1, 7)
    wanted = np.stack([np.sin(rate * t), rate * np.cos(rate * t), -(rate**2) * np.sin(rate * t)], 1)
    rng = np.random.default_rng(8)
    q, v = wanted[0, :2] + 0.1 * rng.standard_normal((2, 6))
    return robot, model, wanted, q, v


def with_python(robot, model, wanted, q, v, partials):
    """Path, cost and gradient by the functions of lieref, one call after the other."""
    path, gradient, cost = np.empty((len(wanted), 6)), np.zeros((len(wanted), 3, 6)), 0.0
    for k, (position, rate, acceleration) in enumerate(wanted):
        a = acceleration + KD * (rate - v) + KP * (position - q)
        tau = lieref.inverse_dynamics(model, q, np.array([v, a]))
        if partials:
            d = lieref.inverse_dynamics_partials(model, q, v, a)
            gradient[k] = [DT * (x.T @ tau[0]) for x in (d.dtau_dq, d.dtau_dv, d.dtau_da)]
        cost += DT / 2 * tau[0] @ tau[0]
        v = v + DT * lieref.forward_dynamics(robot, q, v, tau)[0]
        q = q + DT * v
        path[k] = q
    return path, cost, gradient, q, v


def close(found, expected):
    """Within roundings of the largest number of its kind?"""
    return np.abs(found - expected).max() <= ROUNDINGS * np.abs(expected).max()


def test_the_cython_loop(cython_follow):
    robot, model, wanted, q, v = task()
    expected_path, expected_cost, expected_gradient, last, rate = with_python(
        robot, model, wanted, q, v, True
    )
    path, gradient = np.full((STEPS, 6), np.nan), np.full((STEPS, 3, 6), np.nan)
    cost = cython_follow(robot, model, wanted, q, v, KP, KD, DT, path, gradient)
    # it follows, but for what the wrong gravity costs
    assert 1e-3 < np.abs(path[-1] - wanted[-1, 0]).max() < 1
    assert close(path, expected_path)
    assert abs(cost - expected_cost) <= ROUNDINGS * expected_cost
    for i in range(3):
        assert close(gradient[:, i], expected_gradient[:, i])
    assert close(q, last) and close(v, rate)


def test_the_c_loop(c_follow):
    robot, model, wanted, q, v = task()
    expected_path, _, _, last, rate = with_python(robot, model, wanted, q, v, False)
    path = np.full((STEPS, 6), np.nan)
    assert c_follow(robot, model, wanted, q, v, KP, KD, DT, path) is None
    assert close(path, expected_path)
    assert close(q, last) and close(v, rate)


def test_threads_at_once(cython_follow, c_follow):
    robot, model, wanted, *_ = task()

    def run(number):
        q, v = task()[3:]
        path, gradient = np.empty((STEPS, 6)), np.empty((STEPS, 3, 6))
        if number % 2:
            c_follow(robot, model, wanted, q, v, KP, KD, DT, path)
        else:
            cython_follow(robot, model, wanted, q, v, KP, KD, DT, path, gradient)
        return path

    alone = run(0), run(1)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(run, range(8)))
    for number, path in enumerate(found):
        assert np.array_equal(path, alone[number % 2])


def test_a_singular_joint_is_told(cython_follow, c_follow):
    robot = massless_tip()
    given = robot, robot, np.zeros((5, 3, 2)), np.zeros(2), np.zeros(2), KP, KD, DT
    with pytest.raises(ArithmeticError, match=f"singular joint '{robot.joint_names[1]}'$"):
        cython_follow(*given, np.empty((5, 2)), np.empty((5, 3, 2)))
    with pytest.raises(ArithmeticError, match="opposes the joint of body 1$"):
        c_follow(*given, np.empty((5, 2)))


def test_what_does_not_fit_is_refused(cython_follow, c_follow):
    robot, model, wanted, q, v = task()
    flying = lieref.catalogue.serial_chain(6, "free")
    path, gradient = np.empty((STEPS, 6)), np.empty((STEPS, 3, 6))
    for wrong in ((flying, model, wanted), (robot, flying, wanted), (robot, model, wanted[:-1])):
        with pytest.raises(ValueError):
            cython_follow(*wrong, q, v, KP, KD, DT, path, gradient)
        with pytest.raises(ValueError):
            c_follow(*wrong, q, v, KP, KD, DT, path)
    with pytest.raises(TypeError, match="expected a lieref Model, not a str"):
        c_follow(robot, "model", wanted, q, v, KP, KD, DT, path)


def test_the_header_is_cxx_too(tmp_path):
    compiler = shlex.split(sysconfig.get_config_var("CXX") or "")
    if not compiler or shutil.which(compiler[0]) is None:
        pytest.skip("no C++ compiler")
    source = tmp_path / "seen.cpp"
    source.write_text(
        '#include "lieref.h"\nint nq(const lieref_model *x) { return x->nq; }\n'
        "const lieref_api *api() { return lieref_import(); }\n",
        encoding="utf-8",
    )
    seen = [f"-I{sysconfig.get_path('include')}", f"-I{PACKAGE}"]
    subprocess.run([*compiler, "-fsyntax-only", *WARNINGS, *seen, str(source)], check=True)


def test_the_capsule_has_the_name_of_its_place():
    assert f'"{c_api.__name__}.C_API"' in repr(c_api.C_API)


def declarations(name):
    """Texts of a file that the page documents and of those whose functions it cimports."""
    text = (PACKAGE / name).read_text(encoding="utf-8")
    found = re.findall(r"^from lieref\.(partials\.[\w.]+) cimport", text, re.M)
    files = [f"{module.replace('.', '/')}.pxd" for module in found]
    return [text, *((PACKAGE / file).read_text(encoding="utf-8") for file in files)]


def test_every_documented_function_is_cimported(tmp_path):
    """By the names that the page gives it, wherever the module is."""
    lines = []
    for name in sorted(set(re.findall(r"`lieref/(partials/[\w/]+\.pxd)`", PAGE))):
        module = f"lieref.{name.removesuffix('.pxd').replace('/', '.')}"
        for text in declarations(name):
            for function in re.findall(r"^cdef (?:int|void|size_t|bint) (\w+)\(", text, re.M):
                lines.append(f"from {module} cimport {function} as f{len(lines)}")
    assert len(lines) > 25
    (tmp_path / "names.pyx").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "cython", "-3", "names.pyx"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


def test_the_page_names_every_declaration():
    """Structs, their members and functions of the .pxd files that it documents, and the header."""
    header = (PACKAGE / "lieref.h").read_text(encoding="utf-8")
    members = header[header.index("typedef struct") : header.index("static inline")]
    names = set(re.findall(r"\(?\*?(\w+)(?:\)\(.*\))?;", members))
    names |= set(re.findall(r"(LIEREF_\w+) = \d", header))
    assert {"handle", "tau", "model_of", "forward_dynamics"} <= names
    files = re.findall(r"`lieref/([\w/]+\.pxd)`", PAGE)
    assert len(files) == 14
    for file in files:
        for text in declarations(file):
            found = re.findall(
                r"^cdef (?:int|void|size_t) (\w+)\(|^    (?:const )?(?:unsigned )?\w+\*? (\w+)|"
                r"^    ([A-Z_]+) =",
                text,
                re.M,
            )
            names.update(*found)
    names.discard("")
    assert len(names) > 60
    assert not [name for name in sorted(names) if not re.search(rf"`[^`\n]*\b{name}\b", PAGE)]
