"""Other libraries, each in an environment of its own: ``python -m verification.peers``.

table: the libraries, what to install and which adapter asks them; environments: how they are made
and asked for versions; dynamics: `lieref check` over joint types; lie_functions: SO(3) and SE(3);
reproducers: differences in a few lines, of parts in scripts; pages: the matrix. ``adapters`` has
the programs that run in those environments: they import the library, and lieref_client, a copy of
lieref/check/client.py.
"""
