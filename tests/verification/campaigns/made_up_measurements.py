"""Measurements for tests of campaigns: quick ones, heavy ones, ones that fail, leak or kill."""

import math
import os
import time
from pathlib import Path

kept = []


def evaluate(params):
    if "marks" in params:
        with (Path(params["marks"]) / str(params["number"])).open("a") as file:
            file.write("x")
    time.sleep(params.get("seconds", 0.0))
    if params.get("fail"):
        raise ArithmeticError("asked to fail")
    if params.get("die"):
        os._exit(1)
    if "leak" in params:
        kept.append(bytearray(os.urandom(1024)) * (params["leak"] * 1024))
    return {
        "square": params["number"] ** 2,
        "infinite": math.inf,
        "worker": os.getpid(),
        "weight": "x" * params.get("weight", 0),
    }
