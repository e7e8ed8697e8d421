// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The attribute `sparsity_config`, which states the structured sparsity of a convolution's
//! operands: `{lhs={sparsity=2x4 dimension=1 stride=1 idx=2}}`.

use super::Attribute;
use super::field::message;
use crate::proto::SparsityConfig;
use crate::proto::sparsity_config::TensorSparsityConfig;
use crate::text::cursor::{Cursor, Result};
use std::fmt::Write as _;

pub static SPARSITY_CONFIG: Attribute = message!("sparsity_config", read, write, sparsity_config);

fn read(cursor: &mut Cursor) -> Result<SparsityConfig> {
    let mut config = SparsityConfig::default();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        match cursor.attribute_name() {
            Some("lhs") => config.lhs = Some(read_tensor(cursor)?),
            Some("rhs") => config.rhs = Some(read_tensor(cursor)?),
            _ => return Err(cursor.expected("`lhs=`, `rhs=` or `}`")),
        }
    }
    Ok(config)
}

fn read_tensor(cursor: &mut Cursor) -> Result<TensorSparsityConfig> {
    let mut config = TensorSparsityConfig::default();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        match cursor.attribute_name() {
            Some("sparsity") => {
                config.num_non_zero = cursor.integer()?;
                if !cursor.eat_next("x") {
                    return Err(
                        cursor.expected("`x` and the size of a block, as in `sparsity=2x4`")
                    );
                }
                config.block_size = cursor.integer()?;
            }
            Some("dimension") => config.dimension = cursor.integer()?,
            Some("stride") => config.stride = cursor.integer()?,
            Some("idx") => config.idx = cursor.integer()?,
            _ => return Err(cursor.expected("`sparsity=`, `dimension=`, `stride=`, `idx=` or `}`")),
        }
    }
    Ok(config)
}

fn write(out: &mut String, config: &SparsityConfig) {
    let sides = [("lhs", &config.lhs), ("rhs", &config.rhs)];
    let sides = sides.into_iter().filter_map(|(name, side)| Some((name, side.as_ref()?)));
    let sides = sides.map(|(name, side)| {
        let TensorSparsityConfig { num_non_zero, block_size, dimension, stride, idx } = side;
        // Not all versions of XLA read `idx`, so it is left out if it is 0.
        let idx = if *idx == 0 { String::new() } else { format!(" idx={idx}") };
        format!(
            "{name}={{sparsity={num_non_zero}x{block_size} dimension={dimension} \
             stride={stride}{idx}}}"
        )
    });
    let _ = write!(out, "{{{}}}", sides.collect::<Vec<_>>().join(" "));
}
