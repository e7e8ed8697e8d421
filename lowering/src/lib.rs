// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The facade of the lowering crates: the list of all passes, and the registry that contains them.
//!
//! Each level has a crate with its passes. [`ir`] is the API for writing passes.

pub use hloom_buffers as buffers;
pub use hloom_cpu as cpu;
pub use hloom_gpu as gpu;
pub use hloom_hlo_passes as hlo;
pub use hloom_ir as ir;
pub use hloom_ir::{
    condition, edited_pipeline, facts, foreign_names, old_names, pass, pipeline, user_pipeline,
    verify_level,
};
pub use hloom_linalg as linalg;
pub use hloom_math as math;
pub use hloom_schedule as schedule;
pub use hloom_spmd as spmd;

mod opt;

pub use opt::{ReadProgram, opt_main};

use hloom_ir::registry::Registry;
use pass::PassInfo;
use std::sync::Once;

/// Returns every pass that is written in Rust, in the order of the levels.
pub fn passes() -> Vec<&'static PassInfo> {
    [
        hlo::passes(),
        spmd::passes(),
        linalg::passes(),
        schedule::passes(),
        buffers::passes(),
        math::passes(),
        cpu::passes(),
        gpu::passes(),
        vec![&verify_level::PASS],
    ]
    .concat()
}

/// Returns the process's registry. It contains all passes of hloom and of upstream MLIR.
pub fn registry() -> &'static Registry {
    static ONCE: Once = Once::new();
    let registry = Registry::global();
    ONCE.call_once(|| {
        registry.add_missing_passes(&passes());
        registry.add_old_names(&passes());
        registry.add_foreign_names(&passes());
    });
    registry
}
