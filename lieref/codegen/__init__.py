"""C code for one robot: `lieref.generate`, and ``lieref generate`` on the command line.

A function of the robot is traced over symbols (`graph`), in frames that leave few operations
(`tree_frames`), and written as straight-line C99 (`c_text`) beside a program that tests it against
certified reference values (`program_text`).
"""
