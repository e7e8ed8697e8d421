// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Definitions of operations, and the macro for tables of them.

use crate::operations::Kind;
use crate::version::Version;
use std::fmt;

/// The definition of an operation.
#[derive(Debug)]
pub struct Definition {
    /// The dialect of the operation, such as `vhlo`.
    pub dialect: &'static str,
    /// The name of the operation without the dialect.
    pub name: &'static str,
    /// The first version that supports the operation.
    pub since: Version,
    /// The last version that supports the operation, or `None` if the current version supports it.
    pub until: Option<Version>,
    /// The number of operands that the operation may have.
    pub operands: Arity,
    /// The number of results that the operation may have.
    pub results: Arity,
    /// The number of regions that the operation may have.
    pub regions: Arity,
    /// Whether the operation is isolated from above, so that its regions use no values from
    /// outside.
    pub is_isolated: bool,
    /// The properties of the operation, sorted by name, which is the order of their encoding.
    pub properties: &'static [PropertyDefinition],
}

/// A fixed number, or a minimum number, of operands, results or regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arity {
    /// The minimum number of operands, results or regions.
    pub least: usize,
    /// Whether there may be more operands, results or regions than the minimum.
    pub or_more: bool,
}

/// The definition of a property of an operation.
#[derive(Debug)]
pub struct PropertyDefinition {
    /// The name of the property.
    pub name: &'static str,
    /// The kind of the property's value.
    pub kind: Kind,
    /// Whether the property may be unset.
    pub is_optional: bool,
    /// The revision of the operation that added the property; 0 for the original properties.
    pub generation: u8,
}

impl PropertyDefinition {
    /// The largest [`generation`](Self::generation) of any property.
    pub(crate) const LAST_GENERATION: u8 = 2;
}

impl Definition {
    /// Returns the definition of a property, or `None` if the operation has no property with this
    /// name.
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
    /// Returns true if the definition allows this number of operands, results or regions.
    pub fn accepts(self, count: usize) -> bool {
        count == self.least || (self.or_more && count > self.least)
    }
}

impl fmt::Display for Arity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.least, if self.or_more { " or more" } else { "" })
    }
}

/// Defines a table of operations, sorted by name:
///
/// ```text
/// "reduce_v1" V0_9, (0..) -> (0..) [1] { dimensions: Integers },
/// ```
///
/// A row consists of:
///
/// - the name;
/// - the first version that supports the operation and, after `to`, the last version;
/// - the numbers of operands and results, and in brackets the number of regions;
/// - `isolated` if the operation is isolated from above;
/// - the properties, sorted by name. The generation of an optional property follows `@`.
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
