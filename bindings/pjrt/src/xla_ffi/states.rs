// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! States of handlers: objects that a handler creates in one stage and uses in later stages.
//!
//! The state of the stage instantiate lives as long as the program. The states of the stages
//! prepare and initialize live as long as a run. Each state has a registered type, whose destructor
//! runs when the state is dropped.

use super::state_object::{Address, Destructor};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of stages that can have a state: all stages before execute.
const STAGES: usize = 3;

/// The number and the destructor of each registered state type, by the name of the type.
static TYPES: Mutex<BTreeMap<String, (i64, Option<Destructor>)>> = Mutex::new(BTreeMap::new());

/// Registers a state type and returns its number. Assigns a new number if `number` is 0. If the
/// type is already registered, returns the number that it has.
///
/// # Errors
/// Fails if the type is already registered with a number other than `number`.
pub fn register_type(
    name: &str,
    number: i64,
    destructor: Option<Destructor>,
) -> Result<i64, String> {
    let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, _)) = types.get(name) {
        return match number {
            0 => Ok(*known),
            _ if number == *known => Ok(number),
            _ => Err(format!(
                "type `{name}`: expected its registered number {known}, found {number}"
            )),
        };
    }
    let largest = types.values().map(|(number, _)| *number).max().unwrap_or(0);
    let number = if number == 0 { largest + 1 } else { number };
    types.insert(name.to_owned(), (number, destructor));
    Ok(number)
}

/// A state object that a handler created.
#[derive(Debug)]
pub struct Object {
    type_number: i64,
    address: Address,
    destructor: Option<Destructor>,
}

impl Drop for Object {
    fn drop(&mut self) {
        if let Some(destructor) = self.destructor {
            destructor.destroy(self.address);
        }
    }
}

/// The state objects of a custom call, one for each stage that can have a state.
#[derive(Debug, Default)]
pub struct States([Option<Arc<Object>>; STAGES]);

impl States {
    /// Creates the states of a run. The only state that exists before the run is that of the stage
    /// instantiate.
    pub fn of_run(first: Option<Arc<Object>>) -> Self {
        Self([first, None, None])
    }

    /// Returns the state of the stage instantiate, if its handler set one.
    pub fn into_first(self) -> Option<Arc<Object>> {
        let [first, ..] = self.0;
        first
    }

    /// Sets the state object of a stage of a custom call.
    ///
    /// # Errors
    /// Fails if the stage cannot have a state or already has one, or the type is not registered.
    pub fn set(&mut self, stage: c_int, type_number: i64, address: Address) -> Result<(), String> {
        let place = usize::try_from(stage).ok().and_then(|stage| self.0.get_mut(stage));
        let place = place.ok_or_else(|| format!("stage {stage} cannot have a state"))?;
        if place.is_some() {
            return Err(format!("stage {stage} already has a state"));
        }
        let types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = types.values().find(|(number, _)| *number == type_number);
        let (_, destructor) =
            known.ok_or("expected a state of a registered type, found an unregistered type")?;
        *place = Some(Arc::new(Object { type_number, address, destructor: *destructor }));
        Ok(())
    }

    /// Returns the state object of a stage of a custom call.
    ///
    /// # Errors
    /// Fails if the stage has no state, or its state has another type.
    pub fn get(&self, stage: c_int, type_number: i64) -> Result<Address, String> {
        let object = usize::try_from(stage).ok().and_then(|stage| self.0.get(stage)?.as_deref());
        let object = object.ok_or_else(|| format!("stage {stage} has no state"))?;
        if object.type_number != type_number {
            return Err(format!(
                "stage {stage}: expected a state of type number {type_number}, found {}",
                object.type_number
            ));
        }
        Ok(object.address)
    }
}
