"""Generated C code on an emulated Cortex-M: skipped without its compiler and QEMU.

Debian has them as gcc-arm-none-eabi, libnewlib-arm-none-eabi and qemu-system-arm.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

import lieref

COMPILER, EMULATOR = "arm-none-eabi-gcc", "qemu-system-arm"
START = Path(__file__).parent / "cortex_m"
#: Board of QEMU, options of the compiler.
M4 = "mps2-an386", ("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16")
M7 = "mps2-an500", ("-mcpu=cortex-m7", "-mfpu=fpv5-d16")
pytestmark = pytest.mark.skipif(
    not (shutil.which(COMPILER) and shutil.which(EMULATOR)), reason="no compiler or no emulator"
)


@pytest.mark.parametrize(
    ("processor", "scalar"), [(M4, "float"), (M7, "double")], ids=("m4_float", "m7_double")
)
@pytest.mark.parametrize("mechanism", ["serial_chain", "four_bar"])
def test_the_test_program_passes(mechanism, processor, scalar, tmp_path):
    model = {"serial_chain": lambda: lieref.catalogue.serial_chain(3)}.get(
        mechanism, lieref.catalogue.four_bar
    )()
    code = lieref.generate(model, "forward_dynamics", 1, scalar=scalar, states=2, output=tmp_path)
    board, options = processor
    program = tmp_path / "program.elf"
    flags = ("-std=c99", "-O2", "-ffp-contract=fast", "-mthumb", "-mfloat-abi=hard")
    sources = [START / "start.c", *(tmp_path / f"{code.name}{end}" for end in (".c", "_test.c"))]
    link = ("--specs=rdimon.specs", "-T", START / "mps2.ld", "-lm")
    subprocess.run(
        [COMPILER, *flags, *options, *sources, *link, "-o", program], check=True, timeout=120
    )
    console = ("-nographic", "-semihosting-config", "enable=on,target=native")
    done = subprocess.run(
        [EMULATOR, "-M", board, *console, "-kernel", program],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("ok")
