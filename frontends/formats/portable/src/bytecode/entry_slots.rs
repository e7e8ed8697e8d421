// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The encodings of attributes and types, the state of reading each of them, and the tables to
//! which they refer.

use crate::bytecode::input::Input;
use crate::model::{EntryId, Str};

/// The tables of a file to which its attributes and types may refer.
pub(super) struct Tables<'a> {
    pub(super) dialects: &'a [Str],
    pub(super) strings: &'a [Str],
    /// Number of dialect resources in the file.
    pub(super) resources: usize,
}

/// The encoding of one attribute or type, and the state of reading it.
pub(super) struct Slot<'a> {
    pub(super) dialect: &'a Str,
    pub(super) is_text: bool,
    pub(super) data: Input<'a>,
    pub(super) state: State,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum State {
    Unread,
    /// The entry waits until the attributes and types to which it refers are read.
    Waiting,
    Read(EntryId),
}
