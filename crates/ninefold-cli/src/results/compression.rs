//! Compressed results, in pieces: each is a gzip member or a zstd frame of its own.
//!
//! A file that is cut after a whole piece is still a valid archive, and the same pieces give the same bytes. That makes
//! compressed results resumable.

use std::io::{self, Write};
use std::path::Path;

use flate2::write::DeflateEncoder;

/// How results are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Compression {
    /// The compression that the name of a file asks for.
    pub(crate) fn of(path: &Path) -> Compression {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Compression::Gzip,
            Some("zst") => Compression::Zstd,
            _ => Compression::None,
        }
    }
}

/// Compresses pieces, one after the other.
///
/// The working memory of gzip is large. A new encoder for each piece takes a third more memory with many threads, so one is
/// used again. The crate's encoder of whole members cannot be used again, only that of their content.
pub(crate) struct Compressor {
    compression: Compression,
    deflate: Option<DeflateEncoder<Vec<u8>>>,
}

/// The header of a gzip member: no name, no time, unknown system.
const GZIP_HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];

impl Compressor {
    pub(crate) fn new(compression: Compression) -> Compressor {
        Compressor { compression, deflate: None }
    }

    /// Replaces `packed` by the compressed piece. An empty piece becomes no bytes.
    pub(crate) fn compress(&mut self, piece: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
        packed.clear();
        if piece.is_empty() { Ok(()) } else { self.push(piece, packed) }
    }

    /// Appends the piece as a member or frame of its own, an empty one too.
    pub(crate) fn push(&mut self, piece: &[u8], packed: &mut Vec<u8>) -> io::Result<()> {
        match self.compression {
            Compression::None => packed.extend_from_slice(piece),
            Compression::Gzip => {
                let new = || DeflateEncoder::new(Vec::new(), flate2::Compression::default());
                let deflate = self.deflate.get_or_insert_with(new);
                packed.extend_from_slice(&GZIP_HEADER);
                *deflate.get_mut() = std::mem::take(packed);
                deflate.write_all(piece)?;
                *packed = deflate.reset(Vec::new())?;
                let mut sum = flate2::Crc::new();
                sum.update(piece);
                packed.extend_from_slice(&sum.sum().to_le_bytes());
                packed.extend_from_slice(&sum.amount().to_le_bytes());
            }
            Compression::Zstd => zstd::stream::copy_encode(piece, &mut *packed, zstd::DEFAULT_COMPRESSION_LEVEL)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_piece_is_compressed_the_same_whatever_was_compressed_before() {
        let pieces = [&b"a line\n"[..], &[b'7'; 300_000], b"", b"another\n"];
        for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
            let mut compressor = Compressor::new(compression);
            for piece in pieces {
                let [mut once, mut again] = [Vec::new(), b"left".to_vec()];
                Compressor::new(compression).compress(piece, &mut once).unwrap();
                compressor.compress(piece, &mut again).unwrap();
                assert!(once == again, "{compression:?}");
                let mut unpacked = Vec::new();
                match compression {
                    _ if piece.is_empty() => Ok(0),
                    Compression::None => (&once[..]).read_to_end(&mut unpacked),
                    Compression::Gzip => flate2::read::GzDecoder::new(&once[..]).read_to_end(&mut unpacked),
                    Compression::Zstd => {
                        zstd::stream::read::Decoder::new(&once[..]).unwrap().read_to_end(&mut unpacked)
                    }
                }
                .unwrap();
                assert!(unpacked == piece, "{compression:?}");
            }
        }
    }
}
