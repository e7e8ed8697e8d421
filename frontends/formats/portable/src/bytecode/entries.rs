// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reader of the sections of attributes and types.
//!
//! Entries refer to each other in any order, so an entry may precede the entries to which it
//! refers. [`Resolver`] reads each entry after the referenced entries, with an explicit stack
//! instead of recursion. It rejects cycles and chains longer than [`MAX_DEPTH`].

use crate::bytecode::MAX_DEPTH;
use crate::bytecode::dialect_entries;
use crate::bytecode::entry_reader::EntryReader;
use crate::bytecode::entry_slots::{Slot, State, Tables};
use crate::bytecode::input::Input;
use crate::error::Result;
use crate::model::{AttributeId, Context, Entry, EntryId, TypeId};

/// The attributes and types of a file, in the order of their numbers.
pub(super) struct Entries {
    pub(super) attributes: Vec<AttributeId>,
    pub(super) types: Vec<TypeId>,
}

/// Reads all attributes and types of a file.
pub(super) fn read<'a>(
    mut data: Input<'a>,
    mut offsets: Input<'a>,
    tables: &Tables<'a>,
    context: &mut Context,
) -> Result<Entries> {
    let attributes = offsets.count("attributes")?;
    let types = offsets.count("types")?;
    let mut slots = Vec::with_capacity(attributes);
    for end in [attributes, attributes + types] {
        while slots.len() < end {
            read_group(&mut data, &mut offsets, tables, end, &mut slots)?;
        }
    }
    offsets.expect_end("the offsets of attributes and types")?;
    let mut reader = Resolver { slots, attributes, tables, context, instances: 0 };
    for slot in 0..reader.slots.len() {
        reader.resolve(slot)?;
    }
    let mut entries = Entries { attributes: Vec::new(), types: Vec::new() };
    for slot in &reader.slots {
        match slot.state {
            State::Read(EntryId::Attribute(id)) => entries.attributes.push(id),
            State::Read(EntryId::Type(id)) => entries.types.push(id),
            State::Unread | State::Waiting => {
                return Err(slot
                    .data
                    .error("expected each attribute and type to be read, found one that is not"));
            }
        }
    }
    Ok(entries)
}

/// Reads the offsets of the next group of entries: consecutive attributes or types of one dialect.
fn read_group<'a>(
    data: &mut Input<'a>,
    offsets: &mut Input<'a>,
    tables: &Tables<'a>,
    end: usize,
    slots: &mut Vec<Slot<'a>>,
) -> Result<()> {
    let dialect = &tables.dialects[offsets.index(tables.dialects.len(), "dialects")?];
    let start = *offsets;
    let count = offsets.count("attributes or types")?;
    if count == 0 || count > end - slots.len() {
        let left = end - slots.len();
        return Err(start
            .error(format!("expected a group of 1 to {left} attributes or types, found {count}")));
    }
    for _ in 0..count {
        let (size, is_encoded) = offsets.varint_with_flag()?;
        let size = offsets.check_index(size, data.remaining() + 1, "bytes")?;
        let data = data.part(size)?;
        slots.push(Slot { dialect, is_text: !is_encoded, data, state: State::Unread });
    }
    Ok(())
}

struct Resolver<'a, 'c> {
    /// The slots of all attributes, followed by the slots of all types.
    slots: Vec<Slot<'a>>,
    attributes: usize,
    tables: &'c Tables<'a>,
    context: &'c mut Context,
    instances: u64,
}

