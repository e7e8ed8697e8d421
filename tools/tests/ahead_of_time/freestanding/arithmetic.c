// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic without Hexagon instructions, implemented with integers and
// rounded as IEEE 754 requires.

#include <stdbool.h>
#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

typedef unsigned _BitInt(128) Wide;

// Returns the remainder in the upper 64 bits and the quotient in the lower 64
// bits. The quotient must fit 64 bits.
static Wide divide(Wide a, uint64_t b) {
  for (int i = 0; i < 64; ++i) {
    bool carry = a >> 127;
    a <<= 1;
    if (carry || a >> 64 >= b)
      a += 1 - ((Wide)b << 64);
  }
  return a;
}

uint64_t __hexagon_udivdi3(uint64_t a, uint64_t b) {
  return (uint64_t)divide(a, b);
}
uint64_t __hexagon_umoddi3(uint64_t a, uint64_t b) {
  return (uint64_t)(divide(a, b) >> 64);
}

int64_t __hexagon_divdi3(int64_t a, int64_t b) {
  uint64_t l = (uint64_t)a, r = (uint64_t)b;
  uint64_t quotient = __hexagon_udivdi3(a < 0 ? -l : l, b < 0 ? -r : r);
  return (int64_t)((a < 0) != (b < 0) ? -quotient : quotient);
}

int64_t __hexagon_moddi3(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a -
                   (uint64_t)__hexagon_divdi3(a, b) * (uint64_t)b);
}

uint32_t __hexagon_udivsi3(uint32_t a, uint32_t b) {
  return (uint32_t)__hexagon_udivdi3(a, b);
}
uint32_t __hexagon_umodsi3(uint32_t a, uint32_t b) {
  return (uint32_t)__hexagon_umoddi3(a, b);
}
int32_t __hexagon_divsi3(int32_t a, int32_t b) {
  return (int32_t)__hexagon_divdi3(a, b);
}
int32_t __hexagon_modsi3(int32_t a, int32_t b) {
  return (int32_t)__hexagon_moddi3(a, b);
}

typedef union {
  double number;
  uint64_t bits;
} Double;

static uint64_t bits(double x) { return ((Double){.number = x}).bits; }
static double number(uint64_t x) { return ((Double){.bits = x}).number; }
static bool is_negative(double x) { return bits(x) >> 63; }
static double signed_as(bool minus, double x) { return minus ? -x : x; }
static int biased_exponent(double x) { return bits(x) >> 52 & 2047; }
static bool is_finite(double x) { return biased_exponent(x) != 2047; }

// The value `mantissa * 2^exponent`, with a mantissa of 53 bits.
typedef struct {
  uint64_t mantissa;
  int exponent;
} Parts;

// Decomposes a finite number other than zero.
static Parts parts(double x) {
  uint64_t mantissa = bits(x) << 12 >> 12;
  if (biased_exponent(x))
    return (Parts){mantissa | 1ULL << 52, biased_exponent(x) - 1075};
  int shift = __builtin_clzll(mantissa) - 11;
  return (Parts){mantissa << shift, -1074 - shift};
}

// Shifts right and ORs the lost bits into the last bit (a sticky bit).
static Wide shifted(Wide a, int by) {
  return by > 127 ? a != 0 : a >> by | (a >> by << by != a);
}

// Rounds `mantissa * 2^exponent` to nearest even. The last bit of the mantissa
// may be sticky.
static double rounded(bool minus, Wide mantissa, int exponent) {
  if (!mantissa)
    return signed_as(minus, 0);
  // Reduces the mantissa to 64 bits, or to fewer if the result is subnormal.
  int zeros = __builtin_clzg(mantissa), biased = exponent - zeros + 127 + 1023;
  mantissa = shifted(mantissa << zeros, biased > 0 ? 64 : 65 - biased);
  if (biased >= 2047)
    return signed_as(minus, __builtin_inf());
  // The leading bit of the mantissa adds one to the exponent.
  uint64_t result = (uint64_t)(biased > 0 ? biased - 1 : 0) << 52;
  uint64_t rest = mantissa & 2047;
  result += (uint64_t)(mantissa >> 11);
  result += rest > 1024 || (rest == 1024 && result & 1);
  return signed_as(minus, number(result));
}

