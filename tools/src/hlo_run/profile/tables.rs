// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tables of the time of a run by kernel and by source line.

use super::roofline::Roofline;
use crate::source_names::{Places, name, short_type};
use crate::table::{Table, compact};
use hloom_compiler::interface::{Activity, NestWork, Profile, Source, Span, Trace};
use std::collections::{BTreeMap, HashMap};

/// The maximum number of rows of a table. The trace file contains all kernels.
const ROWS: usize = 20;
/// The number of kernels whose possible gain of time is printed.
const NAMED: usize = 3;

/// The time and work of a row of the profile: a kernel or a source line.
#[derive(Clone, Debug, Default)]
struct Row {
    seconds: f64,
    executions: usize,
    flops: f64,
    bytes: f64,
    /// The minimum time, in seconds, for the work at the machine's highest rates.
    least: f64,
    /// The part of [`Row::least`] in kernels whose rate is limited by arithmetic rather than by
    /// memory traffic.
    compute: f64,
    /// The sum of the times of the kernel's tasks on all threads, in seconds.
    busy: f64,
    exact: bool,
    /// The time of each source operation in seconds, by the number of the operation.
    sources: BTreeMap<usize, f64>,
}

/// The tables of the profile of the fastest run.
pub struct Tables<'a> {
    profile: &'a Profile,
    places: Places,
    roofline: Roofline,
    threads: usize,
    /// The time of the run in seconds.
    run: f64,
    /// The names of the kernels with their rows, in descending order of time.
    kernels: Vec<(String, Row)>,
    lines: Vec<(String, Row)>,
}

impl<'a> Tables<'a> {
    /// Sums up the times and the work of the fastest recorded run, by kernel and by source line.
    pub fn new(profile: &'a Profile, trace: &Trace, roofline: Roofline, threads: usize) -> Self {
        let whole = trace.spans.iter().filter(|span| span.activity == Activity::Run);
        let fastest = whole.min_by_key(|span| span.duration);
        let run = fastest.map_or(0.0, |span| span.duration.as_secs_f64());
        let number = fastest.map(|span| span.run);
        let of_run = trace.spans.iter().filter(|span| Some(span.run) == number);
        let shares = profile.nests.iter().flat_map(|nest| &nest.shares);
        let weighted = shares.filter_map(|it| Some((profile.sources.get(it.source)?, it.part)));
        let places = Places::new(weighted);
        let (kernels, lines) = (Vec::new(), Vec::new());
        let mut tables = Self { profile, places, roofline, threads, run, kernels, lines };
        let (mut kernels, mut lines) = (HashMap::new(), HashMap::new());
        for span in of_run {
            tables.add(span, &mut kernels, &mut lines);
        }
        tables.kernels = sorted(kernels);
        tables.lines = sorted(lines);
        tables
    }

    fn add(
        &self,
        span: &Span,
        kernels: &mut HashMap<String, Row>,
        lines: &mut HashMap<String, Row>,
    ) {
        let seconds = span.duration.as_secs_f64();
        let nest = |number: usize| self.profile.nests.get(number);
        match span.activity {
            Activity::Run => {}
            Activity::Tasks(number) => {
                let Some(nest) = nest(number) else { return };
                kernels.entry(self.kernel(nest)).or_insert_with(exact).busy += seconds;
            }
            Activity::Nest(number) => {
                let Some(nest) = nest(number) else { return };
                let bytes = nest.bytes_read + nest.bytes_written;
                let (least, computes) = self.roofline.least(nest.flops, bytes);
                let row = kernels.entry(self.kernel(nest)).or_insert_with(exact);
                row.count(seconds, nest.flops, bytes, least, computes, nest.exact);
                for share in &nest.shares {
                    *row.sources.entry(share.source).or_default() += seconds * share.part;
                    let Some(source) = self.profile.sources.get(share.source) else { continue };
                    let line = lines.entry(self.places.line(source)).or_insert_with(exact);
                    let part = share.part;
                    line.count(
                        seconds * part,
                        share.flops,
                        bytes * part,
                        least * part,
                        computes,
                        nest.exact,
                    );
                    *line.sources.entry(share.source).or_default() += seconds * part;
                }
            }
        }
    }

    /// Returns the name of the kernel that contains a loop nest, without the name of the function.
    /// Returns `copy` or `runtime call` for work outside of kernels.
    fn kernel(&self, nest: &NestWork) -> String {
        let name = &nest.kernel;
        let short = name.rfind("_kernel_").map(|at| name[at + 1..].to_owned());
        match short {
            Some(short) => short,
            None if name.is_empty() => "copy".to_owned(),
            None => "runtime call".to_owned(),
        }
    }

