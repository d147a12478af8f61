"""How C text is written, and names that cannot be the function's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lieref.codegen.generated_functions import FUNCTIONS

#: The smallest positive number in single precision.
SMALLEST_FLOAT = 2.0**-149
#: Words of C99, of C++ for the header, and names that the code or its test program has already.
TAKEN = set(
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const "
    "constexpr continue decltype default delete do double else enum explicit export extern false "
    "float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register restrict return short signed sizeof "
    "static static_assert struct switch template this thread_local throw true try typedef typeid "
    "typename typeof union unsigned using virtual void volatile wchar_t while xor xor_eq "
    "const_cast dynamic_cast reinterpret_cast static_cast concept consteval constinit co_await "
    "co_return co_yield requires char8_t char16_t char32_t typeof_unqual "
    "main value angle sine cosine status w wrenches set get ratio larger worst state lane "
    "STATES LANES".split()
).union(name for one in FUNCTIONS.values() for name, _, _ in (*one.inputs, *one.outputs))
#: Macros and types of the headers that the code includes. Those of one prefix are many, and every
#: library has more: POSIX keeps names that end in _t for types.
HEADERS = re.compile(
    r"(?:DBL|DEC|DECIMAL|FLT|FP|HUGE|L|LDBL|M|MATH|P|SEEK|TMP)_\w+|\w+_(?:t|unlocked)|EOF|FILE|NULL|NAN"
    r"|BUFSIZ|DOMAIN|FILENAME_MAX|FOPEN_MAX|INFINITY|OVERFLOW|PLOSS|SING|SNAN[FL]?|TLOSS|UNDERFLOW"
    r"|math_errhandling|va_list|\w+_(?:given|exact|allowed)"
)
#: Functions of the C library and macros of math.h, which compilers and headers know.
LIBRARY = set(
    "abort abs aligned_alloc alloca asprintf atexit atof atoi atol atoll bcmp bcopy bsearch bzero "
    "calloc clearerr ctermid dprintf errno execl execle execlp execv execve execvp exit fclose "
    "fdopen feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof feraiseexcept "
    "ferror fesetenv fesetexceptflag fesetround fetestexcept feupdateenv fflush ffs ffsl ffsll "
    "fgetc fgetpos fgets fileno flockfile fmemopen fopen fork fprintf fputc fputs fread free "
    "freopen fscanf fseek fseeko fsetpos ftell ftello ftrylockfile funlockfile fwrite getc "
    "getchar getdelim getenv getline gets gettext getw imaxabs index isalnum isalpha isascii "
    "isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit iswalnum "
    "iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper "
    "iswxdigit labs llabs longjmp malloc memchr memcmp memcpy memmove mempcpy memset "
    "open_memstream pclose perror popen posix_memalign printf putc putchar puts putw qsort rand "
    "realloc remove rename renameat rewind rindex scanf setbuf setbuffer setjmp setlinebuf "
    "setvbuf signal signgam snprintf sprintf srand sscanf stderr stdin stdout stpcpy stpncpy "
    "strcasecmp strcat strchr strcmp strcpy strcspn strdup strfmon strftime strlen strncasecmp "
    "strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod strtof strtol "
    "strtold strtoll strtoul strtoull system tempnam tmpfile tmpnam tmpnam_r toascii tolower "
    "toupper towlower towupper ungetc vasprintf vdprintf vfprintf vfscanf vprintf vscanf vsnprintf "
    "vsprintf vsscanf fpclassify isfinite isgreater isgreaterequal isless islessequal "
    "islessgreater isnormal isunordered signbit unix linux".split()
)
#: Those of math.h and complex.h, which there are for other scalars with a suffix.
MATHEMATICS = set(
    "acos acosh asin asinh atan atan2 atanh canonicalize cbrt ceil copysign cos cosh drem erf "
    "erfc exp exp10 exp2 expm1 fabs fadd fdim fdiv ffma finite floor fma fmax fmaxmag fmin "
    "fminmag fmod fmul frexp fromfp fromfpx fsqrt fsub gamma getpayload hypot ilogb isinf isnan "
    "j0 j1 jn ldexp lgamma llogb llrint llround log log10 log1p log2 logb lrint lround modf nan "
    "nearbyint nextafter nextdown nexttoward nextup pow pow10 remainder remquo rint round "
    "roundeven scalb scalbln scalbn setpayload setpayloadsig significand sin sincos sinh sqrt tan "
    "tanh tgamma totalorder totalordermag trunc ufromfp ufromfpx y0 y1 yn cabs cacos cacosh carg "
    "casin casinh catan catanh ccos ccosh cexp cimag clog clog10 conj cpow cproj creal csin csinh "
    "csqrt ctan ctanh fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fminimum fminimum_mag "
    "fminimum_mag_num fminimum_num".split()
)


def is_taken(name: str) -> bool:
    """Whether a name has a meaning in C already, or in the generated files."""
    stem = re.sub(r"(?:f|l|f(?:32|64|128)x?)?(?:_r)?$", "", name)
    listed = name in TAKEN | LIBRARY or HEADERS.fullmatch(name) is not None
    return listed or not MATHEMATICS.isdisjoint((name, stem))


@dataclass(frozen=True)
class Style:
    """How the text is written.

    name : of the C function, and the beginning of every name in the files
    scalar : "double" or "float"
    lanes : states in one call, 1 or a power of two
    robot : name of the robot
    order_lanes : adjacent orders of time derivatives in one vector, 1 or a power of two
    """

    name: str
    scalar: str
    lanes: int
    robot: str
    order_lanes: int = 1

    @property
    def width(self) -> int:
        """Numbers in a value."""
        return self.lanes * self.order_lanes

    @property
    def angle(self) -> str:
        """The type of angles, and of their sines."""
        return "value" if self.order_lanes == 1 else self.scalar

    @property
    def real(self) -> str:
        """The type of arguments."""
        return self.scalar if self.lanes == 1 else f"{self.name}_real"

    def number(self, x: float) -> str:
        """A literal."""
        if self.scalar == "double":
            return repr(float(x))
        # products of constants may be zero as floats, of which compilers warn
        return f"{0.0 if abs(x) < SMALLEST_FLOAT else float(x)!r}f"
