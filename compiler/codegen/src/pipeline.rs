// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline of backends that generate code with LLVM.
//!
//! The order of passes is data. Each step has a reason, which `hlo-opt --print-pipeline` prints. It
//! states the purpose of the pass, or explains its position.

use hloom_llvm::Machine;
use hloom_lowering::condition::Condition;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// Options of a pipeline to the LLVM dialect.
#[derive(Clone, Debug)]
pub struct PipelineOptions {
    /// The properties of the target.
    pub machine: Machine,
    /// The number of threads over which the work of a kernel is distributed.
    pub threads: usize,
    /// Whether the code is a C function, which receives only its buffers and runs on the calling
    /// thread.
    pub c_function: bool,
    /// Whether results are bitwise equal for every target and number of threads.
    pub reproducible: bool,
}

impl PipelineOptions {
    /// Returns options for code that is neither a C function nor reproducible.
    pub fn new(machine: Machine, threads: usize) -> Self {
        Self { machine, threads, c_function: false, reproducible: false }
    }
}

/// The number of threads for which the work of reproducible programs is divided into tiles. A run
/// may use more or fewer threads.
const REPRODUCIBLE_THREADS: usize = 8;

/// The type of the function with which a backend creates its pipeline.
pub type MakePipeline = fn(PipelineOptions) -> Box<dyn LoweringPipeline>;

/// A pipeline from StableHLO to the LLVM dialect, with vectorized kernels that threads share.
#[derive(Clone, Debug)]
pub struct LlvmPipeline {
    name: &'static str,
    description: &'static str,
    options: PipelineOptions,
}

impl LlvmPipeline {
    /// Creates the pipeline of a backend.
    pub fn new(
        name: &'static str,
        description: &'static str,
        mut options: PipelineOptions,
    ) -> Self {
        if options.reproducible {
            options.machine = options.machine.reproducible();
            options.threads = REPRODUCIBLE_THREADS;
        }
        Self { name, description, options }
    }

    fn hlo(&self) -> Vec<Step> {
        let (none, contiguous) = match self.options.c_function {
            true => ("{none=true}", "{contiguous=true}"),
            false => ("", ""),
        };
        let mut steps = vec![
            Step::new(
                "hlo-verify-sizes",
                "later passes compute with sizes, which must not overflow",
            ),
            Step::new(
                "hloom-legalize-dialects",
                "programs may contain dialects of other frontends",
            ),
            Step::new(
                "hlo-legalize-composites",
                "recognize composites before inlining dissolves them",
            ),
            Step::new("inline", "fusion and buffer assignment see only a single function"),
            Step::new("symbol-dce", "inlined functions are not compiled again"),
            Step::new("func.func(hlo-refine-shapes)", "infer static shapes"),
            Step::new("func.func(hlo-canonicalize-dynamism)", "later passes require static shapes"),
            Step::new(
                "hlo-expand-async",
                "later passes start collectives early; before collectives are expanded",
            ),
            Step::new(
                "hlo-merge-all-reduces",
                "small messages take as long as their latency; after asynchronous collectives are \
                 expanded, and before runtime calls hide the reductions",
            ),
            Step::new(
                format!("hlo-expand-collectives{contiguous}"),
                "runtime calls only move bytes; expand the arithmetic",
            ),
            Step::new(
                "hlo-legalize-tokens",
                "later passes support only tensors; side effects keep their order",
            ),
            Step::new(
                "hlo-legalize-element-types",
                "replace quantized types and small floats by integers",
            ),
            Step::new("hlo-expand-chlo", "later passes support only StableHLO"),
            Step::new(
                "hlo-expand-complex",
                "expand complex functions to accurate functions on \
            real numbers",
            ),
            Step::new("hlo-expand-linear-algebra", "expand to loops of matrix products"),
            Step::new("hlo-expand-rng", "expand random bits to integer arithmetic"),
            Step::new("hlo-simplify", "simplify before folding; replace gathers by slices"),
            Step::new(
                "hlo-simplify-loops",
                "invariant work leaves a loop before its iterations are copied",
            ),
            Step::new(
                "hlo-unroll-loops",
                "fuse the iterations of short loops; before folding, because the iteration number \
                 becomes a constant",
            ),
            Step::new("hlo-fold-constants", "evaluate constant expressions at compile time"),
        ];
        if self.options.c_function {
            steps.push(Step::new(
                "hlo-fold-shape-assertions",
                "check assertions at compile time, because C functions have no runtime; their \
                 conditions are constant now",
            ));
        }
        steps.extend([
            Step::new("hlo-simplify", "simplify operations with the folded constants"),
            Step::new("cse", "compute equal operations once"),
            Step::new(
                "hlo-outline-bodies",
                "outline complex bodies as functions that loops can \
            call",
            ),
            Step::new(
                format!("func.func(hlo-alias-results{none})"),
                "results take the memory of donated arguments",
            ),
        ]);
        steps
    }

