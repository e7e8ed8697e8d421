// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conditions under which a compiler runs a step of a pipeline.
//!
//! A conversion pass of MLIR collects its patterns in each run, which takes longer than converting
//! a small program. A step with a condition has no effect on programs for which the condition is
//! false, so that a compiler can skip it. A printed pipeline contains all steps.

use crate::{self as ir, Op};
use melior::ir::{TypeLike, ValueLike};

/// A property of programs, which a step requires. The step does not change programs without this
/// property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The program has an operation of the dialect `complex`.
    Complex,
    /// The program has a value of type bf16 or f16, or of a type with such elements.
    HalfFloats,
    /// The program has an operation of the dialect `vector` that `convert-to-llvm` may not convert:
    /// an operation that is not in [`CONVERTED_VECTORS`], an operation on a vector whose rank is
    /// not 1, or a broadcast of a vector.
    WideVectors,
    /// The program has an operation of the dialect `math` that is not in [`INSTRUCTIONS`].
    Functions,
}

/// Operations of the dialect `vector` that `convert-to-llvm` converts if all of their vectors have
/// rank 1.
const CONVERTED_VECTORS: [&str; 12] = [
    "bitcast",
    "broadcast",
    "extract",
    "fma",
    "from_elements",
    "insert",
    "load",
    "maskedload",
    "maskedstore",
    "reduction",
    "shuffle",
    "store",
];

/// Operations of the dialect `math` that correspond to LLVM intrinsics with instructions on all
/// targets.
const INSTRUCTIONS: [&str; 13] = [
    "absf",
    "absi",
    "ceil",
    "copysign",
    "ctlz",
    "ctpop",
    "cttz",
    "floor",
    "fma",
    "round",
    "roundeven",
    "sqrt",
    "trunc",
];

/// The conditions that are true for a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    complex: bool,
    half_floats: bool,
    wide_vectors: bool,
    functions: bool,
}

impl Conditions {
    /// Finds the conditions that are true for the operations in `root`.
    pub fn of(root: Op) -> Self {
        let mut found = Self::default();
        for op in ir::walk(root) {
            let name = ir::op_name(op);
            let blocks = ir::regions(op).into_iter().flat_map(ir::blocks);
            let arguments = blocks.flat_map(ir::args);
            let mut values = ir::results(op);
            values.extend(arguments);
            found.half_floats |= values.iter().any(|value| is_half(value.r#type()));
            match name.split_once('.') {
                Some(("complex", _)) => found.complex = true,
                Some(("math", name)) => found.functions |= !INSTRUCTIONS.contains(&name),
                Some(("vector", name)) => {
                    let operands = ir::operands(op);
                    let repeats = name == "broadcast" && operands[0].r#type().is_vector();
                    values.extend(operands);
                    found.wide_vectors |= repeats
                        || !CONVERTED_VECTORS.contains(&name)
                        || values.into_iter().any(is_wide);
                }
                _ => {}
            }
        }
        found
    }

    /// Returns true if `condition` holds for the program.
    pub fn hold(self, condition: Condition) -> bool {
        match condition {
            Condition::Complex => self.complex,
            Condition::HalfFloats => self.half_floats,
            Condition::WideVectors => self.wide_vectors,
            Condition::Functions => self.functions,
        }
    }
}

/// Returns true for bf16 and f16, and for types with such elements.
fn is_half(ty: ir::Type) -> bool {
    let element = ir::element_of(ty);
    let part = ir::is_complex(element).unwrap_or(element);
    part.is_bf16() || part.is_f16()
}

/// Returns true for a vector whose rank is not 1.
fn is_wide(value: ir::Value) -> bool {
    let ty = value.r#type();
    ty.is_vector() && ir::Shaped::of(ty).is_none_or(|shaped| shaped.shape.len() != 1)
}

#[cfg(test)]
mod tests {
    use super::{Condition, Conditions};
    use hloom_dialects::{Context, parse_module};

    fn holding(text: &str) -> Vec<Condition> {
        let context = Context::new();
        let module = parse_module(&context, text, "test.mlir");
        let module = module.unwrap_or_else(|error| panic!("{error}"));
        let conditions = Conditions::of(module.as_operation());
        let all = [
            Condition::Complex,
            Condition::HalfFloats,
            Condition::WideVectors,
            Condition::Functions,
        ];
        all.into_iter().filter(|condition| conditions.hold(*condition)).collect()
    }

    #[test]
    fn programs_of_plain_floats_need_no_special_step() {
        let text = "func.func @f(%x: f32, %m: memref<8xf32>, %i: index) -> f32 {
  %0 = math.sqrt %x : f32
  %1 = vector.load %m[%i] : memref<8xf32>, vector<8xf32>
  %2 = vector.reduction <add>, %1 : vector<8xf32> into f32
  %3 = arith.addf %0, %2 : f32
  return %3 : f32
}";
        assert_eq!(holding(text), []);
    }

    #[test]
    fn types_of_arguments_and_results_count() {
        let text = "func.func @g(%m: memref<8xf16>) { return }";
        assert_eq!(holding(text), [Condition::HalfFloats]);
        let text = "func.func @g() -> complex<bf16> {
  %0 = complex.constant [1.0 : bf16, 2.0 : bf16] : complex<bf16>
  return %0 : complex<bf16>
}";
        assert_eq!(holding(text), [Condition::Complex, Condition::HalfFloats]);
    }

    #[test]
    fn vectors_of_two_dimensions_and_functions_need_steps() {
        let text = "func.func @f(%x: f32) -> vector<2x4xf32> {
  %0 = math.exp %x : f32
  %1 = vector.broadcast %0 : f32 to vector<2x4xf32>
  return %1 : vector<2x4xf32>
}";
        assert_eq!(holding(text), [Condition::WideVectors, Condition::Functions]);
        let text = "func.func @f(%x: vector<1xf32>) -> vector<4xf32> {
  %0 = vector.broadcast %x : vector<1xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}";
        assert_eq!(holding(text), [Condition::WideVectors]);
        let text = "func.func @f(%m: memref<8xf32>, %i: index, %x: f32) -> vector<8xf32> {
  %0 = vector.transfer_read %m[%i], %x : memref<8xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}";
        assert_eq!(holding(text), [Condition::WideVectors]);
    }
}
