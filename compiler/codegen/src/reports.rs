// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the information for profiles and memory reports from a lowered program.
//!
//! Locations carry the numbers of source operations through the passes
//! ([`sources`](hloom_lowering::ir::sources)). The operations are described before the first pass
//! runs.

use crate::tuning;
use hloom_compiler::interface::{
    BufferUse, Donation, MemoryPlan, NestWork, PlannedArgument, PlannedBuffer, Profile, Recorder,
    Source, SourceShare,
};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::{read_array, read_integer, read_text};
use hloom_dialects::strings::identifier_text;
use hloom_lowering::facts;
use hloom_lowering::ir::{self, Attribute, Context, Location, Op, Shaped};
use melior::ir::attribute::{ArrayAttribute, BoolAttribute, DictionaryAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, Module, ValueLike};

/// Numbers the operations of a program, and describes them.
pub fn sources(context: &Context, module: &Module) -> Vec<Source> {
    let numbered = ir::sources::number_sources(context, module.as_operation());
    let mut sources: Vec<_> = numbered.iter().map(|(op, place)| source(*op, *place)).collect();
    number_names(&mut sources);
    sources
}

fn source(op: Op, place: Location) -> Source {
    let result = ir::results(op).first().map(|result| result.r#type().to_string());
    Source {
        op: ir::op_name(op).to_owned(),
        ty: result.unwrap_or_default(),
        location: render_location(place),
        name: name(place),
    }
}

/// Returns the name in a location, or an empty string if it contains none.
fn name(place: Location) -> String {
    if place.is_name() {
        return identifier_text(place.name_value()).to_owned();
    }
    if place.is_call_site() {
        return name(place.call_site_callee());
    }
    if place.is_fused() {
        let parts = (0..place.fused_num_locations()).map(|index| name(place.fused_location(index)));
        return parts.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    }
    String::new()
}

/// Assigns a unique location to each operation without a source position: the name of its location
/// or of the operation, and a number that distinguishes operations with the same name.
fn number_names(sources: &mut [Source]) {
    let mut counts = std::collections::HashMap::new();
    for source in sources {
        let has_position = !source.location.is_empty() && source.location != source.name;
        if has_position {
            continue;
        }
        let op = source.op.trim_start_matches("stablehlo.");
        let name = if source.name.is_empty() { op } else { &source.name };
        let name = name.trim_end_matches(':').to_owned();
        let count = counts.entry(name.clone()).or_insert(0usize);
        *count += 1;
        source.location = format!("{name}#{count}");
    }
}

/// Reads the profile of a lowered program whose operations are `sources`. Returns `None` if the
/// passes have not recorded the work.
pub fn profile(module: &Module, sources: Vec<Source>) -> Option<Profile> {
    let entry = entry(module)?;
    let work = array(entry.attribute(facts::WORK).ok()?)?;
    let kernels = entry.attribute(facts::KERNELS).ok().and_then(array).unwrap_or_default();
    let kernels = kernels.into_iter().map(|name| read_text(name).unwrap_or_default().to_owned());
    let nests = work.into_iter().zip(kernels);
    let nests = nests.map(|(work, kernel)| nest(work, kernel)).collect::<Option<_>>()?;
    let choices = tuning::choices(entry);
    Some(Profile { sources, nests, choices, recorder: Recorder::default() })
}

fn nest(work: Attribute, kernel: String) -> Option<NestWork> {
    let work = DictionaryAttribute::try_from(work).ok()?;
    let number = |name: &str| Some(read_integer(work.element_by_name(name)?)? as f64);
    let numbers = |name: &str| ir::i64_array(work.element_by_name(name)?);
    let exact = BoolAttribute::try_from(work.element_by_name("exact")?).ok()?.value();
    let (sources, flops) = (numbers("sources")?, numbers("source_flops")?);
    let parts = numbers("source_work")?;
    let all = parts.iter().sum::<i64>().max(1) as f64;
    let shares = sources.into_iter().zip(flops).zip(parts);
    let share = |((source, flops), part): ((i64, i64), i64)| SourceShare {
        source: usize::try_from(source).unwrap_or(usize::MAX),
        flops: flops as f64,
        part: part as f64 / all,
    };
    Some(NestWork {
        kernel,
        flops: number("flops")?,
        exact,
        bytes_read: number("bytes_read")?,
        bytes_written: number("bytes_written")?,
        shares: shares.map(share).collect(),
    })
}

/// The donated arguments of a program before and after the passes on HLO.
#[derive(Debug, Default)]
pub struct Donations {
    /// For each argument: its type, its size in bytes, and its donation, if any.
    arguments: Vec<(String, u64, Option<Donated>)>,
    results: Vec<String>,
    /// Pairs of indices (result, argument) for each result that takes the memory of a donated
    /// argument. They include pairs from the program, and pairs that the passes at level `hlo`
    /// chose.
    pub chosen: Vec<(usize, usize)>,
}

/// The result to whose memory a program donates an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Donated {
    /// The result with this index may take the memory of the argument.
    To(usize),
    /// Any result of the same type may take the memory of the argument.
    ToAny,
}

