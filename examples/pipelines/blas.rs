// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A plugin with its own lowering pipeline, `blas`, which extends the pipeline of the platform
//! `cpu`.
//!
//! The pipeline replaces large matrix products by calls of a library, as XLA's backends do. The
//! crate `ndarray` is used instead of a BLAS library. The pipeline also runs an additional pass
//! after fusion.
//!
//! ```text
//! hlo-run --load-backend=target/debug/examples/libblas_plugin.so --platform blas PROGRAM
//! ```
//!
//! A pipeline file can add the same passes to the pipeline of `cpu`:
//!
//! ```text
//! hlo-run --load-backend=target/debug/examples/libblas_plugin.so \
//!   --pipeline-file=examples/pipelines/blas.pipeline PROGRAM
//! ```

use hloom_codegen::{JitPlatform, LlvmPipeline};
use hloom_compiler::{Error, Literal};
use hloom_lowering::ir::{self, Builder, Context, Op, Shaped};
use hloom_lowering::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};
use hloom_plugin::Registrar;
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use ndarray::ArrayView2;

hloom_plugin::declare_plugin!(register);

/// Name of the custom call that the pass emits and the plugin registers.
const SGEMM: &str = "blas.sgemm";

fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_passes(&[&DOTS_TO_BLAS, &COUNT_OPERATIONS]);
    registrar.add_custom_call(SGEMM, |_, operands| Ok(vec![sgemm(&operands[0], &operands[1])?]));
    let platform =
        JitPlatform::new("blas", "CPU with library calls for large matrix products", |options| {
            Box::new(WithBlas(LlvmPipeline::new(
                "blas",
                "the CPU pipeline, with library calls for large matrix products",
                options,
            )))
        });
    registrar.add_pipeline(platform.host_pipeline()?);
    registrar.add_platform(platform);
    Ok(())
}

/// The CPU pipeline with two additional steps: one for library calls, one that counts operations.
struct WithBlas(LlvmPipeline);

impl LoweringPipeline for WithBlas {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn description(&self) -> &'static str {
        self.0.description()
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        let mut steps = self.0.steps(level);
        match level {
            Level::Hlo => steps.push(Step::new(
                "func.func(dots-to-blas)",
                "replace large matrix products by library calls, as XLA's backends do",
            )),
            Level::Linalg => steps
                .push(Step::new("func.func(count-operations)", "count operations after fusion")),
            _ => {}
        }
        steps
    }
}

/// The pass `dots-to-blas`, which replaces large f32 matrix products by library calls.
static DOTS_TO_BLAS: PassInfo = PassInfo {
    argument: "dots-to-blas",
    description: "replace large f32 matrix products by library calls",
    anchor: "func.func",
    level: Level::Linalg,
    options: &[PassOption {
        name: "min-flops",
        description: "minimum number of floating-point operations of a product to be replaced",
        default: "2000000",
    }],
    dialects: &["stablehlo"],
    run: |context, function, options| {
        let min = options.number("min-flops", function)?;
        for dot in ir::walk(function) {
            if flops(context, dot).is_some_and(|flops| flops >= min) {
                call(context, dot);
            }
        }
        Ok(())
    },
};

/// Returns the number of floating-point operations of a matrix product `[m, k] x [k, n]` of f32, or
/// `None` for any other operation.
fn flops(context: &Context, op: Op) -> Option<i64> {
    if ir::op_name(op) != "stablehlo.dot_general" {
        return None;
    }
    let plain =
        "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>";
    let is_plain =
        op.attribute("dot_dimension_numbers").ok()? == ir::parse_attribute(context, plain);
    let types = ir::operands(op).into_iter().chain(ir::results(op)).map(|value| value.r#type());
    let shapes: Vec<_> = types.map(Shaped::of).collect::<Option<_>>()?;
    let is_f32 = shapes.iter().all(|shape| shape.element.is_f32() && shape.is_static());
    let (lhs, result) = (&shapes[0].shape, &shapes[2].shape);
    (is_plain && is_f32 && lhs.len() == 2).then(|| 2 * lhs[1] * result[0] * result[1])
}

fn call<'a>(context: &'a Context, dot: Op<'a>) {
    let types: Vec<_> = ir::results(dot).iter().map(|result| result.r#type()).collect();
    let call = Builder::before(context, dot)
        .op("stablehlo.custom_call")
        .operands(&ir::operands(dot))
        .attr("call_target_name", ir::string_attr(context, SGEMM))
        .results(&types)
        .build();
    ir::replace(dot, ir::results(call));
}

/// Multiplies two matrices with `ndarray`; implements the custom call [`SGEMM`].
fn sgemm(lhs: &Literal, rhs: &Literal) -> Result<Literal, hloom_evaluator::Error> {
    let wrong = || {
        hloom_evaluator::Error::invalid(format!(
            "`{SGEMM}`: expected two f32 matrices with sizes [m, k] and [k, n], found other operands"
        ))
    };
    let (lhs, rhs) = (matrix(lhs).ok_or_else(wrong)?, matrix(rhs).ok_or_else(wrong)?);
    if lhs.ncols() != rhs.nrows() {
        return Err(wrong());
    }
    let product = lhs.dot(&rhs);
    let elements = product.as_slice().ok_or_else(wrong)?;
    Ok(Literal::from_slice(elements, [product.nrows(), product.ncols()])?)
}

fn matrix(literal: &Literal) -> Option<ArrayView2<'_, f32>> {
    let [rows, columns] = *literal.shape().dims.as_slice() else { return None };
    ArrayView2::from_shape((rows, columns), literal.as_slice()?).ok()
}

/// The pass `count-operations`, which annotates a function with the number of its `linalg.generic`
/// operations after fusion.
static COUNT_OPERATIONS: PassInfo = PassInfo {
    argument: "count-operations",
    description: "annotate functions with the number of their structured operations",
    anchor: "func.func",
    level: Level::Linalg,
    options: &[],
    dialects: &[],
    run: count,
};

fn count<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let all = ir::walk(function);
    let count = all.into_iter().filter(|op| ir::op_name(*op) == "linalg.generic").count();
    ir::set_attribute(function, "blas.operations", ir::i64_attr(context, count as i64));
    Ok(())
}
