// Minimal puzzles: takes givens out of full grids while the solution stays the only one.
//
// The cells of a grid are tried in a given order. A cell's digit goes if there is no solution with another digit in that
// cell; what is left in the end is minimal. The result depends on the grid and the order alone: it is that of the CPU's
// generator.
//
// A thread works on one grid from its first cell to its last. Each cell is a search that ends with the first solution, and
// the threads of a warp sweep, wait to be served and guess together as in `search.cuh`.

#pragma once
#include "search.cuh"
#include "text.cuh"

/// What is to be dug.
struct DigTask {
    Work work;
    /// The grids; in the end, the puzzles.
    State *grids;
    /// For each grid, its cells in the order in which they are tried.
    const u8 *orders;
    /// For each grid, whether it was given up.
    u8 *unfinished;
};

/// The grid that a thread works on.
struct Digger {
    u32 grid;
    /// The number of the cell in question in the order.
    u32 place;
    /// Where the cell is in the grid's state, and its digit.
    u32 word, shift, digit;
    bool given_up;
};

/// The words of a grid's state.
INLINE u32 *words_of(const DigTask &task, u32 grid) {
    return (u32 *)task.grids[grid].quads;
}

/// Takes down answers, and asks the next questions.
INLINE void serve_diggers(Searcher &me, Digger &digger, const DigTask &task, Quad *stack, u32 lane, bool &dry) {
    bool asks = me.status == IDLE;
    if (me.status == DONE && !digger.given_up && me.top > 0) {
        pop(me, stack, lane);
    } else if (me.status == DONE || me.status == SOLVED) {
        // The cell has all digits but its own in the question. With another solution it gets its own digit back, and
        // otherwise all of them.
        u32 now = 511 ^ digger.digit, then = me.status == SOLVED ? digger.digit : 511;
        words_of(task, digger.grid)[digger.word] ^= (now ^ then) << digger.shift;
        digger.place++;
        if (digger.given_up) {
            task.unfinished[digger.grid] = 1;
            digger.place = CELLS;
        }
        me.status = IDLE;
        asks = true;
    }

    bool wants = asks && digger.place == CELLS;
    u32 wanting = __ballot_sync(ALL_LANES, wants);
    if (!dry && wanting != 0) {
        u32 grid = take_grid(task.work, wanting, lane, dry);
        if (wants && grid < task.work.grids) {
            digger.grid = grid;
            digger.place = 0;
            digger.given_up = false;
            task.unfinished[grid] = 0;
        }
    }
    if (asks && digger.place < CELLS) {
        u32 cell = task.orders[(u64)digger.grid * CELLS + digger.place];
        digger.word = cell % WORDS;
        digger.shift = cell / WORDS * 10;
        u32 *word = words_of(task, digger.grid) + digger.word;
        digger.digit = *word >> digger.shift & 511;
        *word ^= 511u << digger.shift;
        load_state(me.x, task.grids[digger.grid].quads);
        me.status = RUNNING;
        me.sum = me.top = me.guesses = 0;
    }
}

/// Digs all grids.
extern "C" __global__ void __launch_bounds__(WARPS *LANES, BLOCKS) dig(DigTask task) {
    __shared__ u32 scratch[WARPS][SCRATCH_WORDS * LANES];
    __shared__ Peers peers;
    u32 lane = threadIdx.x % LANES;
    fill_peers(peers);
    __syncthreads();
    Quad *stack = stack_of_warp(task.work.stacks);

    Searcher me;
    begin(me, lane);
    Digger digger = {0, CELLS, 0, 0, 0, false};
    bool dry = false;
    for (;;) {
        u32 running = __ballot_sync(ALL_LANES, me.status == RUNNING);
        u32 stuck = __ballot_sync(ALL_LANES, me.status == STUCK);
        u32 waiting = __ballot_sync(ALL_LANES, me.status == DONE || me.status == SOLVED || (me.status == IDLE && !dry));
        if (running == 0 || bits_in(waiting) >= task.work.serve_at) {
            serve_diggers(me, digger, task, stack, lane, dry);
            running = __ballot_sync(ALL_LANES, me.status == RUNNING);
            stuck = __ballot_sync(ALL_LANES, me.status == STUCK);
        }
        if (stuck != 0 && (running == 0 || bits_in(stuck) >= task.work.guess_at)) {
            if (me.status == STUCK) {
                digger.given_up = !guess(me, scratch[threadIdx.x / LANES] + lane, task.work.budget, stack, lane, peers);
            }
            __syncwarp();
        } else if (running == 0) {
            if (__ballot_sync(ALL_LANES, me.status != IDLE) == 0 && dry) return;
            continue;
        }
        sweep(me, task.work.one);
    }
}

/// Writes grids as text, with dots for the cells that have several candidates.
extern "C" __global__ void __launch_bounds__(BLOCK_GRIDS) format_grids(const State *states, u8 *bytes, u32 grids) {
    __shared__ __align__(16) u8 block[BLOCK_GRIDS * CELLS];
    u32 here = grids_of_block(grids);
    if (threadIdx.x < here) {
        u8 *grid = block + threadIdx.x * CELLS;
        u32 x[WORDS];
        load_state(x, states[blockIdx.x * BLOCK_GRIDS + threadIdx.x].quads);
#pragma unroll
        for (int cell = 0; cell < CELLS; cell++) {
            u32 candidates = x[cell % WORDS] >> cell / WORDS * 10 & 511;
            grid[cell] = candidates & (candidates - 1) ? '.' : '1' + __popc(candidates - 1);
        }
    }
    __syncthreads();
    copy_bytes(bytes + (u64)blockIdx.x * BLOCK_GRIDS * CELLS, block, here * CELLS);
}
