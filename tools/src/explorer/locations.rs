// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads MLIR text with locations. Returns the lines without locations, each with its source
//! operations.
//!
//! The locations contain the numbers of source operations (`hloom_lowering::ir::sources`). MLIR
//! prints the location of an operation after its last region, and most locations as aliases, which
//! it defines at the beginning or at the end of the text:
//!
//! ```mlir
//!   %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32> loc(#loc3)
//! #loc2 = loc("a.mlir":7:10)
//! #loc3 = loc("hloom.source.3"(#loc2))
//! ```

use hloom_lowering::ir::sources::SOURCE;
use std::collections::{BTreeSet, HashMap};

/// The maximum number of characters of a line that is shown completely. Attributes with reports for
/// other tools are longer.
const WIDTH: usize = 2000;
/// The maximum number of aliases between a location and a source operation.
const DEPTH: usize = 200;

/// A line of a program without locations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line {
    /// The text of the line. In a line of more than 2000 characters, the number of hidden
    /// characters replaces the end.
    pub text: String,
    /// The sorted numbers of the source operations from which the line comes.
    pub sources: Vec<usize>,
}

/// Reads MLIR text with locations. A line that begins or ends a region of an operation has the
/// sources of the operation.
pub fn read(text: &str) -> Vec<Line> {
    let mut aliases = HashMap::new();
    let mut kept = Vec::new();
    let mut in_resources = false;
    for line in text.lines() {
        if let Some((name, location)) = alias(line) {
            aliases.insert(name, location);
        } else if line == "{-#" || in_resources {
            // The contents of large constants.
            in_resources = line != "#-}";
        } else {
            kept.push(strip(line));
        }
    }
    let mut resolver = Resolver { aliases, known: HashMap::new() };
    let mut lines: Vec<Line> = Vec::with_capacity(kept.len());
    // The lines of the operations whose regions are not complete.
    let mut open: Vec<Vec<usize>> = Vec::new();
    for (text, locations) in kept {
        let mut sources = BTreeSet::new();
        locations.iter().for_each(|it| resolver.collect(it, DEPTH, &mut sources));
        let sources: Vec<_> = sources.into_iter().collect();
        let (closes, opens) = (text.trim_start().starts_with('}'), text.ends_with('{'));
        let number = lines.len();
        let mut operation = if closes { open.pop().unwrap_or_default() } else { Vec::new() };
        if opens {
            // The operation of the region `cond {` of `stablehlo.while` is in the line before.
            let is_apart = text.trim_start() == "cond {";
            operation.extend(number.checked_sub(1).filter(|_| is_apart));
            operation.push(number);
            open.push(operation);
        } else if !sources.is_empty() {
            operation.iter().for_each(|it| lines[*it].sources.clone_from(&sources));
        }
        lines.push(Line { text: shortened(text), sources });
    }
    lines
}

fn shortened(text: String) -> String {
    let Some((end, _)) = text.char_indices().nth(WIDTH) else { return text };
    let hidden = text[end..].chars().count();
    format!("{} … ({hidden} more characters)", &text[..end])
}

/// Reads a line that defines an alias of a location. Returns the alias and the location, or `None`
/// for other lines.
fn alias(line: &str) -> Option<(&str, Location<'_>)> {
    let rest = line.strip_prefix("#loc")?;
    let (_, value) = rest.split_once(" = loc(")?;
    let name = line.split(' ').next()?;
    Some((name, Cursor { text: value }.location()?))
}

/// Removes the locations from a line of MLIR. Returns the remaining text and the locations.
fn strip(line: &str) -> (String, Vec<Location<'_>>) {
    let (mut text, mut locations) = (String::with_capacity(line.len()), Vec::new());
    let mut rest = line;
    let (mut is_string, mut is_escaped) = (false, false);
    while let Some(next) = rest.chars().next() {
        if !is_string && let Some(inner) = rest.strip_prefix(" loc(") {
            let mut cursor = Cursor { text: inner };
            if let Some(location) = cursor.location()
                && let Some(after) = cursor.text.strip_prefix(')')
            {
                locations.push(location);
                rest = after;
                continue;
            }
        }
        match next {
            _ if is_escaped => is_escaped = false,
            '\\' if is_string => is_escaped = true,
            '"' => is_string = !is_string,
            _ => {}
        }
        text.push(next);
        rest = &rest[next.len_utf8()..];
    }
    (text, locations)
}

/// The part of a location that determines its source operations.
#[derive(Debug)]
enum Location<'a> {
    /// A location without a source operation.
    Other,
    Alias(&'a str),
    Source(usize),
    Fused(Vec<Location<'a>>),
}

/// The state of parsing a location: the text that remains to be read.
struct Cursor<'a> {
    text: &'a str,
}

