// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Renders tables as plain text.

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Aligned to the left, for names.
    Left,
    /// Aligned to the right, for numbers.
    Right,
}

/// A table with headings. Two spaces separate columns.
#[derive(Debug)]
pub struct Table {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with headings and no rows.
    pub fn new(headings: &[(&str, Align)]) -> Self {
        let aligns = headings.iter().map(|(_, align)| *align).collect();
        Self { aligns, rows: vec![headings.iter().map(|(text, _)| (*text).to_owned()).collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Renders the table. Every line ends with a line break and has no trailing spaces.
    pub fn render(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..self.aligns.len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells: Vec<_> = row
                .iter()
                .zip(self.aligns.iter().zip(&widths))
                .map(|(cell, (align, width))| match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                })
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align() {
        let mut table = Table::new(&[("name", Align::Left), ("ms", Align::Right)]);
        table.row(vec!["a".into(), "10.5".into()]);
        table.row(vec!["longer".into(), String::new()]);
        assert_eq!(table.render(), "name      ms\na       10.5\nlonger\n");
    }
}
