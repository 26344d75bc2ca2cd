// The search: counts the solutions of many grids, each up to a limit.
//
// Every thread of a warp works on a grid of its own. All of them sweep over their grids together, one pass after the other.
// What differs between them waits until enough threads need it: the next state for threads that met a contradiction or a
// solution, a guess for those that came to a halt.
//
//       +--> pass --> dead or solved?  --> served together: the state on top of the stack, else the next grid
//       |      |
//       |      +----> unchanged?       --> guess together: one child goes on, the other one goes on the stack
//       +-- both <----------------------------+
//
// Grids come from a queue that all threads share. When it is empty, a thread without work takes the *oldest* state from the
// stack of another thread of its warp, so that a hard grid at the end is searched by 32 threads.
//
// Nothing here can fail. A grid that takes more guesses or a deeper stack than there is room for gets the result
// `UNFINISHED`, and the CPU engine solves it.

#pragma once
#include "branch.cuh"
#include "pass.cuh"

/// Warps of a block.
#ifndef WARPS
#define WARPS 2
#endif
/// Blocks that the registers of a multiprocessor have room for.
#ifndef BLOCKS
#define BLOCKS 12
#endif
/// States that a thread can put on its stack.
#define DEPTH 32
/// Sixteen-byte parts of a state on a stack: a line of the cache, so that no two states share one.
#define STACK_QUADS 8
/// What is counted for a grid that was given up.
#define UNFINISHED 0x80000000u

/// What a thread is doing.
enum Status {
    /// Its state may have more to give.
    RUNNING,
    /// Its state is a fixpoint.
    STUCK,
    /// Its state is a solution.
    SOLVED,
    /// Its state is a contradiction or has been dealt with.
    DONE,
    /// There is no work for it.
    IDLE,
};

/// What the threads of a warp share.
struct Warp {
    u32 scratch[SCRATCH_WORDS * LANES];
    /// For each thread, the grid that it took from the queue, how many solutions it has, and how many threads work on it.
    u32 grid[LANES];
    u32 found[LANES];
    u32 workers[LANES];
    /// The threads whose oldest states are taken.
    u32 givers[LANES];
};

/// What every kernel that searches needs.
struct Work {
    /// The next grid in the queue.
    u32 *queue;
    /// Room for the stacks of all threads: `DEPTH` states each.
    Quad *stacks;
    /// The number of grids.
    u32 grids;
    /// The guesses after which a thread gives up a grid.
    u32 budget;
    /// So many threads wait to be served together, and to guess together.
    u32 serve_at, guess_at;
    /// One. See `pass.cuh`.
    u32 one;
};

/// What the search is to do.
struct Task {
    Work work;
    /// The grids. A state is replaced by the first solution that was found, if there is one.
    State *states;
    /// How many solutions each grid has, `limit` at most, or `UNFINISHED`.
    u32 *counts;
    /// The limit to the number of solutions that are counted, one at least.
    u32 limit;
};

/// A thread of the search.
struct Searcher {
    u32 x[WORDS];
    /// The sum of the words after the last pass.
    u32 sum;
    u32 status;
    /// The thread of this warp that took the grid from the queue.
    u32 owner;
    /// The stack holds the states `bottom..top`.
    u32 top, bottom;
    /// Guesses since the thread began to work on this grid.
    u32 guesses;
};

/// The state on a level of a thread's stack.
INLINE Quad *level_of(Quad *stack, u32 level, u32 lane) {
    return stack + (lane * DEPTH + level) * STACK_QUADS;
}

/// How many bits are set.
INLINE u32 bits_in(u32 lanes) {
    return (u32)__popc(lanes);
}

/// How many of these lanes come before one.
INLINE u32 bits_below(u32 lane, u32 lanes) {
    return bits_in(lanes & ((1u << lane) - 1));
}

