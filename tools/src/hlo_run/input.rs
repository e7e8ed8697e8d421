// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Inputs of a program on the command line: files, random values and literals.

use hloom_compiler::interface::KnownArgument;
use hloom_compiler::mlir::parse_literal;
use hloom_compiler::{Error, Literal, Shape, TensorSpec, npy};
use hloom_values::{Distribution, ElementClass};
use std::path::PathBuf;
use std::str::FromStr;

/// Source of the value of one input of a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// The path of a `.npy` file.
    File(PathBuf),
    /// A `.npy` file for each device: the path, in which the number of the device replaces
    /// [`DEVICE`].
    Shards(String),
    /// Random elements from a seed; without a seed, the input's position is the seed.
    Random(Option<u64>),
    /// Random elements in an interval; the input's position is the seed.
    RandomIn(Distribution),
    /// Random elements of this type, for a parameter with dynamic shape.
    RandomOf(Shape),
    /// A dense attribute in MLIR's notation, which is not parsed yet.
    Dense(String),
    /// The value itself.
    Literal(Literal),
}

/// The placeholder in a file name for the number of the device.
pub(crate) const DEVICE: &str = "{device}";

impl FromStr for Input {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err(
                "expected FILE.npy, random[:SEED|:LOW..HIGH|:TYPE] or 'dense<...> : tensor<...>'"
                    .to_owned(),
            );
        }
        if text == "random" {
            return Ok(Self::Random(None));
        }
        if let Some(seed) = text.strip_prefix("random:") {
            if let Ok(shape) = seed.parse() {
                return Ok(Self::RandomOf(shape));
            }
            if seed.contains("..") {
                return Ok(Self::RandomIn(seed.parse()?));
            }
            let seed = seed.parse().map_err(|_| {
                format!("`{seed}`: expected a seed, an interval LOW..HIGH or a type")
            })?;
            return Ok(Self::Random(Some(seed)));
        }
        if text.trim_start().starts_with("dense<")
            || text.trim_start().starts_with("dense_resource<")
        {
            return Ok(Self::Dense(text.to_owned()));
        }
        if text.contains(DEVICE) {
            return Ok(Self::Shards(text.to_owned()));
        }
        Ok(Self::File(text.into()))
    }
}

impl Input {
    /// Checks the input without knowledge of the program, so that errors are found before a long
    /// compilation.
    ///
    /// # Errors
    /// Fails if a file is missing or not a NumPy file, or if a literal does not parse.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::File(path) => Ok(npy::read_info(path).map(drop)?),
            // The number of devices is not known here.
            Self::Shards(_) => Ok(()),
            Self::Random(_) | Self::RandomIn(_) | Self::RandomOf(_) | Self::Literal(_) => Ok(()),
            Self::Dense(text) => Ok(parse_literal(text).map(drop)?),
        }
    }

    /// Returns the shape of the input and, if the input is a scalar integer, its value.
    ///
    /// Programs with dynamic shapes are specialized to these shapes and values. Returns `None` for
    /// a random input without a type, for an input by shard, and for an input that cannot be read.
    pub fn known(&self) -> Option<KnownArgument> {
        match self {
            Self::File(path) => match npy::read_info(path).ok()?.dims {
                dims if dims.is_empty() => npy::read_any(path).ok().as_ref().map(known),
                dims => Some(KnownArgument { dims, value: None }),
            },
            Self::Shards(_) | Self::Random(_) | Self::RandomIn(_) => None,
            Self::RandomOf(shape) => Some(KnownArgument { dims: shape.dims.clone(), value: None }),
            Self::Dense(text) => parse_literal(text).ok().as_ref().map(known),
            Self::Literal(literal) => Some(known(literal)),
        }
    }

    /// Loads or generates the value of the input, for the parameter at `position`, whose type is
    /// `ty`.
    ///
    /// # Errors
    /// Fails if the input has another type or cannot be read.
    pub fn load(
        &self,
        position: usize,
        ty: &TensorSpec,
        random: &Randomness,
    ) -> Result<Literal, Error> {
        let seed = |seed: Option<u64>| seed.unwrap_or(position as u64).wrapping_add(random.shift);
        let fill = |shape: Shape, seed, distribution| {
            Literal::random_from(shape, seed, distribution).map_err(Error::from)
        };
        let literal = match self {
            Self::File(path) => npy::read_info(path)
                .and_then(|info| {
                    let dims = ty.static_dims().unwrap_or(info.dims);
                    npy::read(path, &ty.shape(dims))
                })
                .map_err(Error::from),
            Self::Shards(pattern) => Err(Error::invalid(format!(
                "{pattern}: expected one input for all devices, found a file for each device"
            ))),
            Self::Random(own) => ty
                .static_shape()
                .map_err(Error::from)
                .and_then(|shape| fill(shape, seed(*own), random.distribution)),
            Self::RandomIn(distribution) => ty
                .static_shape()
                .map_err(Error::from)
                .and_then(|shape| fill(shape, seed(None), *distribution)),
            Self::RandomOf(shape) => fill(shape.clone(), seed(None), random.distribution),
            Self::Dense(text) => parse_literal(text).map_err(Error::from),
            Self::Literal(literal) => Ok(literal.clone()),
        };
        let literal =
            literal.map_err(|error| Error::invalid(format!("input {position}: {error}")))?;
        if !ty.accepts(&literal) {
            let given = literal.shape();
            let message = format!("input {position}: expected {ty}, found {given}");
            return Err(Error::invalid(message));
        }
        Ok(literal)
    }
}

