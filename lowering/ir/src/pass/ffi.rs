// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Registration of Rust passes with MLIR, and the function that MLIR calls to run one.

use super::{OptionValues, PassInfo};
use crate::ffi::emit_error;
use crate::foreign_names::ForeignName;
use crate::{Context, Location, Op};
use hloom_dialects::panic_message;
use hloom_dialects::strings::{text, text_ref};
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;
use mlir_sys::{
    MlirLocation, MlirOperation, MlirStringRef, mlirOperationGetContext, mlirPassManagerRunOnOp,
    mlirRegisterAllPasses,
};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// A pass option in the layout of `HloomOption` in `glue/passes.cpp`.
#[repr(C)]
struct RawOption {
    name: MlirStringRef,
    description: MlirStringRef,
    default: MlirStringRef,
}

unsafe extern "C" {
    fn hloomRegisterPass(
        info: *const c_void,
        argument: MlirStringRef,
        description: MlirStringRef,
        anchor: MlirStringRef,
        options: *const RawOption,
        option_count: usize,
        dialects: *const MlirStringRef,
        dialect_count: usize,
    );
    fn hloomIsRegistered(argument: MlirStringRef) -> bool;
    fn hloomEmitWarning(location: MlirLocation, message: MlirStringRef);
}

fn emit_warning(location: Location, message: &str) {
    // SAFETY: the location belongs to a living context, and `hloomEmitWarning` copies the message.
    unsafe { hloomEmitWarning(location.to_raw(), text_ref(message)) }
}

/// Registers every upstream pass with MLIR, once in a process. A plugin has its own copy of this
/// crate, so the function first checks whether the tool that loads the plugin has already
/// registered the passes.
pub fn register_upstream_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if !is_registered("cse") {
            // SAFETY: MLIR's registry of passes lives as long as the process, and `ONCE` admits
            // only one thread.
            unsafe { mlirRegisterAllPasses() }
        }
    });
}

/// Returns true if a pass with this name is registered with MLIR.
pub fn is_registered(argument: &str) -> bool {
    // SAFETY: `hloomIsRegistered` copies the string, which `argument` keeps alive until it returns.
    unsafe { hloomIsRegistered(text_ref(argument)) }
}

/// Runs a pass manager on a module, inside a pass on that module. Returns false if a pass fails;
/// the failing pass emits the diagnostic. Handles of operations inside the module dangle
/// afterwards.
pub fn run_on(manager: &PassManager, module: Op) -> bool {
    // SAFETY: the calling pass has exclusive access to the module, and keeps no other handle.
    let result = unsafe { mlirPassManagerRunOnOp(manager.to_raw(), module.to_raw()) };
    result.value != 0
}

/// The data of a registered pass, which the glue code passes back to run the pass.
struct Registered {
    info: &'static PassInfo,
    name: Name,
}

