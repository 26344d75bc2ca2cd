// All kernels of the GPU backend. `cargo xtask ptx` compiles this file to `kernels.ptx`, which is part of the crate.

#include "dig.cuh"