/// Options for random inputs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Randomness {
    /// Whether parameters without an input receive random elements.
    pub fill: bool,
    /// The distribution of elements, unless an input specifies its own distribution.
    pub distribution: Distribution,
    /// A number that is added to the seed of every random input.
    pub shift: u64,
}

/// Returns the shape of a literal and, if the literal is a scalar integer, its value.
pub(crate) fn known(literal: &Literal) -> KnownArgument {
    KnownArgument { value: integer(literal), dims: literal.shape().dims.clone() }
}

/// Returns the value of a scalar integer, or `None` for other literals.
fn integer(literal: &Literal) -> Option<i64> {
    let class = literal.shape().element_type.class();
    let integer = matches!(class, ElementClass::Signed | ElementClass::Unsigned);
    let scalar = integer && literal.shape().dims.is_empty();
    scalar.then(|| literal.get(0)).flatten().and_then(|it| i64::try_from(it.to_integer()).ok())
}

/// Loads the values of the inputs of a function, whose parameters have the types `types`.
///
/// # Errors
/// Fails if the number of inputs is wrong or if an input cannot be loaded.
pub(crate) fn load_all(
    inputs: &[Input],
    function: &str,
    types: &[TensorSpec],
    random: &Randomness,
) -> Result<Vec<Literal>, Error> {
    let matched = match_inputs(inputs, function, types, random.fill)?;
    let inputs = matched.into_iter().zip(types).enumerate();
    inputs.map(|(position, (input, ty))| input.load(position, ty, random)).collect()
}

/// Returns the input of each parameter of a function, whose types are `types`. If `fill` is true,
/// parameters without an input get random elements.
///
/// # Errors
/// Fails if the number of inputs is wrong.
pub(crate) fn match_inputs<'i>(
    inputs: &'i [Input],
    function: &str,
    types: &[TensorSpec],
    fill: bool,
) -> Result<Vec<&'i Input>, Error> {
    let missing = types.len().saturating_sub(inputs.len());
    if inputs.len() > types.len() || missing > 0 && !fill {
        let texts: Vec<_> = types.iter().map(ToString::to_string).collect();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (takes, given) = (types.len(), inputs.len());
        let list = if takes == 0 { String::new() } else { format!(" ({})", texts.join(", ")) };
        let message =
            format!("`@{function}` takes {takes} input{}{list}, {given} given", plural(takes));
        let hint = match takes > given {
            true => {
                "; give each with --input FILE.npy, --input random or --input 'dense<...> : tensor<...>', or pass --random-inputs"
            }
            false => "",
        };
        return Err(Error::invalid(format!("{message}{hint}")));
    }
    Ok(inputs.iter().chain(std::iter::repeat_n(&Input::Random(None), missing)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        assert_eq!("a.npy".parse(), Ok(Input::File("a.npy".into())));
        assert_eq!("random".parse(), Ok(Input::Random(None)));
        assert_eq!("random:7".parse(), Ok(Input::Random(Some(7))));
        let shape: Shape = "tensor<2xf32>".parse().expect("a type");
        assert_eq!("random:tensor<2xf32>".parse(), Ok(Input::RandomOf(shape)));
        let interval = Distribution::Uniform { low: -1.0, high: 2.5 };
        assert_eq!("random:-1..2.5".parse(), Ok(Input::RandomIn(interval)));
        let refusal = "random:x".parse::<Input>().expect_err("no number");
        assert_eq!(refusal, "`x`: expected a seed, an interval LOW..HIGH or a type");
        let dense = "dense<1> : tensor<i32>";
        assert_eq!(dense.parse(), Ok(Input::Dense(dense.to_owned())));
    }

    #[test]
    fn wrong_inputs() {
        let shape: Shape = "tensor<2xf32>".parse().expect("a type");
        let ty = TensorSpec::from(&shape);
        let random = Randomness::default();
        let types = std::slice::from_ref(&ty);
        let refusal = load_all(&[], "main", types, &random).expect_err("too few");
        let expected = "`@main` takes 1 input (tensor<2xf32>), 0 given; give each";
        assert!(refusal.to_string().starts_with(expected), "{refusal}");
        let dense = Input::Dense("dense<1> : tensor<2xi32>".to_owned());
        let refusal = dense.load(3, &ty, &random).expect_err("another type");
        assert_eq!(refusal.to_string(), "input 3: expected tensor<2xf32>, found tensor<2xi32>");
        let fill = Randomness { fill: true, shift: 3, ..random };
        let filled = load_all(&[], "main", types, &fill).expect("filled");
        assert_eq!(filled, [Literal::random(shape, 3).expect("small")]);
        let missing = Input::File("missing.npy".into());
        let refusal = missing.check().expect_err("missing");
        assert_eq!(refusal.to_string(), "missing.npy: no such file");
    }
}
