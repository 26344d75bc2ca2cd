// The candidates of a grid in 27 words.
//
// A word holds one cell of each band: those with the same row within the band and the same column. A cell takes ten bits,
// nine for its candidates and one that is always zero, so that arithmetic on one field does not touch the next.
//
//     word 9 r + c      [ .. | 0 987654321 | 0 987654321 | 0 987654321 ]
//                             r(7 + r)        r(4 + r)       r(1 + r)       each c(1 + c)
//                             band 3          band 2         band 1
//
// The three bands are lanes of a vector: what a rule says about the rows of a band takes the same operations for all three.
// 27 words fit in the registers of a thread.

#pragma once
#include "target.cuh"

/// Words of a state.
#define WORDS 27
/// Sixteen-byte parts of a state in memory.
#define QUADS 7

/// The lowest bit of each field.
#define ONES 0x00100401u
/// The candidates of each field.
#define FULL (ONES * 511u)
/// The bit above the candidates in each field.
#define SPARE (ONES << 9)

/// Sixteen bytes of a state.
struct __align__(16) Quad {
    u32 a, b, c, d;
};

/// A state in memory.
struct __align__(16) State {
    Quad quads[QUADS];
};

/// Bits that are set in at least two of the three.
INLINE u32 in_two(u32 a, u32 b, u32 c) {
    return (a & b) | (a & c) | (b & c);
}

/// Reads a state.
INLINE void load_state(u32 (&x)[WORDS], const Quad *from) {
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        Quad quad = from[q];
        x[4 * q] = quad.a;
        x[4 * q + 1] = quad.b;
        x[4 * q + 2] = quad.c;
        if (4 * q + 3 < WORDS) x[4 * q + 3] = quad.d;
    }
}

/// Writes a state.
INLINE void store_state(const u32 (&x)[WORDS], Quad *to) {
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        Quad quad = {x[4 * q], x[4 * q + 1], x[4 * q + 2], 4 * q + 3 < WORDS ? x[4 * q + 3] : 0};
        to[q] = quad;
    }
}