    /// Renders the tables as text, with a sentence about the kernels that could gain the most time.
    pub fn render(&self) -> String {
        let Roofline { flops, bytes } = self.roofline;
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        let mut text = format!(
            "run {:.3} ms on {} {threads}; limits: {}FLOP/s, copies at {}B/s\n",
            self.run * 1e3,
            self.threads,
            compact(flops),
            compact(bytes),
        );
        if !self.places.file().is_empty() {
            text.push_str(&format!("lines are of {}\n", self.places.file()));
        }
        text.push('\n');
        let headings = ["ms", "%", "flop", "bytes", "roof", "by", "busy", "kernel", "operations"];
        let mut table = Table::new(&headings);
        for (name, row) in self.kernels.iter().take(ROWS) {
            let times =
                if row.executions > 1 { format!(" x{}", row.executions) } else { String::new() };
            let mut cells = self.cells(row);
            let busy = (row.busy > 0.0).then(|| row.busy / (row.seconds * self.threads as f64));
            cells.extend([busy.map_or_else(String::new, percent), format!("{name}{times}")]);
            cells.push(self.operations(row));
            table.row(cells);
        }
        self.rest(&mut table, &self.kernels, "kernels", headings.len());
        let inside: f64 = self.kernels.iter().map(|(_, row)| row.seconds).sum();
        let between = (self.run - inside).max(0.0);
        let mut cells = vec![milliseconds(between), percent(between / self.run)];
        cells.resize(headings.len() - 1, String::new());
        cells.push("code between kernels".to_owned());
        table.row(cells);
        text.push_str(&table.render());
        text.push('\n');
        text.push_str(&self.gains());

        let headings = ["ms", "%", "flop", "bytes", "roof", "by", "line"];
        let mut table = Table::new(&headings);
        for (line, row) in self.lines.iter().take(ROWS) {
            let mut cells = self.cells(row);
            cells.push(format!("{line}  {}", self.names(row)));
            table.row(cells);
        }
        self.rest(&mut table, &self.lines, "lines", headings.len());
        text.push('\n');
        text.push_str(&table.render());
        text
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let least = if row.exact { "" } else { ">" };
        let roof = if row.seconds > 0.0 { row.least / row.seconds } else { 0.0 };
        let by = if row.compute > row.least / 2.0 { "fma" } else { "mem" };
        vec![
            milliseconds(row.seconds),
            percent(row.seconds / self.run),
            format!("{least}{}", compact(row.flops)),
            format!("{least}{}", compact(row.bytes)),
            percent(roof),
            (if row.least > 0.0 { by } else { "" }).to_owned(),
        ]
    }

    /// Adds a table row that sums up the rows after the first [`ROWS`], which are not shown.
    fn rest(&self, table: &mut Table, rows: &[(String, Row)], what: &str, columns: usize) {
        let hidden = rows.get(ROWS..).unwrap_or_default();
        if hidden.is_empty() {
            return;
        }
        let seconds: f64 = hidden.iter().map(|(_, row)| row.seconds).sum();
        let mut cells = vec![milliseconds(seconds), percent(seconds / self.run)];
        cells.resize(columns - 1, String::new());
        cells.push(format!("{} other {what}", hidden.len()));
        table.row(cells);
    }

    /// Describes the source operation that takes the largest part of a kernel's time, and counts
    /// the kernel's other source operations.
    fn operations(&self, row: &Row) -> String {
        let sources = self.by_time(row);
        let Some(first) = sources.first() else { return String::new() };
        match sources.len() {
            1 => self.places.describe(first),
            more => format!("{} +{}", self.places.describe(first), more - 1),
        }
    }

    /// Returns the distinct names and types of the source operations of a row, separated by commas,
    /// in descending order of time.
    fn names(&self, row: &Row) -> String {
        let mut names: Vec<String> = Vec::new();
        for source in self.by_time(row) {
            let name = format!("{} {}", name(source), short_type(&source.ty)).trim_end().to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    fn by_time(&self, row: &Row) -> Vec<&'a Source> {
        let mut sources: Vec<_> = row.sources.iter().collect();
        sources.sort_by(|one, other| other.1.total_cmp(one.1));
        sources.into_iter().filter_map(|(source, _)| self.profile.sources.get(*source)).collect()
    }

    /// Returns a sentence that names the kernels that would save the most time if they reached the
    /// limits of the machine.
    fn gains(&self) -> String {
        let gain = |row: &Row| (row.seconds - row.least).max(0.0);
        let mut rows: Vec<_> = self.kernels.iter().filter(|(_, row)| row.exact).collect();
        rows.sort_by(|(_, one), (_, other)| gain(other).total_cmp(&gain(one)));
        let named = rows.iter().take(NAMED).filter(|(_, row)| gain(row) > 0.0);
        let named: Vec<_> =
            named.map(|(name, row)| format!("{name} {:.3} ms", gain(row) * 1e3)).collect();
        let named = match &named[..] {
            [] => String::new(),
            named => format!("most to gain: {}\n", named.join(", ")),
        };
        let least: f64 = self.kernels.iter().map(|(_, row)| row.least).sum();
        format!("kernels at these limits would take {:.3} ms\n{named}", least * 1e3)
    }
}

impl Row {
    fn count(
        &mut self,
        seconds: f64,
        flops: f64,
        bytes: f64,
        least: f64,
        computes: bool,
        exact: bool,
    ) {
        self.seconds += seconds;
        self.executions += 1;
        self.flops += flops;
        self.bytes += bytes;
        self.least += least;
        self.compute += if computes { least } else { 0.0 };
        self.exact &= exact;
    }
}

fn exact() -> Row {
    Row { exact: true, ..Row::default() }
}

fn sorted(rows: HashMap<String, Row>) -> Vec<(String, Row)> {
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by(|(name, one), (other_name, other)| {
        other.seconds.total_cmp(&one.seconds).then_with(|| name.cmp(other_name))
    });
    rows
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.3}", seconds * 1e3)
}

fn percent(part: f64) -> String {
    if part.is_finite() { format!("{:.0}%", part * 100.0) } else { String::new() }
}
