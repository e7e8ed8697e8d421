// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What handlers keep: objects that they make in one stage of a call and get in later ones. That
//! of the first stage stays as long as the program, the others as long as a run.

use super::ffi::{Address, Destructor};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, PoisonError};

/// The stages before that which computes.
const STAGES: usize = 3;

/// The types of objects, by name: their numbers, and how one is destroyed.
static TYPES: Mutex<BTreeMap<String, (i64, Option<Destructor>)>> = Mutex::new(BTreeMap::new());

/// Makes a type known; returns its number, a new one if `number` is 0.
///
/// # Errors
/// If one of the name has another number.
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
            _ => Err(format!("the type `{name}` has number {known}, not {number}")),
        };
    }
    let largest = types.values().map(|(number, _)| *number).max().unwrap_or(0);
    let number = if number == 0 { largest + 1 } else { number };
    types.insert(name.to_owned(), (number, destructor));
    Ok(number)
}

/// An object that a handler made.
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

/// The objects of a call, one a stage.
#[derive(Debug, Default)]
pub struct States([Option<Arc<Object>>; STAGES]);

impl States {
    /// Those of a run, with what the first stage made.
    pub fn of_run(first: Option<Arc<Object>>) -> Self {
        Self([first, None, None])
    }

    /// What the first stage made, if anything.
    pub fn into_first(self) -> Option<Arc<Object>> {
        let [first, ..] = self.0;
        first
    }

    /// Keeps the object of a stage.
    ///
    /// # Errors
    /// If there is no such stage or type; if the stage has an object.
    pub fn set(&mut self, stage: c_int, type_number: i64, address: Address) -> Result<(), String> {
        let place = usize::try_from(stage).ok().and_then(|stage| self.0.get_mut(stage));
        let place = place.ok_or("this stage keeps nothing")?;
        if place.is_some() {
            return Err("the stage keeps something already".to_owned());
        }
        let types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = types.values().find(|(number, _)| *number == type_number);
        let (_, destructor) = known.ok_or("the type of the state is not registered")?;
        *place = Some(Arc::new(Object { type_number, address, destructor: *destructor }));
        Ok(())
    }

    /// The object of a stage.
    ///
    /// # Errors
    /// If there is none, or one of another type.
    pub fn get(&self, stage: c_int, type_number: i64) -> Result<Address, String> {
        let object = usize::try_from(stage).ok().and_then(|stage| self.0.get(stage)?.as_deref());
        let object = object.ok_or("the stage keeps nothing")?;
        if object.type_number != type_number {
            return Err("the stage keeps something of another type".to_owned());
        }
        Ok(object.address)
    }
}
