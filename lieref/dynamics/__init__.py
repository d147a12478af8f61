"""Inverse and forward dynamics, their matrices, and laws of motion.

Where an algorithm is, by its name in the papers:

    RNEA, H-GRNE              inverse/default; in other representations inverse/forms
    ABA, H-GABI, H-GHYB       forward/default; in other representations forward/forms
    CRBA (composite bodies)   matrices/composite_bodies.pxi; LTDL: matrices/ltdl.pxi
    Coriolis matrix           matrices/coriolis.pxi
    IDSVA, FDSVA, second order    lieref.partials
    C-RNEA, C-ABA, multipliers    lieref.loops

The modules beside these folders are the checked entries that the public functions call.
"""
