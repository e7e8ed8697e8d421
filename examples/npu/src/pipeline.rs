// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline to the level `buffers`, from which code is generated.

use crate::NAME;
use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_llvm::Machine;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// The pipeline from StableHLO to structured operations on memory.
#[derive(Clone, Copy, Debug)]
pub struct NpuPipeline;

/// The pass of level `hlo` that runs on each segment after the division. The other passes of the
/// level run on the whole program before the division.
pub const OUTLINE: &str = "hlo-outline-bodies";

/// Operations of the `math` dialect that the vector unit implements, and that `hloom-expand-math`
/// keeps.
const INSTRUCTIONS: [&str; 15] = [
    "math.atan",
    "math.atan2",
    "math.cbrt",
    "math.cos",
    "math.ctlz",
    "math.ctpop",
    "math.exp",
    "math.expm1",
    "math.log",
    "math.log1p",
    "math.powf",
    "math.rsqrt",
    "math.sin",
    "math.tan",
    "math.tanh",
];

/// Returns the steps of a level that the LLVM backends share with this one. At the levels that the
/// pipeline uses, the steps do not depend on the target machine.
fn shared(level: Level) -> Vec<Step> {
    let machine = Machine::new("", 64, |_| false);
    LlvmPipeline::new(NAME, "", PipelineOptions::new(machine, 1)).steps(level)
}

/// Returns the pipeline steps that run on a program before its division into segments for the
/// device and the host.
pub fn before_division() -> Vec<Step> {
    shared(Level::Hlo).into_iter().filter(|step| step.passes != OUTLINE).collect()
}

impl LoweringPipeline for NpuPipeline {
    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "structured operations on memory, for the simulated accelerator"
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        match level {
            Level::Hlo => shared(level),
            Level::Linalg => {
                let pad = Step::new(
                    "npu-pad-windows",
                    "make padding explicit, since DMA transfers address windows linearly",
                );
                [vec![pad], shared(level)].concat()
            }
            Level::Loops => vec![Step::new(
                "func.func(hloom-reuse-operands)",
                "let results reuse the buffers of operands",
            )],
            // The code generator tiles loops itself, since tile sizes depend on the scratchpad.
            Level::Buffers => shared(level)
                .into_iter()
                .filter(|step| step.passes != "func.func(hloom-normalize-while-iter-args)")
                .chain([Step::new(
                    format!("hloom-expand-math{{keep={}}}", INSTRUCTIONS.join(",")),
                    "expand math functions that have no device instruction",
                )])
                .collect(),
            // The device instructions are not a dialect.
            Level::Target => Vec::new(),
        }
    }
}
