"""Pools of weak learners, and learners of the caller's."""
from ._native import Handle, check, ffi, lib, made, text, text_of
from .callbacks import evaluate_learner, fit_learner, keep, release
from .settings import set_options, text_of_option


class Pool(Handle):
    """A pool by its text, such as ``"stump"`` or ``"union(fourier(gamma=1)@colour, stump)"``, and options:
    ``Pool("fourier", gamma=1)``. ``coppice.pools()`` lists them, ``coppice.options(name)`` their options.
    """

    def __init__(self, description, **options):
        self._pointer = made("pool", lib.coppice_pool_create, text(description, "description"))
        set_options("pool", self._handle, options)

    @classmethod
    def custom(cls, name, parameters, fit, evaluate):
        """Weak learners of your own, each ``parameters`` numbers, known by ``name`` in models.

        ``fit(x, residual, chosen)`` gets the training rows (rows x features), their residuals (rows x scores)
        and the learners that must not come again (learners x parameters), and returns the parameters of the
        learner h with the largest ``((residual.T @ h) ** 2).sum()``, or None where there is none left.
        ``evaluate(parameters, x)`` returns h for every row of x.
        """
        user = keep((fit, evaluate))
        out = ffi.new("coppice_pool**")
        try:
            check(lib.coppice_pool_create_custom(text(name, "name"), parameters, fit_learner, evaluate_learner,
                                                 release, user, out))
        except BaseException:
            release(user)
            raise
        return cls._of(ffi.gc(out[0], lib.coppice_pool_free))

    def add(self, member, view=None):
        """Add a copy of a pool to this union, restricted to a view of the dataset."""
        check(lib.coppice_pool_add(self._handle, member._handle, ffi.NULL if view is None else text(view, "view")))
        return self

    def set(self, **options):
        """Set options by name."""
        set_options("pool", self._handle, options)
        return self

    def get(self, name):
        """The value of an option, as text."""
        return text_of_option("pool", self._handle, name)

    def __str__(self):
        return text_of(lib.coppice_pool_describe, self._handle)

    def __repr__(self):
        return "<coppice.Pool, closed>" if self._pointer is None else f"<coppice.Pool {self}>"


def pool_of(given):
    return given if isinstance(given, Pool) else Pool(given)
