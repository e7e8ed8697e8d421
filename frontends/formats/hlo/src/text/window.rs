// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes windows, `{size=3x3 stride=2x2 pad=0_1x0_1}`, and paddings, `0_1_0x2_0_1`.

use super::cursor::{Cursor, Result};
use crate::proto::padding_config::PaddingConfigDimension;
use crate::proto::{PaddingConfig, Window, WindowDimension};
use std::fmt::Write as _;

/// Reads the attribute value that describes a window.
pub fn read(cursor: &mut Cursor) -> Result<Window> {
    let position = cursor.here();
    cursor.expect("{")?;
    let mut parts: Vec<(&str, Vec<Vec<i64>>)> = Vec::new();
    while !cursor.eat("}") {
        let position = cursor.here();
        let Some(name) = cursor.attribute_name() else {
            return Err(cursor.expected("a part of a window or `}`"));
        };
        let known =
            ["size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal"].contains(&name);
        if !known || parts.iter().any(|part| part.0 == name) {
            let problem = if known { "given twice" } else { "not a part of a window" };
            return Err(cursor.error_at(position, format!("`{name}` is {problem}")));
        }
        let width = if name == "pad" { 2..=2 } else { 1..=1 };
        parts.push((name, read_pattern(cursor, width)?));
    }
    let part = |name: &str| parts.iter().find(|part| part.0 == name).map(|part| &part.1[..]);
    let rank = part("size").unwrap_or_default().len();
    if let Some((name, _)) = parts.iter().find(|part| part.1.len() != rank) {
        let message = format!("window: `{name}` and `size` differ in the number of dimensions");
        return Err(cursor.error_at(position, message));
    }
    let value = |name: &str, dimension: usize, place: usize, default: i64| {
        part(name).map_or(default, |values| values[dimension][place])
    };
    let dimensions = (0..rank).map(|dimension| WindowDimension {
        size: value("size", dimension, 0, 1),
        stride: value("stride", dimension, 0, 1),
        padding_low: value("pad", dimension, 0, 0),
        padding_high: value("pad", dimension, 1, 0),
        window_dilation: value("rhs_dilate", dimension, 0, 1),
        base_dilation: value("lhs_dilate", dimension, 0, 1),
        window_reversal: value("rhs_reversal", dimension, 0, 0) == 1,
    });
    Ok(Window { dimensions: dimensions.collect() })
}

/// Reads a pattern such as `1_2x3_4`, with numbers for each dimension. `width` is the permitted
/// count of numbers for each dimension.
fn read_pattern(
    cursor: &mut Cursor,
    width: std::ops::RangeInclusive<usize>,
) -> Result<Vec<Vec<i64>>> {
    let mut dimensions = Vec::new();
    loop {
        let position = cursor.here();
        let mut numbers = vec![cursor.integer()?];
        while cursor.eat_next("_") {
            numbers.push(cursor.integer()?);
        }
        if !width.contains(&numbers.len()) {
            let message = format!(
                "expected {} numbers for each dimension, found {}",
                width.start(),
                numbers.len()
            );
            return Err(cursor.error_at(position, message));
        }
        dimensions.push(numbers);
        if !cursor.eat_next("x") {
            return Ok(dimensions);
        }
    }
}

/// Writes a window. Omits fields that have the default value in all dimensions.
pub fn write(out: &mut String, window: &Window) {
    let mut parts = Vec::new();
    let mut part = |name: &str, usual: &str, value: fn(&WindowDimension) -> String| {
        let values: Vec<_> = window.dimensions.iter().map(value).collect();
        if values.iter().any(|value| value != usual) {
            parts.push(format!("{name}={}", values.join("x")));
        }
    };
    part("size", "", |dimension| dimension.size.to_string());
    part("stride", "1", |dimension| dimension.stride.to_string());
    part("pad", "0_0", |dimension| format!("{}_{}", dimension.padding_low, dimension.padding_high));
    part("lhs_dilate", "1", |dimension| dimension.base_dilation.to_string());
    part("rhs_dilate", "1", |dimension| dimension.window_dilation.to_string());
    part("rhs_reversal", "0", |dimension| u8::from(dimension.window_reversal).to_string());
    let _ = write!(out, "{{{}}}", parts.join(" "));
}

/// Reads the padding of an array, which is empty if the array has no dimensions.
pub fn read_padding(cursor: &mut Cursor) -> Result<PaddingConfig> {
    if !cursor.rest().starts_with(|char: char| char.is_ascii_digit() || char == '-') {
        return Ok(PaddingConfig::default());
    }
    let dimensions =
        read_pattern(cursor, 2..=3)?.into_iter().map(|numbers| PaddingConfigDimension {
            edge_padding_low: numbers[0],
            edge_padding_high: numbers[1],
            interior_padding: numbers.get(2).copied().unwrap_or_default(),
        });
    Ok(PaddingConfig { dimensions: dimensions.collect() })
}

/// Writes the padding of an array, such as `0_1_0x2_0_1`.
pub fn write_padding(out: &mut String, padding: &PaddingConfig) {
    let interior = padding.dimensions.iter().any(|dimension| dimension.interior_padding != 0);
    let dimensions = padding.dimensions.iter().map(|dimension| {
        let (low, high) = (dimension.edge_padding_low, dimension.edge_padding_high);
        match interior {
            true => format!("{low}_{high}_{}", dimension.interior_padding),
            false => format!("{low}_{high}"),
        }
    });
    out.push_str(&dimensions.collect::<Vec<_>>().join("x"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(text: &str) -> String {
        let mut out = String::new();
        match read(&mut Cursor::new(text)) {
            Ok(window) => write(&mut out, &window),
            Err(error) => out = error.message,
        }
        out
    }

    #[test]
    fn windows_come_back() {
        for text in [
            "{}",
            "{size=3}",
            "{size=3x3 stride=2x1 pad=0_1x-1_0}",
            "{size=2x2 lhs_dilate=1x2 rhs_dilate=2x1 rhs_reversal=1x0}",
        ] {
            assert_eq!(back(text), text);
        }
        assert_eq!(back("{size=3x3 stride=1x1}"), "{size=3x3}");
        assert_eq!(
            back("{size=3 stride=1x1}"),
            "window: `stride` and `size` differ in the number of dimensions"
        );
        assert_eq!(back("{size=3 size=3}"), "`size` is given twice");
        assert_eq!(back("{step=3}"), "`step` is not a part of a window");
        assert_eq!(back("{size=3 pad=1}"), "expected 2 numbers for each dimension, found 1");
    }

    #[test]
    fn paddings_come_back() {
        for text in ["", "0_1", "0_1x-2_3", "0_1_0x2_0_1"] {
            let mut out = String::new();
            write_padding(&mut out, &read_padding(&mut Cursor::new(text)).expect("a padding"));
            assert_eq!(out, text);
        }
    }
}
