// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Gives values the same names in all versions of a program.
//!
//! MLIR numbers the values of a function from 0 whenever it prints a program, so that one new
//! operation changes the names in all following lines. A difference of such texts is unreadable.
//! Here, a value keeps the name that it had in the line of the previous version that matches its
//! line, and new values get names that are not in use. The names are therefore not the names that
//! `hlo-opt` prints.

use super::locations::Line;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A name in a line of MLIR: of a value such as `%0`, of a block such as `^bb1`, or of an attribute
/// alias such as `#map`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Name<'a> {
    text: &'a str,
    start: usize,
    /// Whether the line is known to define the name.
    is_defined: bool,
}

impl Name<'_> {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Returns the names in a line of MLIR, except for names inside string literals.
fn names(line: &str) -> Vec<Name<'_>> {
    let bytes = line.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
    let indent = line.len() - line.trim_start().len();
    let begins_with = |sigil: u8| bytes.get(indent) == Some(&sigil);
    // The results of an operation stand before the first ` = `.
    let results = if begins_with(b'%') { line.find(" = ").unwrap_or(0) } else { 0 };
    let mut names = Vec::new();
    let (mut at, mut is_string) = (0, false);
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'\\' if is_string => at += 1,
            b'"' => is_string = !is_string,
            b'%' | b'^' | b'#' if !is_string => {
                at += bytes[at..].iter().take_while(|byte| is_part(byte)).count();
                let (text, next) = (&line[start..at], &line[at..]);
                let is_name = match byte {
                    // A result `%0#1`, or an attribute of a dialect.
                    b'#' => {
                        text[1..].starts_with(|it: char| it.is_ascii_lowercase())
                            && !text.contains('.')
                            && !next.starts_with('<')
                    }
                    _ => text.len() > 1,
                };
                let is_defined = start < results
                    || (begins_with(b'^') && *byte != b'#')
                    || (*byte == b'#' && start == 0)
                    || next.starts_with(": ")
                    || (*byte == b'%' && next.starts_with(" = "));
                if is_name {
                    names.push(Name { text, start, is_defined });
                }
            }
            _ => {}
        }
    }
    names
}

/// Returns the line with each name replaced by its first character, `%`, `^` or `#`.
pub fn without_names(line: &str) -> String {
    replace(line, &names(line), |name| name.text[..1].to_owned())
}

/// Returns the names of the values that a line defines, and the names of the values that it uses.
pub fn values(line: &str) -> (Vec<&str>, Vec<&str>) {
    let values = names(line).into_iter().filter(|name| name.text.starts_with('%'));
    let (defined, used): (Vec<_>, Vec<_>) = values.partition(|name| name.is_defined);
    let texts = |names: Vec<Name<'_>>| names.into_iter().map(|name| &line[name.range()]).collect();
    (texts(defined), texts(used))
}

fn replace(line: &str, names: &[Name<'_>], mut by: impl FnMut(&Name<'_>) -> String) -> String {
    let (mut text, mut end) = (String::with_capacity(line.len()), 0);
    for name in names {
        text.push_str(&line[end..name.start]);
        text.push_str(&by(name));
        end = name.range().end;
    }
    text + &line[end..]
}

/// Returns true if `text`, a line without its indentation, is the first line of a function.
pub fn is_function(text: &str) -> bool {
    text.split(' ').next().is_some_and(|op| op.ends_with(".func"))
}

/// Returns the first symbol name in a line, without the sign `@`.
pub fn symbol(text: &str) -> Option<&str> {
    let (_, symbol) = text.split_once('@')?;
    let end = symbol.find(|it: char| !it.is_alphanumeric() && !"_$.-".contains(it));
    Some(&symbol[..end.unwrap_or(symbol.len())])
}

/// Returns, for each line, the symbol name of the enclosing function or other operation at the top
/// level of the module. The name is empty before the first such operation.
fn scopes<'a>(lines: &'a [Line]) -> Vec<&'a str> {
    let mut scope = "";
    let scope_of = |line: &'a Line| {
        let text = line.text.trim_start();
        let indent = line.text.len() - text.len();
        if is_function(text) || (indent == 2 && !text.starts_with(['}', '^'])) {
            scope = symbol(text).unwrap_or_default();
        }
        scope
    };
    lines.iter().map(scope_of).collect()
}

/// The state of naming values: the numbers of the next new names.
#[derive(Debug, Default)]
pub struct Names {
    /// The next number for a new name, by the function and the part of the name before the number.
    next: HashMap<(String, String), u64>,
}

