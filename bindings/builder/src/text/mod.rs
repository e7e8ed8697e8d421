// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! StableHLO assembly of a program.
//!
//! Elementwise operations, constants, calls, functions and returns have the short form of the
//! specification. All other operations have MLIR's generic form, in which the attributes follow in
//! braces with their names. Attributes with default values are omitted.

mod attribute;
mod constant;
mod groups;
mod types;

use crate::ops::SAME_TYPE;
use crate::signature::Function;
use attribute::{Attributes, quoted};
use constant::constant;
use hloom_portable::operations::unversioned;
use hloom_portable::vhlo::{Attribute as Vhlo, Type as VhloType};
use hloom_portable::{Attribute, Block, Module, Operation, Region, Type, TypeId, Value};
use std::collections::HashMap;
use std::fmt::Write;
use types::{known_type, ty};

/// Returns the assembly of a program that this crate has built.
pub fn print(module: &Module) -> String {
    let mut text = String::from("module {\n");
    for function in module.operation.children() {
        let mut printer = Printer {
            module,
            names: HashMap::new(),
            results: 0,
            arguments: 0,
            text: String::new(),
        };
        printer.function(function);
        text.push_str(&printer.text);
    }
    text.push_str("}\n");
    text
}

/// Returns the functions of a program whose arguments and results are all tensors of static shape
/// or tokens.
pub fn functions(module: &Module) -> impl Iterator<Item = Function> {
    let vhlo = |function: &Operation| function.name.is("vhlo.func_v1");
    module.operation.children().filter(move |it| vhlo(it)).filter_map(|function| {
        let name = Attributes { module, operation: function }.string("sym_name");
        let (inputs, outputs) = function_types(module, function)?;
        let known = |types: Vec<TypeId>| {
            types.into_iter().map(|id| known_type(&module.context, id)).collect::<Option<Vec<_>>>()
        };
        Some(Function { name, arguments: known(inputs)?, results: known(outputs)? })
    })
}

/// Returns the types of the arguments and of the results of a function.
fn function_types(module: &Module, function: &Operation) -> Option<(Vec<TypeId>, Vec<TypeId>)> {
    let id = function.property("function_type")?;
    let Attribute::Vhlo(Vhlo::TypeV1 { value }) = module.context.attribute(id) else { return None };
    match module.context.r#type(*value) {
        Type::Vhlo(VhloType::FunctionV1 { inputs, outputs }) => {
            Some((inputs.clone(), outputs.clone()))
        }
        _ => None,
    }
}

/// A printer of the assembly of one function.
struct Printer<'m> {
    module: &'m Module,
    names: HashMap<Value, String>,
    /// The number of printed operations with results, from which the name of the next results
    /// follows.
    results: usize,
    /// The number of printed arguments of the function and of its regions, from which the name of
    /// the next argument follows.
    arguments: usize,
    text: String,
}

