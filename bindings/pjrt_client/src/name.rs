// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The names of plugin platforms: `pjrt:FILE;option=value;...`.

use hloom_compiler::Error;
use hloom_run::pjrt::Value;
use std::path::PathBuf;

/// The prefix of the names of plugin platforms.
pub const PREFIX: &str = "pjrt:";

/// The plugin and the client options in the name of a platform.
#[derive(Debug, PartialEq)]
pub struct Name {
    /// The path of the plugin's shared library.
    pub path: PathBuf,
    /// The names and values of the options with which the client is created.
    pub options: Vec<(String, Value)>,
}

/// Parses the name of a platform. Returns `None` if the name does not begin with `pjrt:`.
///
/// # Errors
/// Fails if the path of the plugin is empty, or if an option has no value.
pub fn parse(name: &str) -> Option<Result<Name, Error>> {
    let mut parts = name.strip_prefix(PREFIX)?.split(';');
    let path = parts.next().unwrap_or_default();
    if path.is_empty() {
        let expected = "expected `pjrt:FILE` with the path of a PJRT plugin";
        return Some(Err(Error::invalid(format!("platform `{name}`: {expected}"))));
    }
    let option = |part: &str| match part.split_once('=') {
        Some((option, value)) => Ok((option.trim().to_owned(), value_of(value.trim()))),
        None => Err(Error::invalid(format!(
            "platform `{name}`: expected `option=value`, found `{part}`"
        ))),
    };
    let options = parts.filter(|part| !part.trim().is_empty()).map(option);
    let options: Result<Vec<_>, _> = options.collect();
    Some(options.map(|options| Name { path: path.into(), options }))
}

/// Parses the value of an option as a boolean, an integer, a float or a text, the types that JAX
/// gives to such values.
fn value_of(text: &str) -> Value {
    match text {
        "true" => Value::Truth(true),
        "false" => Value::Truth(false),
        _ => {
            let integer = text.parse().map(Value::Integer);
            let float = || text.parse().map(Value::Float);
            integer.or_else(|_| float()).unwrap_or_else(|_| Value::Text(text.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_follow_the_file() {
        assert_eq!(parse("cpu"), None);
        let name = parse("pjrt:a/b.so;n=2;f=0.5;t=true;s=x=y;").expect("a plugin").expect("valid");
        assert_eq!(name.path, PathBuf::from("a/b.so"));
        let expected = [
            ("n", Value::Integer(2)),
            ("f", Value::Float(0.5)),
            ("t", Value::Truth(true)),
            ("s", Value::Text("x=y".into())),
        ];
        assert_eq!(name.options, expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn wrong_names_are_refused() {
        let refusal = |name| parse(name).expect("a plugin").expect_err("invalid").to_string();
        assert_eq!(
            refusal("pjrt:"),
            "platform `pjrt:`: expected `pjrt:FILE` with the path of a PJRT plugin"
        );
        assert_eq!(
            refusal("pjrt:a.so;n"),
            "platform `pjrt:a.so;n`: expected `option=value`, found `n`"
        );
    }
}