impl Names {
    /// Renames the values of the version `new` of a program. `matches` are pairs of matching lines
    /// of `old`, whose values have their final names, and of `new`, in ascending order.
    pub fn rename(
        &mut self,
        old: &[Line],
        new: Vec<Line>,
        matches: &[(usize, usize)],
    ) -> Vec<Line> {
        let (old_scopes, new_scopes) = (scopes(old), scopes(&new));
        let old_names: Vec<_> = old.iter().map(|line| names(&line.text)).collect();
        let in_old: HashSet<_> = old_names
            .iter()
            .zip(&old_scopes)
            .flat_map(|(names, scope)| names.iter().map(move |it| (*scope, it.text)))
            .collect();
        let new_names: Vec<_> = new.iter().map(|line| names(&line.text)).collect();
        let mut values = Values::of(&new, &new_names);
        // First, definitions in matching lines; then, other names in matching lines, such as the
        // operand of an operation that replaces another one.
        for only_definitions in [true, false] {
            for (before, after) in matches {
                let (old_names, new_names) = (&old_names[*before], &new_names[*after]);
                let is_same = old_scopes[*before] == new_scopes[*after];
                if !is_same || old_names.len() != new_names.len() {
                    continue;
                }
                for (at, (from, to)) in old_names.iter().zip(new_names).enumerate() {
                    // A value whose name stands for a constant or an argument keeps that kind of name.
                    let is_alike = stem(from.text) == stem(to.text);
                    if is_alike && (to.is_defined || !only_definitions) {
                        let value = values.in_lines[*after][at];
                        values.set_name(value, from.text);
                    }
                }
            }
        }
        for (line, (line_names, scope)) in new_names.iter().zip(&new_scopes).enumerate() {
            for (at, name) in line_names.iter().enumerate() {
                let value = values.in_lines[line][at];
                let is_new = |name: &str| !in_old.contains(&(scope, name));
                if values.names[value].is_some()
                    || (is_new(name.text) && values.set_name(value, name.text))
                {
                    continue;
                }
                let is_free = |name: &str| is_new(name) && values.is_free(value, name);
                let chosen = self.fresh(scope, name.text, is_free);
                values.set_name(value, &chosen);
            }
        }
        let rename = |(number, line): (usize, &Line)| {
            let mut in_line = values.in_lines[number].iter();
            let text = replace(&line.text, &new_names[number], |name| {
                let value = in_line.next().and_then(|value| values.names[*value].clone());
                value.unwrap_or_else(|| name.text.to_owned())
            });
            Line { text, sources: line.sources.clone() }
        };
        new.iter().enumerate().map(rename).collect()
    }

    /// Returns a new name with the same stem as `name`, for which `is_free` returns true.
    fn fresh(&mut self, scope: &str, name: &str, is_free: impl Fn(&str) -> bool) -> String {
        let stem = stem(name);
        let stem = match stem {
            "%" | "%arg" | "^bb" | "#map" => stem.to_owned(),
            _ => format!("{stem}_"),
        };
        let next = self.next.entry((scope.to_owned(), stem.clone())).or_default();
        loop {
            let candidate = format!("{stem}{next}");
            *next += 1;
            if is_free(&candidate) {
                return candidate;
            }
        }
    }
}

/// Returns a name without the number that distinguishes it from other names of the same kind: `%`
/// for `%12`, but `%c4` for `%c4` and `%c4_1`, which are names of constants.
fn stem(name: &str) -> &str {
    let stem = name.trim_end_matches(|it: char| it.is_ascii_digit());
    match stem {
        "%" | "%arg" | "^bb" | "#map" => stem,
        _ => stem.strip_suffix('_').filter(|_| stem != name).unwrap_or(name),
    }
}

/// The values of a version of a program. The same name in two regions refers to two values, unless
/// one region contains the other.
#[derive(Debug, Default)]
struct Values {
    /// For each line: the indices of the values to which its names refer.
    in_lines: Vec<Vec<usize>>,
    /// The index of the region that contains each value.
    regions: Vec<usize>,
    /// The new name of each value; `None` if it has none yet.
    names: Vec<Option<String>>,
    /// The index of the region around each region. The first region is the whole program, which has
    /// none.
    parents: Vec<Option<usize>>,
    /// The index of each new name.
    numbers: HashMap<String, usize>,
    /// The new names of the values in each region, as pairs of a region and the index of a name.
    used: HashSet<(usize, usize)>,
    /// The new names of the values in the regions nested in each region, as pairs of the outer
    /// region and the index of a name.
    used_inside: HashSet<(usize, usize)>,
}

