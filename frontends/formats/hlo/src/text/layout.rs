// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes layouts: `{1,0:T(8,128)(2,1)E(4)S(1)}`.

use super::cursor::{Cursor, Result};
use super::list;
use crate::proto::{
    DimLevelType, LayoutProto, PrimitiveType, ShapeProto, SplitConfigProto, TileProto,
};
use std::fmt::Write as _;

/// A function that reads the physical shape in a layout. Shapes contain layouts, and layouts
/// contain physical shapes. The function that reads shapes passes itself to [`read_if_next`], so
/// that this module does not depend on the module of shapes.
type ReadShape = fn(&mut Cursor) -> Result<ShapeProto>;

/// A function that writes the physical shape in a layout.
type WriteShape = fn(&mut String, &ShapeProto);

/// Size in a tile that combines the dimension with the next minor dimension before tiling, printed
/// as `*` (XLA's `Tile::kCombineDimension`).
const COMBINED: i64 = i64::MIN;

const DIM_LEVELS: [(&str, DimLevelType); 4] = [
    ("D", DimLevelType::DimDense),
    ("C", DimLevelType::DimCompressed),
    ("S", DimLevelType::DimSingleton),
    ("H", DimLevelType::DimLooseCompressed),
];

/// Reads a layout if one is next: a brace followed by an integer or a colon. Any other brace
/// after a shape begins a computation.
pub fn read_if_next(cursor: &mut Cursor, read_shape: ReadShape) -> Result<Option<LayoutProto>> {
    let mut ahead = cursor.clone();
    if !ahead.eat("{")
        || !ahead.rest().starts_with(|char: char| char.is_ascii_digit() || char == ':')
    {
        return Ok(None);
    }
    *cursor = ahead;
    let mut layout =
        LayoutProto { tail_padding_alignment_in_elements: 1, ..LayoutProto::default() };
    while !cursor.is_at(":") && !cursor.is_at("}") {
        layout.minor_to_major.push(cursor.integer()?);
        if !cursor.eat(",") {
            break;
        }
    }
    if cursor.eat(":") {
        read_properties(cursor, &mut layout, read_shape)?;
    }
    cursor.expect("}")?;
    Ok(Some(layout))
}

fn read_properties(
    cursor: &mut Cursor,
    layout: &mut LayoutProto,
    read_shape: ReadShape,
) -> Result<()> {
    if cursor.eat_word("D") {
        let levels = cursor.list(["(", ")"], read_dim_level)?;
        for (level, unique, ordered) in levels {
            layout.dim_level_types.push(level);
            layout.dim_unique.push(unique);
            layout.dim_ordered.push(ordered);
        }
    }
    if cursor.eat_word("T") {
        while cursor.is_at("(") {
            let dimensions = cursor.list(["(", ")"], |cursor| match cursor.eat("*") {
                true => Ok(COMBINED),
                false => cursor.integer(),
            })?;
            layout.tiles.push(TileProto { dimensions });
        }
    }
    if cursor.eat_word("L") {
        layout.tail_padding_alignment_in_elements = read_number(cursor)?;
    }
    if cursor.eat("#") {
        layout.index_primitive_type = read_type(cursor)?;
    }
    if cursor.eat("*") {
        layout.pointer_primitive_type = read_type(cursor)?;
    }
    if cursor.eat_word("E") {
        layout.element_size_in_bits = read_number(cursor)?;
    }
    if cursor.eat_word("S") {
        layout.memory_space = read_number(cursor)?;
    }
    if cursor.eat_word("SC") {
        while cursor.eat("(") {
            let dimension = cursor.integer()?;
            let split_indices = cursor.list([":", ")"], Cursor::integer)?;
            layout.split_configs.push(SplitConfigProto { dimension, split_indices });
        }
    }
    if cursor.eat_word("P") {
        cursor.expect("(")?;
        layout.physical_shape = Some(Box::new(read_shape(cursor)?));
        cursor.expect(")")?;
    }
    if cursor.eat_word("M") {
        layout.dynamic_shape_metadata_prefix_bytes = read_number(cursor)?;
    }
    Ok(())
}