double __hexagon_divdf3(double a, double b) {
  bool minus = is_negative(a) != is_negative(b);
  if (a != a || b != b || (a == 0 && b == 0) ||
      (!is_finite(a) && !is_finite(b)))
    return __builtin_nan("");
  if (a == 0 || !is_finite(b))
    return signed_as(minus, 0);
  if (b == 0 || !is_finite(a))
    return signed_as(minus, __builtin_inf());
  Parts l = parts(a), r = parts(b);
  Wide quotient = divide((Wide)l.mantissa << 74, r.mantissa << 11);
  bool rest = quotient >> 64;
  return rounded(minus, (uint64_t)quotient | rest,
                 l.exponent - r.exponent - 63);
}

double sqrt(double x) {
  if (x == 0 || x != x || x == __builtin_inf())
    return x;
  if (x < 0)
    return __builtin_nan("");
  Parts p = parts(x);
  int odd = p.exponent & 1;
  // Each bit of the root consumes two bits of the square.
  Wide rest = (Wide)p.mantissa << (62 + odd), root = 0;
  for (Wide bit = (Wide)1 << 116; bit; bit >>= 2) {
    Wide step = root | bit;
    root >>= 1;
    if (rest >= step) {
      rest -= step;
      root |= bit;
    }
  }
  return rounded(false, root | (rest != 0), (p.exponent - odd - 62) / 2);
}

double fmod(double x, double y) {
  if (!is_finite(x) || y != y || y == 0)
    return __builtin_nan("");
  if (x == 0 || !is_finite(y))
    return x;
  Parts l = parts(x), r = parts(y);
  if (l.exponent < r.exponent)
    return x;
  uint64_t rest = l.mantissa;
  for (int i = l.exponent - r.exponent;; --i) {
    rest -= rest >= r.mantissa ? r.mantissa : 0;
    if (!i)
      return rounded(is_negative(x), rest, r.exponent);
    rest <<= 1;
  }
}

static double truncated(double x) {
  int places = 1075 - biased_exponent(x);
  if (places > 52)
    return signed_as(is_negative(x), 0);
  return places <= 0 ? x : number(bits(x) >> places << places);
}

double floor(double x) {
  double whole = truncated(x);
  return whole > x ? whole - 1 : whole;
}

double ceil(double x) { return -floor(-x); }

double round(double x) {
  double whole = truncated(x), rest = x - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

double fma(double a, double b, double c) {
  if (!is_finite(a) || !is_finite(b) || a == 0 || b == 0)
    return a * b + c;
  if (c == 0 || !is_finite(c))
    return c == 0 ? a * b : c;
  Parts l = parts(a), r = parts(b), s = parts(c);
  // The leading bits of both are at position 125 or 126.
  Wide ab = (Wide)l.mantissa * r.mantissa << 21, sum = (Wide)s.mantissa << 74;
  int exponent = l.exponent + r.exponent - 21;
  int more = exponent - (s.exponent - 74);
  ab = shifted(ab, more < 0 ? -more : 0);
  sum = shifted(sum, more > 0 ? more : 0);
  exponent -= more < 0 ? more : 0;
  bool minus = is_negative(c);
  if ((is_negative(a) != is_negative(b)) == minus)
    return rounded(minus, sum + ab, exponent);
  if (sum == ab)
    return 0;
  return sum > ab ? rounded(minus, sum - ab, exponent)
                  : rounded(!minus, ab - sum, exponent);
}

float fmaf(float a, float b, float c) {
  // Rounds the sum to odd, so that the conversion to float rounds only once.
  double ab = (double)a * b, sum = ab + c, other = sum - ab;
  double error = (ab - (sum - other)) + (c - other);
  if ((error < 0 || error > 0) && !(bits(sum) & 1))
    sum = number(bits(sum) + ((error > 0) == (sum > 0) ? 1 : -1ULL));
  return (float)sum;
}

// A double has enough bits that rounding twice gives the same result.
float __hexagon_sqrtf(float x) { return (float)sqrt(x); }

float fmodf(float x, float y) { return (float)fmod(x, y); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float roundf(float x) { return (float)round(x); }
