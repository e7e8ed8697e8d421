// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-opt --report=communication`: lists the collectives of a partitioned program.

mod arguments;

use crate::command::{self, Failure, read_bytes};
use crate::table::{Table, compact, count, size};
use arguments::Arguments;
use hloom_codegen::lower::run_passes;
use hloom_compiler::Error;
use hloom_dialects::Context;
use hloom_lowering::ir;
use hloom_lowering::spmd::communication::cost::{Link, Traffic};
use hloom_lowering::spmd::communication::{Collective, collectives};
use std::io::{self, Write};
use std::process::ExitCode;

/// Returns true if a command line of `hlo-opt` contains the flag `--report`.
pub fn is_requested(arguments: &[String]) -> bool {
    let mut flags = arguments.iter().skip(1).take_while(|argument| *argument != "--");
    flags.any(|argument| argument == "--report" || argument.starts_with("--report="))
}

/// Runs `hlo-opt --report=communication`.
///
/// Returns failure if the command line is invalid, or if the program is rejected.
pub fn main(arguments: &[String]) -> ExitCode {
    command::main(arguments, run)
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (bytes, name) = read_bytes(&arguments.program)?;
    let context = Context::new();
    let module = hloom_frontends::parse(&context, &bytes, &name);
    let mut module = module.map_err(|error| Error::Program(error.to_string()))?;
    let partitions = arguments.partitions.unwrap_or(0);
    let passes = match arguments.partitioned {
        true => "builtin.module(inline,symbol-dce,canonicalize)".to_owned(),
        false => {
            format!("builtin.module(inline,symbol-dce,hlo-partition{{partitions={partitions}}})")
        }
    };
    run_passes(&context, &mut module, &passes)?;
    let devices = ir::integer(module.as_operation(), "mhlo.num_partitions").unwrap_or(1);
    let devices = usize::try_from(devices).unwrap_or(1);
    let found = collectives(module.as_operation(), devices);
    let found = found.map_err(|failure| Error::Program(failure.to_string()))?;
    let link = Link { latency: arguments.latency * 1e-6, bandwidth: arguments.bandwidth * 1e9 };
    let report = Report { name, devices, link, collectives: found };
    let text = if arguments.json { report.json() } else { report.text() };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The report on a program: its collectives, and the parameters of the model that predicts their
/// times.
struct Report {
    name: String,
    devices: usize,
    link: Link,
    collectives: Vec<Collective>,
}

impl Report {
    /// Returns the sum of the traffic of all executions of all collectives. A collective in a loop
    /// with an unknown number of iterations counts once.
    fn total(&self) -> Traffic {
        let each = self.collectives.iter();
        let each = each.map(|it| it.traffic.times(it.executions.unwrap_or(1)));
        each.fold(Traffic::default(), Traffic::plus)
    }

    /// Returns the number of collectives in loops with unknown numbers of iterations.
    fn unknown(&self) -> usize {
        self.collectives.iter().filter(|it| it.executions.is_none()).count()
    }

    fn text(&self) -> String {
        let mut table = Table::new(&[
            "collective",
            "group",
            "operand",
            "runs",
            "steps",
            "sent",
            "seconds",
            "location",
        ]);
        let row =
            |kind: String, traffic: Traffic, [group, operand, runs, location]: [String; 4]| {
                let seconds = format!("{:.3e}", self.link.seconds(traffic));
                let steps = compact(traffic.steps as f64);
                vec![kind, group, operand, runs, steps, size(traffic.bytes), seconds, location]
            };
        for it in &self.collectives {
            let runs = it.executions.map_or_else(|| "unknown".to_owned(), |runs| runs.to_string());
            let traffic = it.traffic.times(it.executions.unwrap_or(1));
            let location = it.location.rsplit('/').next().unwrap_or_default().to_owned();
            let cells = [it.group.to_string(), size(it.operand_bytes), runs, location];
            table.row(row(it.kind.clone(), traffic, cells));
        }
        let nothing = String::new;
        let cells = [nothing(), nothing(), nothing(), nothing()];
        table.row(row("total".to_owned(), self.total(), cells));
        let (latency, bandwidth) = (self.link.latency * 1e6, self.link.bandwidth / 1e9);
        let mut text = format!(
            "communication of {} on {}\none device sends; each message takes {latency} us and each \
             byte 1/({bandwidth} GB/s)\n\n{}",
            self.name,
            count(self.devices, "device"),
            table.render(),
        );
        if self.unknown() > 0 {
            let rows = count(self.unknown(), "collective");
            text += &format!(
                "\nThe total contains one run of {rows} in loops with an unknown number of \
                 iterations.\n"
            );
        }
        text
    }

    fn json(&self) -> String {
        let one = |it: &Collective| {
            serde_json::json!({
                "kind": it.kind,
                "location": it.location,
                "group_size": it.group,
                "operand_bytes": it.operand_bytes,
                "executions": it.executions,
                "steps_per_execution": it.traffic.steps,
                "bytes_sent_per_execution": it.traffic.bytes,
                "seconds_per_execution": self.link.seconds(it.traffic),
            })
        };
        let total = self.total();
        let report = serde_json::json!({
            "program": self.name,
            "devices": self.devices,
            "latency_seconds": self.link.latency,
            "bandwidth_bytes_per_second": self.link.bandwidth,
            "collectives": self.collectives.iter().map(one).collect::<Vec<_>>(),
            "total": {
                "steps": total.steps,
                "bytes_sent": total.bytes,
                "seconds": self.link.seconds(total),
                "collectives_with_unknown_executions": self.unknown(),
            },
        });
        format!("{report:#}\n")
    }
}