fn read_number(cursor: &mut Cursor) -> Result<i64> {
    cursor.expect("(")?;
    let number = cursor.integer()?;
    cursor.expect(")")?;
    Ok(number)
}

fn read_type(cursor: &mut Cursor) -> Result<i32> {
    cursor.expect("(")?;
    let name = cursor.peek_word();
    let Some(element) = PrimitiveType::from_hlo_name(name) else {
        return Err(cursor.expected("an unsigned integer type"));
    };
    cursor.eat_word(name);
    cursor.expect(")")?;
    Ok(element.into())
}

/// Reads the level type of a dimension in a layout, and the flags that state whether its indices
/// are unique and ordered.
fn read_dim_level(cursor: &mut Cursor) -> Result<(i32, bool, bool)> {
    for (name, level) in DIM_LEVELS {
        if cursor.eat_word(name) {
            return Ok((level.into(), !cursor.eat("+"), !cursor.eat("~")));
        }
    }
    Err(cursor.expected("`D`, `C`, `S` or `H`"))
}

/// Writes a layout. Writes nothing for an empty layout, such as the layout of a scalar.
pub fn write(out: &mut String, layout: &LayoutProto, write_shape: WriteShape) {
    let mut properties = String::new();
    write_properties(&mut properties, layout, write_shape);
    if layout.minor_to_major.is_empty() && properties.is_empty() {
        return;
    }
    let separator = if properties.is_empty() { "" } else { ":" };
    let order = list::joined(&layout.minor_to_major, ",");
    let _ = write!(out, "{{{order}{separator}{properties}}}");
}

fn write_properties(out: &mut String, layout: &LayoutProto, write_shape: WriteShape) {
    if !layout.dim_level_types.is_empty() {
        let levels = layout.dim_level_types().enumerate().map(|(dimension, level)| {
            let name = DIM_LEVELS.iter().find(|row| row.1 == level).map_or("D", |row| row.0);
            let unique = layout.dim_unique.get(dimension).copied().unwrap_or(true);
            let ordered = layout.dim_ordered.get(dimension).copied().unwrap_or(true);
            [name, if unique { "" } else { "+" }, if ordered { "" } else { "~" }].concat()
        });
        let _ = write!(out, "D({})", levels.collect::<Vec<_>>().join(","));
    }
    if !layout.tiles.is_empty() {
        out.push('T');
    }
    for tile in &layout.tiles {
        out.push('(');
        list::join(out, &tile.dimensions, ",", |out, size| {
            let _ = match *size {
                COMBINED => write!(out, "*"),
                size => write!(out, "{size}"),
            };
        });
        out.push(')');
    }
    let types = [('#', layout.index_primitive_type()), ('*', layout.pointer_primitive_type())];
    let numbers = [("E", layout.element_size_in_bits), ("S", layout.memory_space)];
    if layout.tail_padding_alignment_in_elements > 1 {
        let _ = write!(out, "L({})", layout.tail_padding_alignment_in_elements);
    }
    for (mark, element) in types {
        if let Some(name) = element.hlo_name() {
            let _ = write!(out, "{mark}({name})");
        }
    }
    for (mark, number) in numbers {
        if number != 0 {
            let _ = write!(out, "{mark}({number})");
        }
    }
    if !layout.split_configs.is_empty() {
        out.push_str("SC");
    }
    for split in &layout.split_configs {
        let _ = write!(out, "({}:{})", split.dimension, list::joined(&split.split_indices, ","));
    }
    if let Some(physical) = &layout.physical_shape {
        out.push_str("P(");
        write_shape(out, physical);
        out.push(')');
    }
    if layout.dynamic_shape_metadata_prefix_bytes != 0 {
        let _ = write!(out, "M({})", layout.dynamic_shape_metadata_prefix_bytes);
    }
}