impl<'a> Cursor<'a> {
    /// Reads a location without the surrounding `loc(...)`. Returns `None` if the syntax is unknown.
    fn location(&mut self) -> Option<Location<'a>> {
        if self.text.starts_with('#') {
            let end = self.text.find(|it: char| !it.is_ascii_alphanumeric() && it != '#');
            return Some(Location::Alias(self.take(end.unwrap_or(self.text.len()))));
        }
        if self.eat("unknown") {
            return Some(Location::Other);
        }
        if self.eat("callsite(") {
            let callee = self.location()?;
            self.expect(" at ")?;
            self.location()?;
            self.expect(")")?;
            return Some(callee);
        }
        if self.eat("fused") {
            if self.text.starts_with('<') {
                self.skip_angles()?;
            }
            self.expect("[")?;
            let mut parts = Vec::new();
            while !self.eat("]") {
                parts.push(self.location()?);
                self.eat(", ");
            }
            return Some(Location::Fused(parts));
        }
        let name = self.string()?;
        if self.eat("(") {
            let child = self.location()?;
            self.expect(")")?;
            let number = name.strip_prefix(SOURCE).and_then(|number| number.parse().ok());
            return Some(number.map_or(child, Location::Source));
        }
        // A position `:line:column`, or a range `:line:column to [line]:column`.
        let end = self.text.find(|it: char| !it.is_ascii_digit() && it != ':');
        self.take(end.unwrap_or(self.text.len()));
        if self.eat(" to ") {
            let end = self.text.find(|it: char| !it.is_ascii_digit() && it != ':');
            self.take(end.unwrap_or(self.text.len()));
        }
        Some(Location::Other)
    }

    /// Reads a string literal, and returns the text between the quotes, in which escape sequences
    /// are not decoded.
    fn string(&mut self) -> Option<&'a str> {
        let inner = self.text.strip_prefix('"')?;
        let mut is_escaped = false;
        for (at, next) in inner.char_indices() {
            match next {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => {
                    self.text = &inner[at + 1..];
                    return Some(&inner[..at]);
                }
                _ => {}
            }
        }
        None
    }

    /// Skips an attribute in angle brackets, and the brackets.
    fn skip_angles(&mut self) -> Option<()> {
        let mut depth = 0;
        loop {
            match self.text.chars().next()? {
                '"' => {
                    self.string()?;
                    continue;
                }
                '<' => depth += 1,
                // The arrow of a type.
                '-' if self.text.starts_with("->") => drop(self.take(1)),
                '>' => depth -= 1,
                _ => {}
            }
            self.take(self.text.chars().next()?.len_utf8());
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.text.split_at(length);
        self.text = rest;
        taken
    }

    fn eat(&mut self, prefix: &str) -> bool {
        let rest = self.text.strip_prefix(prefix);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn expect(&mut self, prefix: &str) -> Option<()> {
        self.eat(prefix).then_some(())
    }
}

/// Finds the source operations of locations, including the locations to which aliases refer.
struct Resolver<'a> {
    aliases: HashMap<&'a str, Location<'a>>,
    known: HashMap<&'a str, BTreeSet<usize>>,
}

impl<'a> Resolver<'a> {
    fn collect(&mut self, location: &Location<'a>, depth: usize, found: &mut BTreeSet<usize>) {
        match location {
            Location::Other => {}
            Location::Source(number) => drop(found.insert(*number)),
            Location::Fused(parts) => {
                parts.iter().for_each(|part| self.collect(part, depth, found));
            }
            Location::Alias(name) => {
                if let Some(sources) = self.known.get(name) {
                    found.extend(sources);
                } else if depth > 0
                    && let Some(location) = self.aliases.remove(name)
                {
                    let mut sources = BTreeSet::new();
                    self.collect(&location, depth - 1, &mut sources);
                    found.extend(&sources);
                    self.known.insert(name, sources);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> Vec<Vec<usize>> {
        read(text).into_iter().map(|line| line.sources).collect()
    }

    #[test]
    fn locations_are_read_through_aliases_calls_and_fusion() {
        let text = r#"#loc1 = loc("a \" loc(.mlir":1:2)
module {
  func.func @f(%arg0: f32 loc("x"("a.mlir":1:1)), %arg1: f32 loc(#loc1)) -> f32 {
    %0 = a.b %arg0 {text = " loc(#loc3)"} : f32 loc(#loc3)
    %1 = a.c %0 : f32 loc(fused<"why->">[#loc3, "jit(f)"("hloom.source.7"(unknown))])
    %2 = a.d %0 : f32 loc(callsite("hloom.source.9"(#loc1) at #loc3))
    %3 = a.e %0 : f32 loc("a.mlir":3:4 to :9)
    return %1 : f32 loc(#loc4)
  } loc(#loc1)
} loc(unknown)
#loc3 = loc("hloom.source.12"(#loc1))
#loc4 = loc(fused[#loc3, #loc5])
#loc5 = loc("hloom.source.2"(#loc3))
"#;
        let lines = read(text);
        assert_eq!(lines[1].text, "  func.func @f(%arg0: f32, %arg1: f32) -> f32 {");
        assert_eq!(lines[2].text, r#"    %0 = a.b %arg0 {text = " loc(#loc3)"} : f32"#);
        let expected: [&[usize]; 9] = [&[], &[], &[12], &[7, 12], &[9], &[], &[2, 12], &[], &[]];
        assert_eq!(sources(text), expected);
        assert!(
            lines.iter().all(|line| line.text.contains("text =") || !line.text.contains("loc("))
        );
    }

    #[test]
    fn the_first_line_of_a_region_has_the_location_of_its_last() {
        let text = "%0 = scf.if %c {\n  a loc(\"hloom.source.1\"(unknown))\n} else {\n  b loc(unknown)\n} loc(\"hloom.source.2\"(unknown))\nc loc(unknown)";
        let expected: [&[usize]; 6] = [&[2], &[1], &[2], &[], &[2], &[]];
        assert_eq!(sources(text), expected);
    }

    #[test]
    fn long_lines_are_cut_and_cyclic_aliases_end() {
        let text = format!("{} loc(#loc1)\n#loc1 = loc(fused[#loc1])", "é".repeat(WIDTH + 3));
        let lines = read(&text);
        assert!(lines[0].text.ends_with("é … (3 more characters)"), "{}", lines[0].text);
        assert!(lines[0].sources.is_empty());
    }

    #[test]
    fn unknown_syntax_is_left_in_the_text() {
        assert_eq!(read("a loc(new<3>)")[0].text, "a loc(new<3>)");
    }
}
