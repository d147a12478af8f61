"""C code for one robot: traced, written, and tested by a program of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lieref.algebra.arguments import choice, integer, items, unknown_word
from lieref.codegen.base_and_loads import Variant
from lieref.codegen.c_style import Style, is_taken
from lieref.codegen.c_text import header, source
from lieref.codegen.generated_functions import FUNCTIONS, Function
from lieref.codegen.program_text import test_program
from lieref.codegen.references import cases
from lieref.codegen.subject_text import subject_program
from lieref.codegen.tracing import traced
from lieref.errors import ArgumentError
from lieref.kinematics.frames import body_frame_of
from lieref.loops.arguments import AXES, BASES, base_number
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model
from lieref.model.tree.configuration import require_tree

MOST_ORDER = 20
#: States in the lanes of one call, or orders.
LANES = (1, 2, 4, 8)
SCALARS = ("double", "float")


@dataclass(frozen=True)
class GeneratedCode:
    """Generated C code.

    Attributes
    ----------
    name : str
        Of the C function, and of the files.
    files : dict of str
        Text by file name: source, header, a test program in C, and one in Python that offers the
        code to ``lieref check``.
    operations : dict of int
        How many operations of each kind one call takes: "add", "mul", "div", "sqrt", "sincos".

    Examples
    --------
    >>> import lieref
    >>> code = lieref.generate(lieref.catalogue.serial_chain(2), states=0)
    >>> sorted(code.files)[:2]
    ['serial_chain_inverse_dynamics_0.c', 'serial_chain_inverse_dynamics_0.h']
    """

    name: str
    files: Mapping[str, str]
    operations: Mapping[str, int]

    def write(self, folder: str | Path) -> None:
        """Write the files into a folder, which is made if it is not there."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (place / name).write_text(text, encoding="utf-8")


def generate(
    model: Model | LoopModel,
    function: str = "inverse_dynamics",
    order: int = 0,
    *,
    language: str = "c",
    scalar: str = "double",
    lanes: int = 1,
    order_lanes: int = 1,
    body: int | str | None = None,
    base: str = "body",
    wrenches: Sequence[int | str] = (),
    wrench_axes: str = "body",
    name: str | None = None,
    output: str | Path | None = None,
    states: int = 3,
    seed: int = 0,
) -> GeneratedCode:
    """Generate C99 code of one function for one robot.

    The function is traced over symbols; constants of the robot are folded, common subexpressions
    shared, and zeros and ones of its structure leave nothing behind. What is written is
    straight-line code: no allocation, no static state, no recursion, libm alone.

    Parameters
    ----------
    model : Model or LoopModel
        Joints of every kind, with their joint physics. Of mechanisms with loops or couplings:
        inverse and forward dynamics. Their q is a configuration of the tree (tree.nq) that closes
        the loops, v and tau belong to the independent coordinates.
    function : str
        "inverse_dynamics", "forward_dynamics", "joint_space_inertia"; their partial derivatives,
        "inverse_dynamics_partials", "inverse_dynamics_second_partials" and the same of
        "forward_dynamics"; their partials of order r, "inverse_dynamics_order_partials" and the
        same of "forward_dynamics"; "forward_kinematics" (poses of the bodies) or "jacobian" (hybrid
        representation). Results and arguments as of the functions of these names.
    order : int
        Of the time derivatives, 0 to 20; 0 for what has none.
    language : {"c"}
    scalar : {"double", "float"}
    lanes : {1, 2, 4, 8}
        States of one call, in the lanes of a vector type of GCC and Clang: with more than 1 an
        argument is an array of vectors.
    order_lanes : {1, 2, 4, 8}
        Of inverse dynamics of trees: adjacent orders in the lanes of a vector type, in place of
        states. Arguments are the same; on processors with registers of this length the code of
        order 1 and higher is shorter and faster.
    body : int, str or None
        Of the Jacobian: number of a body, or name of a body or frame; by default the last body.
    base : {"body", "spatial", "hybrid", "mixed"}
        Representation of the twist of free joints on the world.
    wrenches : sequence of int or str
        Bodies, by number or name, on which wrenches act: the last argument of the C function has
        six numbers to each of them, moment and force at the origin of the body's frame, N m and N,
        and a row to each order; derivatives are those of the components.
    wrench_axes : {"body", "inertial"}
        Axes of the wrenches.
    name : str or None
        Of the C function and the files; by default robot, function and order.
    output : path or None
        Folder that the files are written to; None: nowhere.
    states, seed : int
        Number of random states that the test program has reference values of, and their seed; with
        0 there is no test program. The reference values need ``lieref[oracle]``.

    Returns
    -------
    GeneratedCode

    Raises
    ------
    ArgumentError
        An unknown function, language or scalar, a name that is none in C; a function that is not
        generated of mechanisms, or one of their couplings that cannot be traced, see
        `LoopModel.untraced`; `order_lanes` for what is not generated so.
    ShapeError
        An order, number of a body, of lanes or states, or a seed out of range; a base other than
        "body" of a mechanism that has a loop through it.
    SingularError
        Forward dynamics of a joint that carries no inertia.

    Notes
    -----
    Inverse dynamics is the body-fixed Taylor recursion; forward dynamics solves with the
    joint-space inertia of composite bodies, order by order; partials are tangents of these graphs.
    Frames are those of Denavit and Hartenberg, and inertial parameters are regrouped as by Gautier
    and Khalil. Through loops the dependent coordinates follow by orthogonal columns of the loops'
    Jacobian (modified Gram-Schmidt), and H_y = G^T H G. docs/generate.md has compilers' options and
    measured times.

    Examples
    --------
    >>> import lieref
    >>> code = lieref.generate(lieref.catalogue.serial_chain(3), "forward_dynamics", states=0)
    >>> code.operations["sincos"], code.operations["div"]
    (3, 2)
    """
    chosen = FUNCTIONS[choice("function", function, FUNCTIONS)]
    tree = _tree(model, chosen)
    choice("language", language, ("c",))
    integer("order", order, 0, MOST_ORDER if chosen.orders else 0)
    integer("states", states, 0, 1000)
    integer("seed", seed, 0, 2**31)
    for word, count in (("lanes", lanes), ("order_lanes", order_lanes)):
        if integer(word, count, 1, LANES[-1]) not in LANES:
            raise ArgumentError(f"{word} is {count}, expected one of {', '.join(map(str, LANES))}")
    style = Style(
        _identifier(name, model, function, order if chosen.orders else None),
        choice("scalar", scalar, SCALARS),
        lanes,
        model.name,
        order_lanes,
    )
    if body is not None and function != "jacobian":
        raise ArgumentError(f"body is {body!r}, which only a jacobian takes")
    variant = Variant(
        choice("base", base, BASES),
        _loaded(tree, chosen, wrenches),
        choice("wrench_axes", wrench_axes, AXES) == "inertial",
        None if body is None else body_frame_of(tree, body),
    )
    if isinstance(model, LoopModel):
        base_number(model, base)
    if order_lanes > 1:
        _require_order_lanes(model, function, lanes, base)
    trace = traced(model, chosen, order, variant, order_lanes)
    files = {f"{style.name}.c": source(trace, style), f"{style.name}.h": header(trace, style)}
    if chosen.quantity and isinstance(model, Model) and not variant.loaded:
        files[f"{style.name}_subject.py"] = subject_program(model, trace, style)
    if states:
        known = cases(model, chosen, order, states, seed, scalar, variant)
        files[f"{style.name}_test.c"] = test_program(trace, style, known)
    code = GeneratedCode(style.name, files, trace.operations)
    if output is not None:
        code.write(output)
    return code


