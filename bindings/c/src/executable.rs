// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs, whose arguments and results are dense arrays in host memory.

use crate::Failure;
use crate::module::Module;
use crate::options::Options;
use crate::pointers::ffi::without_zeros;
use hloom_compiler::interface::Warnings;
use hloom_compiler::{CompilationCache, CompiledProgram, Literal, Shape, mlir};
use hloom_values::{ElementClass, Scalar};
use std::ffi::CString;

/// A program that was compiled for a device.
pub struct Executable {
    program: CompiledProgram,
    /// The values that the first arguments must have in each run; `None` for any value.
    values: Vec<Option<i64>>,
    pub name: CString,
    pub arguments: Vec<Type>,
    pub results: Vec<Type>,
}

/// The type of an argument or a result, in the forms that C needs.
pub struct Type {
    /// The name in messages, such as "argument 0 of `@main`".
    label: String,
    shape: Shape,
    pub element_type: CString,
    pub sizes: Vec<i64>,
    pub bytes: usize,
}

impl Type {
    fn new(label: String, shape: &Shape) -> Result<Self, Failure> {
        let expected =
            |what: &str| Failure::Message(format!("{label}: expected {what}, found `{shape}`"));
        let sizes: Result<_, _> = shape.dims.iter().map(|size| i64::try_from(*size)).collect();
        let sizes = sizes.map_err(|_| expected("sizes below 2^63"))?;
        let most = format!("an array of at most {} bytes", isize::MAX);
        let bytes = shape.byte_size().ok_or_else(|| expected(&most))?;
        let element_type = without_zeros(shape.element_type.to_string());
        Ok(Self { label, shape: shape.clone(), element_type, sizes, bytes })
    }

    /// Checks that the caller has an array for an argument or a result with elements.
    ///
    /// # Errors
    /// Fails if the array is missing.
    pub fn check(&self, is_null: bool) -> Result<(), Failure> {
        if is_null && self.bytes > 0 {
            let Self { label, shape, bytes, .. } = self;
            return Err(Failure::Message(format!(
                "{label}: expected an array of {bytes} bytes for `{shape}`, found NULL"
            )));
        }
        Ok(())
    }

    /// Checks that an argument has the value that the options of the compilation give.
    ///
    /// # Errors
    /// Fails if the argument has another value.
    fn check_value(&self, expected: Option<i64>, literal: &Literal) -> Result<(), Failure> {
        let found = literal.get(0).map(Scalar::to_integer);
        match (expected, found) {
            (Some(expected), Some(found)) if found != i128::from(expected) => {
                Err(Failure::Message(format!(
                    "{}: expected the value {expected} of `argument_values`, found {found}",
                    self.label
                )))
            }
            _ => Ok(()),
        }
    }
}

impl Executable {
    /// Compiles a program for a platform. Adds the warnings of the compiler to `warnings`, also if
    /// the compilation fails.
    ///
    /// # Errors
    /// Fails if the platform does not exist or refuses the program or an option, and if an argument
    /// has a dynamic shape whose sizes the options do not have.
    pub fn compile(
        module: &Module,
        platform: &str,
        options: &Options,
        warnings: &mut Vec<String>,
    ) -> Result<Self, Failure> {
        hloom_backends::register_with_plugins()?;
        let platform = hloom_compiler::platform(platform)?;
        let program = module.program()?;
        let program = match &options.entry {
            Some(entry) => program.with_entry(entry.trim_start_matches('@')),
            None => program,
        };
        let collected = Warnings::default();
        let compile_options = options.compile_options(collected.handler())?;
        let cache = options.cache_dir.as_ref().map(CompilationCache::new).transpose()?;
        let compiled =
            CompiledProgram::with_cache(&*platform, &program, &compile_options, cache.as_ref());
        warnings.extend(collected.take());
        let remedy = "set `argument_sizes` of `hloom_options`";
        let program = compiled.map_err(|error| mlir::noting_sizes(error, remedy))?;
        if program.executable().as_dynamic().is_some() {
            return Err(Failure::Message(format!(
                "expected static shapes, found dynamic ones; platform `{}` does not use \
                 `argument_sizes`, so run the pass `hlo-refine-arguments` first",
                platform.name()
            )));
        }
        let signature = program.executable().signature();
        let name = &signature.name;
        let counts = [
            ("argument_sizes", "sizes", options.argument_sizes.len()),
            ("argument_values", "values", options.argument_values.len()),
        ];
        let most = signature.arguments.len();
        if let Some((option, what, found)) = counts.iter().find(|(.., found)| *found > most) {
            return Err(Failure::Message(format!(
                "`{option}`: expected {what} for at most {most} arguments of `@{name}`, found \
                 {what} for {found}"
            )));
        }
        // Compilers read the values only if the program has dynamic shapes.
        for (index, (value, shape)) in
            options.argument_values.iter().zip(&signature.arguments).enumerate()
        {
            let class = shape.element_type.class();
            let is_integer = matches!(class, ElementClass::Signed | ElementClass::Unsigned);
            if value.is_some() && !(is_integer && shape.dims.is_empty()) {
                return Err(Failure::Message(format!(
                    "`argument_values[{index}]`: expected a value for a scalar of an integer type, \
                     found `{shape}`"
                )));
            }
        }
        let types = |what: &str, shapes: &[Shape]| -> Result<Vec<_>, Failure> {
            let label = |index| format!("{what} {index} of `@{name}`");
            let shapes = shapes.iter().enumerate();
            shapes.map(|(index, shape)| Type::new(label(index), shape)).collect()
        };
        let arguments = types("argument", &signature.arguments)?;
        let results = types("result", &signature.results)?;
        let name = without_zeros(name.clone());
        let values = options.argument_values.clone();
        Ok(Self { program, values, name, arguments, results })
    }

    /// Runs the program. `arguments` have the bytes of each argument.
    ///
    /// # Errors
    /// Fails if an argument has another size than its type, or another value than the options of
    /// the compilation, or if the device fails.
    pub fn run(&self, arguments: &[&[u8]]) -> Result<Vec<Literal>, Failure> {
        let literals = self.arguments.iter().zip(arguments).map(|(of, bytes)| {
            let mut literal = Literal::from_bytes(of.shape.clone(), bytes)
                .map_err(hloom_compiler::Error::from)?;
            // The caller may have set bits that the type does not have.
            of.shape.element_type.clear_unused_bits(literal.bytes_mut());
            Ok(literal)
        });
        let literals: Vec<_> = literals.collect::<Result<_, Failure>>()?;
        for ((of, literal), value) in self.arguments.iter().zip(&literals).zip(&self.values) {
            of.check_value(*value, literal)?;
        }
        Ok(self.program.run(&literals)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::ElementType;

    #[test]
    fn types_that_are_too_large_are_named() {
        let refusal = |dims: [usize; 2]| {
            let shape = Shape::new(ElementType::F32, dims);
            let ty = Type::new("argument 1 of `@main`".to_owned(), &shape);
            ty.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!(
            refusal([1 << 31, 1 << 31]),
            "argument 1 of `@main`: expected an array of at most 9223372036854775807 bytes, found \
             `tensor<2147483648x2147483648xf32>`"
        );
        assert!(refusal([usize::MAX, 0]).contains("expected sizes below 2^63"));
        assert_eq!(refusal([2, 3]), "");
    }
}
