"""What the processor refuses in a call's arithmetic, and memory in which nobody has written.

A denormal operand makes an instruction a hundred times slower. What a kernel computes on memory
that it has not written is by chance; so before a call the stack, and all that Python and NumPy
allocate in it, are filled with signaling NaNs, each of whose uses is an invalid operation.
Exceptions are signals here, not the flags that they usually are: NumPy clears those. Where other
libraries raise them is not looked at.
"""

import ctypes
import platform
import subprocess
import sys
import sysconfig

import numpy as np
import pytest
from support.programs.compiling import compiler

SOURCE = r"""
#define _GNU_SOURCE
#include <Python.h>
#include <dlfcn.h>
#include <immintrin.h>
#include <numpy/arrayobject.h>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

enum { MOST = 64, MASKS = 0x1f80, FLAGS = 0x3f, STEP = 0x100 };

static const uint64_t signaling = 0x7FF4000000000000;
static PyMemAllocatorEx usual;
static struct { char *place; int code; } found[MOST];
static int count;
static unsigned watched;

static void *fill(uint64_t *memory, size_t bytes)
{
    if (memory != NULL)
        for (size_t i = 0; i < bytes / 8; i++)
            memory[i] = signaling;
    return memory;
}

static void *of_python(void *context, size_t bytes)
{
    return fill(usual.malloc(context, bytes), bytes);
}

static void *of_arrays(void *context, size_t bytes)
{
    return fill(malloc(bytes), bytes);
}

static void *zeros(void *context, size_t count, size_t size)
{
    return calloc(count, size);
}

static void *larger(void *context, void *memory, size_t bytes)
{
    return realloc(memory, bytes);
}

static void given_back(void *context, void *memory, size_t bytes)
{
    free(memory);
}

static PyDataMem_Handler arrays = {
    "filled", 1, {NULL, of_arrays, zeros, larger, given_back}
};
static PyObject *handler, *usual_handler;

static __attribute__((noinline)) void fill_stack(void)
{
    volatile uint64_t memory[1 << 16];
    for (int i = 0; i < 1 << 16; i++)
        memory[i] = signaling;
}

/* Note the place of an exception, once; run that instruction without, and watch again. */
static void note(int signal, siginfo_t *info, void *context)
{
    ucontext_t *now = context;
    unsigned *csr = &now->uc_mcontext.fpregs->mxcsr;
    greg_t *registers = now->uc_mcontext.gregs;
    char *place = (char *) registers[REG_RIP];
    if (signal == SIGFPE) {
        int i = 0;
        while (i < count && found[i].place != place)
            i++;
        if (i == count && count < MOST) {
            found[count].place = place;
            found[count++].code = info->si_code;
        }
        *csr = (*csr | MASKS) & ~FLAGS;
        registers[REG_EFL] |= STEP;
    } else {
        registers[REG_EFL] &= ~STEP;
        *csr &= ~(watched | FLAGS);
    }
}

int start(void)
{
    import_array1(-1);
    handler = PyCapsule_New(&arrays, "mem_handler", NULL);
    return handler == NULL ? -1 : 0;
}

void watch(unsigned masks)
{
    struct sigaction action = {0};
    PyMemAllocatorEx ours;
    action.sa_sigaction = note;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGFPE, &action, NULL);
    sigaction(SIGTRAP, &action, NULL);
    PyMem_GetAllocator(PYMEM_DOMAIN_RAW, &usual);
    ours = usual;
    ours.malloc = of_python;
    PyMem_SetAllocator(PYMEM_DOMAIN_RAW, &ours);
    usual_handler = PyDataMem_SetHandler(handler);
    fill_stack();
    count = 0;
    watched = masks;
    _mm_setcsr((_mm_getcsr() | MASKS) & ~(watched | FLAGS));
}

int unwatch(void)
{
    _mm_setcsr((_mm_getcsr() | MASKS) & ~FLAGS);
    PyMem_SetAllocator(PYMEM_DOMAIN_RAW, &usual);
    Py_XDECREF(PyDataMem_SetHandler(usual_handler));
    Py_XDECREF(usual_handler);
    watched = 0;
    return count;
}

/* File of the i-th place, its address in there, and the code of its signal. */
const char *file(int i, size_t *address, int *code)
{
    Dl_info info;
    if (!dladdr(found[i].place, &info))
        return "";
    *address = found[i].place - (char *) info.dli_fbase;
    *code = found[i].code;
    return info.dli_fname;
}
"""
# Masks of MXCSR: overflow, underflow and rounding are for others to judge.
INVALID, DENORMAL, DIVISION = 1 << 7, 1 << 8, 1 << 9
# By the codes that Linux gives to their signals.
CODES = {7: "invalid", 5: "denormal operand", 3: "division by zero"}


def watcher(folder):
    """The functions of SOURCE; the test is skipped where they cannot be."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        pytest.skip("signals and registers of Linux on x86-64")
    source, library = folder / "watch.c", folder / "watch.so"
    source.write_text(SOURCE, encoding="utf-8")
    folders = [f"-I{folder}" for folder in (sysconfig.get_paths()["include"], np.get_include())]
    command = [*compiler(), "-O2", "-fPIC", "-shared", *folders]
    built = subprocess.run([*command, str(source), "-o", str(library), "-ldl"], check=False)
    if built.returncode != 0:
        pytest.skip("no headers of Python")
    # with the lock: the allocator is the interpreter's
    found = ctypes.PyDLL(str(library))
    assert found.start() == 0
    found.file.restype = ctypes.c_char_p
    return found


def exceptions(library, call, masks=INVALID | DENORMAL | DIVISION):
    """Exceptions of a call in modules of lieref: what they are, module and address in it."""
    library.watch(masks)
    try:
        call()
    finally:
        count = library.unwatch()
    found = []
    for i in range(count):
        address, code = ctypes.c_size_t(), ctypes.c_int()
        file = library.file(i, ctypes.byref(address), ctypes.byref(code)).decode()
        if "/lieref/" in file:
            module = file.rpartition("/")[2].partition(".")[0]
            found.append(f"{CODES.get(code.value, code.value)} in {module} at {address.value:#x}")
    return found
