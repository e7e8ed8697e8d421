// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A position in a text, with functions that read the syntax there. There is no tokenizer, because
//! tokens depend on the context: `b01f` is a list of dimension labels in one place and a name in
//! another. Each caller requests the syntax that it expects.

use super::error::ParseError;

/// Result of reading HLO text.
pub type Result<T> = std::result::Result<T, ParseError>;

/// Maximum nesting depth of shapes, literals and computations. XLA's own bound and the recursion
/// limit of protocol buffers are larger.
const MOST_NESTED: u32 = 48;

/// A position in an HLO text.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    position: usize,
    depth: u32,
}

fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

impl<'t> Cursor<'t> {
    /// Creates a cursor at the beginning of a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, position: 0, depth: 0 }
    }

    /// Skips blanks and comments, and returns the rest of the text.
    pub fn rest(&mut self) -> &'t str {
        self.skip_blanks();
        self.raw()
    }

    /// Returns the rest of the text, including leading blanks.
    pub fn raw(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or_default()
    }

    /// Advances the position by a number of bytes, which must end at a character boundary.
    pub fn advance(&mut self, length: usize) {
        self.position += length;
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.raw();
            let text = rest.trim_start_matches([' ', '\t', '\n', '\r']);
            self.position += rest.len() - text.len();
            let comment = match text.as_bytes() {
                [b'/', b'*', inside @ ..] => {
                    let end = inside.windows(2).position(|pair| pair == b"*/");
                    end.map(|end| end + 4)
                }
                [b'/', b'/', ..] => Some(text.find(['\n', '\r']).unwrap_or(text.len())),
                _ => None,
            };
            match comment {
                Some(length) => self.position += length,
                None => return,
            }
        }
    }

    /// Skips blanks and comments, and returns the byte position in the text, for use in errors.
    pub fn here(&mut self) -> usize {
        self.skip_blanks();
        self.position
    }

    /// Creates an error at the given byte position of the text.
    pub fn error_at(&self, position: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, position, message)
    }

    /// Creates an error at the current position of the text.
    pub fn error(&mut self, message: impl Into<String>) -> ParseError {
        let position = self.here();
        self.error_at(position, message)
    }

    /// Creates an error that has the current position and names the expected syntax and the next
    /// word.
    pub fn expected(&mut self, what: &str) -> ParseError {
        let found = self.rest();
        let word = found.bytes().take_while(|byte| is_identifier(*byte)).count();
        let found: String = match found.chars().next() {
            None => "the end of the text".to_owned(),
            Some(char) if word == 0 => format!("`{char}`"),
            Some(_) => format!("`{}`", found.chars().take(word.min(60)).collect::<String>()),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    /// Returns true if the given punctuation is next.
    pub fn is_at(&mut self, punctuation: &str) -> bool {
        self.rest().starts_with(punctuation)
    }

    /// Returns true if only blanks and comments remain.
    pub fn is_at_end(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// Reads the given punctuation if it is next, and returns true if it was.
    pub fn eat(&mut self, punctuation: &str) -> bool {
        let found = self.is_at(punctuation);
        if found {
            self.position += punctuation.len();
        }
        found
    }

    /// Reads the given punctuation like [`Cursor::eat`], but does not skip blanks before it, for
    /// patterns such as `2x3`.
    pub fn eat_next(&mut self, punctuation: &str) -> bool {
        let found = self.raw().starts_with(punctuation);
        if found {
            self.position += punctuation.len();
        }
        found
    }

    /// Reads the given punctuation, which must be next.
    pub fn expect(&mut self, punctuation: &str) -> Result<()> {
        match self.eat(punctuation) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{punctuation}`"))),
        }
    }

    /// Returns the next identifier without reading it, or an empty string if there is none.
    pub fn peek_word(&mut self) -> &'t str {
        let rest = self.rest();
        match rest.bytes().next() {
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                let length = rest.bytes().take_while(|byte| is_identifier(*byte)).count();
                &rest[..length]
            }
            _ => "",
        }
    }

    /// Reads the given word if it is the next identifier, and returns true if it was.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        if found {
            self.position += word.len();
        }
        found
    }

    /// Reads an identifier.
    pub fn word(&mut self, what: &str) -> Result<&'t str> {
        let word = self.peek_word();
        if word.is_empty() {
            return Err(self.expected(what));
        }
        self.position += word.len();
        Ok(word)
    }

    /// Reads an identifier, which must be one of the given words.
    pub fn one_of<'w>(&mut self, words: &[&'w str]) -> Result<&'w str> {
        let word = self.peek_word();
        match words.iter().find(|known| **known == word && !word.is_empty()) {
            Some(known) => {
                self.position += word.len();
                Ok(known)
            }
            None => Err(self.expected(&format!("one of `{}`", words.join("`, `")))),
        }
    }

    /// Reads a name, which may have the prefix `%`, and returns it without the prefix.
    pub fn name(&mut self, what: &str) -> Result<&'t str> {
        if self.eat("%")
            && !self.raw().starts_with(|char: char| char.is_ascii_alphabetic() || char == '_')
        {
            return Err(self.expected(what));
        }
        self.word(what)
    }

    /// Reads the name of an attribute and the `=` after it if they are next, and returns the
    /// name.
    pub fn attribute_name(&mut self) -> Option<&'t str> {
        let word = self.peek_word();
        let found = !word.is_empty() && self.raw()[word.len()..].starts_with('=');
        found.then(|| {
            self.position += word.len() + 1;
            word
        })
    }

    /// Reads the longest nonempty sequence of ASCII bytes for which `accepts` returns true.
    pub fn pattern(&mut self, what: &str, accepts: impl Fn(u8) -> bool) -> Result<&'t str> {
        let rest = self.rest();
        let length = rest.bytes().take_while(|byte| byte.is_ascii() && accepts(*byte)).count();
        if length == 0 {
            return Err(self.expected(what));
        }
        self.position += length;
        Ok(&rest[..length])
    }

    /// Reads an integer, which must be in the range of `T`.
    pub fn integer<T: TryFrom<i128>>(&mut self) -> Result<T> {
        let position = self.here();
        let rest = self.raw();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.expected("an integer"));
        }
        let number = &rest[..sign + digits];
        self.position += number.len();
        let value = number.parse::<i128>().ok().and_then(|value| T::try_from(value).ok());
        value.ok_or_else(|| self.error_at(position, "the integer is out of range"))
    }

    /// Reads `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool> {
        match self.peek_word() {
            word @ ("true" | "false") => {
                self.position += word.len();
                Ok(word == "true")
            }
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    /// Reads a floating-point number, which may be infinite or NaN.
    pub fn float(&mut self) -> Result<f64> {
        let position = self.here();
        let accepts = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+');
        let number = self.pattern("a number", accepts)?;
        let known = matches!(number.trim_start_matches('-'), "inf" | "nan");
        let begins = number.starts_with(|char: char| char.is_ascii_digit() || "-.".contains(char));
        let value = (known || begins).then(|| number.parse().ok()).flatten();
        value.ok_or_else(|| self.error_at(position, format!("expected a number, found `{number}`")))
    }

    /// Reads a list of items, separated by commas, between the given opening and closing brackets.
    pub fn list<T>(
        &mut self,
        [open, close]: [&str; 2],
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.expect(open)?;
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(",") {
                return Err(self.expected(&format!("`,` or `{close}`")));
            }
        }
    }

    /// Reads a list of integers in braces.
    pub fn integers<T: TryFrom<i128>>(&mut self) -> Result<Vec<T>> {
        self.list(["{", "}"], Self::integer)
    }

    /// Runs a function one nesting level deeper.
    ///
    /// # Errors
    /// Fails if the nesting exceeds [`MOST_NESTED`], or if the function fails.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.enter()?;
        let result = read(self);
        self.leave();
        result
    }

    /// Enters a nesting level, which [`Cursor::leave`] ends.
    ///
    /// # Errors
    /// Fails if the nesting exceeds [`MOST_NESTED`].
    pub fn enter(&mut self) -> Result<()> {
        if self.depth >= MOST_NESTED {
            return Err(
                self.error(format!("expected at most {MOST_NESTED} nesting levels, found more"))
            );
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves a nesting level.
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_comments() {
        let mut cursor = Cursor::new(" /*index=5*/ a // b\n=1 /* open");
        assert_eq!(cursor.word("a name"), Ok("a"));
        assert!(cursor.eat("="));
        assert_eq!(cursor.integer::<i64>(), Ok(1));
        assert_eq!(cursor.rest(), "/* open");
    }

    #[test]
    fn numbers() {
        let mut cursor = Cursor::new("-12 1e+3 -inf .5 99999999999 x");
        assert_eq!(cursor.integer::<i8>(), Ok(-12));
        assert_eq!(cursor.float(), Ok(1000.0));
        assert_eq!(cursor.float(), Ok(f64::NEG_INFINITY));
        assert_eq!(cursor.float(), Ok(0.5));
        assert!(cursor.integer::<i32>().is_err());
        let error = cursor.float().expect_err("no number");
        assert_eq!(error.message, "expected a number, found `x`");
    }

    #[test]
    fn what_was_expected() {
        let mut cursor = Cursor::new("add(");
        assert_eq!(cursor.expect("{").expect_err("`add`").message, "expected `{`, found `add`");
        assert!(cursor.eat_word("add"));
        assert_eq!(cursor.expected("`)`").message, "expected `)`, found `(`");
        let error = Cursor::new("").expected("a name");
        assert_eq!(error.message, "expected a name, found the end of the text");
    }

    #[test]
    fn nesting_is_bounded() {
        fn descend(cursor: &mut Cursor) -> Result<()> {
            cursor.nested(descend)
        }
        let error = descend(&mut Cursor::new("")).expect_err("without end");
        assert_eq!(error.message, "expected at most 48 nesting levels, found more");
    }
}