impl Donations {
    /// Reads the donated arguments of the entry function `function`.
    pub fn of(function: Op) -> Option<Self> {
        let ty = TypeAttribute::try_from(function.attribute("function_type").ok()?).ok()?;
        let ty = FunctionType::try_from(ty.value()).ok()?;
        let attributes = function.attribute("arg_attrs").ok().and_then(array).unwrap_or_default();
        let donated = |argument: usize| {
            let attributes = DictionaryAttribute::try_from(*attributes.get(argument)?).ok()?;
            let named = attributes.element_by_name("tf.aliasing_output").and_then(read_integer);
            let named = named.and_then(|result| usize::try_from(result).ok()).map(Donated::To);
            named.or_else(|| attributes.element_by_name("jax.buffer_donor").map(|_| Donated::ToAny))
        };
        let argument = |index: usize| {
            let ty = ty.input(index).ok()?;
            let bytes = Shaped::of(ty).filter(Shaped::is_static).map_or(0, |it| bytes(&it));
            Some((ty.to_string(), bytes, donated(index)))
        };
        Some(Self {
            arguments: (0..ty.input_count()).map(argument).collect::<Option<_>>()?,
            results: (0..ty.result_count())
                .map(|index| ty.result(index).ok().map(|ty| ty.to_string()))
                .collect::<Option<_>>()?,
            chosen: Vec::new(),
        })
    }
}

/// Returns the pairs of indices (result, argument) for each result that takes the memory of an
/// argument, according to the passes at level `hlo`.
pub fn aliases(module: &Module) -> Vec<(usize, usize)> {
    functions(module).map(facts::aliases).find(|it| !it.is_empty()).unwrap_or_default()
}

/// Marks the functions that have a body, so that buffer assignment describes their buffers.
pub fn ask_for_buffers(context: &Context, module: &Module) {
    let has_body =
        |op: &Op| ir::regions(*op).into_iter().any(|region| !ir::blocks(region).is_empty());
    for function in functions(module).filter(|op| ir::op_name(*op) == "func.func").filter(has_body)
    {
        ir::set_attribute(function, facts::REPORT_BUFFERS, ir::unit_attr(context));
    }
}

fn functions<'a>(module: &'a Module) -> impl Iterator<Item = Op<'a>> {
    std::iter::successors(module.body().first_operation(), |op| op.next_in_block())
}

/// Returns the size of a tensor in bytes, or `u64::MAX` if the size overflows. A later pass rejects
/// such a tensor.
fn bytes(shaped: &Shaped) -> u64 {
    let part = ir::is_complex(shaped.element);
    let bits =
        part.map_or_else(|| ir::element_width(shaped.element), |it| 2 * ir::element_width(it));
    let sizes = shaped.shape.iter().map(|size| u64::try_from(*size).unwrap_or(0));
    sizes.fold(u64::from(bits.div_ceil(8)), u64::saturating_mul)
}

/// Reads the memory plan of a lowered program whose operations are `sources`. Returns `None` if
/// buffer assignment has not described the buffers.
pub fn memory_plan(
    module: &Module,
    sources: Vec<Source>,
    donations: &Donations,
) -> Option<MemoryPlan> {
    let entry = entry(module)?;
    let arena_bytes = u64::try_from(ir::integer(entry, facts::ARENA_BYTES)?).ok()?;
    let described = array(entry.attribute(facts::BUFFERS).ok()?)?;
    let (mut buffers, mut arguments) = (Vec::new(), Vec::new());
    for attribute in described {
        let dictionary = DictionaryAttribute::try_from(attribute).ok()?;
        let buffer = buffer(dictionary)?;
        if dictionary.element_by_name("argument").is_some() {
            arguments.push(buffer);
        } else {
            buffers.push(buffer);
        }
    }
    let final_aliases = facts::aliases(entry);
    let planned = |(number, (ty, bytes, donated)): (usize, &(String, u64, Option<Donated>))| {
        let used = final_aliases.iter().find(|(_, argument)| *argument == number);
        let donation = match (used, donated) {
            (Some((result, _)), _) => Donation::Used(*result),
            (None, None) => Donation::Kept,
            (None, Some(wish)) => {
                Donation::Unused(donations.reason(number, *wish, &arguments, &sources))
            }
        };
        PlannedArgument { ty: ty.clone(), bytes: *bytes, donation }
    };
    let planned = donations.arguments.iter().enumerate().map(planned).collect();
    let others = donations.results.iter().enumerate();
    let others =
        others.filter(|(result, _)| final_aliases.iter().all(|(taken, _)| taken != result));
    Some(MemoryPlan {
        arena_bytes,
        // The executable knows it.
        runtime_bytes: 0,
        buffers,
        arguments: planned,
        other_results: others.map(|(number, ty)| (number, ty.clone())).collect(),
        sources,
    })
}

