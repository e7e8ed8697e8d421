// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products and convolutions on the matrix unit.
//!
//! A loop nest of sums of products is a product of matrices if each dimension is a batch, row,
//! column or reduction dimension (see [`Product`]). For a convolution, DMA gathers the windows into
//! rows as it loads them. Tiles of the reduced dimensions are double-buffered.

use super::emitter::{Direction, Emitter, LANES_BASE, Start, T, Tile, Walk, points, tiled};
use super::error::CodegenError;
use super::lanes::lane_strides;
use super::nest::{Access, Nest, Node};
use super::reduction::begin;
use npu_simulator::{ARRAY, Format, Kind, Unit, UnitSet, VectorBinary, VectorUnary};

/// Maximum number of rows of a tile.
const MOST_ROWS: i64 = 1024;

/// Maximum number of tiles of the reduced dimensions up to which the loops over these tiles are
/// unrolled.
const MOST_TILES: i64 = 48;

/// A loop nest that is a product of matrices: `out[m, n] += a[m, k] * b[k, n]`.
struct Product {
    kind: Kind,
    a: Access,
    b: Access,
    out: Access,
    /// The dimensions of the nest on which `a`, `b` and `out` depend.
    batch: Vec<usize>,
    /// The dimensions of the nest on which `a` and `out` depend, but not `b`.
    rows: Vec<usize>,
    /// The dimensions of the nest on which `b` and `out` depend, but not `a`.
    columns: Vec<usize>,
    /// The reduced dimensions of the nest, on which `a` and `b` depend, but not `out`.
    inner: Vec<usize>,
}

impl Product {
    /// Returns the product that a nest computes. Returns `None` if it does not compute a product,
    /// or if the product has no reduced dimensions, or neither rows nor columns.
    fn of(nest: &Nest) -> Option<Product> {
        let [output] = &nest.outputs[..] else { return None };
        let stored = nest.accesses[output.access].format;
        let (sum, one, other) = binary(nest, stripped(nest, output.node, stored))?;
        let is_so_far = |node: usize| nest.nodes[node] == Node::Load(output.access);
        let product = match (is_so_far(one), is_so_far(other)) {
            (true, false) => other,
            (false, true) => one,
            _ => return None,
        };
        let (times, a, b) = binary(nest, stripped(nest, product, stored))?;
        let kind = match (sum, times) {
            (VectorBinary::Fadd, VectorBinary::Fmul) => Kind::F32,
            (VectorBinary::Iadd, VectorBinary::Imul) => Kind::I32,
            _ => return None,
        };
        let (a, b) = (factor(nest, a)?, factor(nest, b)?);
        let out = nest.accesses[output.access].clone();
        let mut found = Product {
            kind,
            a,
            b,
            out,
            batch: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            inner: Vec::new(),
        };
        for dim in 0..nest.sizes.len() {
            let has = |access: &Access| access.strides[dim] != 0;
            match (has(&found.a), has(&found.b), has(&found.out)) {
                (true, true, true) => found.batch.push(dim),
                (true, false, true) => found.rows.push(dim),
                (false, true, true) => found.columns.push(dim),
                (true, true, false) => found.inner.push(dim),
                _ => return None,
            }
        }
        let only_inner = found.rows.is_empty() && found.columns.is_empty();
        let worthless = found.inner.is_empty() || only_inner;
        (!worthless).then_some(found)
    }
}

/// Returns the operand of a step that wraps an integer to 8 or 16 bits, if the store of the result
/// wraps to at most as many bits. Returns other steps unchanged.
fn stripped(nest: &Nest, node: usize, stored: Format) -> usize {
    use Format::{B8, S8, S16, U16};
    match (nest.nodes[node], stored) {
        (Node::Unary(VectorUnary::Sext8, inner), S8 | B8)
        | (Node::Unary(VectorUnary::Sext16, inner), S8 | B8 | S16 | U16) => inner,
        _ => node,
    }
}

fn binary(nest: &Nest, node: usize) -> Option<(VectorBinary, usize, usize)> {
    match nest.nodes[node] {
        Node::Binary(op, a, b) => Some((op, a, b)),
        _ => None,
    }
}

/// Returns the access that loads a factor of the product, including its zero extensions. Returns
/// `None` if the factor is not a load, except for zero extensions.
fn factor(nest: &Nest, node: usize) -> Option<Access> {
    match nest.nodes[node] {
        Node::Load(access) => Some(nest.accesses[access].clone()),
        Node::Unary(op, inner) => {
            let mut access = factor(nest, inner)?;
            access.format = match (op, access.format) {
                (VectorUnary::Zext8, Format::S8 | Format::B8) => Format::B8,
                (VectorUnary::Zext16, Format::S16 | Format::U16) => Format::U16,
                _ => return None,
            };
            Some(access)
        }
        _ => None,
    }
}

