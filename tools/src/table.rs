// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tables as plain text, and numbers in few characters.

/// The maximum number of characters in a line of a table. The last cell of a longer line is
/// truncated.
pub const WIDTH: usize = 100;

/// A table with headings. All cells except those of the last column are aligned to the right, and
/// two spaces separate columns.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with headings and no rows.
    pub fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|text| (*text).to_owned()).collect()] }
    }

    /// Adds a row, whose cells are in the order of the headings.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Renders the table. Every line ends with a line break and has no trailing spaces. The last
    /// cell is truncated so that the line has at most [`WIDTH`] characters.
    pub fn render(&self) -> String {
        let columns = self.rows[0].len();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                if column + 1 == columns {
                    line.push_str(&cut(cell, WIDTH.saturating_sub(line.chars().count())));
                } else {
                    line.push_str(&format!("{cell:>width$}  ", width = widths[column]));
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Truncates a text to `width` characters. The end of a longer text becomes `..`.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(2)).chain("..".chars()).collect()
}

/// Formats a number of at least 0 with three significant digits and a decimal prefix, as in
/// `1.23G`.
pub fn compact(number: f64) -> String {
    let (mut scaled, mut prefix) = (number, "");
    for next in ["k", "M", "G", "T", "P", "E"] {
        if scaled < 999.5 {
            break;
        }
        (scaled, prefix) = (scaled / 1000.0, next);
    }
    match scaled {
        _ if prefix.is_empty() && scaled.fract() == 0.0 => format!("{scaled:.0}"),
        ..9.995 => format!("{scaled:.2}{prefix}"),
        ..99.95 => format!("{scaled:.1}{prefix}"),
        _ => format!("{scaled:.0}{prefix}"),
    }
}

/// Formats a count with its noun in singular or plural, as in `1 buffer` and `2 buffers`.
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Formats a number of bytes with a binary prefix, as in `1.5 MiB`.
pub fn size(bytes: u64) -> String {
    let mut scaled = bytes as f64;
    let mut unit = "B";
    for next in ["KiB", "MiB", "GiB", "TiB"] {
        if scaled < 1023.95 {
            break;
        }
        (scaled, unit) = (scaled / 1024.0, next);
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{scaled:.1} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_and_lines_are_cut() {
        let mut table = Table::new(&["ms", "%", "kernel"]);
        table.row(vec!["10.5".into(), "7".into(), "a".into()]);
        table.row(vec!["1".into(), "100".into(), "b".repeat(200)]);
        let text = table.render();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[..2], ["  ms    %  kernel", "10.5    7  a"]);
        assert!(lines[2].starts_with("   1  100  bbb") && lines[2].ends_with("bb.."));
        assert_eq!(lines[2].len(), WIDTH);
    }

    #[test]
    fn numbers_have_three_digits() {
        let numbers = [0.0, 7.0, 999.0, 1000.0, 9994.0, 12_340.0, 999_499.0, 999_600.0, 2.5e13];
        let texts = numbers.map(compact);
        assert_eq!(texts, ["0", "7", "999", "1.00k", "9.99k", "12.3k", "999k", "1.00M", "25.0T"]);
    }

    #[test]
    fn sizes() {
        let texts = [0, 1000, 1024, 1_048_575, 3 << 30].map(size);
        assert_eq!(texts, ["0 B", "1000 B", "1.0 KiB", "1.0 MiB", "3.0 GiB"]);
    }
}
