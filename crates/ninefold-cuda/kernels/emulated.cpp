// The kernels on the CPU: reads grids from standard input, 81 bytes each, and writes for each grid the number of solutions
// as four bytes, then 81 bytes of text.
//
// Arguments: the limit, the grids to a launch, and the guesses after which a grid is given up.

#define WARPS 1
#include "text.cuh"

int main(int arguments, char **argument) {
    if (arguments != 4) {
        fprintf(stderr, "emulated LIMIT GRIDS BUDGET < puzzles\n");
        return 2;
    }
    Task task = {};
    task.limit = strtoul(argument[1], nullptr, 10);
    u32 room = strtoul(argument[2], nullptr, 10);
    task.budget = strtoul(argument[3], nullptr, 10);
    task.serve_at = 4;
    task.guess_at = 8;
    task.one = 1;

    const u32 WARPS_AT_ONCE = 2;
    std::vector<u8> text(room * CELLS), solutions(room * CELLS);
    std::vector<State> states(room);
    std::vector<u32> counts(room);
    std::vector<Quad> stacks(WARPS_AT_ONCE * LANES * DEPTH * STACK_QUADS);
    u32 queue;
    task.states = states.data();
    task.counts = counts.data();
    task.queue = &queue;
    task.stacks = stacks.data();
    for (;;) {
        u32 grids = fread(text.data(), CELLS, room, stdin);
        if (grids == 0) return 0;
        u32 blocks = (grids + BLOCK_GRIDS - 1) / BLOCK_GRIDS;
        task.grids = grids;
        queue = 0;
        launch(blocks, BLOCK_GRIDS, [&] { parse(text.data(), states.data(), grids, '0'); });
        launch(WARPS_AT_ONCE, LANES, [&] { search(task); });
        Results results = {solutions.data(), nullptr, nullptr, task.limit, '0'};
        launch(blocks, BLOCK_GRIDS, [&] { format(states.data(), counts.data(), results, grids); });
        for (u32 grid = 0; grid < grids; grid++) {
            fwrite(&counts[grid], 4, 1, stdout);
            fwrite(&solutions[grid * CELLS], CELLS, 1, stdout);
        }
    }
}