/// Emits a loop nest and returns true if it is a product of matrices. Otherwise, emits nothing and
/// returns false.
///
/// # Errors
/// Fails if the kernel exceeds a limit of the device.
pub fn emit(emitter: &mut Emitter, nest: &Nest) -> Result<bool, CodegenError> {
    let Some(product) = Product::of(nest) else { return Ok(false) };
    let Product { kind, a, b, out, batch, rows, columns, inner } = &product;
    let sizes = &nest.sizes;
    let (row_walks, column_walks, inner_walks) = (
        tiled(sizes, rows, MOST_ROWS, 3),
        tiled(sizes, columns, ARRAY as i64, 2),
        tiled(sizes, inner, ARRAY as i64, 2),
    );
    let (m, n, k) = (points(&row_walks), points(&column_walks), points(&inner_walks));
    let out_base = LANES_BASE;
    let factors = out_base + (4 * m * n) as u32;
    // The factors are double-buffered: the next tiles are loaded while the current ones are
    // multiplied.
    let bases = [0, 1].map(|half| {
        let a = factors + half * (4 * (m + n) * k) as u32;
        (a, a + (4 * m * k) as u32)
    });
    let apart = ![a, b].iter().any(|factor| factor.may_meet(out, sizes));

    let one_by_one = |dim: &usize| Walk { dim: *dim, size: sizes[*dim], step: 1 };
    let outer: Vec<Walk> =
        batch.iter().map(one_by_one).chain(column_walks).chain(row_walks).collect();
    let mut tile = Tile::point(sizes.len());
    emitter.walk(&outer, &mut tile, &mut |emitter, tile| {
        for dim in inner {
            (tile.start[*dim], tile.extent[*dim]) = (Start::At(0), 1);
        }
        let count = |tile: &Tile, dims: &[usize]| -> i64 {
            dims.iter().map(|dim| tile.extent[*dim]).product()
        };
        let (m, n) = (count(tile, rows), count(tile, columns));
        let out_tile = tile.clone();
        let out_strides = lane_strides(&[&rows[..], columns].concat(), &tile.extent);
        let load = |emitter: &mut Emitter, tile: &Tile, (a_base, b_base): (u32, u32)| {
            let part = |absent: &[usize]| {
                let mut part = tile.clone();
                for dim in absent {
                    part.extent[*dim] = 1;
                }
                part
            };
            let a_strides = lane_strides(&[&rows[..], inner].concat(), &tile.extent);
            let b_strides = lane_strides(&[&inner[..], columns].concat(), &tile.extent);
            emitter.transfer(Direction::Load, a, &part(columns), a_base, &a_strides)?;
            emitter.transfer(Direction::Load, b, &part(rows), b_base, &b_strides)
        };
        let multiply = |emitter: &mut Emitter, tile: &Tile, (a_base, b_base): (u32, u32)| {
            let k = count(tile, inner);
            let code = &mut emitter.code;
            code.li(T[0], i64::from(b_base)).li(T[1], k).li(T[2], n).li(T[3], 4 * n);
            code.m_weights(*kind, T[0], T[1], T[2], T[3]);
            code.li(T[0], i64::from(out_base)).li(T[1], i64::from(a_base)).li(T[2], m);
            code.li(T[4], 4 * k).m_mul(*kind, T[0], T[1], T[2], T[3], T[4]);
        };
        // The previous tile of sums must be stored before this one is initialized.
        let begin_sums = |emitter: &mut Emitter| {
            emitter.code.fence(UnitSet::of(Unit::Dma1));
            match nest.outputs[0].initial {
                Some(initial) => {
                    emitter.set_lanes(m * n);
                    begin(emitter, initial, out_base)
                }
                None => emitter.transfer(Direction::Load, out, &out_tile, out_base, &out_strides),
            }
        };
        if !apart {
            emitter.fence();
        }
        match all_tiles(&inner_walks, tile) {
            Some(tiles) => {
                load(emitter, &tiles[0], bases[0])?;
                begin_sums(emitter)?;
                for (number, tile) in tiles.iter().enumerate() {
                    emitter.fence();
                    if let Some(next) = tiles.get(number + 1) {
                        load(emitter, next, bases[(number + 1) % 2])?;
                    }
                    multiply(emitter, tile, bases[number % 2]);
                }
            }
            None => {
                begin_sums(emitter)?;
                emitter.walk(&inner_walks, tile, &mut |emitter, tile| {
                    emitter.fence();
                    load(emitter, tile, bases[0])?;
                    emitter.fence();
                    multiply(emitter, tile, bases[0]);
                    Ok(())
                })?;
            }
        }
        emitter.code.fence(UnitSet::of(Unit::Matrix));
        emitter.transfer(Direction::Store, out, &out_tile, out_base, &out_strides)
    })?;
    emitter.fence();
    Ok(true)
}

/// Returns the tiles of nested loops in the order of execution, or `None` if there are too many to
/// unroll the loops.
fn all_tiles(walks: &[Walk], tile: &Tile) -> Option<Vec<Tile>> {
    let mut tiles = vec![tile.clone()];
    for Walk { dim, size, step } in walks {
        if tiles.len() as i64 * (size / step + 1) > MOST_TILES {
            return None;
        }
        let at = |tile: &Tile, start: i64| {
            let mut tile = tile.clone();
            (tile.start[*dim], tile.extent[*dim]) = (Start::At(start), (*step).min(size - start));
            tile
        };
        let starts = || (0..*size).step_by(*step as usize);
        tiles = tiles.iter().flat_map(|tile| starts().map(move |start| at(tile, start))).collect();
    }
    Some(tiles)
}
