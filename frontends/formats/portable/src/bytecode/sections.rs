// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The sections of a file, indexed by their kind.

use crate::bytecode::input::Input;
use crate::bytecode::section_kind::{ALL, Section};
use crate::error::Result;

/// The contents of each section of a file.
pub(super) struct Sections<'a>([Option<Input<'a>>; ALL.len()]);

impl<'a> Sections<'a> {
    pub(super) fn read(mut input: Input<'a>, format: u64) -> Result<Self> {
        let mut sections = Self([None; ALL.len()]);
        while !input.is_empty() {
            let start = input;
            let (section, contents) = input.section()?;
            if sections.0[section as usize].replace(contents).is_some() {
                return Err(start.error(format!("expected one section of {section}, found two")));
            }
        }
        for section in ALL {
            if section.is_required(format) && sections.get(section).is_none() {
                let message = format!("expected a section of {section}, found the end of the file");
                return Err(input.error(message));
            }
        }
        if sections.get(Section::Resources).is_some()
            != sections.get(Section::ResourceOffsets).is_some()
        {
            return Err(
                input.error("expected sections of resources and of their offsets, found only one")
            );
        }
        Ok(sections)
    }

    /// Returns the contents of a section, or `None` if the file does not contain it.
    pub(super) fn get(&self, section: Section) -> Option<Input<'a>> {
        self.0[section as usize]
    }

    /// Returns the contents of a section, which are empty if the file does not contain it.
    pub(super) fn contents(&self, section: Section) -> Input<'a> {
        self.get(section).unwrap_or(Input::new(&[]))
    }
}
