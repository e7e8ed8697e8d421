// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline that all GPU platforms share.

use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_llvm::Machine;
use hloom_lowering::condition::Condition;
use hloom_lowering::gpu::shared_memory;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// A pipeline that lowers StableHLO to GPU kernels and a host program.
#[derive(Clone, Debug)]
pub struct GpuPipeline {
    name: &'static str,
    description: &'static str,
    /// The steps that lower the `gpu.module` from the gpu dialect to the dialect of the target.
    kernels: Vec<Step>,
    /// The pass, with its options, that expands elementary functions.
    functions: &'static str,
    /// The pass, with its options, that maps the tasks of kernels to GPU threads and launches the
    /// kernels.
    threads: &'static str,
    /// The size in bytes of the shared memory that a GPU thread block may use.
    shared_bytes: i64,
    /// The kind of the GPU's matrix units: a value of the option `matrix-unit` of
    /// `hloom-map-to-threads`.
    matrix_unit: &'static str,
    /// Whether the GPU has instructions that round f32 to bf16.
    rounds_to_bf16: bool,
}

/// The number of threads that keep a large GPU busy: about 130 multiprocessors with 1024 threads
/// each.
const THREADS: i64 = 1 << 17;

/// The pass that expands elementary functions for GPUs whose fused multiply-add rounds only once,
/// but which lack IEEE 754's maximum and minimum.
const EXACT_FMA: &str = "hloom-expand-math{fma=true lacking=arith.maximumf,arith.minimumf}";
/// The pass that expands elementary functions for GPUs whose fused multiply-add rounds only once,
/// and which have IEEE 754's maximum and minimum.
const EXACT_FMA_AND_MAXIMUM: &str = "hloom-expand-math{fma=true}";
/// The pass that expands elementary functions for Vulkan. Vulkan allows a device to round a fused
/// product and sum twice. Some devices round ties of f64 away from zero.
const WITHOUT_FMA: &str = "hloom-expand-math{fma=false \
     lacking=arith.maximumf,arith.minimumf,math.roundeven,math.trunc}";

/// The pass that maps tasks to threads for SPIR-V. SPIR-V modules contain no data, so kernels take
/// constants as arguments.
const CONSTANTS_PASSED: &str = "hloom-kernels-to-gpu{pass-constants=true}";

