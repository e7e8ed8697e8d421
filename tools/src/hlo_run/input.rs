// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Inputs as the command line gives them.

use hloom_compiler::mlir::parse_literal;
use hloom_compiler::{Error, Literal, Shape, npy};
use std::path::PathBuf;
use std::str::FromStr;

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A `.npy` file.
    File(PathBuf),
    /// Random elements: of a seed, or of the input's position.
    Random(Option<u64>),
    /// A literal in MLIR's notation.
    Dense(String),
}

impl FromStr for Input {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("expected FILE.npy, random[:SEED] or 'dense<...> : tensor<...>'".to_owned());
        }
        if text == "random" {
            return Ok(Self::Random(None));
        }
        if let Some(seed) = text.strip_prefix("random:") {
            let seed = seed.parse().map_err(|_| format!("the seed `{seed}` is not a number"))?;
            return Ok(Self::Random(Some(seed)));
        }
        if text.trim_start().starts_with("dense<")
            || text.trim_start().starts_with("dense_resource<")
        {
            return Ok(Self::Dense(text.to_owned()));
        }
        Ok(Self::File(text.into()))
    }
}

impl Input {
    /// Finds what is wrong with the input whatever the program is, so that
    /// nobody waits for a compilation to hear of it.
    ///
    /// # Errors
    /// A file that is missing or none of NumPy's, a literal that does not parse.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::File(path) => npy::read_info(path).map(drop),
            Self::Random(_) => Ok(()),
            Self::Dense(text) => Ok(parse_literal(text).map(drop)?),
        }
    }

    /// The input at a position, of the type the program takes there.
    ///
    /// # Errors
    /// If it is of another type, or cannot be read.
    pub fn load(&self, position: usize, shape: &Shape) -> Result<Literal, Error> {
        let literal = match self {
            Self::File(path) => npy::read(path, shape),
            Self::Random(seed) => {
                Literal::random(shape.clone(), seed.unwrap_or(position as u64)).map_err(Error::from)
            }
            Self::Dense(text) => parse_literal(text).map_err(Error::from),
        };
        let literal =
            literal.map_err(|error| Error::invalid(format!("input {position}: {error}")))?;
        if literal.shape() != shape {
            let given = literal.shape();
            let message = format!("input {position}: expected {shape}, {given} is given");
            return Err(Error::invalid(message));
        }
        Ok(literal)
    }
}

/// The inputs of a function.
///
/// # Errors
/// If they are too few or too many, or one is wrong.
pub(super) fn load_all(
    inputs: &[Input],
    function: &str,
    shapes: &[Shape],
) -> Result<Vec<Literal>, Error> {
    if inputs.len() != shapes.len() {
        let types: Vec<_> = shapes.iter().map(ToString::to_string).collect();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (takes, given) = (shapes.len(), inputs.len());
        let list = if takes == 0 { String::new() } else { format!(" ({})", types.join(", ")) };
        let message =
            format!("`@{function}` takes {takes} input{}{list}, {given} given", plural(takes));
        let hint = match takes > given {
            true => {
                "; give each with --input FILE.npy, --input random or --input 'dense<...> : tensor<...>'"
            }
            false => "",
        };
        return Err(Error::invalid(format!("{message}{hint}")));
    }
    let inputs = inputs.iter().zip(shapes).enumerate();
    inputs.map(|(position, (input, shape))| input.load(position, shape)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        assert_eq!("a.npy".parse(), Ok(Input::File("a.npy".into())));
        assert_eq!("random".parse(), Ok(Input::Random(None)));
        assert_eq!("random:7".parse(), Ok(Input::Random(Some(7))));
        let refusal = "random:x".parse::<Input>().expect_err("no number");
        assert_eq!(refusal, "the seed `x` is not a number");
        let dense = "dense<1> : tensor<i32>";
        assert_eq!(dense.parse(), Ok(Input::Dense(dense.to_owned())));
    }

    #[test]
    fn wrong_inputs() {
        let shape: Shape = "tensor<2xf32>".parse().expect("a type");
        let refusal = load_all(&[], "main", std::slice::from_ref(&shape)).expect_err("too few");
        let expected = "`@main` takes 1 input (tensor<2xf32>), 0 given; give each";
        assert!(refusal.to_string().starts_with(expected), "{refusal}");
        let dense = Input::Dense("dense<1> : tensor<2xi32>".to_owned());
        let refusal = dense.load(3, &shape).expect_err("another type");
        assert_eq!(refusal.to_string(), "input 3: expected tensor<2xf32>, tensor<2xi32> is given");
        let missing = Input::File("missing.npy".into());
        let refusal = missing.check().expect_err("missing");
        assert_eq!(refusal.to_string(), "missing.npy: no such file");
    }
}