    fn linalg(&self) -> Vec<Step> {
        let c_function = if self.options.c_function { "{c-function=true}" } else { "" };
        vec![
            Step::new(format!("hlo-to-linalg{c_function}"), "convert to this level"),
            Step::new("symbol-dce", "erase functions that only runtime calls referenced"),
            Step::new(
                "hloom-fuse-elementwise",
                "compute a chain of elementwise operations in one loop nest",
            ),
            Step::new("canonicalize", "erase operations that fusion left unused"),
            Step::new("cse", "merge cheap producers that fusion copied"),
            Step::new(
                "hloom-merge-elementwise",
                "read shared operands of several operations once; after CSE merged equal values",
            ),
        ]
    }

    fn loops(&self) -> Vec<Step> {
        let threads = self.options.threads;
        let mut steps = vec![Step::new(
            "func.func(hloom-split-reductions)",
            "distribute reductions with few result elements over threads",
        )];
        if self.options.reproducible {
            steps.push(Step::new(
                "func.func(hloom-fix-reduction-order)",
                "make the order of sums independent of the target; before tiling divides the sums",
            ));
        }
        steps.extend([
            Step::new(
                "func.func(hloom-copy-arguments)",
                "copy updated arguments to the buffers of the results, on all threads",
            ),
            Step::new(
                format!("func.func(hloom-tile-and-fuse{{threads={threads}}})"),
                "run groups of operations tile by tile, with tiles distributed over all threads",
            ),
            Step::new("canonicalize", "erase the untiled producers that remain after tiling"),
            Step::new("cse", "merge producers that tiling copied for each consumer"),
            Step::new(
                "func.func(hloom-reuse-operands)",
                "update operands in place to save buffers; no fusion after this",
            ),
            Step::new(
                "func.func(hloom-order-operations)",
                "reduce memory by reordering; after the last fusion, and before bufferization \
                 fixes the order",
            ),
            Step::new(
                "func.func(hloom-rematerialize)",
                "fit into a memory budget; no CSE on tensors after this, because it would undo \
                 rematerialization",
            ),
            Step::new(
                "hloom-schedule-collectives",
                "leave computation between collectives and the uses of their results; after the \
                 last reordering",
            ),
        ]);
        steps
    }

    fn buffers(&self) -> Vec<Step> {
        let (threads, aliases) = (self.options.threads, !self.options.c_function);
        vec![
            Step::new(
                format!("hloom-legalize-memrefs{{aliases={aliases} spaces=false}}"),
                "programs on memrefs, in upstream's calling form, begin here",
            ),
            Step::new(
                format!("func.func(hloom-map-parallel-loops{{threads={threads}}})"),
                "distribute parallel loops of programs on memrefs over threads",
            ),
            Step::new(
                "func.func(hloom-normalize-while-iter-args)",
                "restore the order of loop values, which the last canonicalization changed",
            ),
            Step::new(
                "func.func(hloom-selects-to-linalg)",
                "bufferization rejects selects that alias loop values",
            ),
            Step::new(
                "func.func(hloom-splats-to-fills)",
                "materialize large splats with a fill, so that they take no space in the binary",
            ),
            Step::new(
                "func.func(hloom-unshare-destinations)",
                "give each operation its own destination, because shared ones cause copies; no CSE \
                 on tensors after this",
            ),
            Step::new("eliminate-empty-tensors", "compute the parts of a result in place"),
            Step::new(
                "func.func(hloom-results-to-out-params)",
                "compute results in the buffers of the caller",
            ),
            Step::new(
                "func.func(hloom-sink-runtime-reads)",
                "keep operands intact until a runtime call reads them; no folding after this",
            ),
            Step::new(
                "one-shot-bufferize{bufferize-function-boundaries=true \
                 function-boundary-type-conversion=identity-layout-map \
                 unknown-type-conversion=identity-layout-map}",
                "convert to this level",
            ),
            Step::new("canonicalize", "simplify views of views that bufferization created"),
            Step::new("cse", "merge equal views that bufferization created"),
            Step::new(
                "func.func(hloom-copies-to-linalg)",
                "avoid calls of MLIR's runtime library for strided copies",
            ),
            Step::new(
                "hloom-overlap-collectives",
                "communicate during computation; before memory is shared, which would end it",
            ),
            Step::new(
                "func.func(hloom-assign-buffers)",
                "place all temporaries in one arena; no allocation after this",
            ),
        ]
    }

