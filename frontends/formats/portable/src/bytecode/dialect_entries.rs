// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reader of one attribute or type in the encoding of its dialect.

use crate::bytecode::entry_reader::{EntryReader, KnownEntries};
use crate::bytecode::entry_slots::Slot;
use crate::element_type::{known_width, layout};
use crate::error::Result;
use crate::layout::{Layout, number_of_elements};
use crate::model::{Attribute, AttributeId, Context, Entry, Type, TypeId};
use crate::{builtin, sdy, stablehlo, vhlo};

/// Reads the attribute or type of the slot with the given number.
pub(super) fn read(from: &mut EntryReader<'_, '_>, slot: usize) -> Result<Entry> {
    let is_attribute = slot < from.attributes;
    let Slot { dialect, is_text, .. } = from.slots[slot];
    let entry = if is_text {
        let text = from.input.zero_terminated()?.into();
        let dialect = dialect.clone();
        match is_attribute {
            true => Entry::Attribute(Attribute::Text { dialect, text }),
            false => Entry::Type(Type::Text { dialect, text }),
        }
    } else {
        match (dialect.bytes(), is_attribute) {
            (b"builtin", true) => Entry::Attribute(builtin::Attribute::read(from)?.into()),
            (b"vhlo", true) => Entry::Attribute(vhlo::Attribute::read(from)?.into()),
            (b"sdy", true) => Entry::Attribute(sdy::Attribute::read(from)?.into()),
            (b"stablehlo", true) => Entry::Attribute(stablehlo::Attribute::read(from)?.into()),
            (b"stablehlo", false) => Entry::Type(stablehlo::Type::read(from)?.into()),
            (b"builtin", false) => Entry::Type(read_builtin_type(from)?),
            (b"vhlo", false) => Entry::Type(vhlo::Type::read(from)?.into()),
            _ => {
                return Err(from.input.error(format!(
                    "expected an attribute or type of builtin, vhlo, sdy or stablehlo, found \
                     one of `{dialect}` in a custom encoding"
                )));
            }
        }
    };
    from.input.expect_end("an attribute or type")?;
    Ok(entry)
}

/// Reads a builtin type. Float types that older versions of MLIR encode as text always become text.
fn read_builtin_type(from: &mut EntryReader<'_, '_>) -> Result<Type> {
    let start = from.input;
    let code: u64 = from.input.varint()?;
    if let Some(name) = builtin::float_of_code(code) {
        return Ok(Type::Text { dialect: "builtin".into(), text: name.into() });
    }
    from.input = start;
    Ok(builtin::Type::read(from)?.into())
}

impl KnownEntries for Context {
    fn is_string(&self, id: AttributeId) -> bool {
        self.attribute(id).is_string()
    }

    fn is_location(&self, id: AttributeId) -> bool {
        self.attribute(id).is_location()
    }

    fn width(&self, id: TypeId) -> Option<u32> {
        known_width(self, id)
    }

    fn elements(&self, id: TypeId) -> Option<usize> {
        let Type::Builtin(r#type) = self.r#type(id) else { return None };
        r#type.shape().and_then(number_of_elements)
    }

    fn layout(&self, id: TypeId) -> Option<Layout> {
        layout(self, id)
    }
}
