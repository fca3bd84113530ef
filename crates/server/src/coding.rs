//! How answers are compressed: brotli for browsers that know it, gzip for everybody else who can unpack anything.

use std::io::Write;

use axum::http::{HeaderMap, header};
use flate2::{Compression, write::GzEncoder};

/// A content coding, the better one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Brotli,
    Gzip,
}

/// How long to look for a smaller form.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// For what is compressed once and sent for ever.
    Once,
    /// For what is compressed for each answer.
    Each,
}

/// The logarithm of how far back brotli looks: no file of ours is longer than 256 KiB, and a larger window only takes memory.
const WINDOW: i32 = 18;

impl Coding {
    pub const ALL: [Coding; 2] = [Coding::Brotli, Coding::Gzip];

    /// The best one that the asker can unpack, if any.
    pub fn of(headers: &HeaderMap) -> Option<Coding> {
        Coding::ALL
            .into_iter()
            .find(|coding| accepts(headers, coding.name()))
    }

    /// As headers call it.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
        }
    }

    /// The compressed form, if it is smaller.
    pub fn pack(self, bytes: &[u8], effort: Effort) -> Option<Vec<u8>> {
        let packed = match self {
            Coding::Brotli => brotli(bytes, effort),
            Coding::Gzip => gzip(bytes, effort),
        };
        packed.filter(|packed| packed.len() < bytes.len())
    }
}

fn brotli(bytes: &[u8], effort: Effort) -> Option<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: match effort {
            Effort::Once => 11,
            Effort::Each => 5,
        },
        lgwin: WINDOW,
        size_hint: bytes.len(),
        mode: brotli::enc::backward_references::BrotliEncoderMode::BROTLI_MODE_TEXT,
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &params).ok()?;
    Some(packed)
}

fn gzip(bytes: &[u8], effort: Effort) -> Option<Vec<u8>> {
    let level = match effort {
        Effort::Once => Compression::best(),
        Effort::Each => Compression::default(),
    };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Whether a coding is named and not refused by a weight of zero.
fn accepts(headers: &HeaderMap, name: &str) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|value| {
            let mut parts = value.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|word| word.eq_ignore_ascii_case(name));
            let refused = parts
                .filter_map(|part| part.strip_prefix("q="))
                .any(|weight| weight.parse() == Ok(0.0_f32));
            named && !refused
        })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn of(accepted: &'static str) -> Option<Coding> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
        Coding::of(&headers)
    }

    #[test]
    fn the_best_coding_that_is_accepted_is_taken() {
        assert_eq!(of("gzip, deflate, br, zstd"), Some(Coding::Brotli));
        assert_eq!(of("gzip, deflate"), Some(Coding::Gzip));
        assert_eq!(of("br;q=0, GZIP;q=0.5"), Some(Coding::Gzip));
        assert_eq!(of("identity"), None);
        assert_eq!(Coding::of(&HeaderMap::new()), None);
    }

    #[test]
    fn what_does_not_become_smaller_is_sent_as_is() {
        for coding in Coding::ALL {
            for effort in [Effort::Once, Effort::Each] {
                assert_eq!(coding.pack(b"x", effort), None);
                let packed = coding.pack(&b"all the same ".repeat(100), effort);
                assert!(packed.is_some_and(|packed| packed.len() < 100));
            }
        }
    }
}
