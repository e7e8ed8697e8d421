// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes shardings, which distribute values over devices: `{devices=[2,1]<=[2]}`,
//! `{{replicated}, {manual}}`.

use super::cursor::{Cursor, Result};
use super::names::{self, Named as _};
use super::{iota, list, mesh, metadata, named_sharding};
use crate::proto::OpSharding;
use crate::proto::op_sharding::{ShardGroupType, Type};
use crate::verify::shardings;
use std::fmt::Write as _;

/// Words in HLO text for types of shardings.
const WORDS: [(&str, Type); 5] = [
    ("maximal", Type::Maximal),
    ("replicated", Type::Replicated),
    ("manual", Type::Manual),
    ("unknown", Type::Unknown),
    ("unreduced", Type::Unreduced),
];

/// Reads a single sharding, such as `{devices=[2,1]<=[2]}`.
///
/// # Errors
/// Fails if the text is not a valid sharding, or if other text follows the sharding.
pub fn parse_sharding(text: &str) -> Result<OpSharding> {
    let mut cursor = Cursor::new(text);
    let sharding = read(&mut cursor)?;
    if cursor.is_at_end() { Ok(sharding) } else { Err(cursor.expected("the end of the sharding")) }
}

/// Writes a single sharding, such as `{devices=[2,1]<=[2]}`.
pub fn print_sharding(sharding: &OpSharding) -> String {
    let mut out = String::new();
    write(&mut out, sharding);
    out
}