impl Values {
    /// Finds the values to which the names in the lines of a program refer.
    fn of(lines: &[Line], names: &[Vec<Name<'_>>]) -> Self {
        let mut values = Self { parents: vec![None], ..Self::default() };
        // The open regions with their values.
        let mut open: Vec<(usize, HashMap<&str, usize>)> = vec![(0, HashMap::new())];
        for (line, names) in lines.iter().zip(names) {
            if line.text.trim_start().starts_with('}') && open.len() > 1 {
                open.pop();
            }
            let outside = open.len() - 1;
            if line.text.ends_with('{') {
                values.parents.push(Some(open[outside].0));
                open.push((values.parents.len() - 1, HashMap::new()));
            }
            let results = line.text.find(" = ").unwrap_or(0);
            let in_line = names.iter().map(|name| {
                // The arguments of a function or loop belong to its region.
                let is_argument = name.is_defined && name.start > results;
                let depth = if is_argument { open.len() - 1 } else { outside };
                let known = open[..=depth].iter().rev().find_map(|it| it.1.get(name.text));
                known.copied().unwrap_or_else(|| {
                    let number = values.regions.len();
                    values.regions.push(open[depth].0);
                    open[depth].1.insert(name.text, number);
                    number
                })
            });
            let in_line = in_line.collect();
            values.in_lines.push(in_line);
        }
        values.names = vec![None; values.regions.len()];
        values
    }

    /// Returns true if no value in the region of `value`, or in a region inside or around it, has
    /// the new name `name`.
    fn is_free(&self, value: usize, name: &str) -> bool {
        let Some(name) = self.numbers.get(name) else { return true };
        let region = self.regions[value];
        !self.used_inside.contains(&(region, *name))
            && self.around(region).all(|region| !self.used.contains(&(region, *name)))
    }

    /// Sets the new name of a value and returns true. Returns false if the value already has a new
    /// name, or if the name is not free.
    fn set_name(&mut self, value: usize, name: &str) -> bool {
        if self.names[value].is_some() || !self.is_free(value, name) {
            return false;
        }
        self.names[value] = Some(name.to_owned());
        let region = self.regions[value];
        let next = self.numbers.len();
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        let around: Vec<_> = self.around(region).skip(1).collect();
        self.used.insert((region, number));
        self.used_inside.extend(around.into_iter().map(|region| (region, number)));
        true
    }

    /// Returns a region and the regions around it, from the inside out.
    fn around(&self, region: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(region), |region| self.parents[*region])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Line> {
        text.lines().map(|text| Line { text: text.to_owned(), sources: Vec::new() }).collect()
    }

    fn text(lines: &[Line]) -> String {
        lines.iter().map(|line| line.text.clone() + "\n").collect()
    }

    #[test]
    fn values_keep_their_names_behind_a_new_operation() {
        let old = "  func.func @f(%arg0: f32) {\n    %0 = a %arg0\n    %1 = b %0\n    return %1\n";
        let new = "  func.func @f(%arg0: f32) {\n    %0 = new %arg0\n    %1 = a %arg0\n    %2 = b %1\n    return %2\n";
        let matches = [(0, 0), (1, 2), (2, 3), (3, 4)];
        let renamed = Names::default().rename(&lines(old), lines(new), &matches);
        let expected = "  func.func @f(%arg0: f32) {\n    %2 = new %arg0\n    %0 = a %arg0\n    %1 = b %0\n    return %1\n";
        assert_eq!(text(&renamed), expected);
    }

    #[test]
    fn a_changed_operand_is_visible() {
        let old = "  func.func @f() {\n    %0 = a\n    %1 = a\n    %2 = b %0, %1\n";
        let new = "  func.func @f() {\n    %0 = a\n    %1 = b %0, %0\n";
        let renamed = Names::default().rename(&lines(old), lines(new), &[(0, 0), (1, 1), (3, 2)]);
        assert_eq!(text(&renamed), "  func.func @f() {\n    %0 = a\n    %2 = b %0, %0\n");
    }

    #[test]
    fn names_in_strings_and_attributes_are_left_alone() {
        let line = r##"%0:2 = "a.b"(%c1_i32, %1#1) {x = "%9 #map", y = #a.b<3>, z = #map3, w = #q<1>} : #map"##;
        let found: Vec<_> = names(line).iter().map(|name| name.text).collect();
        assert_eq!(found, ["%0", "%c1_i32", "%1", "#map3", "#map"]);
        let label = names("^bb3(%4: i64):  // pred: ^bb0");
        assert!(label.iter().all(|name| name.is_defined));
        assert_eq!(without_names("  %12 = llvm.br ^bb3(%1 : i64)"), "  % = llvm.br ^(% : i64)");
    }

    #[test]
    fn regions_have_names_of_their_own() {
        let old = "  func.func @f() {
    %0 = a {
      %1 = x
      use %1
    }
    b {
      %1 = x
      use %1, %0
    }
";
        let new = old.replace(
            "      %1 = x\n      use %1\n",
            "      %1 = new\n      %2 = x\n      use %2\n",
        );
        let matches = [(0, 0), (1, 1), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9)];
        let renamed = Names::default().rename(&lines(old), lines(&new), &matches);
        let expected = old.replacen("      %1 = x\n", "      %2 = new\n      %1 = x\n", 1);
        assert_eq!(text(&renamed), expected);
    }

    #[test]
    fn functions_have_names_of_their_own() {
        let old = "  func.func @f() {\n    %0 = a\n  }\n  func.func @g() {\n    %0 = b\n  }\n";
        let new = old.replacen("    %0 = a\n", "    %0 = new\n    %1 = a\n", 1);
        let matches = [(0, 0), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)];
        let renamed = Names::default().rename(&lines(old), lines(&new), &matches);
        assert_eq!(renamed[5].text, "    %0 = b");
        assert_eq!(renamed[1].text, "    %1 = new");
        assert_eq!(renamed[2].text, "    %0 = a");
    }
}
