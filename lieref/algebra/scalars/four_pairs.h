/* Four neighbours in memory of a scalar that is a pair of doubles: two_parts of double_double.h,
   ball of ball.h. They stand in the order 0, 2, 1, 3: so they come apart into first and second
   parts, and go together again, without crossing the halves of a register. */
#ifndef LIEREF_FOUR_PAIRS_H
#define LIEREF_FOUR_PAIRS_H

#define PAIR template <template <class> class pair> static INLINED

PAIR pair<four_doubles> four_of(const pair<double> *x)
{
    const double *numbers = (const double *) x;
    const four_doubles first = _mm256_loadu_pd(numbers), second = _mm256_loadu_pd(numbers + 4);
    return {_mm256_unpacklo_pd(first, second), _mm256_unpackhi_pd(first, second)};
}

PAIR void put_four(pair<double> *x, const pair<four_doubles> &four)
{
    const auto &[first, second] = four;
    _mm256_storeu_pd((double *) x, _mm256_unpacklo_pd(first, second));
    _mm256_storeu_pd((double *) x + 4, _mm256_unpackhi_pd(first, second));
}

PAIR void put_four(pair<double> *x, const pair<double> &a, const pair<double> &b,
                   const pair<double> &c, const pair<double> &d)
{
    const auto &[a_first, a_second] = a;
    const auto &[b_first, b_second] = b;
    const auto &[c_first, c_second] = c;
    const auto &[d_first, d_second] = d;
    _mm256_storeu_pd((double *) x, (four_doubles) {a_first, a_second, b_first, b_second});
    _mm256_storeu_pd((double *) x + 4, (four_doubles) {c_first, c_second, d_first, d_second});
}

/* The numbers 0 and 1 of two fours. */
PAIR pair<four_doubles> first_two(const pair<four_doubles> &x, const pair<four_doubles> &y)
{
    const auto &[x_first, x_second] = x;
    const auto &[y_first, y_second] = y;
    return {_mm256_unpacklo_pd(x_first, y_first), _mm256_unpacklo_pd(x_second, y_second)};
}

/* With a single number, which counts in every lane as it does with gcc's own vectors. */
static INLINED four_doubles spread(double x)
{
    return x - four_doubles();
}

PAIR pair<four_doubles> spread(const pair<double> &x)
{
    const auto &[first, second] = x;
    return {spread(first), spread(second)};
}

PAIR pair<four_doubles> operator+(const pair<four_doubles> &x, const pair<double> &y)
{
    return x + spread(y);
}

PAIR pair<four_doubles> operator*(const pair<double> &x, const pair<four_doubles> &y)
{
    return spread(x) * y;
}

PAIR pair<four_doubles> operator*(const pair<four_doubles> &x, const pair<double> &y)
{
    return x * spread(y);
}

PAIR pair<four_doubles> operator*(double x, const pair<four_doubles> &y)
{
    return spread(x) * y;
}

PAIR pair<four_doubles> operator*(const pair<four_doubles> &x, double y)
{
    return spread(y) * x;
}

PAIR pair<four_doubles> operator/(const pair<four_doubles> &x, double y)
{
    return x / pair<four_doubles>(y);
}

/* k + 1, ..., k + 4 */
PAIR pair<four_doubles> count_four(int k)
{
    return {four_doubles{k + 1.0, k + 3.0, k + 2.0, k + 4.0}, four_doubles()};
}
#endif
