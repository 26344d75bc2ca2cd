// Grids as bytes, in and out.
//
// A grid is 81 bytes. The digits 1 to 9 are the nine bytes after `zero`, which is `0` in text and 0 in arrays of numbers;
// every other byte is an empty cell. Grids may also come as the candidates of each cell, sixteen bits a cell.
//
// Bytes move between global and shared memory sixteen at a time, by all threads of a block together. In shared memory each
// thread reads or writes its own grid.

#pragma once
#include "search.cuh"

/// Grids of a block.
#define BLOCK_GRIDS 128
/// Cells of a grid.
#define CELLS 81
/// What a byte says about a grid that was given up.
#define UNFINISHED_BYTE 255

typedef unsigned short u16;

/// Copies bytes, by all threads of a block.
INLINE void copy_bytes(u8 *to, const u8 *from, u32 bytes) {
    u32 whole = ((u64)to | (u64)from) % 16 == 0 ? bytes / 16 : 0;
    for (u32 i = threadIdx.x; i < whole; i += BLOCK_GRIDS) ((Quad *)to)[i] = ((const Quad *)from)[i];
    for (u32 i = 16 * whole + threadIdx.x; i < bytes; i += BLOCK_GRIDS) to[i] = from[i];
}

/// How many grids this block has.
INLINE u32 grids_of_block(u32 grids) {
    u32 rest = grids - blockIdx.x * BLOCK_GRIDS;
    return rest < BLOCK_GRIDS ? rest : BLOCK_GRIDS;
}

/// Adds a cell's candidates to a state without any.
INLINE void set_candidates(u32 (&x)[WORDS], int cell, u32 candidates) {
    x[cell % WORDS] += candidates * (1u << cell / WORDS * 10);
}

/// Reads grids from bytes.
extern "C" __global__ void __launch_bounds__(BLOCK_GRIDS) parse(const u8 *bytes, State *states, u32 grids, u32 zero) {
    // The last thread may read a word more than its own.
    __shared__ __align__(16) u8 block[BLOCK_GRIDS * CELLS + 8];
    u32 here = grids_of_block(grids);
    copy_bytes(block, bytes + (u64)blockIdx.x * BLOCK_GRIDS * CELLS, here * CELLS);
    __syncthreads();
    if (threadIdx.x >= here) return;

    u32 x[WORDS];
#pragma unroll
    for (int i = 0; i < WORDS; i++) x[i] = 0;
    // Four bytes at a time, from two aligned words.
    u32 start = threadIdx.x * CELLS, shift = start % 4 * 8;
    const u32 *words = (const u32 *)block + start / 4;
#pragma unroll
    for (int four = 0; four < (CELLS + 3) / 4; four++) {
        u32 word = __funnelshift_r(words[four], words[four + 1], shift);
#pragma unroll
        for (int cell = 4 * four; cell < 4 * four + 4 && cell < CELLS; cell++) {
            u32 digit = (word >> cell % 4 * 8 & 255) - (zero + 1);
            set_candidates(x, cell, digit < 9 ? 1u << digit : 511);
        }
    }
    store_state(x, states[blockIdx.x * BLOCK_GRIDS + threadIdx.x].quads);
}

/// Reads grids from candidates: bit d - 1 of a cell for digit d.
extern "C" __global__ void __launch_bounds__(BLOCK_GRIDS)
    parse_candidates(const u16 *candidates, State *states, u32 grids) {
    __shared__ __align__(16) u16 block[BLOCK_GRIDS * CELLS];
    u32 here = grids_of_block(grids);
    copy_bytes((u8 *)block, (const u8 *)(candidates + (u64)blockIdx.x * BLOCK_GRIDS * CELLS), 2 * here * CELLS);
    __syncthreads();
    if (threadIdx.x >= here) return;
    u32 x[WORDS];
#pragma unroll
    for (int i = 0; i < WORDS; i++) x[i] = 0;
#pragma unroll
    for (int cell = 0; cell < CELLS; cell++) set_candidates(x, cell, block[threadIdx.x * CELLS + cell] & 511);
    store_state(x, states[blockIdx.x * BLOCK_GRIDS + threadIdx.x].quads);
}

/// Where results go. A null pointer leaves a part of them out.
struct Results {
    /// The solutions of the grids that have exactly one, 81 bytes each, and zeros for the others.
    u8 *solutions;
    /// How many solutions each grid has, in a byte, or `UNFINISHED_BYTE`.
    u8 *count_bytes;
    /// How many solutions each grid has, `limit` at most. Grids that were given up have all bits set.
    u32 *counts;
    u32 limit;
    u32 zero;
};

/// Writes the results of a search.
extern "C" __global__ void __launch_bounds__(BLOCK_GRIDS)
    format(const State *states, const u32 *counts, Results results, u32 grids) {
    __shared__ __align__(16) u8 block[BLOCK_GRIDS * CELLS];
    u32 here = grids_of_block(grids), grid = blockIdx.x * BLOCK_GRIDS + threadIdx.x;
    if (threadIdx.x < here) {
        u32 count = counts[grid];
        if (results.count_bytes) results.count_bytes[grid] = count < UNFINISHED_BYTE ? count : UNFINISHED_BYTE;
        if (results.counts) results.counts[grid] = count == UNFINISHED ? ~0u : min(count, results.limit);
        u8 *solution = block + threadIdx.x * CELLS;
        u32 x[WORDS];
        load_state(x, states[grid].quads);
#pragma unroll
        for (int cell = 0; cell < CELLS; cell++) {
            // The number of bits below the only one.
            u32 digit = __popc((x[cell % WORDS] >> cell / WORDS * 10 & 511) - 1);
            solution[cell] = count == 1 && results.limit != 0 ? results.zero + 1 + digit : 0;
        }
    }
    __syncthreads();
    if (results.solutions) {
        copy_bytes(results.solutions + (u64)blockIdx.x * BLOCK_GRIDS * CELLS, block, here * CELLS);
    }
}

/// Lists the grids that the CPU has to look at, those with several solutions and those that were given up, with their bytes.
/// `length` counts them, from zero.
extern "C" __global__ void __launch_bounds__(BLOCK_GRIDS)
    gather(const u8 *bytes, const u32 *counts, u32 grids, u32 *length, u32 *list, u8 *listed) {
    u32 grid = blockIdx.x * BLOCK_GRIDS + threadIdx.x;
    if (grid >= grids || counts[grid] <= 1) return;
    u32 at = atomicAdd(length, 1u);
    list[at] = grid;
    for (u32 cell = 0; cell < CELLS; cell++) listed[(u64)at * CELLS + cell] = bytes[(u64)grid * CELLS + cell];
}

/// Writes what the CPU found for the listed grids.
extern "C" __global__ void __launch_bounds__(BLOCK_GRIDS)
    scatter(const u32 *list, const u8 *found, const u32 *found_counts, u32 length, u8 *solutions, u32 *counts) {
    u32 at = blockIdx.x * BLOCK_GRIDS + threadIdx.x;
    if (at >= length) return;
    u32 grid = list[at];
    if (counts) counts[grid] = found_counts[at];
    if (!solutions) return;
    for (u32 cell = 0; cell < CELLS; cell++) solutions[(u64)grid * CELLS + cell] = found[(u64)at * CELLS + cell];
}
