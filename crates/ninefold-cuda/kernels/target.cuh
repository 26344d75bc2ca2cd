// What the kernels need from the machine they are compiled for.
//
// NVRTC and nvcc define `__CUDACC__`, and everything else comes from the compiler. Tests compile the same sources with a
// C++ compiler for the CPU, where `emulation.h` provides threads, warps and shared memory.

#pragma once

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifndef __CUDACC__
#include "emulation.h"
#endif

/// All lanes of a warp. Every collective operation is called by all of them.
#define ALL_LANES 0xFFFFFFFFu

/// Small functions that are part of their caller.
#define INLINE __device__ __forceinline__
