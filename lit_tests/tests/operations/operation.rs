// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A program with an element type left open.

use crate::types::{Types, real};
use std::fmt::Write;

/// What the elements of an input are.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Any at all: integers at the edges of their type, NaN, infinities, subnormals.
    Any,
    /// In a range, as much of it as the type has.
    Within(f64, f64),
    /// Whole numbers in a range, as much of it as the type has.
    Whole(i64, i64),
    /// These.
    These(&'static [i64]),
    /// Hermitian matrices that are far from singular.
    Matrices,
}

/// How near the platforms are to each other.
#[derive(Clone, Copy, Debug)]
pub enum Near {
    /// Equal, NaN for NaN.
    Equal,
    /// Functions: a few values of the type apart.
    Function,
    /// Sums, in whatever order.
    Sum,
}

/// An operation in a program, for each of some element types.
///
/// In the texts `$T` is the element type, `$V` a vector of nine elements of it, `$R` the
/// type of its parts; `%a`, `%b`... are the inputs, and `%r` is what the program returns.
#[derive(Clone, Debug)]
pub struct Operation {
    name: String,
    variant: &'static str,
    /// The element types.
    pub types: Vec<&'static str>,
    inputs: Vec<(&'static str, Values)>,
    body: String,
    results: Vec<&'static str>,
    functions: &'static str,
    /// How near the platforms are to each other.
    pub near: Near,
    refusals: Vec<(Types, &'static str)>,
    undefined: Types,
}

impl Operation {
    /// An operation on types.
    pub fn new(name: impl Into<String>, types: &[Types]) -> Self {
        Self {
            name: name.into(),
            variant: "",
            types: types.concat(),
            inputs: Vec::new(),
            body: String::new(),
            results: Vec::new(),
            functions: "",
            near: Near::Equal,
            refusals: Vec::new(),
            undefined: &[],
        }
    }

    /// Tells it from others of the operation.
    pub fn variant(mut self, variant: &'static str) -> Self {
        self.variant = variant;
        self
    }

    /// One more input.
    pub fn takes(mut self, ty: &'static str, values: Values) -> Self {
        self.inputs.push((ty, values));
        self
    }

    /// What the program does with its inputs, and what types its results are of.
    pub fn gives(mut self, body: impl Into<String>, results: &[&'static str]) -> Self {
        self.body = body.into();
        self.results = results.to_vec();
        self
    }

    /// What the program does first.
    pub fn before(mut self, text: &str) -> Self {
        self.body = format!("{text}\n  {}", self.body);
        self
    }

    /// Functions that the program calls.
    pub fn with(mut self, functions: &'static str) -> Self {
        self.functions = functions;
        self
    }

    /// How near the platforms are to each other.
    pub fn near(mut self, near: Near) -> Self {
        self.near = near;
        self
    }

    /// The cpu refuses these types and says so.
    pub fn refused(mut self, types: Types, message: &'static str) -> Self {
        self.refusals.push((types, message));
        self
    }

    /// Nothing says what these types would give, and no platform has them.
    pub fn undefined(mut self, types: Types, message: &'static str) -> Self {
        self.undefined = types;
        self.refused(types, message)
    }

    /// Whether the reference has a type.
    pub fn is_defined(&self, ty: &str) -> bool {
        !self.undefined.contains(&ty)
    }

    /// What the test is called.
    pub fn title(&self) -> String {
        match self.variant {
            "" => self.name.clone(),
            variant => format!("{}::{variant}", self.name),
        }
    }

    /// What the cpu says of a type that it refuses.
    pub fn refusal(&self, ty: &str) -> Option<&'static str> {
        let refusal = self.refusals.iter().find(|(types, _)| types.contains(&ty));
        refusal.map(|(_, message)| *message)
    }

    /// What the inputs are, of every type.
    pub fn values(&self) -> impl Iterator<Item = Values> {
        self.inputs.iter().map(|(_, values)| *values)
    }

    /// The number of results a type.
    pub fn result_count(&self) -> usize {
        self.results.len()
    }

    /// A program that calls a function of each type on inputs of its own.
    pub fn program(&self, types: &[&str]) -> String {
        // Writing to a string does not fail.
        let (mut text, mut calls) = (String::new(), String::new());
        let (mut inputs, mut outputs, mut output_types) = (Vec::new(), Vec::new(), Vec::new());
        for (index, ty) in types.iter().enumerate() {
            let of_type =
                |text: &str| substituted(text, ty).replace("@inner", &format!("@inner{index}"));
            let takes: Vec<_> = self.inputs.iter().map(|(ty, _)| of_type(ty)).collect();
            let gives: Vec<_> = self.results.iter().map(|ty| of_type(ty)).collect();
            let names = ["%a", "%b", "%c", "%d", "%e", "%f"];
            let arguments: Vec<_> =
                names.iter().zip(&takes).map(|(name, ty)| format!("{name}: {ty}")).collect();
            let returned = pieces("%r", gives.len());
            let (arguments, body) = (arguments.join(", "), of_type(&self.body));
            let (takes_text, gives_text) = (takes.join(", "), gives.join(", "));
            let _ = writeln!(
                text,
                "func.func private @t{index}({arguments}) -> ({gives_text}) {{\n  {body}\n  \
                 return {} : {gives_text}\n}}\n{}",
                returned.join(", "),
                of_type(self.functions),
            );
            let own: Vec<_> = (0..takes.len()).map(|input| format!("%i{index}_{input}")).collect();
            let result = format!("%o{index}");
            let _ = writeln!(
                calls,
                "  {result}{} = call @t{index}({}) : ({takes_text}) -> ({gives_text})",
                if gives.len() > 1 { format!(":{}", gives.len()) } else { String::new() },
                own.join(", "),
            );
            inputs.extend(own.iter().zip(&takes).map(|(name, ty)| format!("{name}: {ty}")));
            outputs.extend(pieces(&result, gives.len()));
            output_types.extend(gives);
        }
        let output_types = output_types.join(", ");
        format!(
            "{text}func.func @main({}) -> ({output_types}) {{\n{calls}  return {} : \
             {output_types}\n}}\n",
            inputs.join(", "),
            outputs.join(", ")
        )
    }
}

fn pieces(name: &str, count: usize) -> Vec<String> {
    match count {
        1 => vec![name.to_owned()],
        _ => (0..count).map(|piece| format!("{name}#{piece}")).collect(),
    }
}

fn substituted(text: &str, ty: &str) -> String {
    text.replace("$V", "tensor<9x$T>").replace("$R", real(ty)).replace("$T", ty)
}