fn buffer(dictionary: DictionaryAttribute) -> Option<PlannedBuffer> {
    let size = |name: &str| {
        let value = dictionary.element_by_name(name).and_then(read_integer);
        value.and_then(|value| u64::try_from(value).ok()).unwrap_or_default()
    };
    let numbers = |name: &str| ir::i64_array(dictionary.element_by_name(name)?);
    let ty = TypeAttribute::try_from(dictionary.element_by_name("type")?).ok()?.value();
    let live = numbers("live").unwrap_or_default();
    let position = |index: usize| live.get(index).map_or(0, |it| *it as usize);
    let (uses, sources) = (numbers("uses")?, numbers("sources")?);
    let uses = uses.as_chunks::<2>().0.iter().zip(sources);
    let uses = uses.map(|([position, writes], source)| BufferUse {
        position: *position as usize,
        writes: *writes != 0,
        source: usize::try_from(source).ok(),
    });
    Some(PlannedBuffer {
        ty: ty.to_string(),
        bytes: size("bytes"),
        offset: size("offset"),
        live: position(0)..position(1),
        uses: uses.collect(),
    })
}

impl Donations {
    /// Returns the reason why no result takes the memory of a donated argument. `buffers` contains
    /// the buffers of the arguments, followed by the buffers of the results.
    fn reason(
        &self,
        argument: usize,
        wish: Donated,
        buffers: &[PlannedBuffer],
        sources: &[Source],
    ) -> String {
        let (ty, bytes, _) = &self.arguments[argument];
        if *bytes == 0 {
            return "the argument has no elements".to_owned();
        }
        let chosen = self.chosen.iter().find(|(_, taken)| *taken == argument);
        if let Some((result, _)) = chosen {
            return conflict(
                *result,
                buffers.get(argument),
                self.result(*result, buffers),
                sources,
            );
        }
        match wish {
            Donated::To(result) => {
                let other = self.results.get(result).map_or("missing", String::as_str);
                format!("`tf.aliasing_output` names result {result}, whose type is {other}")
            }
            Donated::ToAny => {
                let same = self.results.iter().filter(|other| *other == ty).count();
                match same {
                    0 => format!("no result has its type {ty}"),
                    1 => "another donated argument takes the only result of its type".to_owned(),
                    _ => format!("other donated arguments take all {same} results of its type"),
                }
            }
        }
    }

    fn result<'b>(&self, result: usize, buffers: &'b [PlannedBuffer]) -> Option<&'b PlannedBuffer> {
        buffers.get(self.arguments.len() + result)
    }
}

/// Describes why `result` is not computed in the memory of an argument, although the passes on HLO
/// chose it.
fn conflict(
    result: usize,
    argument: Option<&PlannedBuffer>,
    destination: Option<&PlannedBuffer>,
    sources: &[Source],
) -> String {
    let place = |it: &BufferUse| it.source.and_then(|source| sources.get(source));
    let write = destination.and_then(|buffer| buffer.uses.iter().find(|it| it.writes));
    let read = argument.and_then(|buffer| buffer.uses.iter().rfind(|it| !it.writes));
    if let (Some(write), Some(read)) = (write, read)
        && read.position >= write.position
        && let (Some(read), Some(write)) = (place(read), place(write))
    {
        let short = |source: &Source| source.location.rsplit('/').next().map(str::to_owned);
        let (read, write) = (short(read).unwrap_or_default(), short(write).unwrap_or_default());
        return format!("{read} still reads the argument when {write} writes result {result}");
    }
    format!(
        "result {result} cannot be computed in the argument's memory, and copying it there would \
         cost more than it saves"
    )
}

/// Returns the entry function of a lowered program.
fn entry<'a>(module: &'a Module) -> Option<Op<'a>> {
    functions(module).find(|op| op.attribute(facts::INPUTS).is_ok())
}

fn array(attribute: Attribute) -> Option<Vec<Attribute>> {
    ArrayAttribute::try_from(attribute).ok()?;
    read_array(attribute)
}
