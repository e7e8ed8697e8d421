// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Literals as the bytes that a target has for them.

use crate::target::Target;
use hloom_compiler::Shape;
use hloom_compiler::interface::TransferManager;
use hloom_compiler::literal::{ElementType, Literal};
use libtest_mimic::Failed;
use std::sync::Arc;

/// The way elements are encoded for compiled code.
pub fn transfers() -> Result<Arc<dyn TransferManager>, Failed> {
    hloom_backends::register()?;
    Ok(hloom_compiler::platform("cpu")?.transfer_manager())
}

/// How C aligns elements: by their size, or that of their parts.
pub fn alignment(element_type: ElementType) -> usize {
    match element_type {
        ElementType::C64 => 4,
        ElementType::C128 => 8,
        other => other.byte_width(),
    }
}

/// A value in a target's memory.
pub fn encode(target: &Target, literal: &Literal) -> Result<Vec<u8>, Failed> {
    let mut bytes = literal.bytes().to_vec();
    let element_type = literal.shape().element_type;
    transfers()?.encode(element_type, &mut bytes);
    swap(target, element_type, &mut bytes);
    Ok(bytes)
}

/// A value from a target's memory.
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
