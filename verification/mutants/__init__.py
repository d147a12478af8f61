"""Mutants: small faults that a program puts into a copy of the source, and what the tests see.

`texts` reads Python, Cython and C by tokens, `operators` changes them, `sample` chooses, `builds`
knows which modules a file enters, `trees` builds and tests, ``python -m verification.mutants`` runs
a sample and writes the report.

Other tools were not used: universalmutator rewrites single lines by regular expressions, blind to
what is a comment, a declaration or a type, so that Cython refuses every third of its mutants.
mutmut rewrites the syntax tree of Python alone, and reads no Cython and no C. cosmic-ray does so
too, by parso's tree of Python.
"""
