// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communicates tuned schedules to compiler passes as attributes, and reads the choices that the
//! passes report.

use hloom_compiler::interface::{Schedule, ScheduleChoice, TunedSchedule};
use hloom_dialects::op_view::{read_array, read_text};
use hloom_lowering::facts;
use hloom_lowering::ir::{self, Attribute, Context, Op};
use hloom_lowering::schedule::tuning::Tuned;
use melior::ir::Module;
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::OperationLike;

/// Sets module attributes: the tuned schedules for the passes and, if `choices` is true, a request
/// to report the possible schedules.
pub fn apply(context: &Context, module: &Module, tuned: &[&TunedSchedule], choices: bool) {
    let module = module.as_operation();
    if !tuned.is_empty() {
        let tuned: Vec<_> = tuned.iter().map(|entry| attribute(context, entry)).collect();
        ir::set_attribute(module, facts::TUNED, ir::array_attr(context, &tuned));
    }
    if choices {
        ir::set_attribute(module, facts::REPORT_CHOICES, ir::unit_attr(context));
    }
}

fn attribute<'c>(context: &'c Context, entry: &TunedSchedule) -> Attribute<'c> {
    let Schedule { tile, fuse, kernel, depth } = entry.schedule.clone();
    let kernel = kernel.map(|[rows, vectors]| (rows, vectors));
    Tuned { tile, fuse, kernel, depth }.attribute(context, Some(&entry.op))
}

/// Reads the operations with tunable schedules that passes reported in an attribute of the entry
/// function.
pub fn choices(entry: Op) -> Vec<ScheduleChoice> {
    let reported = entry.attribute(facts::CHOICES).ok().and_then(read_array);
    reported.into_iter().flatten().filter_map(choice).collect()
}

fn choice(attribute: Attribute) -> Option<ScheduleChoice> {
    let field = |name: &str| DictionaryAttribute::try_from(attribute).ok()?.element_by_name(name);
    let sources = ir::i64_array(field("sources")?)?;
    Some(ScheduleChoice {
        op: read_text(field("op")?)?.to_owned(),
        schedule: schedule(field("schedule")?)?,
        alternatives: read_array(field("alternatives")?)?
            .into_iter()
            .map(schedule)
            .collect::<Option<_>>()?,
        order: read_text(field("order")?)?.to_owned(),
        sources: sources.into_iter().map(usize::try_from).collect::<Result<_, _>>().ok()?,
    })
}

fn schedule(attribute: Attribute) -> Option<Schedule> {
    let Tuned { tile, fuse, kernel, depth } = Tuned::read(attribute)?;
    let kernel = kernel.map(|(rows, vectors)| [rows, vectors]);
    Some(Schedule { tile, fuse, kernel, depth })
}
