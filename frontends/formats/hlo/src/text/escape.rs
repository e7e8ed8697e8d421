// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Quotes and unquotes bytes with the escapes of C, like `absl::CEscape` and `absl::CUnescape`.

/// Writes bytes in double quotes, with escapes.
pub fn quote(out: &mut String, bytes: &[u8]) {
    out.push('"');
    escape(out, bytes);
    out.push('"');
}

/// Writes bytes with escapes, so that they can be enclosed in single or double quotes.
pub fn escape(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b'"' | b'\'' | b'\\' => out.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
}

/// Returns the bytes of the text between quotes, or `None` if an escape is unknown or out of
/// range.
pub fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'\\' {
            bytes.push(*byte);
            continue;
        }
        let (escape, after) = rest.split_first()?;
        rest = after;
        match escape {
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'a' => bytes.push(7),
            b'b' => bytes.push(8),
            b'f' => bytes.push(12),
            b'v' => bytes.push(11),
            b'\\' | b'?' | b'\'' | b'"' => bytes.push(*escape),
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    let Some((digit @ b'0'..=b'7', after)) = rest.split_first() else { break };
                    value = value * 8 + u32::from(digit - b'0');
                    rest = after;
                }
                bytes.push(u8::try_from(value).ok()?);
            }
            b'x' | b'X' => {
                let digits = rest.iter().take_while(|digit| digit.is_ascii_hexdigit()).count();
                let digits = digits.min(2);
                let (number, after) = rest.split_at(digits);
                rest = after;
                bytes.push(u8::from_str_radix(std::str::from_utf8(number).ok()?, 16).ok()?);
            }
            b'u' | b'U' => {
                let digits = if *escape == b'u' { 4 } else { 8 };
                let (number, after) = rest.split_at_checked(digits)?;
                rest = after;
                let number = u32::from_str_radix(std::str::from_utf8(number).ok()?, 16).ok()?;
                let mut utf8 = [0; 4];
                bytes.extend(char::from_u32(number)?.encode_utf8(&mut utf8).as_bytes());
            }
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        quote(&mut text, &all);
        assert!(text.is_ascii());
        assert_eq!(unescape(&text[1..text.len() - 1]), Some(all));
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape("\\x41\\101\\u00e9").as_deref(), Some("AAé".as_bytes()));
        for wrong in ["\\", "\\q", "\\x", "\\777", "\\u12", "\\ud800"] {
            assert_eq!(unescape(wrong), None, "{wrong}");
        }
    }
}
