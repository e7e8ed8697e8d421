// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How attributes and types are encoded, said once for both directions.
//!
//! [`encodings!`] takes the kinds of attributes or types of a dialect, each with its code and
//! its fields in order, and makes the enum, its reader and its writer:
//!
//! ```text
//! 20 | 21 if encoding RankedTensorV1 {
//!     encoding: Option<AttributeId> as Present,
//!     shape: Vec<i64>,
//!     element_type: TypeId,
//! },
//! ```
//!
//! The code is 20, or 21 if the field `encoding` is there. A field is encoded in the way that
//! is [`Plain`] for its type unless `as` names another [`Encoding`].

mod checked;
mod number;
mod plain;

pub(crate) use checked::{Each, OfLocation, OfString};
pub(crate) use number::{KnownWidth, is_float, known_width, number_of_elements};
pub(crate) use plain::{Flag, Flagged, Plain, Present};

use crate::bytecode::EntryReader;
use crate::error::Result;
use crate::model::{AttributeId, ResourceId, Str, TypeId};

/// One way to encode a `T`.
pub(crate) trait Encoding<T> {
    /// What the bytes say.
    fn read(from: &mut EntryReader<'_, '_>) -> Result<T>;
    /// The bytes for it.
    fn write(value: &T, to: &mut dyn Sink);
}

/// Where encodings write to.
pub(crate) trait Sink {
    /// A reference to an attribute.
    fn attribute(&mut self, id: AttributeId);
    /// A reference to an attribute that might not be there: its lowest bit is set.
    fn flagged_attribute(&mut self, id: AttributeId);
    /// A reference to a type.
    fn r#type(&mut self, id: TypeId);
    /// A reference to a resource.
    fn resource(&mut self, id: ResourceId);
    /// A reference to a string.
    fn string(&mut self, string: &Str);
    /// An integer.
    fn varint(&mut self, value: u64);
    /// An integer with a sign.
    fn signed(&mut self, value: i64);
    /// Bytes as they are.
    fn bytes(&mut self, bytes: &[u8]);
}

/// See the [module](self).
macro_rules! encodings {
    ($(#[$about:meta])* pub enum $Name:ident {
        $(
            $(#[$about_kind:meta])*
            $code:literal $(| $other:literal if $when:ident)? $Kind:ident $({
                $($(#[$about_field:meta])* $field:ident: $Type:ty $(as $Encoding:ty)?),* $(,)?
            })?
        ),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "fields are named as where they are defined")]
        pub enum $Name {
            $($(#[$about_kind])* $Kind $({ $($(#[$about_field])* $field: $Type),* })?),*
        }

        impl $Name {
            /// The name of its kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Kind $({ $($field: _),* })? => stringify!($Kind)),*
                }
            }

            pub(crate) fn read(
                from: &mut $crate::bytecode::EntryReader<'_, '_>,
            ) -> $crate::error::Result<Self> {
                let start = from.input;
                let code: u64 = from.input.varint()?;
                Ok(match code {
                    $($code $(| $other)? => {
                        $(from.present = code == $other;)?
                        Self::$Kind $({
                            $($field: <$crate::encoding::encoding!($($Encoding)?)
                                as $crate::encoding::Encoding<$Type>>::read(from)?),*
                        })?
                    })*
                    _ => return Err(start.error(format!(
                        concat!("no ", stringify!($Name), " of the dialect is known by the code {}"), code
                    ))),
                })
            }

            pub(crate) fn write(&self, to: &mut dyn $crate::encoding::Sink) {
                match self {
                    $(Self::$Kind $({ $($field),* })? => {
                        let code = $code;
                        $(let code = if $when.is_some() { $other } else { code };)?
                        to.varint(code);
                        $($(<$crate::encoding::encoding!($($Encoding)?)
                            as $crate::encoding::Encoding<$Type>>::write($field, to);)*)?
                    })*
                }
            }
        }
    };
}

/// The encoding that is named, else the plain one.
macro_rules! encoding {
    () => {
        $crate::encoding::Plain
    };
    ($Encoding:ty) => {
        $Encoding
    };
}

pub(crate) use {encoding, encodings};
