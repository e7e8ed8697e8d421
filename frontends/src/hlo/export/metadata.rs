// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of locations to instruction metadata (source: `location_exporter.cc`).

use hloom_hlo::proto::OpMetadata;
use melior::ir::Location;

/// Returns the metadata of a location, or `None` if it has no name, type or file.
pub fn metadata(location: Location<'_>) -> Option<OpMetadata> {
    let (mut names, mut types) = (Vec::new(), Vec::new());
    let mut metadata = OpMetadata::default();
    let mut left = vec![location];
    while let Some(location) = left.pop() {
        if location.is_name() {
            let name = location.name_value();
            let name = name.as_string_ref().as_str().unwrap_or_default();
            let name = name.split('@').next().unwrap_or_default();
            match name.strip_suffix(':') {
                Some(ty) => types.push(ty.to_owned()),
                None => names.push(name.to_owned()),
            }
            left.push(location.name_child_location());
        } else if location.is_call_site() {
            left.push(location.call_site_callee());
        } else if location.is_fused() {
            let parts = (0..location.fused_num_locations()).rev();
            left.extend(parts.map(|index| location.fused_location(index)));
        } else if location.is_file_line_col_range() && metadata.source_file.is_empty() {
            let file = location.file_line_col_range_filename();
            let number = |number: usize| i32::try_from(number).unwrap_or(0);
            metadata.source_file = file.as_string_ref().as_str().unwrap_or_default().to_owned();
            metadata.source_line = number(location.file_line_col_range_start_line());
            metadata.source_end_line = number(location.file_line_col_range_end_line());
            metadata.source_column = number(location.file_line_col_range_start_column());
            metadata.source_end_column = number(location.file_line_col_range_end_column());
        }
    }
    metadata.op_name = names.first().cloned().unwrap_or_default();
    metadata.op_type = types.join(";");
    (metadata != OpMetadata::default()).then_some(metadata)
}
