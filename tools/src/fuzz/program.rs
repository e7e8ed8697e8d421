// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs as the generator makes them, and their text.

use super::data::Data;
use super::facts::Facts;
use hloom_compiler::{Error, Shape, mlir};
use std::collections::HashMap;
use std::fmt::Write;

/// Names a value of a program.
pub type ValueId = usize;

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A tensor of numbers.
    Tensor(Shape),
    /// Anything else, in MLIR's spelling.
    Other(String),
}

impl Type {
    /// The type in MLIR's spelling.
    pub fn text(&self) -> String {
        match self {
            Self::Tensor(shape) => shape.to_string(),
            Self::Other(text) => text.clone(),
        }
    }

    /// The shape of a tensor of numbers.
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Tensor(shape) => Some(shape),
            Self::Other(_) => None,
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// What is known of its elements.
    pub facts: Facts,
}

/// An operation, all of which are without side effects.
#[derive(Clone, Debug)]
pub struct Op {
    /// With the dialect.
    pub name: String,
    /// Its operands.
    pub operands: Vec<ValueId>,
    /// Its results.
    pub results: Vec<ValueId>,
    /// Its attributes, without braces.
    pub attributes: String,
    /// Its regions.
    pub regions: Vec<Region>,
    /// The value of a constant.
    pub data: Option<Data>,
}

/// A region of one block.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// The block's arguments.
    pub arguments: Vec<ValueId>,
    /// Its operations.
    pub ops: Vec<Op>,
    /// What its terminator returns.
    pub results: Vec<ValueId>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its body.
    pub body: Region,
}

/// A module. The first function is the entry.
#[derive(Clone, Debug)]
pub struct Program {
    /// All values of all functions.
    pub values: Vec<Value>,
    /// The functions.
    pub functions: Vec<Function>,
    /// The entry's arguments.
    pub inputs: Vec<Data>,
    /// Whether results may be where these were.
    pub gives_up_inputs: bool,
}

impl Program {
    /// The entry's body.
    pub fn entry(&self) -> &Region {
        &self.functions[0].body
    }

    /// The module in MLIR's generic form.
    ///
    /// # Errors
    /// If a constant cannot be made.
    pub fn text(&self) -> Result<String, Error> {
        let mut text = String::new();
        for (index, function) in self.functions.iter().enumerate() {
            let visibility = if index == 0 { "public" } else { "private" };
            let body = &function.body;
            let is_donor = index == 0 && self.gives_up_inputs;
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

    /// How often each operation occurs.
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
            // A block without arguments has no line of its own.
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
