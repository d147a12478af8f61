"""What the adapters share: the model as a file, and the order of a peer's joints."""

import os
import re
import tempfile


class Refused(Exception):
    """The peer, or the way to it, cannot take this model."""

    kind = "refused"

    def __init__(self, text):
        super().__init__(text)
        self.text = text


def turning_and_sliding(hello):
    """The joints' names; every joint must be known to a URDF, and the base fixed."""
    bodies = hello["model"]["bodies"]
    if any(body["kind"] == "free" for body in bodies):
        raise Refused("this adapter has no free base")
    return one_degree(hello)


def one_degree(hello):
    """Names of the joints but a free base; those of another kind are refused."""
    bodies = hello["model"]["bodies"]
    names = [body["joint"] for body in bodies if body["kind"] in ("revolute", "prismatic")]
    free = [i for i, body in enumerate(bodies) if body["kind"] == "free"]
    if len(names) + len(free) < len(bodies) or free not in ([], [0]):
        raise Refused("expected revolute and prismatic joints, and at most a free base")
    if hello.get("urdf") is None:
        raise Refused("a URDF cannot have this model")
    return names


def floating_urdf(hello):
    """The URDF without the world and the floating joint: its root is then the base."""
    whole = re.sub(r'<joint [^>]*type="floating".*?</joint>', "", hello["urdf"], flags=re.S)
    return whole.replace('<link name="world"/>', "") if whole != hello["urdf"] else whole


def base_pose(hello, q):
    """Rotation (rows) and position of a free base: placement times J(q)."""
    P = hello["model"]["bodies"][0]["placement"]
    J = rotation(*q[3:7])
    R = [[sum(P[i][k] * J[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return R, [P[i][3] + sum(P[i][k] * q[k] for k in range(3)) for i in range(3)]


def urdf_file(hello, world='<link name="world"/>'):
    """The path of the model's URDF, with this text of the world's link."""
    file, path = tempfile.mkstemp(".urdf")
    with os.fdopen(file, "w") as out:
        out.write(hello["urdf"].replace('<link name="world"/>', world))
    return path


def gravity_along_z(hello):
    """The gravity g of a model whose gravity is (0, 0, -g)."""
    x, y, z = hello["model"]["gravity"]
    if x or y:
        raise Refused("this adapter has gravity along z alone")
    return -z


def places(names, found):
    """Of each name its place in `found`: found[places] stands as names do."""
    missing = [name for name in names if name not in found]
    if missing:
        raise Refused(f"the peer has no joint {missing[0]!r}, but {list(found)}")
    return [list(found).index(name) for name in names]


def rotation(x, y, z, w):
    """Rotation of a unit quaternion, as rows."""
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
