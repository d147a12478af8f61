"""The errors and the warning that lieref raises, all under one root."""


class LierefError(Exception):
    """Root of every error that lieref raises on purpose.

    Examples
    --------
    >>> import lieref
    >>> issubclass(lieref.ShapeError, lieref.LierefError)
    True
    """


class ModelError(LierefError, ValueError):
    """A model that cannot be: cycle, unknown parent, negative mass, bad inertia, bad URDF.

    Examples
    --------
    >>> import lieref
    >>> b = lieref.ModelBuilder()
    >>> b.add_body("link", None, lieref.Revolute((0, 0, 1)), mass=-1.0)
    Traceback (most recent call last):
        ...
    lieref.errors.ModelError: body 'link': mass -1.0, expected at least 0
    """


class ShapeError(LierefError, ValueError):
    """An argument of the wrong shape, type, size or order; says what came and what was expected.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics(model, q, [v])
    Traceback (most recent call last):
        ...
    lieref.errors.ShapeError: v has shape (1, 3), expected (r + 2, 3) with an order r from 0 to 169
    """


class ArgumentError(LierefError, TypeError, ValueError):
    """A model with loops for a tree, no model at all, or a name that is none of those known.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics(model, q, [v, v], base="world")
    Traceback (most recent call last):
        ...
    lieref.errors.ArgumentError: base is 'world', expected one of 'body', ...
    """


class NonFiniteError(LierefError, ValueError):
    """NaN or infinity in an argument; names the argument and the index.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> lieref.inverse_dynamics(model, q + np.nan, [v, v])
    Traceback (most recent call last):
        ...
    lieref.errors.NonFiniteError: q[0] is nan, expected a finite number
    """


class ConfigurationError(LierefError, ValueError):
    """A configuration that is no configuration: a quaternion that is not of unit norm.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.aerial_manipulator()
    >>> q, v = model.neutral(), np.ones(model.nv)
    >>> lieref.inverse_dynamics(model, 2 * q, [v, v])
    Traceback (most recent call last):
        ...
    lieref.errors.ConfigurationError: quaternion q[3:7] of joint 'q1' has norm 2.0, ...
    """


class SingularError(LierefError, ArithmeticError):
    """A joint or loop whose equations cannot be solved, or not at this precision.

    An overflow is a NonFiniteError, a negative mass or moment of inertia a ModelError.

    Examples
    --------
    >>> import lieref
    >>> issubclass(lieref.SingularError, lieref.LierefError)
    True
    """


class IntegrationError(LierefError, ArithmeticError):
    """A step that cannot be taken: its size underflows, it is too long, or its equations diverge.

    The message says at which time; what a callback returns wrong is reported as ShapeError or
    NonFiniteError instead.

    Examples
    --------
    >>> import lieref
    >>> issubclass(lieref.IntegrationError, lieref.LierefError)
    True
    """


class BusyError(LierefError, RuntimeError):
    """A prepared call that another thread is in.

    Examples
    --------
    >>> import lieref
    >>> issubclass(lieref.BusyError, lieref.LierefError)
    True
    """


class ModelWarning(UserWarning):
    """A model that can be used, but not for everything; says which joint and what for.

    Examples
    --------
    >>> import lieref
    >>> issubclass(lieref.ModelWarning, UserWarning)
    True
    """
