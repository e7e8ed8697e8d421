// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tables of programs and chips, as text files in the repository.

use crate::table::{Align, Table};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The key of a line in a table: a program and a chip.
pub type Key = (String, String);

/// The format of a table. The first two columns of a line are the program and the chip.
#[derive(Debug)]
pub struct Form {
    /// The path of the file, relative to the root of the checkout.
    pub file: &'static str,
    /// The comment above the table, whose lines begin with `#`.
    pub comment: &'static str,
    pub columns: &'static [(&'static str, Align)],
}

/// The lines of a table by program and chip, each as the columns after these two. A program may
/// have any number of lines for a chip.
pub type Lines = BTreeMap<Key, Vec<Vec<String>>>;

impl Form {
    /// Reads a table. A table that does not exist is empty.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if a line has the wrong number of columns.
    pub fn read(&self, root: &Path) -> Result<Lines> {
        let path = root.join(self.file);
        if !path.exists() {
            return Ok(Lines::new());
        }
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", self.file))?;
        self.parse(&text)
    }

    fn parse(&self, text: &str) -> Result<Lines> {
        let mut lines = Lines::new();
        let rows = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        // The first line has the headings.
        for (index, line) in rows.skip(1) {
            let mut words = line.split_whitespace().map(str::to_owned);
            let expected = self.columns.len();
            let (Some(program), Some(chip)) = (words.next(), words.next()) else {
                bail!("{}:{}: expected {expected} columns, found fewer", self.file, index + 1);
            };
            let rest: Vec<_> = words.collect();
            if rest.len() + 2 != expected {
                let found = rest.len() + 2;
                bail!("{}:{}: expected {expected} columns, found {found}", self.file, index + 1);
            }
            lines.entry((program, chip)).or_default().push(rest);
        }
        Ok(lines)
    }

    /// Returns the text of a table. Chips have the order of `chips`.
    pub fn render(&self, lines: &Lines, chips: &[&str]) -> String {
        let mut table = Table::new(self.columns);
        let place = |chip: &str| chips.iter().position(|known| *known == chip);
        let mut keys: Vec<_> = lines.keys().collect();
        keys.sort_by_key(|(program, chip)| (program, place(chip), chip));
        for key in keys {
            for line in &lines[key] {
                let key = [key.0.clone(), key.1.clone()];
                table.row(key.into_iter().chain(line.iter().cloned()).collect());
            }
        }
        format!("{}{}", self.comment, table.render())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Form = Form {
        file: "table.txt",
        comment: "# A comment\n# of two lines.\n",
        columns: &[("program", Align::Left), ("chip", Align::Left), ("bytes", Align::Right)],
    };

    #[test]
    fn tables_are_read_as_they_are_written() {
        let key = |program: &str, chip: &str| (program.to_owned(), chip.to_owned());
        let line = |bytes: &str| vec![bytes.to_owned()];
        let lines = Lines::from([
            (key("mlp", "sm_120"), vec![line("1")]),
            (key("mlp", "sm_80"), vec![line("20"), line("3")]),
            (key("cnn", "sm_80"), vec![line("4")]),
        ]);
        let text = FORM.render(&lines, &["sm_80", "sm_120"]);
        let expected = "\
# A comment
# of two lines.
program  chip    bytes
cnn      sm_80       4
mlp      sm_80      20
mlp      sm_80       3
mlp      sm_120      1
";
        assert_eq!(text, expected);
        assert_eq!(FORM.parse(&text).unwrap(), lines);
        let error = FORM.parse("program chip bytes\nmlp sm_80\n").unwrap_err().to_string();
        assert_eq!(error, "table.txt:2: expected 3 columns, found 2");
    }
}