/// Reads a sharding, which may be the sharding of a tuple.
pub fn read(cursor: &mut Cursor) -> Result<OpSharding> {
    let mut ahead = cursor.clone();
    if ahead.eat("{") && (ahead.is_at("{") || ahead.is_at("}")) {
        let tuple_shardings = cursor.list(["{", "}"], read_one)?;
        let r#type = Type::Tuple.into();
        return Ok(OpSharding { r#type, tuple_shardings, ..OpSharding::default() });
    }
    read_one(cursor)
}

fn read_one(cursor: &mut Cursor) -> Result<OpSharding> {
    cursor.expect("{")?;
    if mesh::is_next(cursor) {
        let sharding = named_sharding::read(cursor)?;
        cursor.expect("}")?;
        return Ok(OpSharding { named_sharding: Some(sharding), ..OpSharding::default() });
    }
    let position = cursor.here();
    let mut sharding = OpSharding { r#type: Type::Other.into(), ..OpSharding::default() };
    while !cursor.eat("}") {
        read_part(cursor, &mut sharding)?;
    }
    match shardings::verify(&sharding) {
        Ok(()) => Ok(sharding),
        Err(problem) => Err(cursor.error_at(position, problem)),
    }
}

fn read_part(cursor: &mut Cursor, sharding: &mut OpSharding) -> Result<()> {
    let position = cursor.here();
    if let Some(name) = cursor.attribute_name() {
        match name {
            "device" => sharding.tile_assignment_devices = vec![cursor.integer()?],
            "devices" => {
                sharding.tile_assignment_dimensions = iota::read_dimensions(cursor)?;
                if cursor.eat("<=") {
                    (sharding.iota_reshape_dims, sharding.iota_transpose_perm) =
                        iota::read_transform(cursor)?;
                } else {
                    sharding.tile_assignment_devices.push(cursor.integer()?);
                    while cursor.eat(",") {
                        sharding.tile_assignment_devices.push(cursor.integer()?);
                    }
                }
            }
            "metadata" => sharding.metadata = metadata::read_one_or_more(cursor)?,
            "last_tile_dims" => {
                sharding.last_tile_dims = cursor.list(["{", "}"], names::read::<Type>)?;
            }
            unknown => {
                let message = format!("`{unknown}` is not a part of a sharding");
                return Err(cursor.error_at(position, message));
            }
        }
        return Ok(());
    }
    if let Some((word, kind)) = WORDS.into_iter().find(|(word, _)| cursor.peek_word() == *word) {
        cursor.eat_word(word);
        sharding.r#type = kind.into();
    } else if cursor.eat_word("last_tile_dim_replicate") {
        sharding.replicate_on_last_tile_dim = true;
    } else {
        let group = match cursor.peek_word() {
            "shard_as" => ShardGroupType::As,
            "shard_like" => ShardGroupType::Like,
            _ => return Err(cursor.expected("a part of a sharding or `}`")),
        };
        cursor.word("the kind of a shard group")?;
        sharding.is_shard_group = true;
        sharding.shard_group_type = group.into();
        sharding.shard_group_id = cursor.integer()?;
    }
    Ok(())
}

/// Writes a sharding, which may be the sharding of a tuple.
pub fn write(out: &mut String, sharding: &OpSharding) {
    if sharding.r#type() == Type::Tuple {
        out.push('{');
        list::join(out, &sharding.tuple_shardings, ", ", write);
        out.push('}');
        return;
    }
    out.push('{');
    if let Some(named) = &sharding.named_sharding {
        named_sharding::write(out, named);
        out.push('}');
        return;
    }
    match sharding.r#type() {
        Type::Other => write_tiles(out, sharding),
        Type::Maximal => {
            let device = sharding.tile_assignment_devices.first().copied().unwrap_or_default();
            let _ = write!(out, "maximal device={device}");
        }
        kind => out.push_str(&kind.hlo_name()),
    }
    if sharding.is_shard_group {
        let kind = match sharding.shard_group_type() {
            ShardGroupType::As => "shard_as",
            ShardGroupType::Like => "shard_like",
        };
        let _ = write!(out, " {kind} {}", sharding.shard_group_id);
    }
    if !sharding.metadata.is_empty() {
        out.push_str(" metadata=");
        metadata::write_one_or_more(out, &sharding.metadata);
    }
    out.push('}');
}

fn write_tiles(out: &mut String, sharding: &OpSharding) {
    let dimensions = list::joined(&sharding.tile_assignment_dimensions, ",");
    let _ = write!(out, "devices=[{dimensions}]");
    if sharding.iota_reshape_dims.is_empty() {
        out.push_str(&list::joined(&sharding.tile_assignment_devices, ","));
    } else {
        out.push_str("<=");
        iota::write_transform(out, &sharding.iota_reshape_dims, &sharding.iota_transpose_perm);
    }
    if sharding.replicate_on_last_tile_dim {
        out.push_str(" last_tile_dim_replicate");
    }
    if !sharding.last_tile_dims.is_empty() {
        let kinds: Vec<_> = sharding.last_tile_dims().map(Type::hlo_name).collect();
        let _ = write!(out, " last_tile_dims={{{}}}", kinds.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn comes_back(text: &str) {
        let mut cursor = Cursor::new(text);
        let sharding = read(&mut cursor).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(cursor.is_at_end(), "{text}");
        let mut out = String::new();
        write(&mut out, &sharding);
        assert_eq!(out, text);
    }

    #[test]
    fn shardings_come_back() {
        for word in ["replicated", "manual", "unknown", "unreduced"] {
            comes_back(&format!("{{{word}}}"));
        }
        comes_back("{maximal device=3}");
        comes_back("{devices=[2,2]0,1,2,3}");
        comes_back("{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}");
        comes_back("{devices=[1,4]<=[4] last_tile_dims={manual, replicated}}");
        comes_back("{{replicated}, {maximal device=0}}");
        comes_back("{}");
        comes_back("{replicated shard_as 2 metadata={op_name=\"a\"}}");
        comes_back("{mesh['x'=2,'y'=4], [{'x', ?}, {'y':(1)2}], replicated={'y'}}");
        comes_back("{maximal_mesh[device_id=3]}");
        comes_back(
            "{mesh['x'=2,'y'=4], device_ids=([4,2]T(1,0)), [{'x'}, {?}], unreduced=max{'y'}}",
        );
    }

    #[test]
    fn wrong_shardings() {
        let message = |text| read(&mut Cursor::new(text)).expect_err("wrong").message;
        assert_eq!(
            message("{devices=[2,2]0,1,2}"),
            "the number of devices is not the product of the sharding's dimensions"
        );
        assert_eq!(message("{maximal}"), "a maximal sharding needs exactly one device");
        assert_eq!(message("{tiled}"), "expected a part of a sharding or `}`, found `tiled`");
        assert_eq!(message("{replicas=1}"), "`replicas` is not a part of a sharding");
        assert_eq!(message("{mesh['x'=2], [{'z'}]}"), "the mesh has no axis `z`");
    }
}
