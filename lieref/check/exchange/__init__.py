"""Questions and answers: lines of JSON to a subject in a process of its own, and its behavior.

`session` asks, `process` holds the limits, `wire` is the protocol of docs/check.md, `worker` serves
a Python subject, `behavior` watches it. `lieref.check.client` is the other end, one file.
"""
