// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The sections of attributes and types, which refer to each other in any order.

use crate::bytecode::MAX_DEPTH;
use crate::bytecode::entry_reader::EntryReader;
use crate::bytecode::input::Input;
use crate::error::Result;
use crate::model::{AttributeId, Context, Entry, EntryId, Str, TypeId};

/// The attributes and types of a file, in its order.
pub(super) struct Entries {
    pub(super) attributes: Vec<AttributeId>,
    pub(super) types: Vec<TypeId>,
}

/// What entries of a file may refer to.
pub(super) struct Tables<'a> {
    pub(super) dialects: &'a [Str],
    pub(super) strings: &'a [Str],
    /// How many resources there are.
    pub(super) resources: usize,
}

/// Where an attribute or a type is in the file, and how far it has been read.
pub(super) struct Slot<'a> {
    pub(super) dialect: &'a Str,
    pub(super) is_text: bool,
    data: Input<'a>,
    pub(super) state: State,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum State {
    Unread,
    /// What it refers to is being read.
    Waiting,
    Read(EntryId),
}

/// Reads all attributes and types.
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
            State::Unread | State::Waiting => return Err(slot.data.error("was not read")),
        }
    }
    Ok(entries)
}

/// Reads where the next ones of a dialect are.
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
        return Err(start.error(format!("expected 1 to {left} of a dialect, found {count}")));
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
    /// Attributes, then types.
    slots: Vec<Slot<'a>>,
    attributes: usize,
    tables: &'c Tables<'a>,
    context: &'c mut Context,
    instances: u64,
}

impl Resolver<'_, '_> {
    /// Reads an attribute or a type after all that it refers to.
    ///
    /// One that refers to others is read again when these are there; they are all found when
    /// it is first read, or first after a type that says how the rest is to be read.
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
                context: self.context,
                slots: &self.slots,
                attributes: self.attributes,
                tables: self.tables,
                missing: Vec::new(),
                last_type: None,
                instances: self.instances,
            };
            let entry = reader.read(top);
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
                    "expected attributes and types that are nested {MAX_DEPTH} deep at most"
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

    /// Reads attributes of VHLO, all of their bytes given.
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
                message(result).ends_with("expected no attribute or type that contains itself")
            );
        }
    }

    #[test]
    fn what_is_shared_stays_shared() {
        // As a tree this has more leaves than there are atoms.
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
        assert_eq!(message(result), "byte 2: expected one of 1 attributes, found number 1");
        let (_, result) = read_all(&[vec![3, 0xff]]);
        assert_eq!(message(result), "byte 1: expected 127 elements, found 0 bytes");
        let (_, result) = read_all(&[vec![3, 1, 1]]);
        assert_eq!(
            message(result),
            "byte 2: expected the end of an attribute or type, found 1 more bytes"
        );
        let (_, result) = read_all(&[vec![0xff]]);
        assert_eq!(message(result), "byte 0: no Attribute of the dialect is known by the code 127");
    }
}
