// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline of backends that generate code with LLVM.

use hloom_llvm::Machine;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// What a pipeline to the LLVM dialect is for.
#[derive(Clone, Debug)]
pub struct PipelineOptions {
    /// What the target has.
    pub machine: Machine,
    /// The threads that kernels are shared between.
    pub threads: usize,
    /// Whether the code is a C function, which is called with its buffers and nothing else,
    /// and runs on the thread that calls it.
    pub c_function: bool,
}

/// How a backend makes its pipeline.
pub type MakePipeline = fn(PipelineOptions) -> Box<dyn LoweringPipeline>;

/// From StableHLO to the LLVM dialect: kernels of vector code, shared between threads.
#[derive(Clone, Debug)]
pub struct LlvmPipeline {
    name: &'static str,
    description: &'static str,
    options: PipelineOptions,
}

impl LlvmPipeline {
    /// The pipeline of a backend.
    pub fn new(name: &'static str, description: &'static str, options: PipelineOptions) -> Self {
        Self { name, description, options }
    }

    fn hlo(&self) -> Vec<Step> {
        let none = if self.options.c_function { "{none=true}" } else { "" };
        vec![
            Step::new("hlo-check-sizes", "passes compute with sizes, which must not overflow"),
            Step::new(
                "hlo-legalize-composites",
                "what a composite stands for, before it is inlined",
            ),
            Step::new("inline", "fusion and buffer assignment see one function"),
            Step::new("symbol-dce", "what was inlined is not compiled again"),
            Step::new("func.func(hlo-refine-shapes)", "sizes that are known after all"),
            Step::new("func.func(hlo-canonicalize-dynamism)", "nothing below has dynamic sizes"),
            Step::new("hlo-expand-collectives", "the library moves bytes, whatever they are"),
            Step::new("hlo-legalize-elements", "integers, and arithmetic on them"),
            Step::new("hlo-expand-chlo", "nothing below knows these operations"),
            Step::new("hlo-expand-complex", "functions of real numbers, which are accurate"),
            Step::new("hlo-expand-linear-algebra", "products of matrices, in loops"),
            Step::new("hlo-expand-rng", "integer arithmetic"),
            Step::new("hlo-simplify", "less to fold, and gathers that are slices"),
            Step::new("hlo-fold-constants", "what is known now is not computed at run time"),
            Step::new("hlo-simplify", "constants make operations trivial"),
            Step::new("cse", "equal operations are computed once"),
            Step::new("hlo-outline-bodies", "any body can be called on scalars"),
            Step::new(
                format!("func.func(hlo-alias-results{none})"),
                "results are computed where arguments were that nobody needs again",
            ),
        ]
    }

    fn linalg() -> Vec<Step> {
        vec![
            Step::new("hlo-to-linalg", "the level's conversion"),
            Step::new("symbol-dce", "what the library was to be given is not compiled"),
            Step::new("hlo-fuse-elementwise", "one loop nest for a chain of operations"),
            Step::new("canonicalize", "fused operations leave unused ones"),
            Step::new("cse", "fusion copies cheap producers"),
        ]
    }

    fn loops(&self) -> Vec<Step> {
        let threads = self.options.threads;
        vec![
            Step::new(
                format!("func.func(hlo-tile-and-fuse{{threads={threads}}})"),
                "groups of operations run a tile at a time, tiles on all threads",
            ),
            Step::new("canonicalize", "tiling leaves the untiled producers"),
            Step::new("cse", "a producer of two consumers was tiled twice"),
            Step::new("func.func(hlo-reuse-operands)", "fewer buffers; after this no fusion"),
        ]
    }

