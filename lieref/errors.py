"""The errors and the warning that lieref raises, all under one root."""


class LierefError(Exception):
    """Root of every error that lieref raises on purpose."""


class ModelError(LierefError, ValueError):
    """A model that cannot be: cycle, unknown parent, negative mass, bad inertia, bad URDF."""


class ShapeError(LierefError, ValueError):
    """An argument of the wrong shape, type, size or order; says what came and what was expected."""


class ArgumentError(LierefError, TypeError, ValueError):
    """A model with loops for a tree, no model at all, or a name that is none of those known."""


class NonFiniteError(LierefError, ValueError):
    """NaN or infinity in an argument; names the argument and the index."""


class ConfigurationError(LierefError, ValueError):
    """A configuration that is no configuration: a quaternion that is not of unit norm."""


class SingularError(LierefError, ArithmeticError):
    """A joint or loop whose equations cannot be solved, or not at this precision.

    An overflow is a NonFiniteError, a negative mass or moment of inertia a ModelError.
    """


class IntegrationError(LierefError, ArithmeticError):
    """A step that cannot be taken: its size underflows, it is too long, or its equations diverge.

    The message says at which time; what a callback returns wrong is reported as ShapeError or
    NonFiniteError instead.
    """


class BusyError(LierefError, RuntimeError):
    """A prepared call that another thread is in."""


class ModelWarning(UserWarning):
    """A model that can be used, but not for everything; says which joint and what for."""
