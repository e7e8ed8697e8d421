// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The structure of generated programs, and their MLIR text.

use super::data::Data;
use super::facts::Facts;
use hloom_compiler::{Error, Shape, mlir};
use std::collections::HashMap;
use std::fmt::Write;

/// Index of a value in [`Program::values`].
pub type ValueId = usize;

/// Type of a value of a generated program.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A tensor of numbers or Booleans with static shape.
    Tensor(Shape),
    /// Any other type, as MLIR text.
    Other(String),
}

impl Type {
    /// Returns the type as MLIR text.
    pub fn text(&self) -> String {
        match self {
            Self::Tensor(shape) => shape.to_string(),
            Self::Other(text) => text.clone(),
        }
    }

    /// Returns the shape of a tensor of numbers, and `None` for other types.
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Tensor(shape) => Some(shape),
            Self::Other(_) => None,
        }
    }
}

/// A value of a generated program: an operation result or a block argument.
#[derive(Clone, Debug)]
pub struct Value {
    /// Type of the value.
    pub ty: Type,
    /// Facts about the elements of the value.
    pub facts: Facts,
}

/// An operation of a generated program. Generated operations have no side effects.
#[derive(Clone, Debug)]
pub struct Op {
    /// Name of the operation with the dialect prefix.
    pub name: String,
    /// Operands of the operation, as value indices.
    pub operands: Vec<ValueId>,
    /// Results of the operation, as value indices.
    pub results: Vec<ValueId>,
    /// Attributes of the operation as MLIR text, without braces.
    pub attributes: String,
    /// Regions of the operation.
    pub regions: Vec<Region>,
    /// Description of the result's elements if the operation is a constant, otherwise `None`.
    pub data: Option<Data>,
}

/// A region with one block.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Arguments of the region's block.
    pub arguments: Vec<ValueId>,
    /// Operations of the region's block, without the terminator.
    pub ops: Vec<Op>,
    /// Operands of the block's terminator, which are the values that the region returns.
    pub results: Vec<ValueId>,
}

/// A function of a generated program.
#[derive(Clone, Debug)]
pub struct Function {
    /// Symbol name of the function.
    pub name: String,
    /// Body of the function.
    pub body: Region,
}

/// A generated program: a module whose first function is the entry.
#[derive(Clone, Debug)]
pub struct Program {
    /// The SSA values of all functions, indexed by [`ValueId`].
    pub values: Vec<Value>,
    /// Functions of the module, beginning with the entry function.
    pub functions: Vec<Function>,
    /// Inputs for the arguments of the entry function.
    pub inputs: Vec<Data>,
    /// Whether the entry function marks all its arguments as donated, so that results may reuse
    /// their memory.
    pub donates_inputs: bool,
}

impl Program {
    /// Returns the body of the entry function.
    pub fn entry(&self) -> &Region {
        &self.functions[0].body
    }

    /// Returns the module as text in MLIR's generic form.
    ///
    /// # Errors
    /// Fails if the elements of a constant cannot be generated.
    pub fn text(&self) -> Result<String, Error> {
        let mut text = String::new();
        for (index, function) in self.functions.iter().enumerate() {
            let visibility = if index == 0 { "public" } else { "private" };
            let body = &function.body;
            let is_donor = index == 0 && self.donates_inputs;
            let says = if is_donor { " {jax.buffer_donor = true}" } else { "" };
            let argument = |id: &ValueId| format!("%{id}: {}{says}", self.type_text(*id));
            let arguments: Vec<_> = body.arguments.iter().map(argument).collect();
            let results = self.types(&body.results);
            let arguments = arguments.join(", ");
            let name = &function.name;
            let _ = writeln!(text, "func.func {visibility} @{name}({arguments}) -> ({results}) {{");
            self.block(body, "func.return", 1, &mut text)?;
            text.push_str("}\n");
        }
        Ok(text)
    }

    /// Returns the number of occurrences of each operation name in the program.
    pub fn op_counts(&self) -> HashMap<String, usize> {
        fn count(region: &Region, counts: &mut HashMap<String, usize>) {
            for op in &region.ops {
                *counts.entry(op.name.clone()).or_default() += 1;
                op.regions.iter().for_each(|region| count(region, counts));
            }
        }
        let mut counts = HashMap::new();
        self.functions.iter().for_each(|function| count(&function.body, &mut counts));
        counts
    }

    fn type_text(&self, id: ValueId) -> String {
        self.values[id].ty.text()
    }

    fn types(&self, ids: &[ValueId]) -> String {
        ids.iter().map(|id| self.type_text(*id)).collect::<Vec<_>>().join(", ")
    }

    fn block(
        &self,
        region: &Region,
        end: &str,
        depth: usize,
        text: &mut String,
    ) -> Result<(), Error> {
        for op in &region.ops {
            self.op(op, depth, text)?;
        }
        let (names, types) = (names(&region.results), self.types(&region.results));
        let _ = writeln!(text, "{}\"{end}\"({names}) : ({types}) -> ()", "  ".repeat(depth));
        Ok(())
    }

    fn op(&self, op: &Op, depth: usize, text: &mut String) -> Result<(), Error> {
        let indent = "  ".repeat(depth);
        text.push_str(&indent);
        if !op.results.is_empty() {
            let _ = write!(text, "{} = ", names(&op.results));
        }
        let _ = write!(text, "\"{}\"({})", op.name, names(&op.operands));
        let mut attributes = op.attributes.clone();
        if let Some(data) = &op.data {
            attributes = format!("value = {}", constant_text(data)?);
        }
        if !attributes.is_empty() {
            let _ = write!(text, " <{{{attributes}}}>");
        }
        for (index, region) in op.regions.iter().enumerate() {
            text.push_str(if index == 0 { " ({\n" } else { ", {\n" });
            let arguments: Vec<_> = region
                .arguments
                .iter()
                .map(|id| format!("%{id}: {}", self.type_text(*id)))
                .collect();
            // A block without arguments needs no label.
            if !arguments.is_empty() {
                let _ = writeln!(text, "{indent}^bb0({}):", arguments.join(", "));
            }
            self.block(region, "stablehlo.return", depth + 1, text)?;
            let _ = write!(text, "{indent}}}");
        }
        if !op.regions.is_empty() {
            text.push(')');
        }
        let (operands, results) = (self.types(&op.operands), self.types(&op.results));
        let _ = writeln!(text, " : ({operands}) -> ({results})");
        Ok(())
    }
}

fn names(ids: &[ValueId]) -> String {
    ids.iter().map(|id| format!("%{id}")).collect::<Vec<_>>().join(", ")
}

fn constant_text(data: &Data) -> Result<String, Error> {
    let context = melior::Context::new();
    let literal = data.literal()?;
    Ok(mlir::attribute_of_literal(&context, &literal)?.to_string())
}
