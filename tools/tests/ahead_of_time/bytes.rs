// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts literals to and from the byte layout of a target.

use crate::target::Target;
use hloom_compiler::Shape;
use hloom_compiler::interface::TransferManager;
use hloom_values::{ElementType, Literal};
use libtest_mimic::Failed;
use std::sync::Arc;

/// Returns the transfer manager that encodes elements for compiled code.
///
/// # Errors
/// Fails if the platform `cpu` is not available.
pub fn transfers() -> Result<Arc<dyn TransferManager>, Failed> {
    hloom_backends::register()?;
    Ok(hloom_compiler::platform("cpu")?.transfer_manager())
}

/// Returns the C alignment of an element: its size, or the size of its parts.
pub fn alignment(element_type: ElementType) -> usize {
    match element_type {
        ElementType::C64 => 4,
        ElementType::C128 => 8,
        other => other.byte_width(),
    }
}

/// Encodes a literal as it is laid out in the target's memory.
///
/// # Errors
/// Fails if the platform `cpu` is not available.
pub fn encode(target: &Target, literal: &Literal) -> Result<Vec<u8>, Failed> {
    let mut bytes = literal.bytes().to_vec();
    let element_type = literal.shape().element_type;
    transfers()?.encode(element_type, &mut bytes);
    swap(target, element_type, &mut bytes);
    Ok(bytes)
}

/// Decodes a literal from the target's memory.
///
/// # Errors
/// Fails if the platform `cpu` is not available or if the bytes do not match the shape.
pub fn decode(target: &Target, shape: &Shape, bytes: &[u8]) -> Result<Literal, Failed> {
    let mut bytes = bytes.to_vec();
    swap(target, shape.element_type, &mut bytes);
    transfers()?.decode(shape.element_type, &mut bytes);
    Ok(Literal::from_bytes(shape.clone(), &bytes)?)
}

fn swap(target: &Target, element_type: ElementType, bytes: &mut [u8]) {
    if target.big_endian == cfg!(target_endian = "big") {
        return;
    }
    bytes.chunks_exact_mut(alignment(element_type)).for_each(<[u8]>::reverse);
}
