// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the optional features that kernels need with those that a Vulkan device has.

use crate::failed;
use hloom_stream_executor::Error;

/// The optional features that a Vulkan device has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Whether the device computes in f16.
    pub float16: bool,
    /// Whether the device computes in f64.
    pub float64: bool,
    /// Whether the device computes with 8-bit integers.
    pub int8: bool,
    /// Whether the device computes with 16-bit integers.
    pub int16: bool,
    /// Whether kernels can load and store 8-bit values.
    pub storage8: bool,
    /// Whether kernels can load and store 16-bit values.
    pub storage16: bool,
    /// Whether arithmetic in f16, f32 and f64, in this order, preserves signed zeros, infinities
    /// and NaN.
    pub keeps_special: [bool; 3],
    /// Whether arithmetic in f16, f32 and f64, in this order, rounds to nearest, ties to even.
    pub rounds_to_even: [bool; 3],
}

/// The first word of a SPIR-V module.
const MAGIC: u32 = 0x0723_0203;
/// The number of words of a SPIR-V module before the first instruction.
const HEADER_WORDS: usize = 5;
/// The opcode of `OpEntryPoint` (SPIR-V specification, section 3.49).
const OP_ENTRY_POINT: u32 = 15;
/// The opcode of `OpExecutionMode`.
const OP_EXECUTION_MODE: u32 = 16;
/// The opcode of `OpCapability`.
const OP_CAPABILITY: u32 = 17;

/// Checks that a SPIR-V module has entry points with the given names, and that a device has the
/// features that the module needs.
///
/// # Errors
/// Fails if the module is damaged or lacks an entry point. If the device lacks a feature, the error
/// contains Vulkan's name of the first missing feature.
pub fn check(
    words: &[u32],
    names: &[&str],
    features: &Features,
    device: &str,
) -> Result<(), Error> {
    if words.first() != Some(&MAGIC) {
        return Err(failed("kernel image: expected a SPIR-V module, found other data"));
    }
    let mut entries = Vec::new();
    let mut rest = words.get(HEADER_WORDS..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let (length, op) = ((first >> 16) as usize, first & 0xffff);
        let Some(instruction) = rest.get(..length).filter(|it| !it.is_empty()) else {
            return Err(failed("the SPIR-V module of the kernels ends inside of an instruction"));
        };
        let need = match (op, instruction) {
            (OP_CAPABILITY, [_, capability]) => feature(*capability, features),
            (OP_EXECUTION_MODE, [_, _, mode, width]) => float_control(*mode, *width, features),
            (OP_ENTRY_POINT, [_, _, _, name @ ..]) => {
                entries.push(text(name));
                None
            }
            _ => None,
        };
        if let Some((false, name)) = need {
            return Err(failed(format!(
                "{device} cannot run this program: it lacks the feature `{name}`"
            )));
        }
        rest = &rest[length..];
    }
    match names.iter().find(|name| !entries.iter().any(|entry| entry == *name)) {
        None => Ok(()),
        Some(name) => {
            Err(failed(format!("the SPIR-V module of the kernels has no kernel `{name}`")))
        }
    }
}

/// Returns the zero-terminated string at the start of the SPIR-V words `words`.
fn text(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Returns true if a device has the feature that a SPIR-V capability needs, together with Vulkan's
/// name of this feature. Returns `None` for capabilities that all supported devices have. The
/// numbers of capabilities are defined in the SPIR-V specification, section 3.31.
fn feature(capability: u32, features: &Features) -> Option<(bool, &'static str)> {
    Some(match capability {
        // Kernels load and store the types with which they compute.
        9 if features.storage16 => (features.float16, "shaderFloat16"),
        22 if features.storage16 => (features.int16, "shaderInt16"),
        9 | 22 | 4433 => (features.storage16, "storageBuffer16BitAccess"),
        10 => (features.float64, "shaderFloat64"),
        39 if features.storage8 => (features.int8, "shaderInt8"),
        39 | 4448 => (features.storage8, "storageBuffer8BitAccess"),
        _ => return None,
    })
}

/// Returns true if a device supports a SPIR-V execution mode for floats of the given width,
/// together with Vulkan's name of the property. Returns `None` for other modes and widths. The
/// numbers of modes are defined in the SPIR-V specification, section 3.6.
fn float_control(mode: u32, width: u32, features: &Features) -> Option<(bool, &'static str)> {
    let (position, [special, even]) = match width {
        16 => (0, ["shaderSignedZeroInfNanPreserveFloat16", "shaderRoundingModeRTEFloat16"]),
        32 => (1, ["shaderSignedZeroInfNanPreserveFloat32", "shaderRoundingModeRTEFloat32"]),
        64 => (2, ["shaderSignedZeroInfNanPreserveFloat64", "shaderRoundingModeRTEFloat64"]),
        _ => return None,
    };
    match mode {
        4461 => Some((features.keeps_special[position], special)),
        4462 => Some((features.rounds_to_even[position], even)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, MAGIC, check};

    /// A module with the capabilities Shader and Float64, the entry point `k`, and a rounding mode.
    const WORDS: [u32; 17] = [
        MAGIC, 0x1_0500, 0, 9, 0, 0x2_0011, 1, 0x2_0011, 10, 0x4_000f, 5, 1, 0x6b, 0x4_0010, 1,
        4462, 64,
    ];

    #[test]
    fn missing_features_are_named() {
        let mut features = Features::default();
        let message = |features: &Features| {
            check(&WORDS, &["k"], features, "a device").map_err(|error| error.to_string())
        };
        let lacks = |name| {
            let reason = format!("a device cannot run this program: it lacks the feature `{name}`");
            Err(format!("platform `vulkan`: {reason}"))
        };
        assert_eq!(message(&features), lacks("shaderFloat64"));
        features.float64 = true;
        assert_eq!(message(&features), lacks("shaderRoundingModeRTEFloat64"));
        features.rounds_to_even[2] = true;
        assert_eq!(message(&features), Ok(()));
    }

    #[test]
    fn damaged_code_is_refused() {
        let message = |words: &[u32], name: &str| {
            let mut features = Features { float64: true, ..Features::default() };
            features.rounds_to_even = [true; 3];
            check(words, &[name], &features, "a device").unwrap_err().to_string()
        };
        assert!(message(&WORDS, "other").ends_with("has no kernel `other`"));
        assert!(message(&WORDS[1..], "k").ends_with("expected a SPIR-V module, found other data"));
        assert!(message(&WORDS[..15], "k").ends_with("ends inside of an instruction"));
        assert!(message(&[], "k").ends_with("expected a SPIR-V module, found other data"));
    }
}
