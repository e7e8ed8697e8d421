// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of slices, gathers, scatters and paddings.

use super::Attribute;
use super::field::{boolean, integer, integers, message, place};
use crate::proto::hlo_instruction_proto::SliceDimensions;
use crate::text::{list, window};

pub static OFFSET_DIMS: Attribute =
    integers!("offset_dims", (gather_dimension_numbers) offset_dims);
pub static COLLAPSED_SLICE_DIMS: Attribute =
    integers!("collapsed_slice_dims", (gather_dimension_numbers) collapsed_slice_dims);
pub static START_INDEX_MAP: Attribute =
    integers!("start_index_map", (gather_dimension_numbers) start_index_map);
pub static OPERAND_BATCHING_DIMS: Attribute =
    integers!("operand_batching_dims", (gather_dimension_numbers) operand_batching_dims);
pub static START_INDICES_BATCHING_DIMS: Attribute = integers!(
    "start_indices_batching_dims", (gather_dimension_numbers) start_indices_batching_dims);
pub static GATHER_INDEX_VECTOR_DIM: Attribute =
    integer!("index_vector_dim" unless 0, (gather_dimension_numbers) index_vector_dim);
pub static GATHER_SLICE_SIZES: Attribute = integers!("slice_sizes", gather_slice_sizes);

pub static UPDATE_WINDOW_DIMS: Attribute =
    integers!("update_window_dims", (scatter_dimension_numbers) update_window_dims);
pub static INSERTED_WINDOW_DIMS: Attribute =
    integers!("inserted_window_dims", (scatter_dimension_numbers) inserted_window_dims);
pub static SCATTER_DIMS_TO_OPERAND_DIMS: Attribute = integers!(
    "scatter_dims_to_operand_dims", (scatter_dimension_numbers) scatter_dims_to_operand_dims);
pub static INPUT_BATCHING_DIMS: Attribute =
    integers!("input_batching_dims", (scatter_dimension_numbers) input_batching_dims);
pub static SCATTER_INDICES_BATCHING_DIMS: Attribute = integers!(
    "scatter_indices_batching_dims", (scatter_dimension_numbers) scatter_indices_batching_dims);
pub static SCATTER_INDEX_VECTOR_DIM: Attribute =
    integer!("index_vector_dim" unless 0, (scatter_dimension_numbers) index_vector_dim);

pub static INDICES_ARE_SORTED: Attribute = boolean!("indices_are_sorted", indices_are_sorted);
pub static UNIQUE_INDICES: Attribute = boolean!("unique_indices", unique_indices);
pub static DYNAMIC_SLICE_SIZES: Attribute = integers!("dynamic_slice_sizes", dynamic_slice_sizes);
pub static PADDING: Attribute =
    message!("padding", window::read_padding, window::write_padding, padding_config);

/// The attribute `slice`: the start, limit and stride of each dimension, as in `{[0:4], [1:9:2]}`.
/// Strides are omitted if all of them are 1.
pub static SLICE: Attribute = Attribute {
    name: "slice",
    read: |reader, instruction| {
        instruction.slice_dimensions = reader.cursor.list(["{", "}"], |cursor| {
            cursor.expect("[")?;
            let start = cursor.integer()?;
            cursor.expect(":")?;
            let limit = cursor.integer()?;
            let stride = if cursor.eat(":") { cursor.integer()? } else { 1 };
            cursor.expect("]")?;
            Ok(SliceDimensions { start, limit, stride })
        })?;
        Ok(())
    },
    is_set: |_| true,
    write: |writer, instruction| {
        let dimensions = &instruction.slice_dimensions;
        let strided = dimensions.iter().any(|dimension| dimension.stride != 1);
        writer.push("{");
        list::join(&mut writer.out, dimensions, ", ", |out, dimension| {
            let SliceDimensions { start, limit, stride } = dimension;
            out.push_str(&match strided {
                true => format!("[{start}:{limit}:{stride}]"),
                false => format!("[{start}:{limit}]"),
            });
        });
        writer.push("}");
    },
};