impl Resolver<'_, '_> {
    /// Reads an attribute or a type after all entries to which it refers.
    ///
    /// An entry with unread references is read again once they are available. The first attempt
    /// usually finds all references. If the encoding of later fields depends on a type that is
    /// still unread, a later attempt finds the remaining references.
    fn resolve(&mut self, slot: usize) -> Result<()> {
        let mut stack = vec![slot];
        while let Some(&top) = stack.last() {
            if matches!(self.slots[top].state, State::Read(_)) {
                stack.pop();
                continue;
            }
            self.slots[top].state = State::Waiting;
            let mut reader = EntryReader {
                input: self.slots[top].data,
                present: false,
                known: self.context,
                slots: &self.slots,
                attributes: self.attributes,
                tables: self.tables,
                missing: Vec::new(),
                last_type: None,
                instances: self.instances,
            };
            let entry = dialect_entries::read(&mut reader, top);
            let (missing, instances) = (reader.missing, reader.instances);
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            self.instances = instances;
            let id = match entry? {
                Entry::Attribute(attribute) => {
                    EntryId::Attribute(self.context.add_attribute(attribute))
                }
                Entry::Type(r#type) => EntryId::Type(self.context.add_type(r#type)),
            };
            if self.context.depth(id) > MAX_DEPTH {
                return Err(self.slots[top].data.error(format!(
                    "expected attributes and types nested {MAX_DEPTH} deep at most, found deeper ones"
                )));
            }
            self.slots[top].state = State::Read(id);
            stack.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    /// Reads attributes of VHLO from their encodings.
    fn read_all(attributes: &[Vec<u8>]) -> (Context, Result<Vec<AttributeId>>) {
        let mut offsets = crate::bytecode::output::Output::default();
        for count in [attributes.len(), 0, 0, attributes.len()] {
            offsets.count(count);
        }
        attributes.iter().for_each(|bytes| offsets.varint_with_flag(bytes.len(), true));
        let (data, offsets) = (attributes.concat(), offsets.into_bytes());
        let tables = Tables { dialects: &["vhlo".into()], strings: &[], resources: 0 };
        let mut context = Context::default();
        let entries = read(Input::new(&data), Input::new(&offsets), &tables, &mut context);
        (context, entries.map(|entries| entries.attributes))
    }

    fn array(elements: impl ExactSizeIterator<Item = usize>) -> Vec<u8> {
        let mut output = crate::bytecode::output::Output::default();
        output.count(1);
        output.count(elements.len());
        elements.for_each(|element| output.count(element));
        output.into_bytes()
    }

    fn message(result: Result<Vec<AttributeId>>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn what_contains_itself_is_refused() {
        let itself = [array([0].into_iter())];
        let each_other = [array([1].into_iter()), array([2].into_iter()), array([0].into_iter())];
        for cycle in [&itself[..], &each_other] {
            let (_, result) = read_all(cycle);
            assert!(
                message(result)
                    .ends_with("expected no attribute or type that contains itself, found one")
            );
        }
    }

    #[test]
    fn what_is_shared_stays_shared() {
        // Expanded into a tree, these arrays would have 2^899 leaves.
        let mut pairs: Vec<_> = (1..900).map(|next| array([next, next].into_iter())).collect();
        pairs.push(array([].into_iter()));
        let (context, result) = read_all(&pairs);
        assert_eq!(result.unwrap().len(), 900);
        assert_eq!(context.len(), 900);
    }

    #[test]
    fn what_is_nested_too_deep_is_refused() {
        let mut chain: Vec<_> = (1..100_000).map(|next| array([next].into_iter())).collect();
        chain.push(array([].into_iter()));
        let (_, result) = read_all(&chain);
        assert!(message(result).contains("nested 1000 deep at most"));
    }

    #[test]
    fn many_references_take_little_time() {
        let count = 100_000;
        let mut wide = vec![array(1..count)];
        wide.extend((1..count).map(|index| array([count - 1; 3].into_iter().take(index % 4))));
        wide[count - 1] = array([].into_iter());
        let begun = Instant::now();
        let (_, result) = read_all(&wide);
        assert_eq!(result.unwrap().len(), count);
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }

    #[test]
    fn references_and_sizes_are_checked() {
        let (_, result) = read_all(&[array([1].into_iter())]);
        assert_eq!(message(result), "byte 2: attributes: expected a number below 1, found 1");
        let (_, result) = read_all(&[vec![3, 0xff]]);
        assert_eq!(message(result), "byte 1: expected 127 elements, found 0 bytes");
        let (_, result) = read_all(&[vec![3, 1, 1]]);
        assert_eq!(
            message(result),
            "byte 2: expected the end of an attribute or type, found 1 more bytes"
        );
        let (_, result) = read_all(&[vec![0xff]]);
        assert_eq!(message(result), "byte 0: expected a known Attribute code, found 127");
    }
}
