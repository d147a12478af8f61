"""Objects of compiled classes that were made past their constructor, or twice, do not crash.

They run in other processes: what fails is a signal, not an exception.
"""

import importlib
import importlib.util
import inspect
import pkgutil
import subprocess
import sys

import pytest

import lieref

MAKE = """
import copyreg, importlib, numpy as np, lieref
model = lieref.catalogue.serial_chain(3)
more = lieref.catalogue.serial_chain(400)
loops = lieref.catalogue.four_bar()


def attempt(call, *arguments):
    try:
        return call(*arguments)
    except Exception:
        return None


def use(thing):
    # whatever a name gives, with arguments that pass for numbers
    for name in dir(type(thing)):
        if name in ("__class__", "__new__", "__init__", "__init_subclass__", "__subclasshook__"):
            continue
        found = attempt(getattr, thing, name)
        if callable(found):
            for arguments in ((), (np.ones(3),), (np.ones(3), np.ones(3)), (0, np.ones(3)), (2,),
                              ((None, None, None),), ({"factors": ("SE3",) * 99},)):
                attempt(found, *arguments)
"""
UNMADE = """
for module, name in CLASSES:
    print(module, name, flush=True)
    kind = getattr(importlib.import_module(module), name)
    for maker in (kind.__new__, object.__new__, copyreg.__newobj__):
        thing = attempt(maker, kind)
        if thing is not None:
            use(thing)
"""
TWICE = {
    "Group": "group = lieref.integrate.Group(['R']); attempt(group.__init__, ['SE3'] * 400); "
    "use(group)",
    "InertiaFactor": "factor = lieref.inertia_factor(model, np.eye(3)); "
    "more = lieref.catalogue.serial_chain(3000); attempt(factor.__init__, more, np.eye(5)); "
    "attempt(factor.solve, np.ones(3000)); "
    "use(factor)",
    "TreeMomentum": "from lieref.simulate.tree_momentum import TreeMomentum\n"
    "tree = TreeMomentum(model); attempt(tree.__init__, more); "
    "attempt(tree, np.ones(400), np.ones(400)); attempt(TreeMomentum, None)",
    "Model": "attempt(model.__init__, *more.__reduce__()[1]); "
    "lieref.inverse_dynamics(model, np.ones(3), np.ones((2, 3)))",
    "GroupTable": "from lieref.loops.clusters.group_table import group_table\n"
    "table = group_table(loops); attempt(table.__init__, more, (), ()); use(table)",
    "ProjectionTable": "from lieref.loops.methods.projection_table import projection_table\n"
    "table = projection_table(loops); attempt(table.__init__, loops); use(table)",
    "no model": "for name in ('_under', '_driven', '_renamed', '_changed_inertia', 'integrate'):\n"
    "    for count in range(1, 6):\n"
    "        attempt(getattr(lieref.Model, name), None, *[np.ones(3)] * count)",
}


def _compiled_classes():
    """(module, name) of every class of lieref whose objects have no dictionary: cdef classes."""
    for module in pkgutil.walk_packages(lieref.__path__, "lieref."):
        if module.name.endswith("__main__") or ".check.subjects" in module.name:
            continue
        if not str(importlib.util.find_spec(module.name).origin).endswith((".so", ".pyd")):
            continue
        found = importlib.import_module(module.name)
        for name, kind in inspect.getmembers(found, inspect.isclass):
            if kind.__module__ == module.name and not kind.__flags__ & 1 << 9:
                yield module.name, name


def _runs(code):
    done = subprocess.run(
        [sys.executable, "-c", MAKE + code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_objects_without_constructor():
    classes = sorted(set(_compiled_classes()))
    assert len(classes) >= 15
    _runs(f"CLASSES = {classes}" + UNMADE)


@pytest.mark.parametrize("name", TWICE)
def test_constructor_called_twice(name):
    _runs(TWICE[name])


# Places of what Model is called with.
JOINTS, PARENTS = 3, 4


class _Wide:
    kind, nq, nv, axis, point, pitch = "free", 1, 1, (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), 0.0


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (PARENTS, [-1, 0, 7], "number 2: parent 7, expected -1 to 1"),
        (PARENTS, [-1, 1, 1], "number 1: parent 1, expected -1 to 0"),
        (PARENTS, [-1, 0, -2], "number 2: parent -2, expected -1 to 1"),
        (JOINTS, (_Wide(),) * 3, "a free joint of 1 and 1 coordinates"),
    ],
)
def test_state_of_no_tree(place, value, message):
    make, arguments = lieref.catalogue.serial_chain(3).__reduce__()
    with pytest.raises(lieref.ModelError, match=message):
        make(*arguments[:place], value, *arguments[place + 1 :])


def test_group_is_pickled():
    make, arguments = lieref.integrate.Group(["SE3", "R"]).__reduce__()
    assert make(*arguments).factors == ("SE3", "R")
