// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What there is to know of an operation, and how tables of it are written.

use crate::operations::Kind;
use crate::version::Version;
use std::fmt;

/// What is known of operations of a name.
#[derive(Debug)]
pub struct Definition {
    /// Their dialect.
    pub dialect: &'static str,
    /// Their name in it.
    pub name: &'static str,
    /// The first version that has them.
    pub since: Version,
    /// The last version that has them, none if the last one known here does.
    pub until: Option<Version>,
    /// How many operands they have.
    pub operands: Arity,
    /// How many results they have.
    pub results: Arity,
    /// How many regions they have.
    pub regions: Arity,
    /// Whether nothing in their regions refers to values outside of them.
    pub is_isolated: bool,
    /// Their properties, sorted by name, which is the order of their encoding.
    pub properties: &'static [PropertyDefinition],
}

/// How many there are of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arity {
    /// At least.
    pub least: usize,
    /// Whether there may be more.
    pub or_more: bool,
}

/// A property of an operation.
#[derive(Debug)]
pub struct PropertyDefinition {
    /// Its name.
    pub name: &'static str,
    /// What it is set to.
    pub kind: Kind,
    /// Whether it may be missing.
    pub is_optional: bool,
    /// How many times properties were added before this one was.
    pub generation: u8,
}

impl PropertyDefinition {
    /// The highest generation of any.
    pub(crate) const LAST_GENERATION: u8 = 2;
}

impl Definition {
    /// The property of a name.
    pub fn property(&self, name: &[u8]) -> Option<&PropertyDefinition> {
        let found = self.properties.binary_search_by(|it| it.name.as_bytes().cmp(name)).ok()?;
        self.properties.get(found)
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.dialect, self.name)
    }
}

impl Arity {
    /// Whether it is a number of things.
    pub fn accepts(self, count: usize) -> bool {
        count == self.least || (self.or_more && count > self.least)
    }
}

impl fmt::Display for Arity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.least, if self.or_more { " or more" } else { "" })
    }
}

/// A table of operations, sorted by name:
///
/// ```text
/// "reduce_v1" V0_9, (0..) -> (0..) [1] { dimensions: Integers },
/// ```
///
/// The first version that has it, up to a last one after `to`; how many operands, results and
/// regions; the properties, sorted by name, with the generation behind `@` if they may be
/// missing.
macro_rules! definitions {
    ($dialect:literal: $(
        $name:literal $since:ident $(to $until:ident)?,
        ($operands:literal $($operands_more:tt)?) -> ($results:literal $($results_more:tt)?)
        $([$regions:literal $($regions_more:tt)?])? $($isolated:ident)?
        $({ $($property:ident $(@ $generation:literal)?: $kind:ident),* $(,)? })?
    ),* $(,)?) => {
        &[$($crate::operations::Definition {
            dialect: $dialect,
            name: $name,
            since: $crate::version::$since,
            until: definitions!(@until $($until)?),
            operands: definitions!(@arity $operands $($operands_more)?),
            results: definitions!(@arity $results $($results_more)?),
            regions: definitions!(@arity $($regions $($regions_more)?)?),
            is_isolated: definitions!(@isolated $($isolated)?),
            properties: &[$($($crate::operations::PropertyDefinition {
                name: stringify!($property),
                kind: $crate::operations::Kind::$kind,
                is_optional: definitions!(@optional $($generation)?),
                generation: 0 $(+ $generation)?,
            }),*)?],
        }),*]
    };
    (@until) => { None };
    (@until $until:ident) => { Some($crate::version::$until) };
    (@arity) => { definitions!(@arity 0) };
    (@arity $least:literal) => { $crate::operations::Arity { least: $least, or_more: false } };
    (@arity $least:literal ..) => { $crate::operations::Arity { least: $least, or_more: true } };
    (@isolated) => { false };
    (@isolated isolated) => { true };
    (@optional) => { false };
    (@optional $generation:literal) => { true };
}

pub(super) use definitions;