/// Takes the state on top of the stack.
INLINE void pop(Searcher &me, Quad *stack, u32 lane) {
    me.top--;
    load_state(me.x, level_of(stack, me.top, lane));
    me.status = RUNNING;
    me.sum = 0;
}

/// A thread without work.
INLINE void begin(Searcher &me, u32 lane) {
    me.sum = 0;
    me.status = IDLE;
    me.owner = lane;
    me.top = me.bottom = me.guesses = 0;
#pragma unroll
    for (int i = 0; i < WORDS; i++) me.x[i] = FULL;
}

/// Sweeps over the grid of each thread, and takes down what came of it.
INLINE void sweep(Searcher &me, u32 one) {
    Outcome outcome = pass(me.x, one);
    if (me.status == RUNNING) {
        if (outcome.dead) {
            me.status = DONE;
        } else if (outcome.solved) {
            me.status = SOLVED;
        } else if (outcome.sum == me.sum) {
            me.status = STUCK;
        }
        me.sum = outcome.sum;
    }
}

/// The stacks of this warp.
INLINE Quad *stack_of_warp(Quad *stacks) {
    return stacks + (u64)(blockIdx.x * WARPS + threadIdx.x / LANES) * DEPTH * STACK_QUADS * LANES;
}

/// Takes grids from the queue, one for each of these lanes, and gives this one's number. It is too large for those that get
/// none; then the queue is dry.
INLINE u32 take_grid(const Work &work, u32 wanting, u32 lane, bool &dry) {
    u32 first = 0;
    if (lane == 0) first = atomicAdd(work.queue, bits_in(wanting));
    first = __shfl_sync(ALL_LANES, first, 0);
    dry = first + bits_in(wanting) >= work.grids;
    return first + bits_below(lane, wanting);
}

/// Takes down solutions and finds work for the threads that have none.
INLINE void serve(Searcher &me, Warp &warp, const Task &task, Quad *stack, u32 lane, bool &dry) {
    if (me.status == SOLVED) {
        u32 before = atomicAdd(&warp.found[me.owner], 1u);
        if (before == 0) store_state(me.x, task.states[warp.grid[me.owner]].quads);
        me.status = DONE;
    }
    __syncwarp();

    bool wants = false;
    if (me.status == DONE) {
        u32 found = warp.found[me.owner];
        if (found >= task.limit) me.bottom = me.top;
        if (me.top > me.bottom) {
            pop(me, stack, lane);
        } else {
            // The last thread that works on a grid writes its result.
            u32 workers = atomicSub(&warp.workers[me.owner], 1u);
            if (workers == 1) {
                found = warp.found[me.owner];
                task.counts[warp.grid[me.owner]] = found >= UNFINISHED ? UNFINISHED : found < task.limit ? found : task.limit;
            }
            me.status = IDLE;
            wants = true;
        }
    } else if (me.status == IDLE) {
        wants = true;
    }

    u32 wanting = __ballot_sync(ALL_LANES, wants);
    if (!dry && wanting != 0) {
        u32 grid = take_grid(task.work, wanting, lane, dry);
        if (wants && grid < task.work.grids) {
            load_state(me.x, task.states[grid].quads);
            me.status = RUNNING;
            me.sum = 0;
            me.owner = lane;
            me.top = me.bottom = me.guesses = 0;
            warp.grid[lane] = grid;
            warp.found[lane] = 0;
            warp.workers[lane] = 1;
        }
    }
}