def _tree(model: Model | LoopModel, function: Function) -> Model:
    """The tree of a model that has the function."""
    if not isinstance(model, LoopModel):
        require_tree(model)
        return model
    if function.loops is None:
        of_loops = ", ".join(x.name for x in FUNCTIONS.values() if x.loops)
        raise ArgumentError(
            f"function is {function.name!r}, which is generated of trees alone; of LoopModel "
            f"{model.name!r}: {of_loops}"
        )
    if model.untraced:
        raise ArgumentError(
            f"{model.untraced[0]!r}: its function cannot be traced, since it asks for the value of "
            "a source"
        )
    return model.tree


def _require_order_lanes(model: Model | LoopModel, function: str, lanes: int, base: str) -> None:
    """Refuse what is not generated with orders in the lanes of vectors."""
    if isinstance(model, LoopModel) or function != "inverse_dynamics":
        raise ArgumentError("order_lanes: expected 1, for all but inverse dynamics of trees")
    if lanes > 1 or base != "body":
        raise ArgumentError("order_lanes: expected 1, for more lanes or another base than 'body'")


def _loaded(tree: Model, function: Function, bodies: Sequence[int | str]) -> tuple[int, ...]:
    """Numbers of the bodies with wrenches."""
    found = []
    for body in items("wrenches", bodies):
        if isinstance(body, str) and body not in tree.names:
            raise unknown_word("wrenches", body, tree.names)
        found.append(body_frame_of(tree, body).body)
    for i in found:
        if found.count(i) > 1:
            raise ArgumentError(f"wrenches: body {tree.names[i]!r} comes twice")
    if found and len(function.inputs) < 2:
        raise ArgumentError(f"wrenches: there are none in {function.name!r}")
    return tuple(found)


def _identifier(
    name: str | None, model: Model | LoopModel, function: str, order: int | None
) -> str:
    """The name of the C function."""
    if name is None:
        words = [model.name or "robot", function] + ([] if order is None else [str(order)])
        found = re.sub(r"\W", "_", "_".join(words), flags=re.ASCII).lower()
        return found if not found[0].isdigit() else f"robot_{found}"
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z]\w*", name, flags=re.ASCII):
        raise ArgumentError(f"name is {name!r}, expected letters, digits and _, a letter first")
    if is_taken(name):
        raise ArgumentError(f"name is {name!r}, which is taken in C or by its library")
    return name
