"""Texts of small URDF files with loops and couplings."""

import numpy as np

from lieref.model.urdf import read_urdf

INERTIAL = (
    '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
    "</inertial>"
)


def link(name):
    return f'<link name="{name}">{INERTIAL}</link>'


def joint(name, parent, child, xyz="0 0 0", kind="continuous", independent=None, extra=""):
    flag = "" if independent is None else f' independent="{independent}"'
    return (
        f'<joint name="{name}" type="{kind}"{flag}><parent link="{parent}"/>'
        f'<child link="{child}"/><origin xyz="{xyz}"/><axis xyz="0 0 1"/>{extra}</joint>'
    )


def loop(name, predecessor, successor, one="0 0 0", other="0 0 0", kind="revolute", extra=None):
    axis = '<axis xyz="0 0 2"/>' if extra is None else extra
    return (
        f'<loop name="{name}" type="{kind}"><predecessor link="{predecessor}">'
        f'<origin xyz="{one}" rpy="0 0 0"/></predecessor><successor link="{successor}">'
        f'<origin xyz="{other}"/></successor>{axis}</loop>'
    )


def coupling(name, predecessor, successor, ratio="6"):
    return (
        f'<coupling name="{name}"><predecessor link="{predecessor}"/>'
        f'<successor link="{successor}"/><ratio value="{ratio}"/></coupling>'
    )


def text(*parts):
    return ('<robot name="thing">\n' + "\n".join(parts) + "\n</robot>").encode()


def read(*parts, **arguments):
    return read_urdf(text(*parts), "thing.urdf", **arguments)


def four_bar(*flags, closing=None):
    """Base, crank 1, coupler 2, rocker 1.5, ground 2.2; flags of crank, coupler and rocker."""
    a, b, c = flags or (None,) * 3
    return (
        *map(link, ("base", "crank", "coupler", "rocker")),
        joint("A", "base", "crank", independent=a),
        joint("B", "crank", "coupler", "1 0 0", independent=b),
        joint("C", "base", "rocker", "2.2 0 0", independent=c),
        loop("D", "coupler", "rocker", "2 0 0", "1.5 0 0") if closing is None else closing,
    )


def gamma(model):
    """The couplings as a matrix: coordinates of the tree by the independent ones, and the names."""
    n = model.tree.nv
    G = np.zeros((n, model.nv))
    G[model.independent, range(model.nv)] = 1.0
    index = {name: i for i, name in enumerate(model.joint_names)}
    for c in model.couplings:
        G[[index[d] for d in c.driven]] = c.ratios @ G[[index[s] for s in c.sources]]
    return {name: G[i].tolist() for name, i in index.items()}


# Where the four-bar is closed, by joints.
AT = {"A": 1.0, "B": -0.5, "C": 1.5}
