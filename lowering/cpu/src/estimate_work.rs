// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-estimate-work`: numbers the loop nests of an entry for a profile, and estimates their
//! work.
//!
//! The pass runs first at level `target`, while the work is still linalg operations whose
//! iterations are known. It writes the attribute `hloom.work`, which requests a profile from later
//! passes, and stores the number of each nest in the location of the nest. The operations that
//! replace the nest, such as the call of a kernel, keep this location.
//!
//! An arithmetic operation counts as one, and an elementary function counts as the operations of
//! its expansion. Each buffer counts once: repeated reads of a buffer in a nest are assumed to hit
//! the cache. Reads of values that the nest itself has written do not count.

use hloom_dialects::op_view::read_array;
use hloom_ir::facts::{self, is_runtime_call};
use hloom_ir::linalg::code_size::expanded;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::sources::{nest_location, sources_of};
use hloom_ir::{self as ir, Attribute, Context, Forall, Op, Shaped, Type, Value};
use melior::ir::attribute::{DictionaryAttribute, FlatSymbolRefAttribute, IntegerAttribute};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, ValueLike};
use std::collections::BTreeMap;

/// The pass `hloom-estimate-work`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-estimate-work",
    description: "number the loop nests of an entry function, and estimate the operations and \
                  memory accesses of each, for a profile",
    anchor: "func.func",
    level: Level::Target,
    options: &[],
    dialects: &[],
    run,
};

/// The maximum depth of nested calls of functions whose work is counted. Only bodies of operations
/// call functions, and these calls are rarely nested.
const DEEPEST: usize = 8;

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // An attribute of the input program has not been checked, so it is discarded.
    ir::remove_attribute(function, facts::WORK);
    if ir::integer(function, facts::INPUTS).is_none() {
        return Ok(());
    }
    let mut nests = Vec::new();
    find_nests(function, &mut nests);
    let mut work = Vec::with_capacity(nests.len());
    for (number, nest) in nests.into_iter().enumerate() {
        work.push(Estimate::of(nest).attribute(context));
        ir::set_location(nest, nest_location(context, number, nest.location()));
    }
    ir::set_attribute(function, facts::WORK, ir::array_attr(context, &work));
    Ok(())
}

/// Collects the outermost loop nests, copies and runtime calls inside `op`, including those inside
/// of control flow.
fn find_nests<'a>(op: Op<'a>, nests: &mut Vec<Op<'a>>) {
    for inner in ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
        match ir::op_name(inner) {
            "scf.while" | "scf.if" | "scf.index_switch" | "scf.execute_region" => {
                find_nests(inner, nests);
            }
            "scf.for" if contains_nests(inner) => find_nests(inner, nests),
            "scf.for" | "scf.forall" | "memref.copy" => nests.push(inner),
            "func.call" if is_runtime_call(inner) => nests.push(inner),
            name if name.starts_with("linalg.") => nests.push(inner),
            _ => {}
        }
    }
}

/// Returns true if a sequential loop contains a parallel loop or a runtime call. Otherwise, the
/// whole loop counts as one nest.
fn contains_nests(op: Op) -> bool {
    ir::walk(op)
        .into_iter()
        .any(|inner| ir::op_name(inner) == "scf.forall" || is_runtime_call(inner))
}

fn callee(call: Op) -> Option<String> {
    let symbol = FlatSymbolRefAttribute::try_from(call.attribute("callee").ok()?).ok()?;
    Some(symbol.value().to_owned())
}

/// Returns the number of operands of the operation that a runtime call represents.
fn runtime_operands(call: Op) -> Option<usize> {
    let function = ir::function_named(call, &callee(call)?)?;
    let description = function.attribute(facts::RUNTIME_CALL).ok()?;
    let description = DictionaryAttribute::try_from(description).ok()?;
    Some(read_array(description.element_by_name("operands")?)?.len())
}

