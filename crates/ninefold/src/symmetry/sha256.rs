//! SHA-256 (FIPS 180-4): the hash behind the names of classes.
//!
//! Every language and database has this function, so a name can be checked and computed without this library.

/// The hash of a message shorter than 2^61 bytes.
pub(super) fn sha256(message: &[u8]) -> [u8; 32] {
    let mut state = INITIAL;
    let (blocks, rest) = message.as_chunks::<64>();
    for block in blocks {
        compress(&mut state, block);
    }
    // The message ends with a bit 1, zeros, and its length in bits. If the length does not fit, it gets its own block.
    let mut last = [0; 128];
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] = 0x80;
    let end = if rest.len() < 56 { 64 } else { 128 };
    last[end - 8..end].copy_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    for block in last[..end].as_chunks::<64>().0 {
        compress(&mut state, block);
    }
    let mut hash = [0; 32];
    for (bytes, word) in hash.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    hash
}

/// The first 32 bits of the fractional parts of the square roots of the first eight primes.
const INITIAL: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = {
    let mut constants = [0; 64];
    let (mut number, mut index) = (2u64, 0);
    while index < 64 {
        let mut divisor = 2;
        while divisor * divisor <= number && !number.is_multiple_of(divisor) {
            divisor += 1;
        }
        if divisor * divisor > number {
            constants[index] = cube_root_fraction(number);
            index += 1;
        }
        number += 1;
    }
    constants
};

/// The first 32 bits after the point of the cube root: the low half of the largest `root` with
/// `root^3 <= number * 2^96`.
const fn cube_root_fraction(number: u64) -> u32 {
    let cube = (number as u128) << 96;
    let mut root = 0u128;
    let mut bit = 1u128 << 36;
    while bit > 0 {
        let next = root | bit;
        if next * next * next <= cube {
            root = next;
        }
        bit >>= 1;
    }
    root as u32
}

fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..64 {
        let (a, b) = (words[t - 15], words[t - 2]);
        let small = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let large = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        words[t] = words[t - 16].wrapping_add(small).wrapping_add(words[t - 7]).wrapping_add(large);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.into_iter().zip(ROUNDS) {
        let choice = (e & f) ^ (!e & g);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let first = h
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add(choice)
            .wrapping_add(constant)
            .wrapping_add(word);
        let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(majority);
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(second));
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(add);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(hash: [u8; 32]) -> String {
        hash.iter().map(|byte| alloc::format!("{byte:02x}")).collect()
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        // The examples of FIPS 180-4, and messages that end just before and after the end of a block.
        let cases: [(&[u8], &str); 6] = [
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
            (&[b'a'; 55], "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (&[b'a'; 64], "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            (&[b'.'; 81], EMPTY_GRID),
        ];
        for (message, expected) in cases {
            assert_eq!(hex(sha256(message)), expected);
        }
    }

    /// `python -c "import hashlib; print(hashlib.sha256(b'.' * 81).hexdigest())"`
    const EMPTY_GRID: &str = "eb7b0297e5b6b33f6680cf9c6b471903832a5caceda3debf8e52cda0a40ab9c3";
}
