// Which cell to guess in, when propagation has come to a halt.
//
// The rule is that of the CPU engine on a sample: of the cells with two candidates, the one that most of its peers share a
// candidate with, where peers that have only two candidates themselves count three times. Up to three cells of each band
// are compared. On the hardest puzzles that takes 2 % more passes than comparing all, and a third fewer than the first cell
// that comes.
//
// Counting peers takes sets of cells, one for each digit. They are the state transposed: bit p of board (band, digit) is the
// cell in place p of the band. The places are in the order of the bits
//
//     p = 9 i + 3 r + s        the i-th cell from the left in the triad of row r and block s
//
// so that the lowest bits of a board are cells of different triads.

#pragma once
#include "state.cuh"

/// Places of a band.
#define PLACES 27
/// Sets of cells, one for each digit and band.
#define BOARDS 27
/// Words that a thread needs while it chooses: its state by place, then the boards.
#define SCRATCH_WORDS (PLACES + BOARDS)
/// Cells that are compared in each band.
#ifndef SAMPLES
#define SAMPLES 3
#endif
/// Threads of a warp; a word of scratch memory is that far from the next one of the same thread.
#define LANES 32

/// The word of a state that holds the cells in a place.
INLINE constexpr int word_at(int place) {
    return 9 * (place / 3 % 3) + 3 * (place % 3) + place / 9;
}

/// The places that a cell sees, by its own place.
struct Peers {
    /// In its band: those of its row and its block.
    u32 in_band[PLACES];
    /// In another band: those of its column.
    u32 in_column[PLACES];
};

/// Fills the table, by the first threads of a block.
INLINE void fill_peers(Peers &peers) {
    u32 place = threadIdx.x, row = place / 3 % 3, block = place % 3;
    if (place >= PLACES) return;
    peers.in_band[place] = ((7u << 3 * row) | (0x49u << block)) * 0x40201u & ~(1u << place);
    peers.in_column[place] = 0x49u << (block + 9 * (place / 9));
}

/// The bits of `a` where the mask is set, and those of `b` elsewhere, in one operation.
INLINE u32 chosen(u32 mask, u32 a, u32 b) {
#ifdef __CUDACC__
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(result) : "r"(mask), "r"(a), "r"(b));
    return result;
#else
    return (a & mask) | (b & ~mask);
#endif
}

/// Exchanges the upper half of each 2s bits of `low` with the lower half of those of `high`.
template <int s> INLINE void exchange(u32 &low, u32 &high) {
    u32 a = low, b = high;
    if (s == 16) {
        low = __byte_perm(a, b, 0x5410);
        high = __byte_perm(a, b, 0x7632);
    } else if (s == 8) {
        low = __byte_perm(a, b, 0x6240);
        high = __byte_perm(a, b, 0x7351);
    } else {
        const u32 mask = s == 4 ? 0x0F0F0F0Fu : s == 2 ? 0x33333333u : 0x55555555u;
        low = chosen(mask, a, b * (1u << s));
        high = chosen(mask, a >> s, b);
    }
}

/// One step of transposing 32 words of 32 bits.
template <int s> INLINE void exchange_all(u32 (&a)[32]) {
#pragma unroll
    for (int i = 0; i < 32; i++) {
        if (!(i & s)) exchange<s>(a[i], a[i | s]);
    }
}

/// A cell.
struct Choice {
    u32 band;
    u32 place;
    /// Whether there is a cell with several candidates.
    bool any;
};

/// Chooses the cell to guess in, and leaves the state in `scratch`, place by place.
INLINE Choice choose(const u32 (&x)[WORDS], u32 *scratch, const Peers &peers) {
    u32 a[32];
#pragma unroll
    for (int p = 0; p < 32; p++) {
        a[p] = p < PLACES ? x[word_at(p)] : 0;
        if (p < PLACES) scratch[LANES * p] = a[p];
    }
    exchange_all<16>(a);
    exchange_all<8>(a);
    exchange_all<4>(a);
    exchange_all<2>(a);
    exchange_all<1>(a);

    // The cells with two, three and more candidates, by adding up the boards bit by bit.
    u32 two[3], three[3], more[3];
#pragma unroll
    for (int b = 0; b < 3; b++) {
        const u32 *board = &a[10 * b];
        u32 ones[3], twos[4];
#pragma unroll
        for (int d = 0; d < 9; d++) scratch[LANES * (PLACES + 9 * b + d)] = board[d];
#pragma unroll
        for (int i = 0; i < 3; i++) {
            ones[i] = board[3 * i] ^ board[3 * i + 1] ^ board[3 * i + 2];
            twos[i] = in_two(board[3 * i], board[3 * i + 1], board[3 * i + 2]);
        }
        u32 odd = ones[0] ^ ones[1] ^ ones[2];
        twos[3] = in_two(ones[0], ones[1], ones[2]);
        u32 sum = twos[0] ^ twos[1] ^ twos[2];
        more[b] = in_two(twos[0], twos[1], twos[2]) | (sum & twos[3]);
        two[b] = (sum ^ twos[3]) & ~odd & ~more[b];
        three[b] = (sum ^ twos[3]) & odd & ~more[b];
    }

    // The highest score, then the band and the place.
    u32 best = 0;
#pragma unroll
    for (int b = 0; b < 3; b++) {
        const u32 *here = scratch + LANES * (PLACES + 9 * b);
        const u32 *next = scratch + LANES * (PLACES + 9 * ((b + 1) % 3));
        const u32 *last = scratch + LANES * (PLACES + 9 * ((b + 2) % 3));
        u32 rest = two[b];
#pragma unroll 1
        for (int n = 0; n < SAMPLES; n++) {
            if (rest == 0) break;
            u32 place = __ffs(rest) - 1;
            rest &= rest - 1;
            u32 digits = scratch[LANES * place] >> (10 * b) & 511;
            u32 low = LANES * (__ffs(digits) - 1), high = LANES * (31 - __clz(digits));
            u32 seen = (here[low] | here[high]) & peers.in_band[place];
            u32 column = peers.in_column[place];
            u32 above = (next[low] | next[high]) & column, below = (last[low] | last[high]) & column;
            // In a column every third place is in use.
            u32 score = __popc(seen) + __popc(above | below << 1);
            score += 2 * (__popc(seen & two[b]) + __popc((above & two[(b + 1) % 3]) | (below & two[(b + 2) % 3]) << 1));
            u32 key = score << 8 | b << 5 | place;
            best = best > key ? best : key;
        }
    }
    Choice choice;
    choice.any = true;
    if (best != 0) {
        choice.band = best >> 5 & 3;
        choice.place = best & 31;
        return choice;
    }
    // No cell has two candidates.
    u32 cells = 0;
    choice.band = 0;
#pragma unroll
    for (int b = 0; b < 3; b++) {
        if (cells == 0) {
            cells = more[b];
            choice.band = b;
        }
    }
#pragma unroll
    for (int b = 0; b < 3; b++) {
        if (three[b] != 0) {
            cells = three[b];
            choice.band = b;
        }
    }
    choice.any = cells != 0;
    choice.place = choice.any ? __ffs(cells) - 1 : 0;
    return choice;
}
