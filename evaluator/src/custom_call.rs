// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Targets of custom calls (StableHLO specification, section "custom_call"): Rust functions that
//! programs call by name.
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
mod call;
mod kept;
mod lapack;
mod process_wide;
mod registry;
pub(crate) mod setting;

pub use built_in::IDENTITIES;
pub use call::CustomCall;
pub use kept::Kept;
pub use process_wide::{SharedRegistry, register_process_wide};
pub use registry::{CustomCallRegistry, Handler};
pub use setting::Setting;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, Literal};
    use std::collections::BTreeMap;

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
        let expected = "custom call target `three` is not registered; registered: `one`, `two`";
        assert_eq!(refusal.to_string(), expected);
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
