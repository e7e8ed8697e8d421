// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The way down to buffers, from where the code generator takes over.

use crate::NAME;
use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_llvm::Machine;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// From StableHLO to structured operations on memory.
#[derive(Clone, Copy, Debug)]
pub struct NpuPipeline;

/// The step that ends what is done before a program is divided.
pub const OUTLINE: &str = "hlo-outline-bodies";

/// The functions that the vector unit has.
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

/// What the project's own backends do to tensors does not depend on the machine.
fn shared(level: Level) -> Vec<Step> {
    let machine = Machine::new("", 64, |_| false);
    let options = PipelineOptions { machine, threads: 1, c_function: false };
    LlvmPipeline::new(NAME, "", options).steps(level)
}

/// The passes before a program is divided between device and host.
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
                let pad = Step::new("npu-pad-windows", "transfers walk windows linearly");
                [vec![pad], shared(level)].concat()
            }
            Level::Loops => vec![Step::new("func.func(hlo-reuse-operands)", "fewer buffers")],
            // Loops over tiles are made with the code, which knows the scratchpad.
            Level::Buffers => shared(level)
                .into_iter()
                .filter(|step| step.passes != "func.func(hlo-align-loops)")
                .chain([Step::new(
                    format!("hlo-expand-math{{keep={}}}", INSTRUCTIONS.join(",")),
                    "functions that are no instructions become arithmetic",
                )])
                .collect(),
            // The instructions are no dialect.
            Level::Target => Vec::new(),
        }
    }
}
