// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Extraction of an operation into a separate program.
//!
//! The operands of the operation, and the values defined outside that its regions use, become
//! parameters of the program. Functions and other symbols to which the operation refers are copied.

use hloom_lowering::ir::{self, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// A program that contains one operation, as text.
pub struct Extracted {
    /// The types of the program's parameters.
    pub parameters: Vec<String>,
    /// The types of the program's results.
    results: Vec<String>,
    /// The text of the program's function after its first line, which contains the signature.
    body: String,
    /// The text of the module's attributes.
    attributes: Arc<str>,
    /// The texts of the symbols to which the operation refers, directly or through other symbols.
    symbols: Vec<Arc<str>>,
}

/// The symbols of a program, as text.
pub struct Symbols {
    attributes: Arc<str>,
    texts: BTreeMap<String, Arc<str>>,
}

impl Symbols {
    /// Prints the symbols and the attributes of a module.
    pub fn of(module: Op) -> Self {
        let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        let texts = ops.filter_map(|op| Some((ir::symbol_name(op)?, op.to_string().into())));
        let is_plain = |name: &str| {
            name.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '_'))
        };
        let attributes: Vec<_> = ir::discardable_attributes(module)
            .filter(|(name, _)| is_plain(name))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        Self { attributes: attributes.join(", ").into(), texts: texts.collect() }
    }

    /// Returns the texts of the symbols to which a text refers, directly or through other symbols.
    fn named_in(&self, text: &str) -> Vec<Arc<str>> {
        let mut found = BTreeSet::new();
        let mut pending = vec![text];
        while let Some(text) = pending.pop() {
            for part in text.split('@').skip(1) {
                let name = match part.strip_prefix('"') {
                    Some(quoted) => quoted.split('"').next(),
                    None => part.split(|it: char| !is_symbol_character(it)).next(),
                };
                if let Some((name, text)) = name.and_then(|it| self.texts.get_key_value(it))
                    && found.insert(name)
                {
                    pending.push(text);
                }
            }
        }
        found.into_iter().map(|name| Arc::clone(&self.texts[name])).collect()
    }
}

fn is_symbol_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '-')
}

/// Returns the distinct values that an operation uses: its operands, and the values defined outside
/// that its regions use.
pub fn used<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    let inner = ir::walk(op);
    let blocks = inner.iter().flat_map(|op| ir::regions(*op)).flat_map(ir::blocks);
    let mut own: HashSet<_> = blocks.flat_map(ir::args).map(ir::value_address).collect();
    own.extend(inner.iter().skip(1).flat_map(|op| ir::results(*op)).map(ir::value_address));
    let used = inner.into_iter().flat_map(ir::operands);
    used.filter(|value| own.insert(ir::value_address(*value))).collect()
}

impl Extracted {
    /// Extracts an operation, which uses the values `used`, into a separate program.
    ///
    /// # Errors
    /// Fails if the operation uses or computes values other than tensors.
    pub fn of<'a>(
        context: &'a Context,
        op: Op<'a>,
        used: &[Value<'a>],
        symbols: &Symbols,
    ) -> Result<Self, String> {
        let results = ir::results(op);
        for value in used.iter().chain(&results) {
            let ty = value.r#type().to_string();
            if !ty.starts_with("tensor<") {
                return Err(format!("expected tensors, found `{ty}`"));
            }
        }
        let types =
            |values: &[Value<'a>]| -> Vec<_> { values.iter().map(|it| it.r#type()).collect() };
        let (inputs, outputs) = (types(used), types(&results));
        let text = print(context, op, used, &inputs, &outputs)
            .ok_or_else(|| "expected an operation inside a `builtin.module`".to_owned())?;
        let (_, body) = text.split_once('\n').unwrap_or_default();
        let names = |types: Vec<ir::Type>| types.iter().map(ToString::to_string).collect();
        Ok(Self {
            parameters: names(inputs),
            results: names(outputs),
            body: body.to_owned(),
            attributes: Arc::clone(&symbols.attributes),
            symbols: symbols.named_in(body),
        })
    }

    /// Returns the text of the program. A parameter for which `constants` contains an attribute
    /// becomes a constant with this value.
    pub fn program(&self, constants: &[Option<String>]) -> String {
        let parameters = self.parameters.iter().enumerate();
        let constant = |index: usize| constants.get(index).and_then(Option::as_ref);
        let kept = parameters.filter(|(index, _)| constant(*index).is_none());
        let kept: Vec<_> = kept.map(|(index, ty)| format!("%arg{index}: {ty}")).collect();
        let mut text = format!(
            "module attributes {{{}}} {{\nfunc.func @isolated({}) -> ({}) {{\n",
            self.attributes,
            kept.join(", "),
            self.results.join(", ")
        );
        for index in 0..self.parameters.len() {
            if let Some(value) = constant(index) {
                text += &format!("  %arg{index} = stablehlo.constant {value}\n");
            }
        }
        text += &self.body;
        text += "\n";
        for symbol in &self.symbols {
            text += symbol;
            text += "\n";
        }
        text + "}\n"
    }
}

/// Returns the text of a function that computes and returns the results of a clone of `op`.
///
/// The function is in the module of `op` while it is printed, because MLIR prints an operation that
/// refers to an unknown symbol in its generic form. Returns `None` if `op` is not in a module.
fn print<'a>(
    context: &'a Context,
    op: Op<'a>,
    used: &[Value<'a>],
    inputs: &[ir::Type<'a>],
    outputs: &[ir::Type<'a>],
) -> Option<String> {
    let module = ir::enclosing(op, "builtin.module")?;
    let block = ir::regions(module).into_iter().flat_map(ir::blocks).next()?;
    let builder = Builder::at_end(context, block, op.location());
    let region = builder.region(inputs, |at, parameters| {
        let clone = ir::clone_at_end(op, at.block());
        for (value, parameter) in used.iter().zip(parameters) {
            ir::replace_uses_inside(*value, *parameter, clone);
        }
        at.op("func.return").operands(&ir::results(clone)).build();
    });
    let function = FunctionType::new(context, inputs, outputs);
    let function = builder
        .op("func.func")
        .attr("sym_name", ir::string_attr(context, "isolated"))
        .attr("function_type", ir::type_attr(function.into()))
        .region(region)
        .build();
    let text = function.to_string();
    ir::erase(function);
    Some(text)
}
