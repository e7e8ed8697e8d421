// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Float functions as `stablehlo.composite`.
//!
//! A composite names the function, and its decomposition computes it with the expansion in
//! [`functions`] (specification, section "composite"). A consumer that knows the name can ignore
//! the decomposition.

use super::super::build::Hlo;
use super::functions;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use std::collections::{HashMap, HashSet};

/// The decompositions that were added to a module, each as a function.
pub struct Decompositions<'a> {
    context: &'a Context,
    module: Op<'a>,
    /// The symbols of the functions, indexed by name and type of the composite.
    made: HashMap<(String, Type<'a>), String>,
    symbols: HashSet<String>,
}

impl<'a> Decompositions<'a> {
    /// Collects the symbols of a module, without adding a decomposition.
    pub fn new(context: &'a Context, module: Op<'a>) -> Self {
        let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        let symbols = ops.filter_map(ir::symbol_name).collect();
        Self { context, module, made: HashMap::new(), symbols }
    }

    /// Builds the composite that replaces `op`, the function `name` of `x`. Returns `None` unless
    /// the function is one of [`functions::FUNCTIONS`] on floats. Also returns `None` in a nested
    /// module, which has its own functions.
    pub fn composite(
        &mut self,
        hlo: Hlo<'a>,
        op: Op<'a>,
        name: &str,
        x: Value<'a>,
    ) -> Option<Value<'a>> {
        ir::enclosing(op, "builtin.module").filter(|module| *module == self.module)?;
        let ty = x.r#type();
        let key = (name.to_owned(), ty);
        if !self.made.contains_key(&key) {
            let made = self.decomposition(name, ty)?;
            self.made.insert(key.clone(), made);
        }
        let composite = hlo
            .at
            .op("stablehlo.composite")
            .operands(&[x])
            .attrs_of(op, &[])
            .attr("name", ir::string_attr(self.context, &format!("chlo.{name}")))
            .attr("decomposition", ir::flat_symbol_attr(self.context, &self.made[&key]))
            .attr("version", ir::int_attr(ir::int(self.context, 32), 1))
            .result(ty);
        Some(composite.value())
    }

    /// Adds a private function to the end of the module, which computes the float function `name`,
    /// and returns its symbol. Returns `None` if the float function has no expansion.
    fn decomposition(&mut self, name: &str, ty: Type<'a>) -> Option<String> {
        let block = ir::regions(self.module).into_iter().flat_map(ir::blocks).next()?;
        let builder = Builder::at_end(self.context, block, self.module.location());
        let mut computed = None;
        let region = builder.region(&[ty], |at, arguments| {
            computed = functions::expand(Hlo { at }, name, arguments[0]);
            at.op("func.return").operands(computed.as_slice()).build();
        });
        computed?;
        let mut names = (0..).map(|number| match number {
            0 => format!("chlo.{name}.impl"),
            _ => format!("chlo.{name}.impl_{number}"),
        });
        let symbol = names.find(|symbol| self.symbols.insert(symbol.clone()))?;
        let function = FunctionType::new(self.context, &[ty], &[ty]);
        builder
            .op("func.func")
            .attr("sym_name", ir::string_attr(self.context, &symbol))
            .attr("sym_visibility", ir::string_attr(self.context, "private"))
            .attr("function_type", ir::type_attr(function.into()))
            .region(region)
            .build();
        Some(symbol)
    }
}
