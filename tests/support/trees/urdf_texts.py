"""Texts of small URDF files."""

from lieref.model.urdf import read_urdf


def inertial(mass=1.0, moments=(1, 0, 0, 2, 0, 3), origin=""):
    names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    entries = " ".join(f'{name}="{value}"' for name, value in zip(names, moments, strict=True))
    return f'<inertial>{origin}<mass value="{mass}"/><inertia {entries}/></inertial>'


def link(name, content=None):
    return f'<link name="{name}">{inertial() if content is None else content}</link>'


def joint(name, parent, child, kind="revolute", content='<limit lower="-1" upper="2"/>'):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f"{content}</joint>"
    )


def robot(*parts, name="thing"):
    return f'<robot name="{name}">\n' + "\n".join(parts) + "\n</robot>"


def read(*parts, base="fixed", **arguments):
    return read_urdf(robot(*parts).encode(), "thing.urdf", base, **arguments)
