// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Serialized executables.
//!
//! The format is a magic number, a SHA-256 digest of the rest, and a body encoded by postcard.
//! The body begins with the fingerprint of the compiler. The digest detects damaged files; the
//! fingerprint detects executables of another version or machine.

use crate::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// The magic number at the start of every serialized executable; the digest follows it.
const MAGIC: &[u8] = b"hloom executable\n";
/// The size of the digest in bytes.
const DIGEST: usize = 32;

/// Serializes the content that a backend needs to load an executable.
///
/// `fingerprint` is the fingerprint of the compiler.
///
/// # Errors
/// Returns [`Error::Internal`] if the content cannot be serialized.
pub fn seal(fingerprint: &str, content: &impl Serialize) -> Result<Vec<u8>, Error> {
    let body = postcard::to_stdvec(&(fingerprint, content))
        .map_err(|error| Error::Internal(format!("cannot serialize an executable: {error}")))?;
    Ok([MAGIC, &Sha256::digest(&body), &body].concat())
}

/// Deserializes the content that [`seal`] serialized with the same fingerprint.
///
/// # Errors
/// Fails if the bytes are not a serialized executable, are damaged, or have another
/// fingerprint.
pub fn open<T: DeserializeOwned>(fingerprint: &str, bytes: &[u8]) -> Result<T, Error> {
    let (made_for, content) = parts(bytes)?;
    if made_for != fingerprint {
        return Err(Error::invalid(format!(
            "the serialized executable: expected fingerprint `{fingerprint}`, found `{made_for}`"
        )));
    }
    postcard::from_bytes(content).map_err(|_| damaged())
}

/// Returns the fingerprint with which [`seal`] serialized an executable.
///
/// # Errors
/// Fails if the bytes are not a serialized executable, or are damaged.
pub fn fingerprint(bytes: &[u8]) -> Result<String, Error> {
    parts(bytes).map(|(fingerprint, _)| fingerprint)
}

/// Returns the fingerprint and the encoded content of a serialized executable.
fn parts(bytes: &[u8]) -> Result<(String, &[u8]), Error> {
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or_else(|| Error::invalid("the bytes to load are not a serialized executable"))?;
    let (digest, body) = rest.split_at_checked(DIGEST).ok_or_else(damaged)?;
    if Sha256::digest(body)[..] != *digest {
        return Err(damaged());
    }
    postcard::take_from_bytes(body).map_err(|_| damaged())
}

fn damaged() -> Error {
    Error::invalid("the serialized executable is damaged")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_opened_by_its_own_kind_alone() {
        let content = (vec![1_u8, 2, 3], "text".to_owned());
        let bytes = seal("cpu 1", &content).expect("bytes");
        assert_eq!(open::<(Vec<u8>, String)>("cpu 1", &bytes), Ok(content));
        assert_eq!(fingerprint(&bytes).as_deref(), Ok("cpu 1"));
        let other = open::<(Vec<u8>, String)>("cpu 2", &bytes).expect_err("another fingerprint");
        let message = "the serialized executable: expected fingerprint `cpu 2`, found `cpu 1`";
        assert_eq!(other.to_string(), message);
    }

    #[test]
    fn every_bit_and_every_byte_counts() {
        let bytes = seal("cpu 1", &vec![7_u8; 40]).expect("bytes");
        for bit in 0..bytes.len() * 8 {
            let mut wrong = bytes.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(open::<Vec<u8>>("cpu 1", &wrong).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(open::<Vec<u8>>("cpu 1", &bytes[..length]).is_err(), "{length} bytes");
        }
        assert!(open::<Vec<u8>>("cpu 1", &[&bytes[..], b"more"].concat()).is_err());
    }
}
