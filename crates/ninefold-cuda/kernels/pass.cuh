// One sweep of propagation over a grid.
//
//   singles    A cell with one candidate takes that digit from the other cells of its block.
//   rows       In a band a digit goes into three triads, one in each row and one in each block. A triad keeps a digit only
//              if one of the six arrangements of three such triads goes through it and all of its triads can hold the digit:
//              locked candidates, pointing and claiming. A digit that fits in no other triad of its row and in one cell of
//              this one is a hidden single.
//   columns    The same for the triads of columns in a stack, without the hidden singles.
//
// A single is not taken from its row and its column in the first step. The block has lost it everywhere else, so that the
// arrangements of the other two steps take it from there.
//
// A digit that is twice in a house leaves no arrangement, so that grids need no check before the search. `solved` in
// `Outcome` says why solutions need none after it.
//
// GPUs from compute capability 7.0 on have one set of execution units for logic and shifts and another one for
// multiplication. A pass takes 406 operations of the first kind and 234 of the second, and the first are the bottleneck.
// Additions therefore are written as multiplications by `one`, a number that the compiler does not know.

#pragma once
#include "state.cuh"

/// What a pass found out.
struct Outcome {
    /// A cell has no candidate or a digit has no place.
    bool dead;
    /// Every cell has one candidate, and they are a solution.
    ///
    /// The test is that the nine words of each row within a band add up to `FULL`, as they do in a solution. It suffices
    /// when the grid is not dead:
    ///
    /// 1. Nine words add up to less than 2^32 + FULL. A sum that equals `FULL` is therefore exact.
    /// 2. The columns' arrangements left every digit in every block, so that the candidates of a block add up to 511 at
    ///    least. The 27 words add up to 3 FULL, which is 511 for each block. So each block has each digit once, and each
    ///    cell, as none is empty, one digit.
    /// 3. A digit then has one column in each block of a stack. They belong to one arrangement, so that they differ.
    /// 4. The nine digits of a row are powers of two that add up to 511 modulo 1024. They are nine different ones, because
    ///    1535 is a sum of ten powers of two at least. Each row has each digit, too.
    bool solved;
    /// The sum of all words. Any elimination changes it, except by a multiple of 2^32; the search then guesses early.
    u32 sum;
};

/// a + b, on the units for multiplication. As an expression, compilers would rearrange it.
INLINE u32 plus(u32 a, u32 b, u32 one) {
#ifdef __CUDACC__
    u32 sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(one), "r"(b));
    return sum;
#else
    return a * one + b;
#endif
}

/// a & b & ~c in one operation. Compilers would take b apart where that is the union of two others.
INLINE u32 both_without(u32 a, u32 b, u32 c) {
#ifdef __CUDACC__
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, 0x40;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
#else
    return a & b & ~c;
#endif
}

/// All candidates in the fields of x that are not empty. The spare bits of x are zero.
INLINE u32 where_any(u32 x, u32 one) {
    return ((plus(x, FULL, one) & SPARE) >> 9) * 511;
}

/// Each band gets what the next one has. The upper two bits are undefined.
INLINE u32 from_next_band(u32 x) {
    return (x >> 10) + x * (1u << 20);
}

/// Each band gets what the one before has. The upper two bits are undefined.
INLINE u32 from_previous_band(u32 x) {
    return (x >> 20) + x * (1u << 10);
}

/// Sweeps over the grid once.
INLINE Outcome pass(u32 (&x)[WORDS], u32 one) {
    // Singles, stack by stack.
#pragma unroll
    for (int s = 0; s < 3; s++) {
        u32 open[9], singles = 0;
#pragma unroll
        for (int i = 0; i < 9; i++) {
            u32 w = x[9 * (i / 3) + 3 * s + i % 3];
            u32 without_least = w & plus(w, FULL, one);
            open[i] = where_any(without_least, one);
            singles |= w & ~open[i];
        }
#pragma unroll
        for (int i = 0; i < 9; i++) x[9 * (i / 3) + 3 * s + i % 3] &= ~(singles & open[i]);
    }

    // Rows. `places[r][s]` holds the digits that fit in some cell of the triad that row r and block s share.
    u32 places[3][3], twice[3][3], down[3], up[3], kept[3][3];
#pragma unroll
    for (int r = 0; r < 3; r++) {
#pragma unroll
        for (int s = 0; s < 3; s++) {
            u32 *triad = &x[9 * r + 3 * s];
            places[r][s] = triad[0] | triad[1] | triad[2];
            twice[r][s] = in_two(triad[0], triad[1], triad[2]);
        }
    }
#pragma unroll
    for (int i = 0; i < 3; i++) {
        down[i] = places[0][i] & places[1][(i + 1) % 3] & places[2][(i + 2) % 3];
        up[i] = places[0][i] & places[1][(i + 2) % 3] & places[2][(i + 1) % 3];
    }
#pragma unroll
    for (int i = 0; i < 3; i++) {
        kept[0][i] = down[i] | up[i];
        kept[1][i] = down[(i + 2) % 3] | up[(i + 1) % 3];
        kept[2][i] = down[(i + 1) % 3] | up[(i + 2) % 3];
    }
    u32 present = kept[0][0] | kept[0][1] | kept[0][2];
#pragma unroll
    for (int r = 0; r < 3; r++) {
#pragma unroll
        for (int s = 0; s < 3; s++) {
            u32 asserted = kept[r][s] & ~(kept[r][(s + 1) % 3] | kept[r][(s + 2) % 3]);
            u32 hidden = asserted & ~twice[r][s];
#pragma unroll
            for (int i = 0; i < 3; i++) {
                u32 &w = x[9 * r + 3 * s + i];
                u32 single = w & hidden;
                w = plus(both_without(w, kept[r][s], where_any(single, one)), single, one);
            }
        }
    }

    // Columns. The bands are the rows of the square of triads here.
    u32 filled = ~0u, sums[3] = {0, 0, 0};
#pragma unroll
    for (int s = 0; s < 3; s++) {
        u32 column[3], next[3], previous[3], allowed[3];
#pragma unroll
        for (int i = 0; i < 3; i++) {
            column[i] = x[3 * s + i] | x[9 + 3 * s + i] | x[18 + 3 * s + i];
            next[i] = from_next_band(column[i]);
            previous[i] = from_previous_band(column[i]);
        }
#pragma unroll
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            allowed[i] = (next[j] & previous[k]) | (previous[j] & next[k]);
        }
        present &= (column[0] & allowed[0]) | (column[1] & allowed[1]) | (column[2] & allowed[2]);
#pragma unroll
        for (int i = 0; i < 3; i++) {
#pragma unroll
            for (int r = 0; r < 3; r++) {
                u32 &w = x[9 * r + 3 * s + i];
                w &= allowed[i];
                sums[r] = plus(w, sums[r], one);
                filled &= plus(w, FULL, one);
            }
        }
    }

    Outcome outcome;
    outcome.dead = (filled & SPARE) != SPARE || (present & FULL) != FULL;
    outcome.solved = sums[0] == FULL && sums[1] == FULL && sums[2] == FULL;
    outcome.sum = sums[0] + sums[1] + sums[2];
    return outcome;
}
