// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Strings in quotes, and objects of JSON where a string might be.

use super::cursor::{Cursor, Result};
use super::escape::unescape;

impl Cursor<'_> {
    /// Whether a quoted string follows.
    pub fn is_at_string(&mut self) -> bool {
        self.rest().starts_with(['"', '\''])
    }

    /// The bytes of the quoted string that follows.
    pub fn string(&mut self) -> Result<Vec<u8>> {
        if !self.is_at_string() {
            return Err(self.expected("a string in quotes"));
        }
        let rest = self.raw();
        let Some(length) = quoted(rest.as_bytes()) else {
            return Err(self.error("the string has no end"));
        };
        let Some(bytes) = unescape(&rest[1..length - 1]) else {
            return Err(self.error("the string has an unknown escape"));
        };
        self.advance(length);
        Ok(bytes)
    }

    /// The quoted string that follows, as text.
    pub fn utf8(&mut self) -> Result<String> {
        let position = self.here();
        let bytes = self.string()?;
        String::from_utf8(bytes).map_err(|_| self.error_at(position, "the string is not UTF-8"))
    }

    /// A quoted string, or an object of JSON as it stands there.
    pub fn string_or_json(&mut self) -> Result<Vec<u8>> {
        if !self.is_at("{") {
            return self.string();
        }
        let rest = self.raw();
        let Some(length) = json_object(rest.as_bytes()) else {
            return Err(self.error("the `{` has no `}`"));
        };
        self.advance(length);
        Ok(rest.as_bytes()[..length].to_vec())
    }
}

/// The length of the quoted string that a text begins with, quotes and all.
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

/// The length of the object of JSON that a text begins with.
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

/// Whether bytes can stand for themselves where a string or an object of JSON may.
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
            Err("the string has no end".to_owned())
        );
        assert!(is_json_object(b"{\"a\":{}}"));
        assert!(!is_json_object(b"{} {}"));
        assert!(!is_json_object(b"1"));
    }
}
