"""Finding the term that a subject has wrong: single mistakes are tried, and fitted, at many states.

The difference of the subject's forces from the right ones is compared with what each mistake of
`lieref.check.diagnosis.hypotheses` changes. A factor is fitted at some states; a mistake explains
the difference if it does so at these and at other states, to rounding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lieref.check.diagnosis import joint_physics
from lieref.check.diagnosis.hypotheses import Mistake, number_mistakes, term_mistakes
from lieref.check.diagnosis.probing import Probe, coordinate_names
from lieref.check.diagnosis.recursions import Link, Motion, links_of, newton_euler, spatial
from lieref.check.states import configuration
from lieref.model.model import Model

Array = NDArray[np.float64]
#: States at which factors are fitted, and others at which they are confirmed.
FITTED, FRESH = 6, 4
#: Of a difference that is explained so much may be left.
LEFT = 1e-6
#: Differences below this part of the largest force are not explained.
LEAST = 1e-9
#: Rounding of the subject's forces and of these, over the largest force.
ROUNDING = 1e-13
#: What a factor is called.
WORDS = {0.0: "missing", -1.0: "with the opposite sign", 2.0: "counted twice", 0.5: "halved"}
#: Of pairs that may explain a difference so many are looked at.
MOST_PAIRS = 1000
#: Of mistakes with one effect so many are named.
NAMED = 3
EVERY = {"body": "every body", "joint": "every joint"}


@dataclass(frozen=True)
class Candidate:
    """A mistake and its effect, forces (states, nv) with it without the right ones.

    kind : "term", whose factor is fitted; or "numbers", which are as they are
    """

    text: str
    kind: str
    effect: Array

    def said(self, share: float) -> str:
        """Words for so many times the effect."""
        if self.kind == "numbers":
            return self.text
        factor = next((x for x in WORDS if abs(1.0 - share - x) <= LEFT), None)
        return f"{self.text} " + (WORDS[factor] if factor is not None else f"times {1 - share:.6g}")

    def plain(self, share: float) -> bool:
        """Whether the factor has a word."""
        return self.kind == "numbers" or any(abs(1.0 - share - x) <= LEFT for x in WORDS)


class Dictionary:
    """The right forces of a model at random states, and the effects of single mistakes.

    Parameters
    ----------
    model : Model
    gravity : (3,)
        As the subject has it.
    moving : bool
        Whether velocities are not zero, and forces that know neither a nor H are there.
    """

    def __init__(self, model: Model, gravity: Array, moving: bool):
        rng = np.random.default_rng(7)
        self.model = model
        self.q = np.array([configuration(model, rng) for _ in range(FITTED + FRESH)])
        self.v = float(moving) * rng.standard_normal((FITTED + FRESH, model.nv))
        self.a = rng.standard_normal((FITTED + FRESH, model.nv))
        self._motion = Motion(self.v, self.a, gravity)
        self._links = links_of(model, self.q)
        self._parents = [int(x) for x in model.parents]
        self._starts = [int(x) for x in model.idx_v]
        self._bodies = self._forces(self._links, False)[0]
        self._moving = moving
        self._physics = joint_physics.terms(model, self.q, self.v, self.a, moving)
        self.right = sum(self._physics.values(), self._bodies)

    def _forces(self, links: Sequence[Link], as_spatial: bool) -> Array:
        """Forces (mistakes, states, nv)."""
        function = spatial if as_spatial else newton_euler
        return np.asarray(function(links, self._parents, self._starts, self._motion))

    def forces_at(self, q: Array, v: Array, a: Array) -> Array:
        """The right forces (nv,) at one state."""
        motion = Motion(v[None], a[None], self._motion.gravity)
        links = links_of(self.model, q[None])
        forces = newton_euler(links, self._parents, self._starts, motion)[0]
        physics = joint_physics.terms(self.model, q[None], v[None], a[None], self._moving)
        return np.asarray(sum(physics.values(), forces)[0])

    @cached_property
    def candidates(self) -> list[Candidate]:
        """Mistakes that change something, the simplest first."""
        physics = (Candidate(*x) for x in joint_physics.mistakes(self.model, self._physics, self.v))
        found = [*physics, *self._of_one_link(), *self._of_all_links(), *self._of_parents()]
        least = LEAST * abs(self.right).max()
        return [x for x in found if abs(x.effect).max() > least]

    @cached_property
    def _mistakes(self) -> list[list[Mistake]]:
        """Those of each link."""
        worlds: list[Array] = []
        found = []
        for i, link in enumerate(self._links):
            parent = self._parents[i]
            worlds.append(worlds[parent] @ link.R[0] if parent >= 0 else link.R[0])
            found.append([*term_mistakes(), *number_mistakes(self.model, i, self.q, worlds[i])])
        return found

    def _of_one_link(self) -> Iterator[Candidate]:
        """Mistakes in one link."""
        model = self.model
        for i, mistakes in enumerate(self._mistakes):
            words = {"body": f"body {model.names[i]!r}", "joint": f"joint {model.joint_names[i]!r}"}
            # what the world passes on is gravity alone, which has a name of its own
            rooted = self._parents[i] < 0
            known = [x for x in mistakes if not (rooted and "passed on" in x.text)]
            for as_spatial in (False, True):
                mine = [x for x in known if x.spatial == as_spatial]
                link = _stacked([x.change(self._links[i]) for x in mine])
                changed = [link if j == i else x for j, x in enumerate(self._links)]
                for mistake, forces in zip(mine, self._forces(changed, as_spatial), strict=True):
                    kind = "term" if mistake.linear else "numbers"
                    yield Candidate(mistake.text.format(**words), kind, forces - self._bodies)

    def _of_all_links(self) -> Iterator[Candidate]:
        """The same mistake in every link, and in every one with a kind of joint."""
        kinds = [joint.kind for joint in self.model.joints]
        several = [kind for kind in dict.fromkeys(kinds) if 1 < kinds.count(kind) < len(kinds)]
        groups = [(EVERY, [True] * len(kinds))] if len(kinds) > 1 else []
        for kind in several:
            words = {"body": f"every body with a {kind} joint", "joint": f"every {kind} joint"}
            groups.append((words, [x == kind for x in kinds]))
        for words, chosen in groups:
            yield from self._of_links(words, chosen)

    def _of_links(self, words: dict[str, str], chosen: Sequence[bool]) -> Iterator[Candidate]:
        """The same mistake in each of the chosen links."""
        named = [
            {x.text: x for x in mistakes} if mine else {}
            for mistakes, mine in zip(self._mistakes, chosen, strict=True)
        ]
        every = {text: x for mistakes in named for text, x in mistakes.items()}
        for as_spatial in (False, True):
            mine = [x for x in every.values() if x.spatial == as_spatial]
            changed = [
                _stacked([of[x.text].change(link) if x.text in of else link for x in mine])
                for of, link in zip(named, self._links, strict=True)
            ]
            for mistake, forces in zip(mine, self._forces(changed, as_spatial), strict=True):
                kind = "term" if mistake.linear else "numbers"
                yield Candidate(mistake.text.format(**words), kind, forces - self._bodies)

    def _of_parents(self) -> Iterator[Candidate]:
        """Bodies that hang on another body, in both directions or in one."""
        names, known = self.model.names, self._parents
        for i, parent in enumerate(known):
            grand = known[parent] if parent >= 0 else -1
            for other in dict.fromkeys((grand, i - 1, -1)):
                if other == parent:
                    continue
                wrong = [other if j == i else x for j, x in enumerate(known)]
                whom = f"body {names[other]!r}" if other >= 0 else "the world"
                for motion, to, words in (
                    (wrong, wrong, "is carried by"),
                    (known, wrong, "passes its force to"),
                    (wrong, known, "takes its motion from"),
                ):
                    forces = newton_euler(self._links, motion, self._starts, self._motion, to)
                    what = f"body {names[i]!r} {words} {whom}, a wrong parent"
                    yield Candidate(what, "numbers", forces[0] - self._bodies)

    @cached_property
    def added(self) -> dict[str, Array]:
        """Forces that have no place in rigid-body dynamics: of each kind and joint, per unit.

        Angles of joints with several degrees are none.
        """
        angles = np.zeros_like(self.right)
        for joint, iq, iv in zip(
            self.model.joints, self.model.idx_q, self.model.idx_v, strict=True
        ):
            if joint.nv == 1:
                angles[:, iv] = self.q[:, iq]
        return {
            "v, as viscous friction": self.v,
            "sign(v), friction": np.sign(self.v),
            "a, as armature": self.a,
            "q, as a spring": angles,
            "1, a constant": np.ones_like(self.right),
        }

    def inertial(self, i: int) -> Array:
        """Forces per unit of mass, first moment (3) and inertia about the origin of body i (6).

        The last as xx, xy, xz, yy, yz, zz; (10, states, nv).
        """
        e = np.eye(3)
        masses = np.array([1.0] * 4 + [0.0] * 6).reshape(-1, 1, 1)
        coms, inertias = np.zeros((10, 1, 3)), np.zeros((10, 1, 3, 3))
        for j in range(3):
            coms[1 + j, 0], inertias[1 + j, 0] = e[j], np.outer(e[j], e[j]) - np.eye(3)
        for n, (j, k) in enumerate(PAIRS):
            inertias[4 + n, 0, j, k] = inertias[4 + n, 0, k, j] = 1.0
        nothing = {"mass": np.zeros((1, 1, 1)), "inertia": np.zeros((1, 1, 3, 3))}
        given = {"mass": masses, "com": coms, "inertia": inertias}
        links = [_with(link, given if j == i else nothing) for j, link in enumerate(self._links)]
        found = self._forces(links, False)
        found[1:4] -= found[0]
        return found


PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def _with(link: Link, numbers: dict[str, Array]) -> Link:
    """A link with other numbers."""
    known = {x.name: getattr(link, x.name) for x in fields(Link)}
    return Link(**(known | numbers))


def _stacked(links: Sequence[Link]) -> Link:
    """One link with the numbers and factors of many, along the axis of mistakes."""
    numbers = {}
    for name in (x.name for x in fields(Link) if x.name != "factors"):
        given = [getattr(link, name) for link in links]
        if all(x is given[0] for x in given):
            numbers[name] = given[0]
            continue
        shape = np.broadcast_shapes(*(x.shape for x in given))
        numbers[name] = np.concatenate([np.broadcast_to(x, shape) for x in given])
    terms = {term for link in links for term in link.factors}
    factors = {
        term: np.array([link.of(term) for link in links]).reshape(-1, 1, 1) for term in terms
    }
    return Link(**numbers, factors=factors)


def found_terms(probe: Probe, dictionary: Dictionary, rounding: float = ROUNDING) -> list[str]:
    """Return the mistakes that explain a subject's forces, as text; empty if none does.

    Parameters
    ----------
    probe : Probe
    dictionary : Dictionary
        Of the same model.
    rounding : float
        Of the subject's forces over the largest of them.

    Returns
    -------
    list of str
        One line for one explanation; mistakes that have the same effect are in one line.
    """
    rows = []
    for q, v, a in zip(dictionary.q, dictionary.v, dictionary.a, strict=True):
        row = probe(q, v, a)
        if row is None or not np.isfinite(row).all():
            return []
        rows.append(row)
    difference, right = np.array(rows) - dictionary.right, dictionary.right
    size, scale = float(abs(difference).max()), float(abs(right).max())
    if size <= max(LEAST, 1e3 * rounding) * scale:
        return []
    allowed = LEFT * size + rounding * scale
    single = _single(dictionary.candidates, difference, allowed)
    if single:
        return [_joined(single)]
    added = _added(dictionary, difference, allowed)
    if added:
        return [added]
    inertial = _inertial(dictionary, difference, allowed)
    if inertial:
        return [inertial]
    pairs = _pairs(dictionary.candidates, difference, allowed)
    return [_joined(pairs)] if 0 < len(pairs) <= NAMED else []


def _joined(texts: Sequence[str]) -> str:
    """One mistake, and others with the same effect."""
    first, *others = list(dict.fromkeys(texts))[:NAMED]
    return first + (f" (the same here: {'; '.join(others)})" if others else "")


def _single(candidates: Sequence[Candidate], difference: Array, allowed: float) -> list[str]:
    """Single mistakes that explain a difference, those with a plain factor first."""
    found = []
    for x in candidates:
        part = x.effect[:FITTED]
        square = float((part * part).sum())
        share = float((part * difference[:FITTED]).sum()) / square if square else 1.0
        share = 1.0 if x.kind == "numbers" else share
        if abs(difference - share * x.effect).max() <= allowed:
            found.append((not x.plain(share), x.said(share)))
    plain = [text for odd, text in found if not odd]
    return plain or [text for _, text in found]


def _added(dictionary: Dictionary, difference: Array, allowed: float) -> str:
    """One kind of added force that explains a difference, in any of the joints."""
    names = coordinate_names(dictionary.model)
    for kind, columns in dictionary.added.items():
        part = columns[:FITTED]
        squares = (part * part).sum(axis=0)
        sizes = (part * difference[:FITTED]).sum(axis=0) / np.where(squares > 0.0, squares, 1.0)
        if np.abs(difference - sizes * columns).max() <= allowed:
            wrong = np.flatnonzero(np.abs(sizes) > LEFT * np.abs(sizes).max())
            told = [f"joint {names[j]}: {sizes[j]:.6g}" for j in wrong[: 2 * NAMED]]
            more = f" and {len(wrong) - len(told)} more" if len(wrong) > len(told) else ""
            return f"added in {', '.join(told)}{more} times {kind}"
    return ""


def _inertial(dictionary: Dictionary, difference: Array, allowed: float) -> str:
    """Bodies whose inertial parameters explain a difference."""
    found = []
    for i, name in enumerate(dictionary.model.names):
        columns = dictionary.inertial(i)
        matrix = columns[:, :FITTED].reshape(10, -1).T
        change = np.linalg.lstsq(matrix, difference[:FITTED].ravel(), 1e-10)[0]
        left = difference - np.tensordot(change, columns, 1)
        if abs(left).max() <= allowed:
            entries = ("mass", "mx", "my", "mz", *(f"I{'xyz'[j]}{'xyz'[k]}" for j, k in PAIRS))
            told = [
                f"{entry} {x:+.4g}"
                for entry, x in zip(entries, change, strict=True)
                if abs(x) > LEFT * abs(change).max()
            ]
            found.append(
                f"other inertial parameters of body {name!r} (least change of mass, first moment "
                f"and inertia about its origin: {', '.join(told)})"
            )
    return " or ".join(found)


def _pairs(candidates: Sequence[Candidate], difference: Array, allowed: float) -> list[str]:
    """Two mistakes whose effects add up to a difference, with plain factors."""
    mine = list(candidates)
    if not mine:
        return []
    E = np.array([x.effect[:FITTED].ravel() for x in mine])
    norms = np.maximum(np.linalg.norm(E, axis=1), np.finfo(float).tiny)
    E = E / norms[:, None]
    d = difference[:FITTED].ravel()
    G, b = E @ E.T, E @ d
    # of d nothing is left outside the plane of the two
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = (b[:, None] ** 2 + b[None] ** 2 - 2.0 * G * b[:, None] * b[None]) / (1.0 - G * G)
    near = np.argwhere(np.triu(inside >= (1.0 - 1e-7) * (d @ d), 1) & (abs(G) < 1.0 - 1e-9))
    found: list[str] = []
    for i, j in near[:MOST_PAIRS].tolist():
        shares = np.linalg.lstsq(E[[i, j]].T, d, None)[0] / norms[[i, j]]
        x, y = mine[i], mine[j]
        s, t = (
            1.0 if c.kind == "numbers" else float(share)
            for c, share in zip((x, y), shares, strict=True)
        )
        left = abs(difference - s * x.effect - t * y.effect).max()
        if left <= allowed and x.plain(s) and y.plain(t):
            found.append(f"{x.said(s)}, and {y.said(t)}")
    return found
