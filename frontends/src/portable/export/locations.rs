// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of MLIR locations to locations of an artifact.

use super::Exporter;
use crate::ffi;
use hloom_portable::{AttributeId, builtin::Attribute as Builtin};
use melior::ir::{AttributeLike, Location};

impl Exporter {
    /// Returns the artifact form of a location, or an unknown location if artifacts cannot store
    /// its kind.
    ///
    /// The result is cached, and the locations to which it refers are added first.
    pub fn location(&mut self, location: Location<'_>) -> AttributeId {
        let key = location.to_attribute().to_raw().ptr as usize;
        if let Some(known) = self.builtin.get(&key) {
            return *known;
        }
        let made = if location.is_file_line_col_range() {
            self.range(location)
        } else if location.is_call_site() {
            let callee = self.location(location.call_site_callee());
            let caller = self.location(location.call_site_caller());
            Builtin::CallSiteLoc { callee, caller }
        } else if location.is_name() {
            let name = self.builtin_string(text(location.name_value()).as_bytes());
            let child = self.location(location.name_child_location());
            Builtin::NameLoc { name, child }
        } else if location.is_fused() {
            let parts = 0..location.fused_num_locations();
            let locations = parts.map(|index| self.location(location.fused_location(index)));
            let locations = locations.collect();
            let metadata = ffi::fused_metadata(location).and_then(|it| self.builtin(it).ok());
            Builtin::FusedLoc { locations, metadata }
        } else {
            Builtin::UnknownLoc
        };
        let id = self.module.context.add_attribute(made);
        self.builtin.insert(key, id);
        id
    }

    /// Returns the artifact form of a file location: a position, or a range if start and end
    /// differ.
    fn range(&mut self, location: Location<'_>) -> Builtin {
        let file = self.builtin_string(text(location.file_line_col_range_filename()).as_bytes());
        let start = [
            location.file_line_col_range_start_line(),
            location.file_line_col_range_start_column(),
        ];
        let end =
            [location.file_line_col_range_end_line(), location.file_line_col_range_end_column()];
        let [line, column] = start.map(|number| number as u64);
        let [end_line, end_column] = end.map(|number| number as u64);
        if (line, column) == (end_line, end_column) {
            return Builtin::FileLineColLoc { file, line, column };
        }
        Builtin::FileLineColRange { file, numbers: vec![line, column, end_column, end_line] }
    }
}

fn text(name: melior::ir::Identifier<'_>) -> String {
    name.as_string_ref().as_str().unwrap_or_default().to_owned()
}
