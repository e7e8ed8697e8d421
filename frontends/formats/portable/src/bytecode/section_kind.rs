// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The kinds of sections in a file.

use crate::bytecode::format;
use std::fmt;

/// The kind of a section. The discriminants are the numbers of the sections in files.
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

/// All kinds of sections, in the order of their numbers.
pub(super) const ALL: [Section; 9] = [
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

    /// Returns true if every file of the given format has a section of this kind.
    pub(super) fn is_required(self, format: u64) -> bool {
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
