// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A readable report of a run, printed to standard error if NPU_REPORT is set.

use super::plan::{Part, Plan};
use crate::device::Traffic;
use hloom_compiler::Shape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns true if the environment variable NPU_REPORT requests reports, that is, if it is set and
/// neither empty nor `0`.
pub fn is_wanted() -> bool {
    std::env::var_os("NPU_REPORT").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Returns the report of a run, which lists the operations on the host, the copied bytes and the
/// counters of the device.
pub fn report(plan: &Plan, traffic: &Traffic) -> String {
    let mut text = String::new();
    let name = &plan.signature.name;
    let (device, host): (Vec<_>, Vec<_>) = plan.parts.iter().partition(|it| it.is_on_device());
    let count = |parts: &[&Part]| parts.iter().map(|it| it.operations.len()).sum::<usize>();
    let mut line = |content: std::fmt::Arguments| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "npu: {content}");
    };
    line(format_args!(
        "`{name}` in {} parts on the device ({} operations), {} on the host ({})",
        device.len(),
        count(&device),
        host.len(),
        count(&host)
    ));
    for part in &host {
        let mut names = BTreeMap::new();
        part.operations.iter().for_each(|name| *names.entry(name.as_str()).or_insert(0) += 1);
        let names: Vec<_> = names.iter().map(|(name, count)| format!("{name} x{count}")).collect();
        line(format_args!("on the host: {}", names.join(", ")));
    }
    if let Some(reason) = &plan.reason {
        line(format_args!("all operations run on the host: {reason}"));
    }
    let total = |shapes: &[Shape]| shapes.iter().filter_map(Shape::byte_size).sum::<usize>();
    let (takes, gives) = (total(&plan.signature.arguments), total(&plan.signature.results));
    line(format_args!("{takes} bytes of arguments, {gives} bytes of results"));
    line(format_args!(
        "between parts {} bytes to the device, {} bytes to the host",
        traffic.to_device, traffic.to_host
    ));
    for counted in traffic.counters.to_string().lines() {
        line(format_args!("{counted}"));
    }
    text
}
