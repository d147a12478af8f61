"""The groups of rotations SO(3) and of rigid motions SE(3); one module to each."""

try:
    from lieref.algebra.groups import se3 as SE3
    from lieref.algebra.groups import so3 as SO3
except ImportError as error:
    # the first compiled modules of all
    raise ImportError(
        f"no compiled modules for this Python in {__path__[0]}: leave this checkout to import the "
        "installed package, or build in place by `python setup.py build_ext --inplace`"
    ) from error

__all__ = ["SE3", "SO3"]