impl GpuPipeline {
    /// Creates the pipeline of a backend whose kernels are lowered to the LLVM dialect. `first` and
    /// `last` are passes on the `gpu.module`, each with its reason. `first` replaces the operations
    /// of the gpu dialect, and `last` runs after the conversion to the LLVM dialect.
    pub fn llvm(
        name: &'static str,
        description: &'static str,
        first: (&str, &'static str),
        last: (&str, &'static str),
    ) -> Self {
        let kernels = vec![
            addresses(),
            narrow(),
            of_kernels(first.0, first.1),
            of_kernels("convert-scf-to-cf", "LLVM has branches, but no structured control flow"),
            of_kernels(
                "convert-math-to-llvm,convert-to-llvm",
                "convert all dialects to the LLVM dialect",
            ),
            of_kernels(
                "canonicalize{region-simplify=disabled},cse,reconcile-unrealized-casts",
                "erase casts that the conversions left",
            ),
            of_kernels(last.0, last.1),
        ];
        let functions = EXACT_FMA;
        let threads = "hloom-kernels-to-gpu";
        let (shared_bytes, matrix_unit) = (shared_memory::BYTES, "none");
        let rounds_to_bf16 = false;
        Self {
            name,
            description,
            kernels,
            functions,
            threads,
            shared_bytes,
            matrix_unit,
            rounds_to_bf16,
        }
    }

    /// Uses the GPU's instructions that round f32 to bf16, and its instructions for IEEE 754's
    /// maximum and minimum.
    #[must_use]
    pub fn with_bf16_and_maximum(self) -> Self {
        Self { functions: EXACT_FMA_AND_MAXIMUM, rounds_to_bf16: true, ..self }
    }

    /// Computes matrix products with the GPU's matrix units. `matrix_unit` is a value of the option
    /// `matrix-unit` of `hloom-map-to-threads`.
    pub fn with_matrix_unit(self, matrix_unit: &'static str) -> Self {
        Self { matrix_unit, ..self }
    }

    /// Creates the pipeline of a backend whose kernels are lowered to the spirv dialect.
    pub fn spirv(name: &'static str, description: &'static str) -> Self {
        let kernels = vec![
            of_kernels(
                "inline{default-pipeline=cse}",
                "functions of SPIR-V have at most one result; drivers inline all of them",
            ),
            of_kernels("scf-forall-to-for", "a thread executes inner parallel loops alone"),
            addresses(),
            narrow(),
            of_kernels(
                "hloom-gpu-to-spirv",
                "kernels read their block and thread from built-in variables",
            ),
            of_kernels(
                "hloom-expand-control-flow",
                "loops of SPIR-V test a value that one block computes, and upstream converts no \
                 `scf.index_switch`",
            ),
            of_kernels("hloom-widen-integers", "Vulkan has no integers of 2 and 4 bits"),
            of_kernels(
                "hloom-expand-integers",
                "SPIR-V lacks divisions that round up or down, and Vulkan remainders of negative \
                 numbers and counts of other bits than 32",
            ),
            of_kernels(
                "hloom-memrefs-to-addresses,canonicalize{region-simplify=disabled},cse",
                "pointers to physical storage buffers have no limit of size",
            ),
            of_kernels(
                "func.func(scf-for-to-while)",
                "upstream's conversion of `scf.for` loses the results of loops without iterations",
            ),
            of_kernels(
                "convert-scf-to-spirv,convert-math-to-spirv,convert-arith-to-spirv,\
                 convert-vector-to-spirv,convert-func-to-spirv",
                "convert all dialects to the spirv dialect",
            ),
            of_kernels(
                "canonicalize{region-simplify=disabled},reconcile-unrealized-casts",
                "erase casts that the conversions left",
            ),
            of_kernels("hloom-check-loop-ends", "lavapipe ends long loops without an error"),
            of_kernels(
                "hloom-emit-spirv-entries",
                "give entry points no arguments, as Vulkan requires",
            ),
        ];
        let functions = WITHOUT_FMA;
        let threads = CONSTANTS_PASSED;
        Self {
            name,
            description,
            kernels,
            functions,
            threads,
            shared_bytes: shared_memory::VULKAN_BYTES,
            matrix_unit: "none",
            rounds_to_bf16: false,
        }
    }

    /// Returns the steps that the CPU pipeline has at a level. Before level `target`, they do not
    /// depend on the machine, so GPUs share them.
    fn of_cpus(level: Level) -> Vec<Step> {
        let machine = Machine::new("", 64, |_| false);
        LlvmPipeline::new("", "", PipelineOptions::new(machine, 1)).steps(level)
    }

    fn hlo() -> Vec<Step> {
        let mut steps = Self::of_cpus(Level::Hlo);
        let split = Step::new(
            "hlo-split-scans",
            "split scans of few lines into work for many threads; after windows became scans",
        );
        let last = steps.iter().rposition(|step| step.passes == "hlo-simplify");
        steps.insert(last.map_or(steps.len(), |index| index + 1), split);
        steps
    }

    fn linalg() -> Vec<Step> {
        let mut steps = Self::of_cpus(Level::Linalg);
        const WITH_OPTION: [&str; 2] = ["hlo-to-linalg", "hloom-fuse-elementwise"];
        for step in steps.iter_mut().filter(|step| WITH_OPTION.contains(&&*step.passes)) {
            step.passes.push_str("{gpus=true}");
        }
        steps
    }

    fn loops(&self) -> Vec<Step> {
        const LEFT_OUT: [&str; 3] =
            ["hloom-split-reductions", "hloom-copy-arguments", "hloom-tile-and-fuse"];
        let is_kept = |step: &Step| !LEFT_OUT.iter().any(|name| step.passes.contains(name));
        let split = Step::new(
            format!("func.func(hloom-split-reductions{{gpu-threads={THREADS}}})"),
            "split reductions to few elements into work for all threads",
        );
        let others = Self::of_cpus(Level::Loops).into_iter().filter(is_kept);
        let group = Step::new(
            format!("func.func(hloom-tile-and-fuse{{shared-bytes={}}})", self.shared_bytes),
            "a block computes a tile of several operations, such as a row of a softmax",
        );
        [group, split].into_iter().chain(others).collect()
    }

    fn buffers(&self) -> Vec<Step> {
        let mut steps = Self::of_cpus(Level::Buffers);
        for step in &mut steps {
            if step.passes.contains("hloom-map-parallel-loops") {
                step.passes = format!("func.func(hloom-map-parallel-loops{{threads={THREADS}}})");
            }
            // The threads of a block share memory.
            if step.passes.starts_with("hloom-legalize-memrefs") {
                step.passes = "hloom-legalize-memrefs{aliases=true}".to_owned();
            }
        }
        let bufferize = steps.iter().position(|step| step.passes.starts_with("one-shot-bufferize"));
        steps.insert(
            bufferize.expect("the pipeline bufferizes"),
            Step::new(
                "func.func(hloom-copy-yielded-slices)",
                "buffers that branches yield must not have an offset that is computed at run time",
            ),
        );
        let assign = steps.pop();
        steps.extend([
            Step::new(
                "func.func(linalg-generalize-named-ops)",
                "the next pass expects `linalg.generic`",
            ),
            Step::new(
                format!(
                    "func.func(hloom-map-to-threads{{shared-bytes={} matrix-unit={}}})",
                    self.shared_bytes, self.matrix_unit
                ),
                "each thread computes an element",
            ),
            Step::new(
                "func.func(hloom-scalars-to-memory)",
                "the host reads only predicates and selectors; before memory is assigned",
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
            Step::new(self.functions, "GPUs have no library of functions"),
        ];
        if !self.rounds_to_bf16 {
            let expand = Step::new("hloom-expand-bf16{f16=false}", "not all GPUs convert bf16");
            steps.push(expand.only_for(Condition::HalfFloats));
        }
        steps.extend([
            Step::new(self.threads, "give each task a thread, and launch the kernels"),
            Step::new(
                "symbol-dce",
                "erase functions that only kernels call, which the `gpu.module` contains",
            ),
        ]);
        steps.extend(self.kernels.iter().cloned());
        steps
    }
}

/// Returns the step that replaces views of memrefs by address arithmetic in kernels.
fn addresses() -> Step {
    of_kernels("expand-strided-metadata,lower-affine", "turn views into address arithmetic")
}

/// Returns the step that computes indices in kernels with 32 bits if their ranges are known to fit.
fn narrow() -> Step {
    of_kernels(
        "int-range-optimizations,arith-int-range-narrowing{int-bitwidths-supported=32},\
         canonicalize{region-simplify=disabled},cse",
        "GPUs compute with 32 bits, and divide numbers of 64 bits in many steps",
    )
}

/// Returns a step that runs `passes` on the `gpu.module`; `why` is the reason for the step.
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
            Level::Hlo => Self::hlo(),
            Level::Linalg => Self::linalg(),
            Level::Loops => self.loops(),
            Level::Buffers => self.buffers(),
            Level::Target => self.target(),
        }
    }
}
