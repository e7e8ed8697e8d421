// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Parsing of versions: three decimal numbers with dots between them.

use crate::error::Error;
use crate::version::Version;
use std::str::FromStr;

impl FromStr for Version {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = |part: Option<&str>| -> Option<u32> {
            let part = part?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let mut parts = text.split('.');
        let mut next = || number(parts.next());
        let version = next().zip(next()).zip(next());
        match version {
            Some(((major, minor), patch)) if parts.next().is_none() => {
                Ok(Self::new(major, minor, patch))
            }
            _ => Err(Error::NoSuchVersion(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_parsed_and_ordered() {
        let parse = |text: &str| text.parse::<Version>();
        assert_eq!(parse("1.9.3"), Ok(Version::new(1, 9, 3)));
        assert!(parse("1.9.0").unwrap() < parse("1.10.0").unwrap());
        assert!(parse("0.20.0").unwrap() < parse("1.0.0").unwrap());
        for bad in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.+2.3", "1..2", "1.2.99999999999"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
