// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads quoted strings, and JSON objects that are used unquoted instead of a string.

use super::cursor::{Cursor, Result};
use super::escape::unescape;

impl Cursor<'_> {
    /// Returns true if a quoted string is next.
    pub fn is_at_string(&mut self) -> bool {
        self.rest().starts_with(['"', '\''])
    }

    /// Reads a quoted string and returns its bytes without the escapes.
    pub fn string(&mut self) -> Result<Vec<u8>> {
        if !self.is_at_string() {
            return Err(self.expected("a string in quotes"));
        }
        let rest = self.raw();
        let Some(length) = quoted(rest.as_bytes()) else {
            return Err(self.error("expected a closing quote, found the end of the text"));
        };
        let Some(bytes) = unescape(&rest[1..length - 1]) else {
            return Err(self.error("the string has an invalid escape"));
        };
        self.advance(length);
        Ok(bytes)
    }

    /// Reads a quoted string, which must be UTF-8.
    pub fn utf8(&mut self) -> Result<String> {
        let position = self.here();
        let bytes = self.string()?;
        String::from_utf8(bytes).map_err(|_| self.error_at(position, "the string is not UTF-8"))
    }

    /// Reads a quoted string, or a JSON object, which is returned verbatim.
    pub fn string_or_json(&mut self) -> Result<Vec<u8>> {
        if !self.is_at("{") {
            return self.string();
        }
        let rest = self.raw();
        let Some(length) = json_object(rest.as_bytes()) else {
            return Err(self.error("expected a closing `}`, found the end of the text"));
        };
        self.advance(length);
        Ok(rest.as_bytes()[..length].to_vec())
    }
}

/// Returns the length in bytes, with quotes, of the quoted string at the beginning of a text, or
/// `None` if the closing quote is missing.
fn quoted(text: &[u8]) -> Option<usize> {
    let quote = text.first()?;
    let mut position = 1;
    loop {
        match text.get(position)? {
            b'\\' => position += 2,
            byte if byte == quote => return Some(position + 1),
            _ => position += 1,
        }
    }
}

/// Returns the length in bytes of the JSON object at the beginning of a text, or `None` if the
/// closing brace is missing.
fn json_object(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut position = 0;
    loop {
        match text.get(position)? {
            b'"' => {
                position += quoted(&text[position..])?;
                continue;
            }
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        position += 1;
        if depth == 0 {
            return Some(position);
        }
    }
}

/// Returns true if the bytes are a JSON object, which may be written without quotes.
pub fn is_json_object(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'{')
        && json_object(bytes) == Some(bytes.len())
        && std::str::from_utf8(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        let mut cursor = Cursor::new(r#"'a"\'b' "c\n" {"x":"}","y":{}} "open"#);
        assert_eq!(cursor.utf8().as_deref(), Ok("a\"'b"));
        assert_eq!(cursor.string_or_json().as_deref(), Ok(&b"c\n"[..]));
        assert_eq!(cursor.string_or_json().as_deref(), Ok(&br#"{"x":"}","y":{}}"#[..]));
        assert_eq!(
            cursor.string().map_err(|error| error.message),
            Err("expected a closing quote, found the end of the text".to_owned())
        );
        assert!(is_json_object(b"{\"a\":{}}"));
        assert!(!is_json_object(b"{} {}"));
        assert!(!is_json_object(b"1"));
    }
}
