// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The sections of a file.

use crate::bytecode::format;
use crate::bytecode::input::Input;
use crate::error::Result;
use std::fmt;

/// What is in a section. The numbers are those of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Strings = 0,
    Dialects = 1,
    Entries = 2,
    EntryOffsets = 3,
    Ir = 4,
    Resources = 5,
    ResourceOffsets = 6,
    DialectVersions = 7,
    Properties = 8,
}

const ALL: [Section; 9] = [
    Section::Strings,
    Section::Dialects,
    Section::Entries,
    Section::EntryOffsets,
    Section::Ir,
    Section::Resources,
    Section::ResourceOffsets,
    Section::DialectVersions,
    Section::Properties,
];

impl Section {
    pub(super) fn from_number(number: u8) -> Option<Self> {
        ALL.get(usize::from(number)).copied()
    }

    fn is_required(self, format: u64) -> bool {
        match self {
            Self::Strings | Self::Dialects | Self::Entries | Self::EntryOffsets | Self::Ir => true,
            Self::Resources | Self::ResourceOffsets | Self::DialectVersions => false,
            Self::Properties => format >= format::PROPERTIES,
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Strings => "strings",
            Self::Dialects => "dialects",
            Self::Entries => "attributes and types",
            Self::EntryOffsets => "offsets of attributes and types",
            Self::Ir => "operations",
            Self::Resources => "resources",
            Self::ResourceOffsets => "offsets of resources",
            Self::DialectVersions => "a dialect's version",
            Self::Properties => "properties",
        })
    }
}

/// What is in each section of a file.
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
                return Err(input.error(format!("expected a section of {section}")));
            }
        }
        if sections.get(Section::Resources).is_some()
            != sections.get(Section::ResourceOffsets).is_some()
        {
            return Err(input.error("expected resources and their offsets, found one of them"));
        }
        Ok(sections)
    }

    /// What is in a section, if the file has it.
    pub(super) fn get(&self, section: Section) -> Option<Input<'a>> {
        self.0[section as usize]
    }

    /// What is in a section, which is nothing if the file lacks it.
    pub(super) fn contents(&self, section: Section) -> Input<'a> {
        self.get(section).unwrap_or(Input::new(&[]))
    }
}
