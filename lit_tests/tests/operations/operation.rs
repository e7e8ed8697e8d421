// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Test programs that are parameterized by an element type.

use crate::types::{Types, real};
use std::fmt::Write;

/// Distribution of the elements of an input.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Any values: integers near the limits of their type, NaN, infinities, subnormals.
    Any,
    /// Values in a range, limited to the range of the type.
    Within(f64, f64),
    /// Whole numbers in a range, limited to the range of the type.
    Whole(i64, i64),
    /// Given values.
    These(&'static [i64]),
    /// Well-conditioned Hermitian matrices.
    Matrices,
}

/// Required agreement between platforms.
#[derive(Clone, Copy, Debug)]
pub enum Near {
    /// Equal; NaN equals NaN.
    Equal,
    /// Within a few units in the last place, for functions.
    Function,
    /// Within the rounding of sums in any order.
    Sum,
}

/// Operation in a program, with the element types to test.
///
/// In the texts, `$T` is the element type, `$V` a vector of nine elements, and `$R` the type of
/// the parts of complex elements. `%a`, `%b`... are the inputs, and the program returns `%r`.
#[derive(Clone, Debug)]
pub struct Operation {
    name: String,
    variant: &'static str,
    /// Element types to test.
    pub types: Vec<&'static str>,
    inputs: Vec<(&'static str, Values)>,
    body: String,
    results: Vec<&'static str>,
    functions: &'static str,
    /// Required agreement between platforms.
    pub near: Near,
    refusals: Vec<(Types, &'static str)>,
    undefined: Types,
}

impl Operation {
    /// Creates a test of an operation on types.
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

    /// Sets a name that distinguishes this test from others of the same operation.
    pub fn variant(mut self, variant: &'static str) -> Self {
        self.variant = variant;
        self
    }

    /// Adds an input.
    pub fn takes(mut self, ty: &'static str, values: Values) -> Self {
        self.inputs.push((ty, values));
        self
    }

    /// Sets the body of the program and the types of its results.
    pub fn gives(mut self, body: impl Into<String>, results: &[&'static str]) -> Self {
        self.body = body.into();
        self.results = results.to_vec();
        self
    }

    /// Prepends operations to the body.
    pub fn before(mut self, text: &str) -> Self {
        self.body = format!("{text}\n  {}", self.body);
        self
    }

    /// Sets the functions that the program calls.
    pub fn with(mut self, functions: &'static str) -> Self {
        self.functions = functions;
        self
    }

    /// Sets the required agreement between platforms.
    pub fn near(mut self, near: Near) -> Self {
        self.near = near;
        self
    }

    /// Declares that the cpu rejects these types with a message.
    pub fn refused(mut self, types: Types, message: &'static str) -> Self {
        self.refusals.push((types, message));
        self
    }

    /// Declares that the result is undefined for these types and that all platforms reject
    /// them.
    pub fn undefined(mut self, types: Types, message: &'static str) -> Self {
        self.undefined = types;
        self.refused(types, message)
    }

    /// Returns true if the reference supports a type.
    pub fn is_defined(&self, ty: &str) -> bool {
        !self.undefined.contains(&ty)
    }

    /// Returns the name of the test.
    pub fn title(&self) -> String {
        match self.variant {
            "" => self.name.clone(),
            variant => format!("{}::{variant}", self.name),
        }
    }

    /// Returns the message with which the cpu rejects a type, if it does.
    pub fn refusal(&self, ty: &str) -> Option<&'static str> {
        let refusal = self.refusals.iter().find(|(types, _)| types.contains(&ty));
        refusal.map(|(_, message)| *message)
    }

    /// Returns the distributions of the inputs, which are the same for every type.
    pub fn values(&self) -> impl Iterator<Item = Values> {
        self.inputs.iter().map(|(_, values)| *values)
    }

    /// Returns the number of results for each type.
    pub fn result_count(&self) -> usize {
        self.results.len()
    }

    /// Returns a program that calls one function for each type, each on inputs of its own.
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
