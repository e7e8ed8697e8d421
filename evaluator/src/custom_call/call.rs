// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A custom call of a program.

use super::kept::Kept;
use super::setting::Setting;
use crate::Type;
use std::collections::BTreeMap;

/// A custom call with the properties that the program states.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomCall {
    /// The name of the function that the custom call calls.
    pub target: String,
    /// The configuration for the called function: a string or a dictionary.
    pub config: Setting,
    /// The attributes of the call other than its target and configuration.
    pub attributes: BTreeMap<String, Setting>,
    /// The types of the results, as the program declares them.
    pub results: Vec<Type>,
    /// The state that the called function keeps for this call between runs.
    pub kept: Kept,
}

impl CustomCall {
    /// Returns the setting `name` of the configuration or, if the configuration does not contain
    /// it, of `mhlo.backend_config`. JAX writes the latter attribute, with an empty
    /// `backend_config`, if the calling convention has no dictionaries.
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        let older = self.attributes.get("mhlo.backend_config");
        self.config.get(name).or_else(|| older?.get(name))
    }
}
