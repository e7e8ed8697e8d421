// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error of reading HLO text, with its position in the text.

use std::fmt::{self, Display};

/// Syntax error in a text, with its position. The displayed message includes the line of the text
/// and a caret below the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line of the error, counted from 1.
    pub line: usize,
    /// Column of the error in characters, counted from 1.
    pub column: usize,
    /// Description of the error, without its position.
    pub message: String,
    /// Excerpt of the erroneous line around the position of the error.
    excerpt: String,
    /// Number of characters of the excerpt before the position of the error.
    caret: usize,
}

/// Maximum number of characters of a line shown on either side of an error's position, because
/// lines with constants are long.
const CONTEXT: usize = 80;

impl ParseError {
    /// Creates an error at a byte position, which is clamped to the text and to a character
    /// boundary.
    pub(super) fn new(text: &str, position: usize, message: impl Into<String>) -> Self {
        let mut position = position.min(text.len());
        while !text.is_char_boundary(position) {
            position -= 1;
        }
        let (before, after) = text.split_at(position);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let before_in_line = &before[line_start..];
        let shown_before: Vec<char> = before_in_line.chars().rev().take(CONTEXT).collect();
        let shown_after = after.chars().take_while(|char| *char != '\n').take(CONTEXT);
        Self {
            line: before.matches('\n').count() + 1,
            column: before_in_line.chars().count() + 1,
            message: message.into(),
            caret: shown_before.len(),
            excerpt: shown_before
                .into_iter()
                .rev()
                .chain(shown_after)
                .map(|char| if char.is_control() { ' ' } else { char })
                .collect(),
        }
    }
}

impl Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { line, column, message, excerpt, caret } = self;
        write!(formatter, "{line}:{column}: {message}\n  {excerpt}\n  {:caret$}^", "")
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_shown() {
        let error = ParseError::new("a\n  bc d\ne", 7, "expected `x`");
        assert_eq!(error.to_string(), "2:6: expected `x`\n    bc d\n       ^");
        assert_eq!(ParseError::new("é", 1, "").column, 1);
        assert_eq!(ParseError::new("", 100, "m").to_string(), "1:1: m\n  \n  ^");
        let long = "x".repeat(1000);
        let error = ParseError::new(&long, 500, "m").to_string();
        assert_eq!(error.lines().nth(1).map(str::len), Some(162));
    }
}
