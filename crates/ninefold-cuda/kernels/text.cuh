// Grids as text, 81 bytes each: `1` to `9` are givens, and every other byte is an empty cell.
//
// Text moves between global and shared memory sixteen bytes at a time, by all threads of a block together. In shared memory
// each thread reads or writes the 81 bytes of its own grid.

#pragma once
#include "search.cuh"

/// Grids that a block reads or writes.
#define TEXT_GRIDS 128
/// Bytes of a grid.
#define CELLS 81

/// Copies bytes, by all threads of a block.
INLINE void copy_bytes(u8 *to, const u8 *from, u32 bytes) {
    u32 whole = ((u64)to | (u64)from) % 16 == 0 ? bytes / 16 : 0;
    for (u32 i = threadIdx.x; i < whole; i += TEXT_GRIDS) ((Quad *)to)[i] = ((const Quad *)from)[i];
    for (u32 i = 16 * whole + threadIdx.x; i < bytes; i += TEXT_GRIDS) to[i] = from[i];
}

/// How many grids a block has.
INLINE u32 grids_of_block(u32 grids) {
    u32 rest = grids - blockIdx.x * TEXT_GRIDS;
    return rest < TEXT_GRIDS ? rest : TEXT_GRIDS;
}

/// Reads grids from text.
extern "C" __global__ void __launch_bounds__(TEXT_GRIDS) parse(const u8 *text, State *states, u32 grids) {
    // The last thread may read a word more than its own.
    __shared__ __align__(16) u8 block[TEXT_GRIDS * CELLS + 8];
    u32 here = grids_of_block(grids);
    copy_bytes(block, text + (u64)blockIdx.x * TEXT_GRIDS * CELLS, here * CELLS);
    __syncthreads();
    if (threadIdx.x >= here) return;

    u32 x[WORDS];
#pragma unroll
    for (int i = 0; i < WORDS; i++) x[i] = 0;
    // Four bytes at a time, from two aligned words.
    u32 start = threadIdx.x * CELLS, bits = start % 4 * 8;
    const u32 *words = (const u32 *)block + start / 4;
#pragma unroll
    for (int four = 0; four < (CELLS + 3) / 4; four++) {
        u32 bytes = __funnelshift_r(words[four], words[four + 1], bits);
#pragma unroll
        for (int cell = 4 * four; cell < 4 * four + 4 && cell < CELLS; cell++) {
            u32 digit = (bytes >> cell % 4 * 8 & 255) - '1';
            u32 candidates = digit < 9 ? 1u << digit : 511;
            x[cell % 27] += candidates * (1u << cell / 27 * 10);
        }
    }
    store_state(x, states[blockIdx.x * TEXT_GRIDS + threadIdx.x].quads, 1);
}

/// What a byte says about a grid that was given up.
#define UNFINISHED_BYTE 255

/// Writes the solutions of grids that have one, zeros for the others, and the numbers of solutions as bytes. Either may be
/// left out.
extern "C" __global__ void __launch_bounds__(TEXT_GRIDS)
    format(const State *states, const u32 *counts, u8 *text, u8 *count_bytes, u32 grids) {
    __shared__ __align__(16) u8 block[TEXT_GRIDS * CELLS];
    u32 here = grids_of_block(grids), grid = blockIdx.x * TEXT_GRIDS + threadIdx.x;
    if (threadIdx.x < here) {
        u32 count = counts[grid];
        if (count_bytes) count_bytes[grid] = count < UNFINISHED_BYTE ? count : UNFINISHED_BYTE;
        if (text) {
            u8 *bytes = block + threadIdx.x * CELLS;
            u32 x[WORDS];
            load_state(x, states[grid].quads, 1);
#pragma unroll
            for (int cell = 0; cell < CELLS; cell++) {
                u32 digit = '1' + __popc((x[cell % 27] >> cell / 27 * 10 & 511) - 1);
                bytes[cell] = count == 1 ? digit : 0;
            }
        }
    }
    if (!text) return;
    __syncthreads();
    copy_bytes(text + (u64)blockIdx.x * TEXT_GRIDS * CELLS, block, here * CELLS);
}

/// Lists the grids that the CPU has to look at, those with several solutions and those that were given up, and copies their
/// text. `length` counts them and has to be zero before. At most `room` are listed.
extern "C" __global__ void __launch_bounds__(TEXT_GRIDS)
    gather(const u8 *text, const u32 *counts, u32 grids, u32 *length, u32 *list, u8 *listed, u32 room) {
    u32 grid = blockIdx.x * TEXT_GRIDS + threadIdx.x;
    if (grid >= grids || counts[grid] <= 1) return;
    u32 at = atomicAdd(length, 1u);
    if (at >= room) return;
    list[at] = grid;
    for (u32 cell = 0; cell < CELLS; cell++) listed[(u64)at * CELLS + cell] = text[(u64)grid * CELLS + cell];
}

/// Writes what the CPU found for the listed grids.
extern "C" __global__ void __launch_bounds__(TEXT_GRIDS)
    scatter(const u32 *list, const u8 *listed, const u32 *listed_counts, u32 length, u8 *text, u32 *counts) {
    u32 at = blockIdx.x * TEXT_GRIDS + threadIdx.x;
    if (at >= length) return;
    u32 grid = list[at];
    counts[grid] = listed_counts[at];
    for (u32 cell = 0; cell < CELLS; cell++) text[(u64)grid * CELLS + cell] = listed[(u64)at * CELLS + cell];
}
