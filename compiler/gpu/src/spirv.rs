// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Serializes kernels in the spirv dialect to binary SPIR-V.

mod ffi;

use hloom_codegen::lower::run_passes;
use hloom_compiler::Error;
use hloom_dialects::Diagnostics;
use hloom_lowering::gpu::gpu_to_spirv::ENVIRONMENT;
use hloom_lowering::ir::{self, Context};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};

/// Returns the binary SPIR-V module of kernels, as words in the byte order of this machine.
///
/// # Errors
/// Fails if an operation needs a capability that the environment of the pass `hloom-gpu-to-spirv`
/// lacks.
pub fn serialize(context: &Context, kernels: &Module) -> Result<Vec<u32>, Error> {
    let text = format!(
        "module attributes {{spirv.target_env = {ENVIRONMENT}}} {{ \
         spirv.module PhysicalStorageBuffer64 GLSL450 {{}} }}"
    );
    let internal = || Error::Internal("cannot build the SPIR-V module of the kernels".to_owned());
    let mut module = Module::parse(context, &text).ok_or_else(internal)?;
    {
        let block = module.body().first_operation().into_iter().flat_map(ir::regions);
        let block = block.flat_map(ir::blocks).next().ok_or_else(internal)?;
        let mut op = kernels.body().first_operation();
        while let Some(kernel) = op {
            ir::clone_at_end(kernel, block);
            op = kernel.next_in_block();
        }
    }
    run_passes(context, &mut module, "builtin.module(spirv.module(spirv-update-vce))")?;
    let shader = module.body().first_operation().ok_or_else(internal)?;
    // The pass finds the least version and the extensions of that version. Entry points list all their
    // variables, as since version 1.4. Version 1.5 includes all extensions of the environment.
    let needs = shader.attribute("vce_triple").map(|it| it.to_string()).unwrap_or_default();
    let (from, to) = needs.find('[').zip(needs.find(']')).ok_or_else(internal)?;
    let needs = format!("#spirv.vce<v1.5, {}, []>", &needs[from..=to]);
    ir::set_attribute(shader, "vce_triple", ir::parse_attribute(context, &needs));
    let diagnostics = Diagnostics::collect(context);
    ffi::words(shader).ok_or_else(|| {
        let messages: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
        Error::Program(messages.join("\n"))
    })
}
