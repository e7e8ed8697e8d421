// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Encodings of attributes and types. Each encoding is described once for reading and writing.
//!
//! If the reader and the writer were separate, they could disagree on the order of fields.
//! [`encodings!`] therefore takes the kinds of attributes or types of a dialect, each with its code
//! and its fields in order, and generates the enum, its reader and its writer:
//!
//! ```text
//! 20 | 21 if encoding RankedTensorV1 {
//!     encoding: Option<AttributeId> as Present,
//!     shape: Vec<i64>,
//!     element_type: TypeId,
//! },
//! ```
//!
//! The code is 20, or 21 if the field `encoding` is present. A field has the encoding [`Plain`]
//! unless `as` names another [`Encoding`].

mod checked;
mod interface;
mod number;
mod plain;

pub(crate) use checked::{ListOf, LocationRef, StringRef};
pub(crate) use interface::{Encoding, Sink};
pub(crate) use number::KnownWidth;
pub(crate) use plain::{Flag, Flagged, Plain, Present};

/// Defines an enum of attributes or types with its reader and writer, as described in the
/// [module](self).
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
        #[allow(missing_docs, reason = "the dialect's definition documents the fields")]
        pub enum $Name {
            $($(#[$about_kind])* $Kind $({ $($(#[$about_field])* $field: $Type),* })?),*
        }

        impl $Name {
            /// Returns the name of the enum variant, which is the kind of the attribute or type.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Kind $({ $($field: _),* })? => stringify!($Kind)),*
                }
            }

            /// Returns the code of the variant in bytecode, or the first code if the variant has
            /// two.
            #[allow(dead_code, reason = "not every dialect uses the codes of its variants")]
            pub(crate) fn code(&self) -> u64 {
                match self {
                    $(Self::$Kind $({ $($field: _),* })? => $code),*
                }
            }

            /// One element for each variant, in order: the variant itself if it has no fields,
            /// otherwise `None`.
            #[allow(dead_code, reason = "not every dialect uses the codes of its variants")]
            pub(crate) const WITHOUT_FIELDS: &[Option<Self>] =
                &[$($crate::encoding::without_fields!($Kind $({ $($field)* })?)),*];

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
                        concat!("expected a known ", stringify!($Name), " code, found {}"), code
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

/// Expands to the given encoding, or to [`Plain`] if no encoding is given.
macro_rules! encoding {
    () => {
        $crate::encoding::Plain
    };
    ($Encoding:ty) => {
        $Encoding
    };
}

/// Expands to `Some` of the variant, or to `None` if the variant has fields.
macro_rules! without_fields {
    ($Kind:ident) => {
        Some(Self::$Kind)
    };
    ($Kind:ident { $($field:ident)* }) => {
        None
    };
}

pub(crate) use {encoding, encodings, without_fields};
