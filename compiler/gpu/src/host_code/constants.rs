// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The memory for the constants of a launch plan in host code.
//!
//! The object file contains all constants of a plan. The constants that kernels take as arguments,
//! or to which registers refer, are also on the device, in one variable of the image. The driver
//! allocates this variable when it loads the code. The load function or the first run in a context
//! copies the constants to the variable. All other constants are only sources of copies, which read
//! them from the object file.

use super::steps::inner;
use hloom_launch_plan::{Base, Place, Plan, Step};
use hloom_lowering::ir::Context;
use melior::ir::{BlockLike, Location, Module};
use std::collections::BTreeMap;

/// The alignment of constants in bytes.
pub const ALIGNMENT: u64 = 64;

/// The name of the variable that contains the constants on the device.
pub const VARIABLE: &str = "hloom_constants";

/// The constants of a plan that are on the device: the offset of each in their variable, and the
/// size of the variable in bytes.
#[derive(Debug, Default)]
pub struct Constants {
    offsets: BTreeMap<usize, u64>,
    bytes: u64,
}

impl Constants {
    /// Determines the constants of a plan that must be on the device, and assigns an offset to
    /// each.
    pub fn of(plan: &Plan) -> Self {
        let mut constants = Self::default();
        visit(&plan.steps, &mut |base| {
            if let Base::Constant(number) = base {
                constants.offsets.insert(number, 0);
            }
        });
        for (number, offset) in &mut constants.offsets {
            *offset = constants.bytes.next_multiple_of(ALIGNMENT);
            let bytes = plan.constants.get(*number).map_or(0, |bytes| bytes.len() as u64);
            constants.bytes = *offset + bytes;
        }
        constants
    }

    /// Returns the offset of a constant in the variable on the device, or `None` if the constant is
    /// only on the host.
    pub fn offset(&self, number: usize) -> Option<u64> {
        self.offsets.get(&number).copied()
    }

    /// Returns the size in bytes of the variable with the constants on the device.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the initial content of the variable with the constants on the device.
    pub fn content(&self, plan: &Plan) -> Vec<u8> {
        let mut content = vec![0; self.bytes as usize];
        for (number, offset) in &self.offsets {
            let bytes = plan.constants.get(*number).map(|bytes| &bytes[..]).unwrap_or_default();
            content[*offset as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        content
    }

    /// Adds the variable for the constants to a module of kernels. Returns the module unchanged if
    /// no constants are on the device.
    pub fn declare<'c>(
        &self,
        context: &'c Context,
        kernels: Option<Module<'c>>,
    ) -> Option<Module<'c>> {
        if self.bytes == 0 {
            return kernels;
        }
        let kernels = kernels.unwrap_or_else(|| Module::new(Location::unknown(context)));
        let ty = format!("!llvm.array<{} x i8>", self.bytes);
        let text = format!(
            "llvm.mlir.global external @{VARIABLE}() \
             {{addr_space = 1 : i32, alignment = {ALIGNMENT} : i64}} : {ty} {{\n\
             %0 = llvm.mlir.zero : {ty}\n\
             llvm.return %0 : {ty}\n\
             }}\n"
        );
        let variable =
            Module::parse(context, &text).expect("the text must be valid in the llvm dialect");
        let variable = variable.body().first_operation().map(|op| (*op).clone());
        kernels.body().append_operation(variable.expect("the parsed module contains the variable"));
        Some(kernels)
    }
}

/// Returns the symbol name of a constant that is only on the host.
pub fn host_symbol(number: usize) -> String {
    format!("hloom.constant.{number}")
}

/// Calls `used` with the base of each place in device memory that the steps use: arguments of
/// launches, operands and results of calls, values of registers, predicates, selectors, and both sides
/// of copies. A constant that is the source of a copy is not included.
fn visit(steps: &[Step], used: &mut impl FnMut(Base)) {
    for step in steps {
        let mut all = |places: &[Place]| places.iter().for_each(|place| used(place.base));
        match step {
            Step::Launch { arguments, .. } => all(arguments),
            // The host has the constants, too.
            Step::Copy { source: Place { base: Base::Constant(_), .. }, destination } => {
                all(&[*destination]);
            }
            Step::Copy { source, destination } => all(&[*source, *destination]),
            Step::Call { operands, results, .. } => {
                all(operands);
                all(results);
            }
            Step::Assign(assignments) => {
                assignments.iter().for_each(|(_, place)| used(place.base));
            }
            Step::While { predicate, .. } | Step::If { predicate, .. } => all(&[*predicate]),
            Step::Switch { selector, .. } => all(&[*selector]),
            Step::Repeat { .. } => {}
        }
        for steps in inner(step) {
            visit(steps, used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_values::AlignedBytes;

    fn place(base: Base, bytes: u64) -> Place {
        Place { base, offset: 0, bytes }
    }

    #[test]
    fn constants_of_kernels_and_registers_are_on_the_device() {
        let constant = |bytes: &[u8]| AlignedBytes::try_copy_of(bytes).expect("a few bytes");
        let result = place(Base::Result(0), 4);
        let launch =
            Step::Launch { kernel: 0, arguments: vec![place(Base::Constant(2), 4), result] };
        let steps = vec![
            Step::Copy { source: place(Base::Constant(0), 4), destination: result },
            Step::Repeat { count: 3, body: vec![launch] },
            Step::Assign(vec![(0, place(Base::Constant(1), 70))]),
        ];
        let constants = vec![constant(&[1; 4]), constant(&[2; 70]), constant(&[3; 4])];
        let plan = Plan { constants, registers: 1, steps, ..Plan::default() };
        let constants = Constants::of(&plan);
        let offsets = [0, 1, 2].map(|number| constants.offset(number));
        assert_eq!(offsets, [None, Some(0), Some(128)]);
        assert_eq!(constants.bytes(), 132);
        let content = constants.content(&plan);
        assert_eq!(content, [&[2; 70][..], &[0; 58], &[3; 4]].concat());
    }
}
