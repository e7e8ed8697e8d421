// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Separates Rust code from comments and literals, with a minimal lexer.

/// Replaces comments, strings and character literals of a Rust source by spaces. Keeps line breaks,
/// so that line numbers do not change.
pub fn code_only(source: &str) -> String {
    let mut scanner = Scanner { rest: source, code: String::with_capacity(source.len()) };
    while let Some(c) = scanner.rest.chars().next() {
        scanner.token(c);
    }
    scanner.code
}

/// Returns the numbers, from 1, of the lines of `code` that contain `word` as a whole word.
pub fn lines_with_word(code: &str, word: &str) -> Vec<usize> {
    let has_word = |line: &str| line.split(|c: char| !is_word(c)).any(|found| found == word);
    code.lines().enumerate().filter(|(_, line)| has_word(line)).map(|(at, _)| at + 1).collect()
}

/// The state of the lexer: the remaining source, and the output so far.
struct Scanner<'a> {
    rest: &'a str,
    code: String,
}

impl Scanner<'_> {
    fn token(&mut self, first: char) {
        if self.rest.starts_with("//") {
            self.blank(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("/*") {
            self.blank(block_comment(self.rest));
        } else if first == '"' {
            self.blank(quoted(self.rest, '"'));
        } else if first == '\'' {
            self.quote();
        } else if is_word(first) {
            self.word();
        } else {
            self.keep(first.len_utf8());
        }
    }

    /// Scans an identifier, keyword or number, or a raw string with its prefix.
    fn word(&mut self) {
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(end);
        if matches!(word, "r" | "br" | "cr")
            && let Some(length) = raw_string(after)
        {
            self.blank(end + length);
        } else {
            self.keep(end);
        }
    }

    /// Scans a character literal or a lifetime.
    fn quote(&mut self) {
        let mut chars = self.rest.chars().skip(1);
        match (chars.next(), chars.next()) {
            (Some('\\'), _) => self.blank(quoted(self.rest, '\'')),
            (Some(c), Some('\'')) => self.blank(c.len_utf8() + 2),
            _ => self.keep(1),
        }
    }

    fn keep(&mut self, length: usize) {
        let (kept, rest) = self.rest.split_at(length);
        self.code.push_str(kept);
        self.rest = rest;
    }

    fn blank(&mut self, length: usize) {
        let (text, rest) = self.rest.split_at(length);
        self.code.extend(text.chars().map(|c| if c == '\n' { c } else { ' ' }));
        self.rest = rest;
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of the block comment at the start of `text`, which may contain nested
/// comments.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    loop {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else if let Some(c) = rest.chars().next() {
            at += c.len_utf8();
        } else {
            return at;
        }
    }
}

/// Returns the length of the literal with escapes at the start of `text`, which ends with `end`.
fn quoted(text: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == end {
            return at + c.len_utf8();
        }
    }
    text.len()
}

/// Returns the length of the raw string, without its prefix, at the start of `text`, or `None` if
/// there is none.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let content = text[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = content.find(&end).map_or(content.len(), |at| at + end.len());
    Some(hashes + 1 + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank() {
        for (source, code) in [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("f(\"x \\\" y\") + g", "f(        ) + g"),
            ("r#\"x \" y\"# z", "           z"),
            ("let r#type = b\"q\";", "let r#type = b   ;"),
            ("'x' 'a: &'a '\\'' é", "    'a: &'a      é"),
            ("a \"open", "a      "),
        ] {
            assert_eq!(code_only(source), code, "{source}");
        }
    }

    #[test]
    fn whole_words_are_found_with_their_lines() {
        let source = "#![forbid(unsafe_code)]\n// unsafe\n\"unsafe\n unsafe\"\nunsafe{}";
        assert_eq!(lines_with_word(&code_only(source), "unsafe"), [5]);
    }
}
