// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the dimension labels of a convolution: `b01f_01io->b01f`. A `?` represents a
//! dimension that the convolution does not use.

use super::cursor::{Cursor, Result};
use crate::proto::ConvolutionDimensionNumbers;

/// Dimension numbers of one array of a convolution: those of its two letters, and those of the
/// digits 0, 1 and so on.
type Places = (i64, i64, Vec<i64>);

/// Reads the dimension labels of input, kernel and output.
pub fn read(cursor: &mut Cursor) -> Result<ConvolutionDimensionNumbers> {
    let position = cursor.here();
    let input = read_places(cursor, "bf")?;
    cursor.expect("_")?;
    let kernel = read_places(cursor, "io")?;
    cursor.expect("->")?;
    let output = read_places(cursor, "bf")?;
    if input.2.len() != kernel.2.len() || input.2.len() != output.2.len() {
        let message = format!(
            "dimension labels: expected the same number of spatial dimensions in input, kernel and \
             output, found {}, {} and {}",
            input.2.len(),
            kernel.2.len(),
            output.2.len()
        );
        return Err(cursor.error_at(position, message));
    }
    Ok(ConvolutionDimensionNumbers {
        input_batch_dimension: input.0,
        input_feature_dimension: input.1,
        input_spatial_dimensions: input.2,
        kernel_input_feature_dimension: kernel.0,
        kernel_output_feature_dimension: kernel.1,
        kernel_spatial_dimensions: kernel.2,
        output_batch_dimension: output.0,
        output_feature_dimension: output.1,
        output_spatial_dimensions: output.2,
    })
}

fn read_places(cursor: &mut Cursor, letters: &str) -> Result<Places> {
    let position = cursor.here();
    let labels = cursor.pattern("labels of dimensions, as in `b01f_01io->b01f`", |byte| {
        byte.is_ascii_alphanumeric() || byte == b'?'
    })?;
    let find = |letter: char| {
        let mut places = labels.char_indices().filter(|(_, label)| *label == letter);
        let place = places.next()?.0;
        places.next().is_none().then_some(place as i64)
    };
    let spatial = labels.bytes().filter(u8::is_ascii_digit).count();
    let digits: Option<Vec<_>> =
        (0..spatial).map(|digit| find(char::from_digit(u32::try_from(digit).ok()?, 10)?)).collect();
    let known = |label: char| label.is_ascii_digit() || label == '?' || letters.contains(label);
    let mut letters = letters.chars().map(find);
    match (letters.next().flatten(), letters.next().flatten(), digits) {
        (Some(first), Some(second), Some(digits)) if labels.chars().all(known) => {
            Ok((first, second, digits))
        }
        _ => {
            let message = format!(
                "dimension labels: expected two letters and digits from 0, each once, found \
                 `{labels}`"
            );
            Err(cursor.error_at(position, message))
        }
    }
}

/// Writes the dimension labels of input, kernel and output.
pub fn write(out: &mut String, numbers: &ConvolutionDimensionNumbers) {
    let spatial = &numbers.input_spatial_dimensions;
    write_labels(
        out,
        "bf",
        numbers.input_batch_dimension,
        numbers.input_feature_dimension,
        spatial,
    );
    out.push('_');
    let (input, output) =
        (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension);
    write_labels(out, "io", input, output, &numbers.kernel_spatial_dimensions);
    out.push_str("->");
    let spatial = &numbers.output_spatial_dimensions;
    write_labels(
        out,
        "bf",
        numbers.output_batch_dimension,
        numbers.output_feature_dimension,
        spatial,
    );
}

fn write_labels(out: &mut String, letters: &str, first: i64, second: i64, spatial: &[i64]) {
    let digits = ('0'..='9').zip(spatial.iter().copied());
    let labels: Vec<_> = letters.chars().zip([first, second]).chain(digits).collect();
    let last = labels.iter().map(|label| label.1).max().unwrap_or(-1);
    for place in 0..=last.min(32) {
        out.push(labels.iter().find(|label| label.1 == place).map_or('?', |label| label.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_come_back() {
        for text in ["b01f_01io->b01f", "bf_io->bf", "fb0?1_o1i0->01bf"] {
            let mut out = String::new();
            write(&mut out, &read(&mut Cursor::new(text)).expect("labels"));
            assert_eq!(out, text);
        }
        let message = |text| read(&mut Cursor::new(text)).expect_err("wrong").message;
        assert_eq!(
            message("b0_0io->b0f"),
            "dimension labels: expected two letters and digits from 0, each once, found `b0`"
        );
        assert_eq!(
            message("bbf_io->bf"),
            "dimension labels: expected two letters and digits from 0, each once, found `bbf`"
        );
        assert_eq!(
            message("b1f_0io->b0f"),
            "dimension labels: expected two letters and digits from 0, each once, found `b1f`"
        );
        assert_eq!(
            message("b0f_io->b0f"),
            "dimension labels: expected the same number of spatial dimensions in input, kernel and \
             output, found 1, 0 and 1"
        );
    }
}
