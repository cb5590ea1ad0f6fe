"""Inputs that nobody would write, and what the program must do with them: judge or refuse, never fall over.

`python -m tests.fuzz --cases 1000 --seed 7` makes inputs of every kind and runs the commands on them in
this process, without the long counts. An input that fails is made smaller and kept in `regressions`.
"""