impl Printer<'_> {
    fn function(&mut self, function: &Operation) {
        let attributes = Attributes { module: self.module, operation: function };
        let name = attributes.string("sym_name");
        let visibility = attributes.string("sym_visibility");
        let (_, outputs) = function_types(self.module, function).unwrap_or_default();
        let Some(block) = function.regions.first().and_then(|region| region.blocks.first()) else {
            return;
        };
        let arguments = self.arguments(block);
        let results = match &outputs[..] {
            [] => String::new(),
            [one] => format!(" -> {}", self.ty(*one)),
            several => format!(" -> ({})", self.types(several)),
        };
        let name = symbol(&name);
        let _ = writeln!(self.text, "  func.func {visibility} {name}({arguments}){results} {{");
        self.operations(block, 2);
        self.text.push_str("  }\n");
    }

    /// Names the arguments of a block, and returns the assembly of their names and types.
    fn arguments(&mut self, block: &Block) -> String {
        let mut arguments = Vec::new();
        for argument in &block.arguments {
            let name = format!("%arg{}", self.arguments);
            self.arguments += 1;
            let ty = self.ty(self.module.type_of(argument.value));
            arguments.push(format!("{name}: {ty}"));
            self.names.insert(argument.value, name);
        }
        arguments.join(", ")
    }

    fn operations(&mut self, block: &Block, depth: usize) {
        for operation in &block.operations {
            let indent = "  ".repeat(depth);
            self.text.push_str(&indent);
            self.operation(operation, depth);
            self.text.push('\n');
        }
    }

    fn operation(&mut self, operation: &Operation, depth: usize) {
        let full = operation.name.name.to_string();
        let name = unversioned(&full);
        let operands: Vec<_> = operation.operands.iter().map(|value| self.name(*value)).collect();
        let operands = operands.join(", ");
        match name {
            "return" => {
                let name = if depth > 2 { "stablehlo.return" } else { "return" };
                self.text.push_str(name);
                if !operation.operands.is_empty() {
                    let types = self.types_of(&operation.operands);
                    let _ = write!(self.text, " {operands} : {types}");
                }
                return;
            }
            _ => self.results(operation),
        }
        match name {
            "constant" => {
                let result = self.module.type_of(operation.results[0]);
                let value = constant(self.module, operation).unwrap_or_default();
                let ty = self.ty(result);
                let _ = write!(self.text, "stablehlo.constant dense<{value}> : {ty}");
            }
            "call" => {
                let attributes = Attributes { module: self.module, operation };
                let callee = symbol(&attributes.string("callee"));
                let _ = write!(self.text, "call {callee}({operands})");
                self.signature(operation);
            }
            _ if SAME_TYPE.iter().any(|names| names.contains(&name)) => {
                let ty = self.ty(self.module.type_of(operation.results[0]));
                let _ = write!(self.text, "stablehlo.{name} {operands} : {ty}");
            }
            _ => {
                let _ = write!(self.text, "\"stablehlo.{name}\"({operands})");
                let attributes = Attributes { module: self.module, operation }.print(name);
                self.regions(&operation.regions, depth);
                if !attributes.is_empty() {
                    let _ = write!(self.text, " {{{}}}", attributes.join(", "));
                }
                self.signature(operation);
            }
        }
    }

    /// Names the results of an operation, and prints the names and an equals sign.
    fn results(&mut self, operation: &Operation) {
        let count = operation.results.len();
        if count == 0 {
            return;
        }
        let name = format!("%{}", self.results);
        self.results += 1;
        let all = if count == 1 { name.clone() } else { format!("{name}:{count}") };
        let _ = write!(self.text, "{all} = ");
        for (index, value) in operation.results.iter().enumerate() {
            let own = if count == 1 { name.clone() } else { format!("{name}#{index}") };
            self.names.insert(*value, own);
        }
    }

    fn regions(&mut self, regions: &[Region], depth: usize) {
        if regions.is_empty() {
            return;
        }
        let indent = "  ".repeat(depth);
        self.text.push_str(" (");
        for (index, region) in regions.iter().enumerate() {
            self.text.push_str(if index == 0 { "{\n" } else { ", {\n" });
            for block in &region.blocks {
                let arguments = self.arguments(block);
                if !arguments.is_empty() {
                    let _ = writeln!(self.text, "{indent}^bb0({arguments}):");
                }
                self.operations(block, depth + 1);
            }
            let _ = write!(self.text, "{indent}}}");
        }
        self.text.push(')');
    }

    /// Prints the types of an operation's operands and results.
    fn signature(&mut self, operation: &Operation) {
        let operands = self.types_of(&operation.operands);
        let results = self.types_of(&operation.results);
        let results = if operation.results.len() == 1 { results } else { format!("({results})") };
        let _ = write!(self.text, " : ({operands}) -> {results}");
    }

    fn name(&self, value: Value) -> String {
        self.names.get(&value).cloned().unwrap_or_default()
    }

    fn types_of(&self, values: &[Value]) -> String {
        let types: Vec<_> = values.iter().map(|value| self.module.type_of(*value)).collect();
        self.types(&types)
    }

    fn types(&self, types: &[TypeId]) -> String {
        types.iter().map(|ty| self.ty(*ty)).collect::<Vec<_>>().join(", ")
    }

    fn ty(&self, id: TypeId) -> String {
        ty(&self.module.context, id)
    }
}

/// Returns the assembly of a symbol: `@` and the name, in quotes unless it is an identifier.
fn symbol(name: &str) -> String {
    let is_letter = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.');
    let is_first = |it: char| it.is_ascii_alphabetic() || it == '_';
    if name.starts_with(is_first) && name.chars().all(is_letter) {
        format!("@{name}")
    } else {
        format!("@{}", quoted(name.as_bytes()))
    }
}
