"""The modules that the table of builds, `build_kernels.py`, asks for, and their sources.

`setup.py` writes one short Cython file for each of these modules into the build folder, and the
list of levels that `lieref.machine` reads at import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from build_kernels import (
    BASELINE,
    CLASSES,
    INLINE,
    KERNEL_FLAGS,
    KERNELS,
    SCALARS,
    UNFUSED,
    V3,
    V4,
    Kernel,
    Macros,
)

__all__ = [
    "BASELINE", "INLINE", "KERNEL_FLAGS", "LIST", "UNFUSED", "V3", "V4", "Variant", "list_text",
    "native", "variants", "write_sources",
]  # fmt: skip

# The module that holds the list of levels.
LIST = "lieref/_builds"
# How many states the builds for batches take side by side: a whole register.
STATES = {"baseline": "2", "v3": "4", "v4": "8"}


@dataclass(frozen=True)
class Variant:
    """One module: a kernel over one scalar, for one level."""

    kernel: Kernel
    scalar: str
    level: str

    @property
    def baseline(self) -> Path:
        """Path of the module of the lowest level, as of a source beside the kernel's texts."""
        folder, _, stem = self.kernel.name.rpartition("/")
        return Path(folder) / f"{stem}_{self.scalar}.pyx"

    @property
    def path(self) -> Path:
        """Path of the module, as of a source beside the kernel's texts."""
        end = "" if self.level == "baseline" else f"_{self.level}"
        return self.baseline.with_stem(self.baseline.stem + end)

    @property
    def text(self) -> str:
        """The whole source of the module."""
        texts = (*SCALARS[self.scalar].texts, self.kernel.text)
        return "".join(f'include "{name}"\n' for name in texts)

    @property
    def macros(self) -> Macros:
        """What is defined beside the macros of every module."""
        lanes = self.kernel.lanes.get(self.scalar)
        wide = (("LIEREF_WIDE", lanes),) if lanes else ()
        states = (("LIEREF_STATES", STATES[self.level]),) if self.side_by_side else ()
        return (INLINE, *SCALARS[self.scalar].macros, *wide, *states)

    @property
    def side_by_side(self) -> bool:
        """Whether the module takes several states side by side."""
        return self.scalar.endswith("states")

    @property
    def classes(self) -> bool:
        """Whether the module is C++."""
        return SCALARS[self.scalar].classes

    def flags(self, x86: bool, debug: bool) -> list[str]:
        """Return the flags beside those of every module; those behind win."""
        scalar = SCALARS[self.scalar]
        flags = [*KERNEL_FLAGS, *self.kernel.flags.get(self.scalar, ()), *scalar.flags]
        if scalar.optimized and not debug:
            flags.append(scalar.optimized)
        if self.side_by_side and self.level == "v4":
            # gcc's generic model of a processor knows no registers of 64 bytes: 1.3 times slower
            flags.append("-mtune=icelake-server")
        if scalar.classes:
            flags += CLASSES
        if self.level != "baseline":
            flags.append(f"-march=x86-64-{self.level}")
        elif x86 and len(self.kernel.builds[self.scalar]) > 1:
            # half the compiler's time, for processors of before 2013, which have no AVX2
            flags.append("-O1")
        if self.level == "v4":
            flags.append("-mprefer-vector-width=512")
        return flags if scalar.fused else [*flags, *UNFUSED]


def variants(wanted: tuple[str, ...] = V4, best: bool = False) -> Iterator[Variant]:
    """Yield every module of the table whose level is wanted; best: of each the best level alone."""
    for kernel in KERNELS:
        for scalar, levels in kernel.builds.items():
            found = [level for level in levels if level in wanted]
            for level in found[-1:] if best else found:
                yield Variant(kernel, scalar, level)


def native(x86: bool = True) -> list[Variant]:
    """Return the modules for this machine alone: of each kernel one level, AVX2 at most."""
    cpu = Path("/proc/cpuinfo")
    found = set(cpu.read_text(encoding="utf-8").split()) if x86 and cpu.is_file() else set()
    return list(variants(V3 if {"avx2", "fma", "bmi2"} <= found else BASELINE, best=True))


def list_text(modules: Iterable[Variant]) -> str:
    """Return the source of the list: package and levels of each kernel, by its module's name."""
    packages: dict[str, str] = {}
    levels: dict[str, tuple[str, ...]] = {}
    for variant in modules:
        name = variant.baseline.stem
        package = ".".join(variant.baseline.parent.parts)
        if packages.setdefault(name, package) != package:
            raise ValueError(f"{packages[name]} and {package} both have a kernel {name}")
        levels[name] = (*levels.get(name, ()), variant.level)
    return (
        "# By build_variants.py: where each kernel is, and the levels for which it is built.\n"
        f"PACKAGES = {packages}\nLEVELS = {levels}\n"
    )


def write_sources(folder: Path, modules: Sequence[Variant]) -> None:
    """Write the sources of the modules and of their list below the folder, where it has changed."""
    texts = {variant.path: variant.text for variant in modules}
    texts[Path(f"{LIST}.pyx")] = list_text(modules)
    for path, text in texts.items():
        file = folder / path
        # a file that is written again would be translated again
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
