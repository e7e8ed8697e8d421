// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs at every level of a pipeline.

use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_llvm::Machine;
use hloom_lowering::pipeline::{self, Level, LoweringPipeline};
use hloom_lowering::{registry, verify_level};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

/// Returns the pipeline of the cpu for a fixed machine, so that the texts are the same on every host.
pub fn cpu() -> LlvmPipeline {
    let machine = Machine::new("x86_64", 64, |name| ["avx", "fma", "f16c"].contains(&name));
    LlvmPipeline::new("cpu", "for tests", PipelineOptions::new(machine, 2))
}

/// Lowers a program level by level, and returns the text of each level.
pub fn lowered(name: &str, source: &str, pipeline: &dyn LoweringPipeline) -> Vec<(Level, String)> {
    registry();
    let context = hloom_dialects::Context::new();
    let mut module = hloom_dialects::parse_module(&context, source, &format!("{name}.mlir"))
        .unwrap_or_else(|error| panic!("{error}"));
    let mut levels = Vec::new();
    for level in Level::ALL {
        let manager = PassManager::new(&context);
        manager.enable_verifier(true);
        let text = pipeline::text(pipeline, level, level);
        parse_pass_pipeline(manager.as_operation_pass_manager(), &text)
            .expect("the pipeline parses");
        manager.run(&mut module).unwrap_or_else(|_| panic!("{name} does not reach level {level}"));
        verify_level::verify(module.as_operation(), level)
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
        levels.push((level, module.as_operation().to_string()));
    }
    levels
}
