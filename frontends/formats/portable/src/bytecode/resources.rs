// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The sections of resources and their offsets.
//!
//! Both sections list the resources of external tools first, followed by the resources of dialects.

use crate::bytecode::input::Input;
use crate::bytecode::output::Output;
use crate::bytecode::strings::Strings;
use crate::error::Result;
use crate::model::{Resource, ResourceGroup, ResourceValue, Str};

const BLOB: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;

/// Reads the resources of a file.
pub(super) fn read(
    mut data: Input<'_>,
    mut offsets: Input<'_>,
    strings: &[Str],
    dialects: &[Str],
) -> Result<Vec<ResourceGroup>> {
    let mut groups = Vec::new();
    if offsets.is_empty() {
        return Ok(groups);
    }
    for _ in 0..offsets.count("groups of resources")? {
        let owner = strings[offsets.index(strings.len(), "strings")?].clone();
        let resources = read_group(&mut data, &mut offsets, strings)?;
        groups.push(ResourceGroup { of_dialect: false, owner, resources });
    }
    while !offsets.is_empty() {
        let owner = dialects[offsets.index(dialects.len(), "dialects")?].clone();
        let resources = read_group(&mut data, &mut offsets, strings)?;
        groups.push(ResourceGroup { of_dialect: true, owner, resources });
    }
    Ok(groups)
}

fn read_group(
    data: &mut Input<'_>,
    offsets: &mut Input<'_>,
    strings: &[Str],
) -> Result<Vec<Resource>> {
    let count = offsets.count("resources")?;
    let mut resources = Vec::with_capacity(count);
    for _ in 0..count {
        let key = strings[offsets.index(strings.len(), "strings")?].clone();
        let start = *offsets;
        let size = offsets.varint()?;
        let size = start.check_index(size, data.remaining() + 1, "bytes")?;
        let start = *offsets;
        let kind = offsets.byte()?;
        let mut data = data.part(size)?;
        let value = match kind {
            _ if data.is_empty() => ResourceValue::Declaration,
            BLOB => {
                let alignment = data.varint()?;
                let size = data.varint()?;
                data.align(alignment)?;
                let size = data.check_index(size, data.remaining() + 1, "bytes")?;
                ResourceValue::Blob { alignment, data: data.bytes(size)?.into() }
            }
            BOOL => ResourceValue::Bool(data.byte()? != 0),
            STRING => ResourceValue::String(strings[data.index(strings.len(), "strings")?].clone()),
            _ => {
                return Err(
                    start.error(format!("expected a resource kind from 0 to 2, found {kind}"))
                );
            }
        };
        data.expect_end("a resource")?;
        resources.push(Resource { key, value });
    }
    Ok(resources)
}

/// Writes the contents of the section of resources, and of the section of their offsets.
pub(super) fn write(
    groups: &[ResourceGroup],
    strings: &mut Strings,
    dialect: impl Fn(&Str) -> usize,
) -> (Output, Output) {
    let (mut data, mut offsets) = (Output::default(), Output::default());
    let of_tools = groups.iter().filter(|group| !group.of_dialect);
    offsets.count(of_tools.clone().count());
    for group in of_tools {
        offsets.count(strings.number(&group.owner));
        write_group(&group.resources, strings, &mut data, &mut offsets);
    }
    for group in groups.iter().filter(|group| group.of_dialect) {
        offsets.count(dialect(&group.owner));
        write_group(&group.resources, strings, &mut data, &mut offsets);
    }
    (data, offsets)
}

fn write_group(
    resources: &[Resource],
    strings: &mut Strings,
    data: &mut Output,
    offsets: &mut Output,
) {
    offsets.count(resources.len());
    for Resource { key, value } in resources {
        let start = data.len();
        let kind = match value {
            ResourceValue::Declaration => BLOB,
            ResourceValue::Blob { alignment, data: blob } => {
                let alignment = usize::try_from(*alignment).unwrap_or(1).max(1);
                data.count(alignment);
                data.count(blob.len());
                data.align(alignment);
                data.bytes(blob);
                BLOB
            }
            ResourceValue::Bool(flag) => {
                data.byte(u8::from(*flag));
                BOOL
            }
            ResourceValue::String(string) => {
                data.count(strings.number(string));
                STRING
            }
        };
        offsets.count(strings.number(key));
        offsets.count(data.len() - start);
        offsets.byte(kind);
    }
}
