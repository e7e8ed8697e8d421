// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Macros that define attributes whose value is a single field of a message. Each macro generates
//! the reader, the writer and the test of whether the attribute has to be written.

/// Accesses a field of the instruction, such as `dimensions`, or of a message in it, such as `(dot)
/// lhs_contracting`. The form `get` reads the field; the form `set` is a place expression.
macro_rules! place {
    (get $instruction:ident $field:ident) => {
        Some(&$instruction.$field)
    };
    (get $instruction:ident ($message:ident $($rest:tt)*) $field:ident) => {
        place!(@ get $instruction.$message.as_ref(), $($rest)*).map(|message| &message.$field)
    };
    (@ get $value:expr, ) => { $value };
    (@ get $value:expr, . $inner:ident $($rest:tt)*) => {
        place!(@ get $value.and_then(|message| message.$inner.as_ref()), $($rest)*)
    };
    (set $instruction:ident $field:ident) => {
        $instruction.$field
    };
    (set $instruction:ident ($message:ident $($rest:tt)*) $field:ident) => {
        place!(@ set $instruction.$message.get_or_insert_default(), $($rest)*).$field
    };
    (@ set $value:expr, ) => { $value };
    (@ set $value:expr, . $inner:ident $($rest:tt)*) => {
        place!(@ set $value.$inner.get_or_insert_default(), $($rest)*)
    };
}

/// Defines an attribute `name={1,2}`, a list of integers, which is not written if it is empty.
macro_rules! integers {
    ($name:literal, $($place:tt)+) => {
        Attribute {
            name: $name,
            read: |reader, instruction| {
                place!(set instruction $($place)+) = reader.cursor.integers()?;
                Ok(())
            },
            is_set: |instruction| {
                place!(get instruction $($place)+).is_some_and(|value| !value.is_empty())
            },
            write: |writer, instruction| {
                let value = place!(get instruction $($place)+);
                let value = value.map(|value| value.as_slice()).unwrap_or_default();
                writer.push(&crate::text::list::braced(value));
            },
        }
    };
}

/// Defines an attribute `name=1`, an integer, which is not written if it equals the default value
/// given after `unless`.
macro_rules! integer {
    ($name:literal unless $usual:literal, $($place:tt)+) => {
        Attribute {
            name: $name,
            read: |reader, instruction| {
                place!(set instruction $($place)+) = reader.cursor.integer()?;
                Ok(())
            },
            is_set: |instruction| {
                place!(get instruction $($place)+).is_some_and(|value| *value != $usual)
            },
            write: |writer, instruction| {
                let value = place!(get instruction $($place)+).copied().unwrap_or($usual);
                writer.push(&value.to_string());
            },
        }
    };
}

/// Defines an attribute `name=true`, which is not written if it is false.
macro_rules! boolean {
    ($name:literal, $($place:tt)+) => {
        Attribute {
            name: $name,
            read: |reader, instruction| {
                place!(set instruction $($place)+) = reader.cursor.boolean()?;
                Ok(())
            },
            is_set: |instruction| place!(get instruction $($place)+).is_some_and(|value| *value),
            write: |writer, instruction| {
                let value = place!(get instruction $($place)+).copied().unwrap_or_default();
                writer.push(if value { "true" } else { "false" });
            },
        }
    };
}

/// Defines an attribute `name=value` of an enumeration, which is not written if the number of the
/// value is 0.
macro_rules! enumeration {
    ($name:literal, $type:ty, $($place:tt)+) => {
        Attribute {
            name: $name,
            read: |reader, instruction| {
                place!(set instruction $($place)+) =
                    crate::text::names::read::<$type>(&mut reader.cursor)?;
                Ok(())
            },
            is_set: |instruction| place!(get instruction $($place)+).is_some_and(|value| *value != 0),
            write: |writer, instruction| {
                let value = place!(get instruction $($place)+).copied().unwrap_or_default();
                writer.push(&crate::text::names::name::<$type>(value));
            },
        }
    };
}

/// Defines an attribute `name="text"`, which is not written if the text is empty.
macro_rules! string {
    ($name:literal, $read:ident, $($place:tt)+) => {
        Attribute {
            name: $name,
            read: |reader, instruction| {
                place!(set instruction $($place)+) = reader.cursor.$read()?;
                Ok(())
            },
            is_set: |instruction| {
                place!(get instruction $($place)+).is_some_and(|value| !value.is_empty())
            },
            write: |writer, instruction| {
                if let Some(value) = place!(get instruction $($place)+) {
                    crate::text::escape::quote(&mut writer.out, value.as_ref());
                }
            },
        }
    };
}

/// Defines an attribute that is an optional message, with functions that read and write its syntax.
/// The attribute is not written if the message is absent or equal to the default.
macro_rules! message {
    ($name:literal, $read:expr, $write:expr, $field:ident) => {
        Attribute {
            name: $name,
            read: |reader, instruction| {
                instruction.$field = Some(Box::new($read(&mut reader.cursor)?));
                Ok(())
            },
            is_set: |instruction| {
                instruction.$field.as_ref().is_some_and(|value| *value != Default::default())
            },
            write: |writer, instruction| {
                if let Some(value) = &instruction.$field {
                    $write(&mut writer.out, value);
                }
            },
        }
    };
}

pub(super) use {boolean, enumeration, integer, integers, message, place, string};
