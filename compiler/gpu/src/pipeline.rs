// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline of GPUs.

use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_llvm::Machine;
use hloom_lowering::condition::Condition;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// A pipeline from StableHLO to kernels and a host program.
#[derive(Clone, Debug)]
pub struct GpuPipeline {
    name: &'static str,
    description: &'static str,
    /// The passes that replace the operations of the gpu dialect.
    first: Step,
    /// The passes after the conversion to the LLVM dialect.
    last: Step,
}

/// The number of threads that keep a large GPU busy: about 130 multiprocessors with 1024 each.
const THREADS: i64 = 1 << 17;

impl GpuPipeline {
    /// Creates the pipeline of a backend. `first` are the passes on the `gpu.module` that replace the
    /// operations of the gpu dialect, and `last` those after the conversion to the LLVM dialect.
    pub fn new(
        name: &'static str,
        description: &'static str,
        first: (&str, &'static str),
        last: (&str, &'static str),
    ) -> Self {
        let [first, last] = [first, last].map(|(passes, why)| of_kernels(passes, why));
        Self { name, description, first, last }
    }

    /// Returns the steps of CPUs, which do not depend on the machine before level `target`.
    fn of_cpus(level: Level) -> Vec<Step> {
        let machine = Machine::new("", 64, |_| false);
        LlvmPipeline::new("", "", PipelineOptions::new(machine, 1)).steps(level)
    }

    fn loops() -> Vec<Step> {
        const LEFT_OUT: [&str; 3] =
            ["hloom-split-reductions", "hloom-copy-arguments", "hloom-tile-and-fuse"];
        let is_kept = |step: &Step| !LEFT_OUT.iter().any(|name| step.passes.contains(name));
        let split = Step::new(
            format!("func.func(hloom-split-reductions{{gpu-threads={THREADS}}})"),
            "reductions to few elements are work for all threads",
        );
        let others = Self::of_cpus(Level::Loops).into_iter().filter(is_kept);
        std::iter::once(split).chain(others).collect()
    }

    fn buffers() -> Vec<Step> {
        let mut steps = Self::of_cpus(Level::Buffers);
        for step in &mut steps {
            if step.passes.contains("hloom-map-parallel-loops") {
                step.passes = format!("func.func(hloom-map-parallel-loops{{threads={THREADS}}})");
            }
        }
        let assign = steps.pop();
        steps.extend([
            Step::new(
                "func.func(linalg-generalize-named-ops)",
                "the next pass expects generic ones",
            ),
            Step::new("func.func(hloom-map-to-threads)", "a thread computes an element"),
            Step::new(
                "func.func(hloom-scalars-to-memory)",
                "the host reads nothing but predicates; before memory is assigned",
            ),
        ]);
        steps.extend(assign);
        steps
    }

    fn target(&self) -> Vec<Step> {
        let mut steps = vec![
            Step::new("hloom-outline-kernels{loops=false}", "kernels are functions of their own"),
            Step::new(
                "duplicate-function-elimination",
                "compile the equal kernels of repeated layers once",
            ),
            Step::new("func.func(convert-linalg-to-loops)", "threads execute loops"),
            Step::new(
                "canonicalize{region-simplify=disabled}",
                "fold constant loop bounds and views",
            ),
            Step::new("convert-complex-to-standard", "expand complex functions to real ones")
                .only_for(Condition::Complex),
            Step::new(
                "func.func(arith-emulate-unsupported-floats{source-types=bf16,f16 \
                 target-type=f32},math-extend-to-supported-types{target-type=f32})",
                "compute with half-precision formats as f32; only store them",
            )
            .only_for(Condition::HalfFloats),
            Step::new("hloom-expand-remainders", "LLVM's expansion for GPUs is not exact"),
            Step::new(
                "hloom-expand-math{fma=true lacking=arith.maximumf,arith.minimumf}",
                "GPUs have no library of functions",
            ),
            Step::new("hloom-expand-bf16{f16=false}", "not all GPUs convert bf16")
                .only_for(Condition::HalfFloats),
            Step::new("hloom-kernels-to-gpu", "give each task a thread, and launch the kernels"),
            Step::new("symbol-dce", "the functions that kernels call have moved with them"),
        ];
        steps.extend([
            self.first.clone(),
            of_kernels(
                "expand-strided-metadata,lower-affine",
                "turn views into address arithmetic",
            ),
            of_kernels("convert-scf-to-cf", "LLVM has branches, but no structured control flow"),
            of_kernels(
                "convert-math-to-llvm,convert-to-llvm",
                "convert all dialects to the LLVM dialect",
            ),
            of_kernels(
                "canonicalize{region-simplify=disabled},cse,reconcile-unrealized-casts",
                "erase casts that the conversions left",
            ),
            self.last.clone(),
        ]);
        steps
    }
}

/// Returns a step on the `gpu.module`.
fn of_kernels(passes: &str, why: &'static str) -> Step {
    Step::new(format!("gpu.module({passes})"), why)
}

impl LoweringPipeline for GpuPipeline {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        match level {
            Level::Hlo | Level::Linalg => Self::of_cpus(level),
            Level::Loops => Self::loops(),
            Level::Buffers => Self::buffers(),
            Level::Target => self.target(),
        }
    }
}
