"""Mechanisms turned at random: planar loops in any plane, any mechanism in other axes."""

import numpy as np

import lieref

AXES = np.eye(3)


def rotation(rng):
    """A random rotation matrix."""
    found = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    return found * np.sign(np.linalg.det(found))


def pose(R=AXES, p=(0, 0, 0)):
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = R, p
    return found


class Plane:
    """Bars in the plane that R spans; lengths and masses in given units."""

    def __init__(self, R, length=1.0, mass=1.0, gravity=(0, 0, 0)):
        self.R, self.length, self.mass = R, length, mass
        self.b = lieref.ModelBuilder(np.asarray(gravity) * length, "planar")

    def at(self, x, y=0.0):
        return pose(p=self.R @ [self.length * x, self.length * y, 0])

    def joint(self):
        return lieref.Revolute(self.R[:, 2])

    def bar(self, name, parent, x, y=0.0):
        inertia = self.R @ np.diag([0.01, 0.02, 0.025]) @ self.R.T
        com = self.length * self.R @ [0.1, 0.02, 0.03]
        scale = self.mass * self.length**2
        self.b.add_body(name, parent, self.joint(), self.at(x, y), self.mass, com, scale * inertia)

    def close(self, one, other, *there):
        self.b.add_loop(
            f"{one}-{other}", one, other, self.joint(), self.at(*there[0]), self.at(*there[1])
        )


def four_bar(R, *units, lengths=(0.2, 0.5, 0.4, 0.5)):
    """One loop of five rows and rank two."""
    a, b, c, d = lengths
    plane = Plane(R, *units)
    plane.bar("crank", None, 0)
    plane.bar("coupler", "crank", a)
    plane.bar("rocker", None, d)
    plane.close("coupler", "rocker", (b,), (c,))
    return plane.b.build(["crank_joint"], [1.0, 0.3, 2.0])


def three_rrr(R, *units):
    """Two loops of five rows each and rank four: six rows are redundant."""
    plane = Plane(R, *units)
    turns = np.pi / 2 + 2 * np.pi / 3 * np.arange(3)
    corners = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    assembly = {}
    for k, corner in enumerate(corners):
        plane.bar(f"a{k}", None, *corner)
        plane.bar(f"b{k}", f"a{k}", 0.6)
        way = -0.8 * corner
        bend = np.arccos((way @ way - 0.6**2 - 0.7**2) / (2 * 0.6 * 0.7))
        turn = np.arctan2(way[1], way[0]) - np.arctan2(0.7 * np.sin(bend), 0.6 + 0.7 * np.cos(bend))
        assembly |= {f"a{k}_joint": turn, f"b{k}_joint": bend}
    plane.bar("plate", "b0", 0.7)
    assembly["plate_joint"] = -assembly["a0_joint"] - assembly["b0_joint"]
    for k in (1, 2):
        plane.close(f"b{k}", "plate", (0.7,), 0.2 * (corners[k] - corners[0]))
    return plane.b.build(["a0_joint", "a1_joint", "a2_joint"], assembly)


def three_cranks(R, *units):
    """A parallelogram with a third crank: ten rows of rank three."""
    plane = Plane(R, *units)
    for k in range(3):
        plane.bar(f"crank{k}", None, 0.25 * k)
    plane.bar("bar", "crank0", 0.2)
    for k in (1, 2):
        plane.close("bar", f"crank{k}", (0.25 * k,), (0.2,))
    start = {f"crank{k}_joint": 1.0 for k in range(3)}
    return plane.b.build(["crank0_joint"], start | {"bar_joint": -1.0})


PLANAR = {"four_bar": four_bar, "three_rrr": three_rrr, "three_cranks": three_cranks}


def _joint(joint, R, length=1.0):
    """The same joint in a frame whose axes are the columns of R in the old one, in other units."""
    kind = joint.kind
    if kind == "revolute":
        return lieref.Revolute(R.T @ joint.axis, length * R.T @ joint.point)
    if kind == "prismatic":
        return lieref.Prismatic(R.T @ joint.axis)
    if kind == "helical":
        return lieref.Helical(R.T @ joint.axis, length * joint.pitch, length * R.T @ joint.point)
    return joint


