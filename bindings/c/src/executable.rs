// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs, whose arguments and results are dense arrays in host memory.

use crate::Failure;
use crate::module::Module;
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Literal, Shape};
use std::ffi::CString;

/// A program that was compiled for a device.
pub struct Executable {
    program: CompiledProgram,
    pub arguments: Vec<Type>,
    pub results: Vec<Type>,
}

/// The type of an argument or a result, in the forms that C needs.
pub struct Type {
    shape: Shape,
    pub element_type: CString,
    pub sizes: Vec<i64>,
    pub bytes: usize,
}

impl Type {
    fn new(shape: &Shape) -> Result<Self, Failure> {
        let too_large = || Failure::Message(format!("{shape} has too many bytes"));
        let sizes: Result<_, _> = shape.dims.iter().map(|size| i64::try_from(*size)).collect();
        Ok(Self {
            element_type: CString::new(shape.element_type.to_string()).map_err(|_| too_large())?,
            sizes: sizes.map_err(|_| too_large())?,
            bytes: shape.byte_size().ok_or_else(too_large)?,
            shape: shape.clone(),
        })
    }
}

impl Executable {
    /// Compiles a program for a platform.
    ///
    /// # Errors
    /// Fails if the platform does not exist or refuses the program, and if the program has dynamic
    /// shapes.
    pub fn compile(module: &Module, platform: &str) -> Result<Self, Failure> {
        hloom_backends::register_with_plugins()?;
        let platform = hloom_compiler::platform(platform)?;
        let program = module.program()?;
        let program = CompiledProgram::new(&*platform, &program, &CompileOptions::default())?;
        if program.executable().as_dynamic().is_some() {
            let message = "the program has dynamic shapes; run the pass hlo-refine-arguments first";
            return Err(Failure::Message(message.to_owned()));
        }
        let signature = program.executable().signature();
        let types = |shapes: &[Shape]| -> Result<Vec<_>, Failure> {
            shapes.iter().map(Type::new).collect()
        };
        let (arguments, results) = (types(&signature.arguments)?, types(&signature.results)?);
        Ok(Self { program, arguments, results })
    }

    /// Runs the program. `arguments` have the bytes of each argument.
    ///
    /// # Errors
    /// Fails if an argument has another size than its type, or if the device fails.
    pub fn run(&self, arguments: &[&[u8]]) -> Result<Vec<Literal>, Failure> {
        let literals = self.arguments.iter().zip(arguments).map(|(of, bytes)| {
            let mut literal = Literal::from_bytes(of.shape.clone(), bytes)
                .map_err(hloom_compiler::Error::from)?;
            // The caller may have set bits that the type does not have.
            of.shape.element_type.clear_unused_bits(literal.bytes_mut());
            Ok(literal)
        });
        let literals: Vec<_> = literals.collect::<Result<_, Failure>>()?;
        Ok(self.program.run(&literals)?)
    }
}