/// The work of one execution of a nest, accumulated during a traversal.
struct Estimate<'a> {
    nest: Op<'a>,
    flops: f64,
    /// Whether the estimate is exact: the iteration counts of all loops and the sizes of all
    /// buffers are known, and there is no runtime call.
    exact: bool,
    /// For each source operation of the program, identified by its number: the count of its
    /// arithmetic operations, and the count of its arithmetic operations and accessed elements.
    sources: BTreeMap<usize, (f64, f64)>,
    memory: Vec<Accesses<'a>>,
    depth: usize,
}

/// The accesses of a nest to a buffer outside the nest, in bytes.
struct Accesses<'a> {
    buffer: Value<'a>,
    read: f64,
    written: f64,
}

impl<'a> Estimate<'a> {
    fn of(nest: Op<'a>) -> Self {
        let mut estimate = Self {
            nest,
            flops: 0.0,
            exact: true,
            sources: BTreeMap::new(),
            memory: Vec::new(),
            depth: 0,
        };
        let sources = sources_of(nest.location());
        estimate.visit(nest, 1.0, &sources);
        if estimate.sources.is_empty() {
            estimate.sources.extend(sources.into_iter().map(|source| (source, (0.0, 1.0))));
        }
        estimate
    }

    /// Adds the work of `op`, which is executed `times` times. `around` contains the source
    /// operations of the enclosing operation, to which the work is attributed if `op` has no source
    /// operations.
    fn visit(&mut self, op: Op<'a>, times: f64, around: &[usize]) {
        let own = sources_of(op.location());
        let sources = if own.is_empty() { around } else { &own };
        let name = ir::op_name(op);
        let operands = ir::operands(op);
        match name {
            _ if name.starts_with("linalg.") && !ir::regions(op).is_empty() => {
                self.structured(op, times, sources);
            }
            "scf.forall" => {
                let tasks = self.known(Forall::of(op).and_then(|nest| nest.tasks()));
                self.inside(op, times * tasks, sources);
            }
            "scf.for" => {
                let iterations = self.known(iterations(op));
                self.inside(op, times * iterations, sources);
            }
            "scf.while" => {
                self.exact = false;
                self.inside(op, times, sources);
            }
            "memref.load" => self.access(operands[0], times, true, false, sources),
            "memref.store" => self.access(operands[1], times, false, true, sources),
            "memref.copy" => {
                for (value, reads) in [(operands[0], true), (operands[1], false)] {
                    let elements = self.elements(value);
                    self.access(value, times * elements, reads, !reads, sources);
                }
            }
            "func.call" => self.call(op, times, sources),
            _ => {
                self.add(arithmetic(op) * times, 0.0, sources);
                self.inside(op, times, sources);
            }
        }
    }

