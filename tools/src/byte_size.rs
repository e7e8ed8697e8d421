// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Parsing of numbers of bytes on the command line.

use bytesize::ByteSize;

/// Parses a number of bytes, which may have a unit: `4096`, `512KiB` (units of 1024 bytes) or `2GB`
/// (units of 10^9 bytes).
///
/// # Errors
/// Fails if the text is not a number of bytes, or if the number does not fit into 64 bits.
pub fn parse(text: &str) -> Result<u64, String> {
    let size: Result<ByteSize, _> = text.parse();
    size.map(|size| size.as_u64())
        .map_err(|_| "expected a number of bytes as in 65536, 64KiB or 1.5GiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn numbers_may_have_units() {
        assert_eq!(parse("65536"), Ok(65536));
        assert_eq!(parse("64KiB"), Ok(65536));
        assert_eq!(parse("1.5 GiB"), Ok(3 << 29));
        assert_eq!(parse("2kB"), Ok(2000));
        for wrong in ["", "-1", "KiB", "1 parsec", "64Ki B"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
