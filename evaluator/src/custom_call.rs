// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What custom calls call (StableHLO specification, section "custom_call"): functions
//! of Rust, by the names that programs call them.
//!
//! ```
//! use hloom_evaluator::custom_call::{CustomCallRegistry, Setting};
//!
//! let mut registry = CustomCallRegistry::built_in();
//! registry.register("twice", |call, operands| {
//!     let quietly = call.config.get("quietly") == Some(&Setting::Bool(true));
//!     if !quietly {
//!         eprintln!("twice");
//!     }
//!     Ok(vec![operands[0].clone(), operands[0].clone()])
//! });
//! assert!(registry.names().any(|name| name == "twice"));
//! ```

mod approx_top_k;
mod built_in;
mod kept;
pub(crate) mod setting;

pub use built_in::IDENTITIES;
pub use kept::Kept;
pub use setting::Setting;

use crate::{Error, Literal, Type};
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// What a program says about a call.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomCall {
    /// The name that is called.
    pub target: String,
    /// What is to be told to whom is called: text, or a dictionary.
    pub config: Setting,
    /// The other attributes of the call.
    pub attributes: BTreeMap<String, Setting>,
    /// The types of the results, as the program declares them.
    pub results: Vec<Type>,
    /// What is kept for it from run to run.
    pub kept: Kept,
}

/// What is called: from operands to results, tuples taken apart.
pub type Handler = dyn Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, Error> + Send + Sync;

/// How many names a message lists.
const MOST_NAMES: usize = 24;

/// Functions by the names they are called by.
#[derive(Clone, Default)]
pub struct CustomCallRegistry {
    handlers: BTreeMap<String, Arc<Handler>>,
}

impl CustomCallRegistry {
    /// What JAX calls on one device, and no other.
    pub fn built_in() -> Self {
        let mut registry = Self::default();
        built_in::register(&mut registry);
        registry
    }

    /// What everyone in this process can call: what is built in, and what was given to
    /// [`register_process_wide`] until now.
    pub fn process_wide() -> Self {
        global().clone()
    }

    /// Makes a function known, instead of any other of that name.
    pub fn register<F>(&mut self, name: &str, handler: F)
    where
        F: Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, Error> + Send + Sync + 'static,
    {
        self.handlers.insert(name.to_owned(), Arc::new(handler));
    }

    /// The names that are known, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.handlers.keys().map(String::as_str)
    }

    /// Makes a call.
    ///
    /// # Errors
    /// If nothing of the name is known; if there are not as many results as declared;
    /// what the function says.
    pub fn call(&self, call: &CustomCall, operands: &[Literal]) -> Result<Vec<Literal>, Error> {
        self.find(&call.target)?(call, operands)
    }

    /// The function of a name.
    ///
    /// # Errors
    /// If nothing of the name is known.
    pub fn find(&self, target: &str) -> Result<&Handler, Error> {
        self.handlers.get(target).map(|handler| &**handler).ok_or_else(|| {
            let mut known: Vec<_> = self.names().map(|name| format!("`{name}`")).collect();
            let others = known.len().saturating_sub(MOST_NAMES);
            known.truncate(MOST_NAMES);
            let more = if others > 0 { format!(" and {others} more") } else { String::new() };
            let known = known.join(", ");
            Error::invalid(format!("nothing called `{target}` is registered, only {known}{more}"))
        })
    }
}

impl CustomCall {
    /// A setting that is to be told to whom is called. JAX writes `mhlo.backend_config`
    /// beside an empty `backend_config` if the calling convention has no dictionaries.
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        let older = self.attributes.get("mhlo.backend_config");
        self.config.get(name).or_else(|| older?.get(name))
    }
}

impl Debug for CustomCallRegistry {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_set().entries(self.names()).finish()
    }
}

/// Makes a function known to every [`Host`](crate::Host) that is made from now on.
pub fn register_process_wide<F>(name: &str, handler: F)
where
    F: Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, Error> + Send + Sync + 'static,
{
    global().register(name, handler);
}

/// The registry of the process, as the copies of this crate in it have it in common.
#[derive(Clone, Copy)]
pub struct SharedRegistry(&'static Mutex<CustomCallRegistry>);

static REGISTRY: OnceLock<SharedRegistry> = OnceLock::new();

impl SharedRegistry {
    /// The one that this copy of the crate uses.
    pub fn of_process() -> Self {
        *REGISTRY
            .get_or_init(|| Self(Box::leak(Box::new(Mutex::new(CustomCallRegistry::built_in())))))
    }

    /// Lets this copy of the crate use the registry of another; before anything else does
    /// with it.
    pub fn adopt(self) {
        // One that was in use already stays.
        let _ = REGISTRY.set(self);
    }
}

fn global() -> MutexGuard<'static, CustomCallRegistry> {
    SharedRegistry::of_process().0.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(target: &str) -> CustomCall {
        CustomCall {
            target: target.to_owned(),
            config: Setting::Dictionary(BTreeMap::new()),
            attributes: BTreeMap::new(),
            results: Vec::new(),
            kept: Kept::default(),
        }
    }

    #[test]
    fn what_is_not_known_is_named() {
        let mut registry = CustomCallRegistry::default();
        registry.register("one", |_, _| Ok(Vec::new()));
        registry.register("two", |_, _| Err(Error::invalid("no")));
        let refusal = registry.call(&call("three"), &[]).expect_err("unknown");
        assert_eq!(refusal.to_string(), "nothing called `three` is registered, only `one`, `two`");
        assert_eq!(registry.call(&call("one"), &[]), Ok(Vec::new()));
        assert!(registry.call(&call("two"), &[]).is_err());
    }

    #[test]
    fn assertions_say_what_is_wrong() {
        let registry = CustomCallRegistry::built_in();
        let mut call = call("shape_assertion");
        let message = "expected {1}, found {0}, not {2}, {x} or {";
        call.attributes.insert("error_message".to_owned(), Setting::Text(message.to_owned()));
        let numbers = [Literal::scalar(3_i32).expect("one"), Literal::scalar(4_i64).expect("one")];
        let truth = |truth| Literal::from_bools(&[truth], []).expect("one");
        let operands = |holds| [&[truth(holds)], &numbers[..]].concat();
        assert_eq!(registry.call(&call, &operands(true)), Ok(Vec::new()));
        let refusal = registry.call(&call, &operands(false)).expect_err("false");
        assert_eq!(refusal.to_string(), "expected 4, found 3, not {2}, {x} or {");
    }
}
