// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs that a plugin compiles.

use crate::error::Error;
use hloom_builder::{Function, Program, Type};
use hloom_portable::Version;
use hloom_values::Shape;

/// The name that PJRT requires for the entry function of every program.
const MAIN: &str = "main";

/// The types of a program's arguments and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The types of the program's arguments.
    pub arguments: Vec<Shape>,
    /// The types of the program's results.
    pub results: Vec<Shape>,
}

/// A program that a plugin can compile: a [`Program`], a portable artifact (`[u8]` or `Vec<u8>`),
/// or StableHLO assembly (`str` or `String`).
pub trait Source {
    /// Returns the program in a form that a plugin reads: assembly, or a portable artifact. A
    /// [`Program`] is written in the given version of portable artifacts.
    ///
    /// # Errors
    /// Fails if an artifact of this version cannot represent the program.
    fn code(&self, version: Version) -> Result<Vec<u8>, Error>;

    /// Returns the types of the program's arguments and results, or `None` if only the plugin knows
    /// them.
    ///
    /// # Errors
    /// Fails if a [`Program`] has no function `main`, or if a type in its signature is not a tensor
    /// type.
    fn signature(&self) -> Result<Option<Signature>, Error>;
}

impl Source for Program {
    fn code(&self, version: Version) -> Result<Vec<u8>, Error> {
        self.to_bytes(version).map_err(|error| Error::Source(error.to_string()))
    }

    fn signature(&self) -> Result<Option<Signature>, Error> {
        signature(Program::signature(self, MAIN)).map(Some)
    }
}

impl Source for [u8] {
    fn code(&self, _: Version) -> Result<Vec<u8>, Error> {
        Ok(self.to_vec())
    }

    fn signature(&self) -> Result<Option<Signature>, Error> {
        if !hloom_portable::is_artifact(self) {
            return Ok(None);
        }
        let module =
            hloom_portable::read(self).map_err(|error| Error::Source(error.to_string()))?;
        // The builder does not know every type of an artifact. The plugin checks the arguments
        // then.
        Ok(Function::of_module(&module, MAIN).and_then(|main| signature(Some(main)).ok()))
    }
}

impl Source for Vec<u8> {
    fn code(&self, version: Version) -> Result<Vec<u8>, Error> {
        self[..].code(version)
    }

    fn signature(&self) -> Result<Option<Signature>, Error> {
        self[..].signature()
    }
}

impl Source for str {
    fn code(&self, _: Version) -> Result<Vec<u8>, Error> {
        Ok(self.as_bytes().to_vec())
    }

    fn signature(&self) -> Result<Option<Signature>, Error> {
        Ok(None)
    }
}

impl Source for String {
    fn code(&self, version: Version) -> Result<Vec<u8>, Error> {
        self.as_str().code(version)
    }

    fn signature(&self) -> Result<Option<Signature>, Error> {
        self.as_str().signature()
    }
}

fn signature(main: Option<Function>) -> Result<Signature, Error> {
    let main = main.ok_or_else(|| Error::Source("expected a function @main".to_owned()))?;
    let shapes = |types: &[Type]| {
        let shape = |ty: &Type| {
            let message = || format!("expected tensors in the signature of @main, found {ty}");
            ty.shape().cloned().ok_or_else(|| Error::Source(message()))
        };
        types.iter().map(shape).collect::<Result<Vec<_>, _>>()
    };
    Ok(Signature { arguments: shapes(&main.arguments)?, results: shapes(&main.results)? })
}
