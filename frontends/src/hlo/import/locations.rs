// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of instruction metadata to locations.

use super::importer::Importer;
use hloom_hlo::Instruction;
use hloom_hlo::proto::OpMetadata;
use melior::ir::Location;

/// Maximum number of stack frames in a location.
const MOST_FRAMES: usize = 64;

impl<'c> Importer<'c, '_> {
    /// Returns the location of an instruction: the name that a frontend assigned to it, and its
    /// source position.
    ///
    /// If neither is known, the location is the instruction's own name.
    pub fn location(&self, instruction: Instruction) -> Location<'c> {
        let unknown = Location::unknown(self.context);
        let metadata = instruction.proto().metadata.as_ref();
        let source = metadata.and_then(|metadata| self.source(metadata));
        match metadata.filter(|metadata| !metadata.op_name.is_empty()) {
            Some(metadata) => {
                Location::name(self.context, &metadata.op_name, source.unwrap_or(unknown))
            }
            None => source.unwrap_or_else(|| {
                let (computation, name) = (instruction.computation().name(), instruction.name());
                Location::name(self.context, &format!("{computation}%{name}"), unknown)
            }),
        }
    }

    fn source(&self, metadata: &OpMetadata) -> Option<Location<'c>> {
        if metadata.source_file.is_empty() {
            return self.stack(metadata.stack_frame_id);
        }
        let (file, line) = (&metadata.source_file, metadata.source_line);
        Some(self.place(file, line, metadata.source_column))
    }

    fn place(&self, file: &str, line: i32, column: i32) -> Location<'c> {
        let number = |number: i32| usize::try_from(number).unwrap_or_default();
        Location::new(self.context, file, number(line), number(column))
    }

    /// Returns the position of a stack frame and the positions of its callers, or `None` if there
    /// is no such frame. Frames are numbered from 1.
    fn stack(&self, frame: i32) -> Option<Location<'c>> {
        fn row<T>(rows: &[T], number: i32) -> Option<&T> {
            rows.get(usize::try_from(number).ok()?.checked_sub(1)?)
        }
        let index = self.module.proto().stack_frame_index.as_ref()?;
        let mut frames = Vec::new();
        let mut next = frame;
        while let Some(frame) = row(&index.stack_frames, next)
            && frames.len() < MOST_FRAMES
        {
            let place = row(&index.file_locations, frame.file_location_id)?;
            let file = row(&index.file_names, place.file_name_id)?;
            let location = self.place(file, place.line, place.column);
            frames.push(match row(&index.function_names, place.function_name_id) {
                Some(function) => Location::name(self.context, function, location),
                None => location,
            });
            next = frame.parent_frame_id;
        }
        frames.into_iter().rev().reduce(|caller, callee| Location::call_site(callee, caller))
    }
}