    fn inside(&mut self, op: Op<'a>, times: f64, sources: &[usize]) {
        for inner in ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
            self.visit(inner, times, sources);
        }
    }

    fn call(&mut self, op: Op<'a>, times: f64, sources: &[usize]) {
        if is_runtime_call(op) {
            self.exact = false;
            // The buffers of the results follow those of the operands.
            let operands = runtime_operands(op).unwrap_or(usize::MAX);
            for (index, buffer) in ir::operands(op).into_iter().enumerate() {
                let elements = self.elements(buffer);
                let is_read = index < operands;
                self.access(buffer, times * elements, is_read, !is_read, sources);
            }
            return;
        }
        let function = callee(op).and_then(|name| ir::function_named(op, &name));
        if let Some(function) = function.filter(|_| self.depth < DEEPEST) {
            self.depth += 1;
            self.inside(function, times, sources);
            self.depth -= 1;
        }
    }

    /// Adds the work of a linalg operation that is executed `times` times: its accesses to its
    /// operands, and the operations of its body.
    fn structured(&mut self, op: Op<'a>, times: f64, sources: &[usize]) {
        let body = ir::regions(op).into_iter().flat_map(ir::blocks).next();
        let arguments = body.map(ir::args).unwrap_or_default();
        let operands = ir::operands(op);
        let outputs = ir::segment_size(op, 1).unwrap_or(1);
        let inputs = operands.len().saturating_sub(outputs);
        for (index, value) in operands.iter().enumerate() {
            if Shaped::of(value.r#type()).is_none() {
                continue;
            }
            let reads = arguments.get(index).is_some_and(|argument| ir::has_uses(*argument));
            let elements = self.elements(*value);
            self.access(*value, times * elements, reads, index >= inputs, sources);
        }
        let iterations = self.iteration_space(op, &operands);
        for inner in body.map(ir::ops).unwrap_or_default() {
            self.visit(inner, times * iterations, sources);
        }
    }

    /// Returns the number of iterations of a linalg operation, or a lower bound if the number is
    /// unknown.
    fn iteration_space(&mut self, op: Op<'a>, operands: &[Value<'a>]) -> f64 {
        let maps = ir::indexing_maps(op).unwrap_or_default();
        let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
        let dims = maps.first().map_or(0, melior::ir::AffineMap::dim_count);
        for (map, operand) in maps.iter().zip(operands) {
            let shape = ir::shape_of(*operand);
            for (result, size) in (0..map.result_count()).zip(shape) {
                let dim = map.result(result).ok().and_then(ir::dim_position);
                if let Some(dim) = dim.filter(|_| size >= 0) {
                    sizes.insert(dim, size as f64);
                }
            }
        }
        if dims > 0 && sizes.len() == dims {
            return sizes.values().product();
        }
        // Each element of the largest operand belongs to at least one iteration.
        self.exact &= dims == 0;
        operands.iter().map(|operand| self.elements(*operand)).fold(1.0, f64::max)
    }

    /// Returns the number of elements of a value. Dynamic and zero sizes, and scalars, count as 1.
    fn elements(&mut self, value: Value) -> f64 {
        let Some(shaped) = Shaped::of(value.r#type()) else { return 1.0 };
        if !shaped.is_static() {
            self.exact = false;
        }
        shaped.shape.iter().map(|size| (*size).max(1) as f64).product()
    }

    /// Adds reads of, writes to, or both of `elements` elements of the buffer to which `value`
    /// refers.
    fn access(
        &mut self,
        value: Value<'a>,
        elements: f64,
        reads: bool,
        writes: bool,
        sources: &[usize],
    ) {
        self.add(0.0, elements * f64::from(u8::from(reads) + u8::from(writes)), sources);
        let Some(buffer) = self.outer_buffer(value) else { return };
        let bytes = elements * element_bytes(value.r#type());
        let known = self.memory.iter().position(|accesses| accesses.buffer == buffer);
        let index = known.unwrap_or_else(|| {
            self.memory.push(Accesses { buffer, read: 0.0, written: 0.0 });
            self.memory.len() - 1
        });
        let accesses = &mut self.memory[index];
        if reads && accesses.written == 0.0 {
            accesses.read += bytes;
        }
        if writes {
            accesses.written += bytes;
        }
    }

    /// Returns the buffer outside the nest to which a memref refers, directly or through views.
    /// Returns `None` if the nest itself allocates the buffer.
    fn outer_buffer(&self, value: Value<'a>) -> Option<Value<'a>> {
        let mut value = value;
        while let Some(op) = ir::defining_op(value) {
            match ir::op_name(op) {
                "memref.subview"
                | "memref.cast"
                | "memref.expand_shape"
                | "memref.collapse_shape"
                | "memref.reinterpret_cast" => {
                    value = ir::operands(op)[0];
                }
                _ if ir::is_inside(op, self.nest) && ir::op_name(op) != "memref.get_global" => {
                    return None;
                }
                _ => return Some(value),
            }
        }
        // A block argument is outside the nest only if it is one of the function.
        let argument = BlockArgument::try_from(value).ok()?;
        let parent = argument.owner().parent_operation().map(ir::op_name);
        let is_outside = matches!(parent, Some("func.func" | "scf.while"));
        is_outside.then_some(value)
    }

    fn known(&mut self, count: Option<i64>) -> f64 {
        self.exact &= count.is_some();
        count.map_or(1.0, |count| count as f64)
    }

    /// Adds arithmetic operations and accessed elements, and distributes them equally over the
    /// source operations `sources`.
    fn add(&mut self, flops: f64, accesses: f64, sources: &[usize]) {
        self.flops += flops;
        if flops + accesses == 0.0 {
            return;
        }
        for source in sources {
            let (own, work) = self.sources.entry(*source).or_default();
            *own += flops / sources.len() as f64;
            *work += (flops + accesses) / sources.len() as f64;
        }
    }

    fn attribute(&self, context: &'a Context) -> Attribute<'a> {
        let total = |bytes: fn(&Accesses) -> f64| -> f64 {
            let once = |accesses: &Accesses<'a>| {
                let ty = accesses.buffer.r#type();
                let elements = Shaped::of(ty).filter(Shaped::is_static).map(|it| it.elements());
                let size = elements.map_or(f64::INFINITY, |count| count as f64 * element_bytes(ty));
                bytes(accesses).min(size)
            };
            self.memory.iter().map(once).sum()
        };
        let numbers: Vec<_> = self.sources.keys().map(|source| *source as i64).collect();
        let of = |part: fn(&(f64, f64)) -> f64| -> Vec<i64> {
            self.sources.values().map(|source| part(source) as i64).collect()
        };
        let array = |values: &[i64]| ir::dense_i64_attr(context, values).to_string();
        let text = format!(
            "{{flops = {} : i64, exact = {}, bytes_read = {} : i64, bytes_written = {} : i64, \
             sources = {}, source_flops = {}, source_work = {}}}",
            self.flops as i64,
            self.exact,
            total(|accesses| accesses.read) as i64,
            total(|accesses| accesses.written) as i64,
            array(&numbers),
            array(&of(|(flops, _)| *flops)),
            array(&of(|(_, work)| *work)),
        );
        ir::parse_attribute(context, &text)
    }
}

/// Returns the number of arithmetic operations of a scalar operation after math expansion.
/// Constants, moves and computations of indices count as 0.
fn arithmetic(op: Op) -> f64 {
    let (dialect, name) = (ir::dialect(op), ir::op_name(op));
    let Some(result) = ir::results(op).first().copied() else { return 0.0 };
    if !matches!(dialect, "arith" | "math" | "complex") || ir::is_index(result.r#type()) {
        return 0.0;
    }
    let moves = ["constant", "index_cast", "index_castui", "bitcast", "create", "re", "im"];
    if name.split('.').next_back().is_some_and(|name| moves.contains(&name)) {
        return 0.0;
    }
    expanded([op]) as f64
}

/// Returns the number of iterations of an `scf.for` with constant bounds, or `None` for other
/// loops.
fn iterations(op: Op) -> Option<i64> {
    let operands = ir::operands(op);
    let constant = |index: usize| {
        let op = ir::defining_op(*operands.get(index)?)?;
        IntegerAttribute::try_from(op.attribute("value").ok()?).ok().map(|it| it.value())
    };
    let (begin, end, step) = (constant(0)?, constant(1)?, constant(2)?);
    let length = end.checked_sub(begin)?.max(0);
    (step > 0).then(|| length / step + i64::from(length % step != 0))
}

/// Returns the size in bytes of an element of the memref type `ty`; 0 for other types.
fn element_bytes(ty: Type) -> f64 {
    let Some(element) = Shaped::of(ty).map(|shaped| shaped.element) else { return 0.0 };
    let bits = |ty: Type| if ir::is_index(ty) { 64 } else { ir::element_width(ty) };
    let bits = ir::is_complex(element).map_or_else(|| bits(element), |part| 2 * bits(part));
    f64::from(bits.div_ceil(8).next_power_of_two())
}
