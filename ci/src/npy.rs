// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and compares results in NumPy's file format. Only f32 is supported, as benchmarks use no
//! other type.

use anyhow::{Context, Result, bail};
use npyz::{NpyFile, Order};
use std::fs;
use std::path::Path;

/// Largest allowed error of a number, relative to the expected number. The errors for this constant
/// and [`RELATIVE_TO_LARGEST`] are added.
const RELATIVE: f32 = 1e-4;
/// Largest allowed error of a number, relative to the largest magnitude in the expected array.
const RELATIVE_TO_LARGEST: f32 = 1e-5;

/// An array of f32 in row-major order.
#[derive(Debug, PartialEq)]
pub struct Array {
    shape: Vec<u64>,
    values: Vec<f32>,
}

/// Reads a file.
///
/// # Errors
///
/// Fails if the file cannot be read, or is not an array of little-endian f32 in row-major order.
pub fn read(path: &Path) -> Result<Array> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&bytes).with_context(|| format!("cannot parse {}", path.display()))
}

/// Compares an array with the expected one, and allows for rounding.
///
/// # Errors
///
/// Fails if the shapes or an element differ. The message has the first such element.
pub fn compare(got: &Array, want: &Array) -> Result<()> {
    if got.shape != want.shape {
        bail!("expected the shape {:?}, found {:?}", want.shape, got.shape);
    }
    let largest = want.values.iter().map(|value| value.abs()).filter(|v| v.is_finite());
    let allowed = RELATIVE_TO_LARGEST * largest.fold(0.0, f32::max);
    for (index, (got, want)) in got.values.iter().zip(&want.values).enumerate() {
        let is_same = got == want || (got.is_nan() && want.is_nan());
        // Only an equal value is near an infinity.
        let is_near = want.is_finite() && (got - want).abs() <= RELATIVE * want.abs() + allowed;
        if !is_same && !is_near {
            bail!("element {index} is {got}, not {want}");
        }
    }
    Ok(())
}

fn parse(bytes: &[u8]) -> Result<Array> {
    let file = NpyFile::new(bytes)?;
    if file.order() != Order::C {
        bail!("expected row-major order, found column-major order");
    }
    let shape = file.shape().to_vec();
    let values = file.into_vec::<f32>()?;
    Ok(Array { shape, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, values: &[f32]) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    const HEADER: &str = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";

    #[test]
    fn arrays_are_read() {
        let array = parse(&file(HEADER, &[1.0, 2.0])).unwrap();
        assert_eq!(array, Array { shape: vec![1, 2], values: vec![1.0, 2.0] });
        let scalar = parse(&file(&HEADER.replace("(1, 2)", "()"), &[7.0])).unwrap();
        assert_eq!(scalar.values, [7.0]);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(parse(b"PK\x03\x04").is_err());
        assert!(parse(&file(HEADER, &[1.0])).is_err());
        assert!(parse(&file(&HEADER.replace("<f4", "<f8"), &[1.0, 2.0])).is_err());
        assert!(parse(&file(HEADER, &[1.0, 2.0])[..20]).is_err());
    }

    #[test]
    fn rounding_is_no_difference() {
        let array = |values: &[f32]| Array { shape: vec![3], values: values.to_vec() };
        let want = array(&[100.0, 0.0, f32::NAN]);
        assert!(compare(&array(&[100.001, 0.0005, f32::NAN]), &want).is_ok());
        let error = compare(&array(&[100.0, 0.01, f32::NAN]), &want).unwrap_err();
        assert_eq!(error.to_string(), "element 1 is 0.01, not 0");
        assert!(compare(&array(&[f32::NAN, 0.0, f32::NAN]), &want).is_err());
        assert!(compare(&array(&[f32::INFINITY, 0.0, f32::NAN]), &want).is_err());
        let infinite = array(&[f32::INFINITY, 0.0, 0.0]);
        assert!(compare(&array(&[1.0, 0.0, 0.0]), &infinite).is_err());
        assert!(compare(&infinite, &infinite).is_ok());
    }
}
