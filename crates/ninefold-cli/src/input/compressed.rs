//! Compressed inputs: gzip and zstd are decompressed, other archives are recognised and refused.

use std::io::{self, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of an input.
pub(crate) enum Opened {
    Plain(Box<dyn Read + Send>),
    /// More bytes come out than go in; those that go in are counted.
    Unpacked(Box<dyn Read + Send>),
}

const GZIP: &[u8] = &[0x1F, 0x8B];
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];
/// A frame that decoders of zstd skip, after a byte from 0x50 to 0x5F. Archives that were compressed in parallel begin with
/// one.
const SKIPPABLE: &[u8] = &[0x2A, 0x4D, 0x18];

/// The first bytes of archives that cannot be read, their names, and the command that decompresses them to standard output.
const FOREIGN: [(&[u8], &str, &str); 5] = [
    (b"\xFD7zXZ\0", "xz", "xz -dc"),
    (b"BZh91AY&SY", "bzip2", "bzip2 -dc"),
    (b"PK\x03\x04", "zip", "unzip -p"),
    (b"PK\x05\x06", "zip", "unzip -p"),
    (b"7z\xBC\xAF\x27\x1C", "7z", "7z x -so"),
];
/// As many bytes as the longest of them.
const HEAD: usize = 10;

/// Counts the bytes that pass.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// The decompressed bytes if the first bytes show a compression, else the bytes as they are.
///
/// # Errors
/// If they show an archive that cannot be read, or cannot be read at all.
pub(super) fn decompress<R: Read + Send + 'static>(mut raw: R, read: &Arc<AtomicU64>) -> io::Result<Opened> {
    let head = first_bytes(&mut raw)?;
    if let Some((_, name, command)) = FOREIGN.into_iter().find(|(magic, ..)| starts_with(&head, magic)) {
        return Err(io::Error::new(
            io::ErrorKind::Unsupported,
            format!(
                "compressed with {name}, which is not supported; decompress it first: {command} FILE | ninefold ... -"
            ),
        ));
    }
    let gzip = head.starts_with(GZIP);
    let zstd = head.starts_with(ZSTD) || matches!(&head[..], [0x50..=0x5F, rest @ ..] if rest.starts_with(SKIPPABLE));
    let whole = Cursor::new(head).chain(raw);
    if !gzip && !zstd {
        return Ok(Opened::Plain(Box::new(whole)));
    }
    let counted = BufReader::with_capacity(1 << 17, Counted { inner: whole, read: Arc::clone(read) });
    Ok(Opened::Unpacked(if gzip {
        // Several members one after the other are one text, as for gzip itself.
        Box::new(flate2::bufread::MultiGzDecoder::new(counted))
    } else {
        Box::new(zstd::stream::read::Decoder::with_buffer(counted)?)
    }))
}

/// The block size in the magic number of bzip2 may be any digit.
fn starts_with(head: &[u8], magic: &[u8]) -> bool {
    match magic {
        b"BZh91AY&SY" => head.len() >= HEAD && head.starts_with(b"BZh") && head[4..] == magic[4..],
        _ => head.starts_with(magic),
    }
}

/// Enough bytes to recognise an archive, or fewer if no archive begins like them: a producer may pause after a few bytes.
fn first_bytes(raw: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    let could_be_an_archive = |head: &[u8]| {
        let begins = |magic: &[u8]| magic.len() > head.len() && magic.starts_with(head);
        let skippable = matches!(head, [] | [0x50..=0x5F, ..]) && head.len() <= SKIPPABLE.len();
        skippable
            || begins(GZIP)
            || begins(ZSTD)
            || head.starts_with(b"BZh")
            || FOREIGN.into_iter().any(|(magic, ..)| begins(magic))
    };
    while head.len() < HEAD && could_be_an_archive(&head) {
        if raw.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break;
        }
    }
    Ok(head)
}
