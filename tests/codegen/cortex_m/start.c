/* Start of a program on a Cortex-M of QEMU's MPS2 boards, with newlib's semihosting. */
#include <string.h>

extern char __stack[], data_start[], data_size[], data_load[];
extern void _start(void);

void reset(void)
{
    /* CPACR: the floating-point unit is on */
    *(volatile unsigned *) 0xE000ED88 |= 0xFu << 20;
    memcpy(data_start, data_load, (unsigned) data_size);
    /* of newlib: clears .bss, calls main and exit */
    _start();
}

/* where the stack begins, and what runs first */
__attribute__((section(".vectors"), used)) static void *const vectors[] = {__stack, (void *) reset};
