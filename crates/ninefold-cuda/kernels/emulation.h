// CUDA on the CPU, as far as the kernels use it: for tests, slow, one block at a time.
//
// A thread of a block is a context with a stack of its own. They take turns: a thread runs until it reaches a barrier or
// another operation of all threads, then the next one runs. When the turn comes round again, all of them have reached it.
// Every operation of all threads must therefore be reached by all threads of the block, which is why the search is emulated
// with one warp in a block.

#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
// One block runs at a time, so that its shared memory can be static.
#define __shared__ static
#define __launch_bounds__(...)

struct Index {
    u32 x;
};

/// The block that runs.
struct Block {
    std::vector<ucontext_t> threads;
    std::vector<bool> running;
    ucontext_t caller;
    u32 current;
    /// What the threads exchange. Two in turn: a thread may be at the next exchange while others read the last one.
    std::vector<u32> values[2];
    /// How many exchanges each thread has taken part in.
    std::vector<u32> exchanges;
};

inline Block block_of_threads;
inline Index threadIdx, blockIdx, blockDim, gridDim;

/// Lets the next thread that has not ended run.
inline void give_turn() {
    Block &block = block_of_threads;
    u32 from = block.current, threads = block.threads.size(), next = from;
    do {
        next = (next + 1) % threads;
    } while (!block.running[next] && next != from);
    if (next == from) {
        if (!block.running[from]) swapcontext(&block.threads[from], &block.caller);
        return;
    }
    block.current = next;
    threadIdx.x = next;
    swapcontext(&block.threads[from], &block.threads[next]);
}

/// Shows a value to all threads, and returns what each of them shows.
inline const std::vector<u32> &exchange_values(u32 value) {
    Block &block = block_of_threads;
    std::vector<u32> &values = block.values[block.exchanges[block.current]++ % 2];
    values[block.current] = value;
    give_turn();
    return values;
}

inline void __syncthreads() {
    exchange_values(0);
}

inline void __syncwarp() {
    exchange_values(0);
}

inline u32 __ballot_sync(u32, bool value) {
    const std::vector<u32> &values = exchange_values(value);
    u32 lanes = 0;
    for (u32 lane = 0; lane < values.size(); lane++) lanes |= values[lane] << lane;
    return lanes;
}

inline u32 __shfl_sync(u32, u32 value, u32 lane) {
    return exchange_values(value)[lane];
}

inline u32 atomicAdd(u32 *at, u32 value) {
    u32 before = *at;
    *at += value;
    return before;
}

inline u32 atomicSub(u32 *at, u32 value) {
    return atomicAdd(at, 0 - value);
}

inline u32 atomicOr(u32 *at, u32 value) {
    u32 before = *at;
    *at |= value;
    return before;
}

inline int __popc(u32 x) {
    return __builtin_popcount(x);
}

inline int __ffs(u32 x) {
    return __builtin_ffs(x);
}

inline int __clz(u32 x) {
    return x == 0 ? 32 : __builtin_clz(x);
}

inline u32 min(u32 a, u32 b) {
    return a < b ? a : b;
}

inline u32 __funnelshift_r(u32 low, u32 high, u32 bits) {
    return (u32)(((u64)high << 32 | low) >> bits % 32);
}

inline u32 __byte_perm(u32 low, u32 high, u32 selector) {
    u64 bytes = (u64)high << 32 | low;
    u32 result = 0;
    for (int i = 0; i < 4; i++) result |= (u32)(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return result;
}

inline std::function<void()> kernel_of_block;

inline void run_thread() {
    kernel_of_block();
    Block &block = block_of_threads;
    block.running[block.current] = false;
    give_turn();
}

/// Runs a kernel, block by block.
inline void launch(u32 blocks, u32 threads, std::function<void()> kernel) {
    const size_t STACK = 64 << 10;
    // Kept for the next launch: new ones are many pages to clear.
    static std::vector<char> stacks;
    if (stacks.size() < STACK * threads) stacks.resize(STACK * threads);
    kernel_of_block = kernel;
    gridDim.x = blocks;
    blockDim.x = threads;
    for (u32 b = 0; b < blocks; b++) {
        blockIdx.x = b;
        Block &block = block_of_threads;
        block.threads.assign(threads, ucontext_t());
        block.running.assign(threads, true);
        block.values[0].assign(threads, 0);
        block.values[1].assign(threads, 0);
        block.exchanges.assign(threads, 0);
        for (u32 t = 0; t < threads; t++) {
            getcontext(&block.threads[t]);
            block.threads[t].uc_stack.ss_sp = &stacks[STACK * t];
            block.threads[t].uc_stack.ss_size = STACK;
            block.threads[t].uc_link = nullptr;
            makecontext(&block.threads[t], run_thread, 0);
        }
        block.current = 0;
        threadIdx.x = 0;
        swapcontext(&block.caller, &block.threads[0]);
    }
}
