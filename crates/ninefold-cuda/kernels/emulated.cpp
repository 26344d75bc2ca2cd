// The kernels on the CPU.
//
//     emulated LIMIT GRIDS BUDGET    reads grids from standard input, 81 bytes each, and writes for each grid the number of
//                                    solutions as four bytes, then 81 bytes of text
//     emulated dig BUDGET            reads full grids and the order of their cells, 81 bytes each, and writes for each grid
//                                    a byte that says whether it was given up, then the puzzle
//
// GRIDS are the grids to a launch, and BUDGET the guesses after which a grid is given up.

#define WARPS 1
#include "dig.cuh"

/// Warps that are launched.
const u32 WARPS_AT_ONCE = 2;
const u32 SERVE_AT = 4, GUESS_AT = 8;

static u32 blocks_for(u32 grids) {
    return (grids + BLOCK_GRIDS - 1) / BLOCK_GRIDS;
}

static int solve(u32 limit, u32 room, u32 budget) {
    std::vector<u8> text(room * CELLS), solutions(room * CELLS);
    std::vector<State> states(room);
    std::vector<u32> counts(room);
    std::vector<Quad> stacks(WARPS_AT_ONCE * LANES * DEPTH * STACK_QUADS);
    for (;;) {
        u32 grids = fread(text.data(), CELLS, room, stdin);
        if (grids == 0) return 0;
        u32 queue = 0;
        Task task = {{&queue, stacks.data(), grids, budget, SERVE_AT, GUESS_AT, 1}, states.data(), counts.data(), limit};
        Results results = {solutions.data(), nullptr, nullptr, limit, '0'};
        launch(blocks_for(grids), BLOCK_GRIDS, [&] { parse(text.data(), states.data(), grids, '0'); });
        launch(WARPS_AT_ONCE, LANES, [&] { search(task); });
        launch(blocks_for(grids), BLOCK_GRIDS, [&] { format(states.data(), counts.data(), results, grids); });
        for (u32 grid = 0; grid < grids; grid++) {
            fwrite(&counts[grid], 4, 1, stdout);
            fwrite(&solutions[grid * CELLS], CELLS, 1, stdout);
        }
    }
}

static int dig_grids(u32 budget) {
    std::vector<u8> text, orders;
    u8 both[2 * CELLS];
    while (fread(both, sizeof both, 1, stdin) == 1) {
        text.insert(text.end(), both, both + CELLS);
        orders.insert(orders.end(), both + CELLS, both + 2 * CELLS);
    }
    u32 grids = text.size() / CELLS, queue = 0;
    std::vector<State> states(grids);
    std::vector<u8> unfinished(grids);
    std::vector<Quad> stacks(WARPS_AT_ONCE * LANES * DEPTH * STACK_QUADS);
    Work work = {&queue, stacks.data(), grids, budget, SERVE_AT, GUESS_AT, 1};
    DigTask task = {work, states.data(), orders.data(), unfinished.data()};
    launch(blocks_for(grids), BLOCK_GRIDS, [&] { parse(text.data(), states.data(), grids, '0'); });
    launch(WARPS_AT_ONCE, LANES, [&] { dig(task); });
    launch(blocks_for(grids), BLOCK_GRIDS, [&] { format_grids(states.data(), text.data(), grids); });
    for (u32 grid = 0; grid < grids; grid++) {
        fwrite(&unfinished[grid], 1, 1, stdout);
        fwrite(&text[grid * CELLS], CELLS, 1, stdout);
    }
    return 0;
}

int main(int arguments, char **argument) {
    auto number = [&](int i) { return (u32)strtoul(argument[i], nullptr, 10); };
    if (arguments == 3 && !strcmp(argument[1], "dig")) return dig_grids(number(2));
    if (arguments == 4) return solve(number(1), number(2), number(3));
    fprintf(stderr, "emulated LIMIT GRIDS BUDGET < grids\nemulated dig BUDGET < grids and orders\n");
    return 2;
}
