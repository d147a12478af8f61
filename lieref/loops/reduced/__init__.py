"""Functions of mechanisms behind the public ones, see `lieref.api.mechanisms`.

qdot = G ydot, [Chignoli et al., Sec. II-B], and its derivatives make each of them that of the tree:
what is multiplied by velocities is multiplied by G, what is dual to them by G^T. Arguments and
errors are those of the public functions.
"""