/// The kind of name under which a pass is registered.
enum Name {
    /// The name of the pass in hloom.
    Own,
    /// A former name of the pass in hloom.
    Former(&'static str),
    /// The name of the same pass in the tool of another project.
    Foreign(&'static str, &'static ForeignName),
}

/// Registers a pass with MLIR.
pub fn register_pass(info: &'static PassInfo) {
    register(Registered { info, name: Name::Own });
}

/// Registers a pass under a former name. Each run under that name emits a warning.
pub fn register_old_name(old_name: &'static str, info: &'static PassInfo) {
    register(Registered { info, name: Name::Former(old_name) });
}

/// Registers a pass under its name in the tool of the project `project`, with the options of that
/// tool.
pub fn register_foreign_name(
    project: &'static str,
    foreign: &'static ForeignName,
    info: &'static PassInfo,
) {
    register(Registered { info, name: Name::Foreign(project, foreign) });
}

fn register(registered: Registered) {
    // MLIR's registry lives as long as the process.
    let registered: &'static Registered = Box::leak(Box::new(registered));
    let info = registered.info;
    let own_name = info.argument;
    let (name, description) = match registered.name {
        Name::Own => (own_name, info.description.to_owned()),
        Name::Former(name) => (name, format!("former name of `{own_name}`")),
        Name::Foreign(project, foreign) => {
            (foreign.name, format!("{project}'s name of `{own_name}`"))
        }
    };
    let (defaults, ignored) = match registered.name {
        Name::Foreign(_, foreign) => (foreign.defaults, foreign.ignored),
        _ => (&[][..], &[][..]),
    };
    let mut options: Vec<_> = info
        .options
        .iter()
        .map(|option| {
            let own = defaults.iter().find(|(name, _)| *name == option.name);
            RawOption {
                name: text_ref(option.name),
                description: text_ref(option.description),
                default: text_ref(own.map_or(option.default, |(_, default)| default)),
            }
        })
        .collect();
    // `OptionValues` finds values by the positions of the pass's own options, which come first.
    options.extend(ignored.iter().map(|name| RawOption {
        name: text_ref(name),
        description: text_ref("has no effect in hloom"),
        default: text_ref(""),
    }));
    let dialects: Vec<_> = info.dialects.iter().map(|name| text_ref(name)).collect();
    // SAFETY: `registered` is static. `hloomRegisterPass` copies the strings and arrays before it
    // returns, and `options` and `dialects` live until then.
    unsafe {
        hloomRegisterPass(
            std::ptr::from_ref(registered).cast(),
            text_ref(name),
            text_ref(&description),
            text_ref(info.anchor),
            options.as_ptr(),
            options.len(),
            dialects.as_ptr(),
            dialects.len(),
        );
    }
}

/// Runs a Rust pass, and returns true if it succeeds. `RustPass::runOnOperation` in
/// `glue/passes.cpp` calls this function.
///
/// # Safety
/// `info` must be the pointer that [`register`] passed to the glue, and `op` must be valid.
/// `values` must point to `count` strings, one for each option in order.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_run_pass(
    info: *const c_void,
    op: MlirOperation,
    values: *const MlirStringRef,
    count: usize,
) -> bool {
    // SAFETY: the glue passes back the pointer from `register`, which is a `&'static Registered`.
    let Registered { info, name } = unsafe { &*info.cast::<Registered>() };
    // SAFETY: `op` is valid, and this handle is not used after this function returns.
    let this: Op = unsafe { Op::from_raw(op) };
    if let Name::Former(old_name) = name {
        let new_name = info.argument;
        let message =
            format!("pass `{old_name}` is now `{new_name}`; the next release removes the old name");
        emit_warning(this.location(), &message);
    }
    let values: Vec<String> = if count == 0 {
        Vec::new()
    } else {
        // SAFETY: `RustPass::runOnOperation` passes a vector of `count` strings, which lives
        // until this function returns.
        unsafe { std::slice::from_raw_parts(values, count) }
            .iter()
            // SAFETY: the strings belong to the options of the pass object, which outlives this
            // call; they are copied here.
            .map(|value| unsafe { text(*value) }.to_owned())
            .collect()
    };
    // SAFETY: `op` is valid, and MLIR keeps its context alive while the pass runs.
    let context = unsafe { melior::ContextRef::from_raw(mlirOperationGetContext(op)) };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: MLIR keeps the context and the operation alive while the pass runs, and `'a`
        // ends with this closure.
        let (context, root): (&Context, Op) = unsafe { (context.to_ref(), Op::from_raw(op)) };
        let options = OptionValues::new(info, values);
        (info.run)(context, root, &options)
    }));
    match outcome {
        Ok(Ok(())) => true,
        Ok(Err(failure)) => {
            failure.emit(this);
            false
        }
        Err(panic) => {
            let message = panic_message(&*panic);
            let pass = info.argument;
            emit_error(
                this.location(),
                &format!("internal error in pass `{pass}`: {message}; please report it"),
            );
            false
        }
    }
}