    fn buffers() -> Vec<Step> {
        vec![
            Step::new(
                "func.func(hlo-align-loops)",
                "the last canonicalization of loops moved values",
            ),
            Step::new("func.func(hlo-selects-to-linalg)", "a choice has memory of its own"),
            Step::new("func.func(hlo-splats-to-fills)", "large constants are no data"),
            Step::new(
                "func.func(hlo-unshare-destinations)",
                "CSE shared them; the last CSE on tensors",
            ),
            Step::new("eliminate-empty-tensors", "parts are computed in the whole"),
            Step::new(
                "func.func(hlo-results-to-destinations)",
                "results are computed where the caller wants them",
            ),
            Step::new(
                "func.func(hlo-library-reads)",
                "what the library reads is not overwritten before; after this no folding",
            ),
            Step::new(
                "one-shot-bufferize{bufferize-function-boundaries=true \
                 function-boundary-type-conversion=identity-layout-map \
                 unknown-type-conversion=identity-layout-map}",
                "the level's conversion",
            ),
            Step::new("canonicalize", "bufferization leaves views of views"),
            Step::new("cse", "as the step before"),
            Step::new("func.func(hlo-copies-to-linalg)", "no runtime library copies for us"),
            Step::new("func.func(hlo-assign-buffers)", "the arena; after this no buffers are made"),
        ]
    }

    fn target(&self) -> Vec<Step> {
        let threads = self.options.threads;
        let Machine {
            vector_bits,
            vector_registers,
            fused_multiply_add: fused,
            half_from_f32,
            half_from_f64,
            ..
        } = self.options.machine;
        let mut steps = vec![
            Step::new(
                format!(
                    "func.func(hlo-contraction-to-loops{{vector-bits={vector_bits} \
                     registers={vector_registers} threads={threads}}})"
                ),
                "products keep a tile of their output in registers",
            ),
            Step::new("hlo-outline-kernels", "arguments of functions do not alias, and LLVM knows"),
            Step::new("duplicate-function-elimination", "layers of a model have kernels in common"),
            Step::new("func.func(convert-linalg-to-loops)", "LLVM vectorizes the innermost loop"),
            Step::new("canonicalize", "constant loop bounds and views fold"),
            Step::new("convert-complex-to-standard", "complex functions become real ones"),
            Step::new(
                "func.func(arith-emulate-unsupported-floats{source-types=bf16,f16 \
                 target-type=f32},math-extend-to-supported-types{target-type=f32})",
                "half formats are stored, and computed with as f32",
            ),
            Step::new(
                format!(
                    "hlo-expand-math{{fma={fused} lacking={}}}",
                    self.options.machine.lacking()
                ),
                "functions become arithmetic that vectorizes",
            ),
        ];
        if !half_from_f64 {
            steps.push(Step::new(
                format!("hlo-expand-f16{{only-f64={half_from_f32}}}"),
                "no library converts for us",
            ));
        }
        steps.push(Step::new(
            format!("hlo-expand-bf16{{f16={}}}", !half_from_f32),
            "rounding to bf16 keeps subnormals",
        ));
        steps.extend([
            Step::new("expand-strided-metadata", "views become address arithmetic"),
            Step::new("lower-affine", "as the step before"),
            Step::new("convert-scf-to-cf", "LLVM has branches"),
            Step::new("convert-vector-to-llvm", "to the LLVM dialect"),
            Step::new("convert-math-to-llvm", "what has an LLVM intrinsic"),
            Step::new("convert-math-to-libm", "what has none"),
            Step::new("convert-complex-to-llvm", "to the LLVM dialect"),
            Step::new("convert-arith-to-llvm", "to the LLVM dialect"),
            Step::new("finalize-memref-to-llvm", "to the LLVM dialect"),
            Step::new(
                "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
                "static memrefs are plain pointers",
            ),
            Step::new("convert-cf-to-llvm", "to the LLVM dialect"),
            Step::new("canonicalize", "conversions leave casts"),
            Step::new("cse", "as the step before"),
            Step::new("reconcile-unrealized-casts", "the last casts cancel, or this fails"),
        ]);
        steps.push(if self.options.c_function {
            Step::new("hlo-emit-entry{c-function=true}", "what a program in C calls")
        } else {
            Step::new("hlo-emit-entry", "what the executable calls")
        });
        steps
    }
}

impl LoweringPipeline for LlvmPipeline {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        match level {
            Level::Hlo => self.hlo(),
            Level::Linalg => Self::linalg(),
            Level::Loops => self.loops(),
            Level::Buffers => Self::buffers(),
            Level::Target => self.target(),
        }
    }
}