    fn target(&self) -> Vec<Step> {
        let threads = self.options.threads;
        let Machine {
            address_bits,
            vector_bits,
            vector_registers,
            indexed_addresses,
            fused_multiply_add: fused,
            half_from_f32,
            half_from_f64,
            ..
        } = self.options.machine;
        let addresses = if indexed_addresses { "" } else { " indexed-addresses=false" };
        let rounded = if self.options.reproducible { " fma=false" } else { "" };
        let mut steps = vec![
            Step::new(
                format!(
                    "hloom-pack-constants{{vector-bits={vector_bits} \
                     registers={vector_registers}{addresses}}}"
                ),
                "kernels read weights in place instead of packing them at each run",
            ),
            Step::new(
                format!(
                    "func.func(hloom-contraction-to-loops{{vector-bits={vector_bits} \
                     registers={vector_registers}{addresses}{rounded} threads={threads} \
                     dot-products={}}})",
                    self.options.machine.dot_products()
                ),
                "matrix products keep a tile of their output in registers",
            ),
            Step::new(
                format!(
                    "func.func(hloom-transposition-to-loops{{vector-bits={vector_bits} \
                     registers={vector_registers}}})"
                ),
                "transpose blocks in registers, because a simple loop nest causes cache misses",
            ),
            Step::new(
                "func.func(hloom-unroll-reductions)",
                "load several elements for each load and store of a sum",
            ),
            Step::new(
                "hloom-outline-kernels",
                "threads can share kernels, and LLVM knows that arguments do not alias",
            ),
            Step::new(
                "duplicate-function-elimination",
                "compile identical kernels of repeated layers only once",
            ),
            Step::new("func.func(convert-linalg-to-loops)", "LLVM vectorizes the innermost loops"),
            Step::new(
                "canonicalize{region-simplify=disabled}",
                "fold constant loop bounds and views; LLVM simplifies control flow faster",
            ),
            Step::new("convert-complex-to-standard", "expand complex functions to real functions")
                .only_for(Condition::Complex),
            Step::new(
                "func.func(arith-emulate-unsupported-floats{source-types=bf16,f16 \
                 target-type=f32},math-extend-to-supported-types{target-type=f32})",
                "compute with half-precision formats as f32; only store them",
            )
            .only_for(Condition::HalfFloats),
            Step::new(
                format!(
                    "hloom-expand-math{{fma={fused} lacking={}}}",
                    self.options.machine.lacking()
                ),
                "expand functions to arithmetic that vectorizes",
            ),
        ];
        if !half_from_f64 {
            steps.push(
                Step::new(
                    format!("hloom-expand-f16{{only-f64={half_from_f32}}}"),
                    "avoid calls of a compiler runtime library for conversions",
                )
                .only_for(Condition::HalfFloats),
            );
        }
        steps.push(
            Step::new(
                format!("hloom-expand-bf16{{f16={}}}", !half_from_f32),
                "keep subnormals when rounding to bf16",
            )
            .only_for(Condition::HalfFloats),
        );
        steps.extend([
            Step::new("expand-strided-metadata", "turn views into address arithmetic"),
            Step::new("lower-affine", "lower the address arithmetic of the previous step"),
            Step::new("convert-scf-to-cf", "LLVM has branches, but no structured control flow"),
            Step::new("convert-vector-to-llvm", "lower operations on vectors of two dimensions")
                .only_for(Condition::WideVectors),
            Step::new(
                "convert-math-to-llvm,convert-math-to-libm",
                "call the C library for functions without an LLVM intrinsic",
            )
            .only_for(Condition::Functions),
            Step::new("hloom-mark-bare-pointers", "pass static memrefs as plain pointers"),
            Step::new("convert-to-llvm", "convert all dialects to the LLVM dialect at once"),
            Step::new(
                "canonicalize{region-simplify=disabled}",
                "erase casts that the conversions created",
            ),
            Step::new("cse", "merge equal operations that the conversions created"),
            Step::new(
                "reconcile-unrealized-casts",
                "cancel the last casts; fails if a cast \
            remains",
            ),
            Step::new(
                "hloom-expand-booleans",
                "load booleans as bytes; LLVM does not vectorize loads of `i1`",
            ),
            Step::new(
                "hloom-fence-masks",
                "hide constants of masks; LLVM does not vectorize a maximum under a condition",
            ),
        ]);
        steps.push(if self.options.c_function {
            Step::new(
                format!("hloom-emit-entry{{c-function=true address-bits={address_bits}}}"),
                "emit the entry function for C programs, which takes only buffers",
            )
        } else {
            Step::new("hloom-emit-entry", "emit the entry function that the executable calls")
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
            Level::Linalg => self.linalg(),
            Level::Loops => self.loops(),
            Level::Buffers => self.buffers(),
            Level::Target => self.target(),
        }
    }
}