def _stretched(placement, length):
    return placement * np.array([[1, 1, 1, length]] * 3 + [[1, 1, 1, 1]])


def velocity_units(tree, length):
    """What the velocity coordinates of a tree are multiplied by in other units of length."""
    units = []
    for joint in tree.joints:
        shifts = {"prismatic": (1,), "free": (0, 0, 0, 1, 1, 1)}.get(joint.kind, (0,) * joint.nv)
        units += [length if shift else 1.0 for shift in shifts]
    return np.array(units)


def configuration_units(tree, length):
    """The same for configuration coordinates."""
    units = []
    for joint in tree.joints:
        shifts = {"prismatic": (1,), "free": (1, 1, 1, 0, 0, 0, 0)}
        units += [length if shift else 1.0 for shift in shifts.get(joint.kind, (0,) * joint.nq)]
    return np.array(units)


def _couple(b, c, units):
    """Add a coupling; units: those of each joint."""
    driven, sources = (np.array([units[name] for name in names]) for names in (c.driven, c.sources))
    if c.function is None:
        ratios = np.asarray(c.ratios) * driven[:, None] / sources
        b.couple(c.driven, c.sources, ratios, np.asarray(c.offsets) * driven, name=c.name)
        return

    def function(y, m):
        given = [x / unit for x, unit in zip(y, sources.tolist(), strict=True)]
        found = c.function(given, m)
        return [x * unit for x, unit in zip(found, driven.tolist(), strict=True)]

    b.couple(c.driven, c.sources, function=function, name=c.name)


def turned(model, rng, carrier=None, length=1.0, mass=1.0, independent="given"):
    """The mechanism with other axes in every body of one degree, carried by a joint if given.

    rng None turns nothing; length, mass: what the old units are in new ones; independent "given"
    keeps the independent joints, "chosen" lets the builder choose.
    """
    tree = model.tree
    turning = [rng is not None and joint.nv == 1 for joint in tree.joints]
    turns = [rotation(rng) if turn else np.eye(3) for turn in turning]
    b = lieref.ModelBuilder(np.asarray(tree.gravity) * length, model.name, "warn")
    names = [tree.joint_names[i] for i in range(tree.nbodies)]
    inertia = mass * length**2
    if carrier is not None:
        b.add_body(
            "carrier",
            None,
            carrier,
            None,
            2.0 * mass,
            length * np.array((0.1, 0, 0.2)),
            inertia * np.diag([0.1, 0.2, 0.25]),
        )
    for i, R in enumerate(turns):
        above = tree.parents[i]
        parent = tree.names[above] if above >= 0 else "carrier" if carrier else None
        place = tree.placements[i] @ pose(R)
        if above >= 0:
            place = pose(turns[above].T) @ place
        b.add_body(
            tree.names[i],
            parent,
            _joint(tree.joints[i], R, length),
            _stretched(place, length),
            mass * tree.masses[i],
            length * R.T @ tree.coms[i],
            inertia * R.T @ tree.inertias[i] @ R,
            names[i],
        )
    for loop, (one, other) in zip(model.loops, model.loop_ends, strict=True):
        frames = [loop.predecessor_frame, loop.successor_frame]
        frames = [
            frame if body < 0 else pose(turns[body].T) @ frame
            for body, frame in zip((one, other), frames, strict=True)
        ]
        before = loop.predecessor or ("carrier" if carrier else None)
        joint = _joint(loop.joint, np.eye(3), length)
        b.add_loop(
            loop.name, before, loop.successor, joint, *(_stretched(x, length) for x in frames)
        )
    units = dict(zip(names, configuration_units(tree, length)[tree.idx_q], strict=True))
    for c in model.couplings:
        _couple(b, c, units)
    own = [int(tree.idx_v.searchsorted(iv, "right")) - 1 for iv in model.independent]
    kept = list(dict.fromkeys(names[i] for i in own)) + (["carrier_joint"] if carrier else [])
    start = {
        names[i]: float(model.assembly[tree.idx_q[i]]) * units[names[i]]
        for i in range(tree.nbodies)
        if tree.joints[i].nv == 1
    }
    return b.build(kept if independent == "given" else None, start)