/// Lets threads without work take the oldest states of others. Called when the queue is empty.
INLINE void share(Searcher &me, Warp &warp, const Task &task, Quad *stack, u32 lane) {
    bool busy = me.status == RUNNING || me.status == STUCK;
    // Others may have found all solutions that are wanted.
    if (busy && warp.found[me.owner] >= task.limit) {
        me.status = DONE;
        busy = false;
    }
    bool gives = busy && me.top > me.bottom, takes = me.status == IDLE;
    u32 giving = __ballot_sync(ALL_LANES, gives), taking = __ballot_sync(ALL_LANES, takes);
    u32 pairs = min(bits_in(giving), bits_in(taking));
    u32 giver_number = bits_below(lane, giving), taker_number = bits_below(lane, taking);
    u32 oldest = me.bottom, owner = me.owner;
    if (gives && giver_number < pairs) {
        warp.givers[giver_number] = lane;
        atomicAdd(&warp.workers[me.owner], 1u);
        me.bottom++;
    }
    __syncwarp();
    bool paired = takes && taker_number < pairs;
    u32 giver = paired ? warp.givers[taker_number] : lane;
    oldest = __shfl_sync(ALL_LANES, oldest, giver);
    owner = __shfl_sync(ALL_LANES, owner, giver);
    if (paired) {
        load_state(me.x, level_of(stack, oldest, giver));
        me.status = RUNNING;
        me.sum = 0;
        me.owner = owner;
        me.top = me.bottom = me.guesses = 0;
    }
    __syncwarp();
}

/// Goes on with one digit of a cell, and puts the state with the others on the stack. Says whether there is room for it, and
/// the search has not taken too long.
INLINE bool guess(Searcher &me, u32 *scratch, u32 budget, Quad *stack, u32 lane, const Peers &peers) {
    Choice choice = choose(me.x, scratch, peers);
    me.guesses++;
    if (!choice.any || me.top >= DEPTH || me.guesses > budget) {
        me.status = DONE;
        return false;
    }
    u32 shift = 10 * choice.band;
    u32 word = scratch[LANES * choice.place];
    u32 digits = word >> shift & 511;
    u32 first = digits & (0 - digits);
    // The child replaces the state; on the stack, the other child's word replaces the first one's.
    scratch[LANES * choice.place] = word ^ (digits ^ first) << shift;
#pragma unroll
    for (int p = 0; p < PLACES; p++) me.x[word_at(p)] = scratch[LANES * p];
    Quad *top = level_of(stack, me.top, lane);
    store_state(me.x, top);
    u32 at = 9 * (choice.place / 3 % 3) + 3 * (choice.place % 3) + choice.place / 9;
    ((u32 *)top)[at] = word ^ first << shift;
    me.top++;
    me.status = RUNNING;
    me.sum = 0;
    return true;
}

/// Counts the solutions of all grids.
extern "C" __global__ void __launch_bounds__(WARPS *LANES, BLOCKS) search(Task task) {
    __shared__ Warp warps[WARPS];
    __shared__ Peers peers;
    u32 lane = threadIdx.x % LANES;
    Warp &warp = warps[threadIdx.x / LANES];
    fill_peers(peers);
    __syncthreads();
    Quad *stack = stack_of_warp(task.work.stacks);

    Searcher me;
    begin(me, lane);
    bool dry = false;
    for (;;) {
        u32 running = __ballot_sync(ALL_LANES, me.status == RUNNING);
        u32 stuck = __ballot_sync(ALL_LANES, me.status == STUCK);
        u32 waiting = ~(running | stuck);
        bool starved = dry && __ballot_sync(ALL_LANES, me.status == IDLE) != 0;
        if (running == 0 || starved || bits_in(waiting) >= task.work.serve_at) {
            serve(me, warp, task, stack, lane, dry);
            if (dry) share(me, warp, task, stack, lane);
            running = __ballot_sync(ALL_LANES, me.status == RUNNING);
            stuck = __ballot_sync(ALL_LANES, me.status == STUCK);
        }
        if (stuck != 0 && (running == 0 || bits_in(stuck) >= task.work.guess_at)) {
            if (me.status == STUCK && !guess(me, warp.scratch + lane, task.work.budget, stack, lane, peers)) {
                atomicOr(&warp.found[me.owner], UNFINISHED);
            }
            __syncwarp();
        } else if (running == 0) {
            if (__ballot_sync(ALL_LANES, me.status != IDLE) == 0 && dry) return;
            continue;
        }
        sweep(me, task.work.one);
    }
}
