// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `--partitions`, `--replicas`, `--nodes`: runs a program on several devices, in one process or in
//! several.
//!
//! The program is partitioned as in PJRT, and each device is a participant of a device mesh. With
//! several nodes, each of which is a process with the same command line, the nodes first check that
//! they all run the same program in the same way ([`check_in`]). The first node gathers, prints and
//! compares the results. A node that fails reports the reason to the other nodes.

mod check_in;
mod cluster;
mod devices;
mod inputs;
mod launcher;
mod layout;
mod options;
mod outputs;
mod partitioned;
mod reference;

pub use options::{DeviceOptions, Request};

use super::job::{Job, OutputName};
use super::report::Report;
use crate::command::{Failure, report};
use check_in::Facts;
use cluster::{Cluster, Own};
use devices::Devices;
use hloom_communicator::Endpoint;
use hloom_compiler::{CompiledProgram, Error, Literal, Program};
use hloom_evaluator::DeviceMesh;
use inputs::Inputs;
use outputs::gather;
use partitioned::Partitioned;
use reference::{Reference, executors};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// Compiles and runs a program on several devices.
///
/// Returns the measurements, and true if all comparisons succeed.
///
/// # Errors
/// Fails if the program cannot be partitioned, compiled or run, if an input does not match the
/// program, if the output cannot be written, or if another node is missing, lost or fails.
pub fn run(
    job: &Job,
    request: &Request,
    program: Program,
    output: &mut impl Write,
) -> Result<(Report, bool), Failure> {
    let Request { devices, connection } = request;
    let prepared = prepare(job, devices, &program);
    let mut cluster = None;
    if let Some(connection) = connection.as_ref().filter(|_| !job.only_reports()) {
        let build = format!("{} on {}", hloom_codegen::build(), job.platform.name());
        let endpoint = Endpoint::open(connection.collectives, connection.host);
        let own = endpoint.map_err(Error::from).and_then(|endpoint| {
            let (partitioned, inputs) = prepared.as_ref().map_err(Error::clone)?;
            let facts = facts(job, devices, &build, partitioned, inputs);
            Ok(Own { program: partitioned.digest, facts, endpoint })
        });
        let own = own.map_err(|error| {
            // The others learn the reason later, if they are there at all.
            report(&error);
            error.to_string()
        });
        let runs = own.is_ok();
        cluster = match Cluster::join(connection, *devices, &build, own) {
            Err(_) if !runs => return Err(Failure::Reported),
            Ok(None) => return Err(Failure::Reported),
            joined => joined?,
        };
    }
    let (partitioned, inputs) = prepared?;
    let mut run =
        Run { job, devices, whole: &program, program: &partitioned, cluster: &mut cluster };
    let outcome = run.all(inputs, output);
    match (outcome, &cluster) {
        (Ok((report, holds)), Some(cluster)) => Ok((report, cluster.end(holds)?)),
        (Err(failure), Some(cluster)) => {
            let reason = match &failure {
                Failure::Error(error) => error.clone(),
                Failure::Output(error) => Error::invalid(error.to_string()),
                Failure::Reported => Error::invalid("the reason is in the output of the node"),
            };
            cluster.fail(&reason);
            Err(failure)
        }
        (outcome, None) => outcome,
    }
}

/// Partitions the program and loads the inputs of the first iteration.
fn prepare(
    job: &Job,
    devices: &Devices,
    program: &Program,
) -> Result<(Partitioned, Inputs), Error> {
    let partitioned = Partitioned::new(program, devices, job.known())?;
    let inputs = match job.only_reports() {
        true => Inputs { of_devices: Vec::new(), whole: Vec::new(), facts: Vec::new() },
        false => load(job, devices, &partitioned, 0)?,
    };
    Ok((partitioned, inputs))
}

/// Loads the inputs of an iteration. The random inputs of the replicas differ from each other.
fn load(
    job: &Job,
    devices: &Devices,
    program: &Partitioned,
    iteration: u32,
) -> Result<Inputs, Error> {
    let needs_whole = job.reference.is_some() && devices.is_first_node();
    let count = program.arguments.len();
    let random = |replica: usize| {
        let runs = iteration as usize * devices.replicas + replica;
        job.random(u32::try_from(runs).unwrap_or(u32::MAX), count)
    };
    inputs::load(job.inputs, program, devices, needs_whole, random)
}

/// Returns the properties of the run that must be equal on all nodes, as pairs of a name and a
/// value.
fn facts(
    job: &Job,
    devices: &Devices,
    build: &str,
    program: &Partitioned,
    inputs: &Inputs,
) -> Facts {
    let arguments = job.arguments;
    let mut hasher = DefaultHasher::new();
    format!("{:?} {:?} {:?}", arguments.changes, arguments.memory_budget, arguments.reproducible)
        .hash(&mut hasher);
    let fact = |name: &str, value: &dyn ToString| (name.to_owned(), value.to_string());
    let number = |count: Option<u32>| count.map_or("none".to_owned(), |count| count.to_string());
    let mut facts = vec![
        fact("build of hloom", &build),
        fact("number of nodes", &devices.nodes),
        fact("number of partitions", &devices.partitions),
        fact("number of replicas", &devices.replicas),
        fact("program", &format!("{:016x}", program.digest)),
        fact("value of --iterations", &number(arguments.random.iterations)),
        fact("value of --benchmark", &number(arguments.benchmark)),
        fact("use of --compare-with", &job.reference.is_some()),
        fact("use of --output-shards", &arguments.devices.output_shards),
        fact("use of whole results", &gathers(job)),
        fact("options of the compilation", &format!("{:016x}", hasher.finish())),
    ];
    facts.extend(inputs.facts.iter().cloned());
    facts
}

/// Returns true if the first node needs the whole results, for which it gathers the results of all
/// devices.
fn gathers(job: &Job) -> bool {
    let shows = job.output_dir.is_some() || !job.only_measures();
    job.reference.is_some() || shows && !job.arguments.devices.output_shards
}

/// The runs of one program on several devices.
struct Run<'a> {
    job: &'a Job<'a>,
    devices: &'a Devices,
    /// The program before partitioning.
    whole: &'a Program,
    program: &'a Partitioned,
    cluster: &'a mut Option<Cluster>,
}

impl Run<'_> {
    /// Compiles the program and runs all iterations.
    fn all(
        &mut self,
        mut inputs: Inputs,
        output: &mut impl Write,
    ) -> Result<(Report, bool), Failure> {
        let Self { job, devices, whole, program, .. } = *self;
        let (name, platform) = (whole.name(), job.platform.name());
        let shows = devices.is_first_node();
        if program.is_repeated && shows {
            writeln!(
                std::io::stderr(),
                "{name}: warning: the program has no sharding; each of {} partitions computes the whole program",
                devices.partitions
            )?;
        }
        // The arguments of a partition are shards, which have static shapes.
        let (compiled, compile_times) = job.compile_repeatedly(&program.program, &[])?;
        if job.arguments.memory_report && shows {
            job.report_memory(&program.program, &compiled, output)?;
        }
        if job.only_reports() {
            return Ok((Report::new(name, platform, &compiled, &compile_times, &[]), true));
        }
        let reference = job.reference.filter(|_| shows);
        let reference =
            reference.map(|reference| Reference::new(job, whole, program, devices, reference));
        let reference = reference.transpose()?;
        let (mut times, mut holds) = (Vec::new(), true);
        for iteration in 0..job.arguments.random.iterations.unwrap_or(1) {
            if iteration > 0 {
                inputs = load(job, devices, program, iteration)?;
            }
            let counts = match job.arguments.benchmark.filter(|_| iteration == 0) {
                Some(count) => [1, count as usize],
                None => [0, 1],
            };
            let (durations, results) = self.once(&compiled, &inputs, counts)?;
            if iteration == 0 {
                times = durations;
            }
            let found = self.write(iteration, &results, output)?;
            if iteration == 0 && job.arguments.benchmark.is_some() && shows {
                let report = Report::new(name, platform, &compiled, &compile_times, &times);
                writeln!(output, "{name}: {report}")?;
            }
            if let (Some(reference), Some(found)) = (&reference, found) {
                holds &= self.compare(reference, &inputs, &found, output)?;
            }
        }
        Ok((Report::new(name, platform, &compiled, &compile_times, &times), holds))
    }

    /// Runs the program on the devices of this node. `counts` are the numbers of unmeasured and of
    /// measured runs. Returns the durations of the measured runs and the results of each device.
    fn once(
        &mut self,
        compiled: &CompiledProgram,
        inputs: &Inputs,
        counts: [usize; 2],
    ) -> Result<(Vec<Duration>, Vec<Vec<Literal>>), Error> {
        let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let sizes = [size(self.devices.replicas), size(self.devices.partitions)];
        let executors = executors(&**self.job.platform, self.devices.per_node())?;
        compiled.benchmark_parallel(&executors, &inputs.of_devices, counts, || {
            let mesh = DeviceMesh::new(Arc::default(), sizes[0], sizes[1]);
            match self.cluster {
                Some(cluster) => cluster.next_mesh(mesh),
                None => mesh,
            }
        })
    }

    /// Prints or writes the results of an iteration. Returns the whole results of each replica if
    /// this node has gathered them.
    fn write(
        &self,
        iteration: u32,
        results: &[Vec<Literal>],
        output: &mut impl Write,
    ) -> Result<Option<Vec<Vec<Literal>>>, Failure> {
        let Self { job, devices, program, cluster, .. } = self;
        let prints = !job.only_measures();
        if job.arguments.devices.output_shards {
            let named = devices.local().zip(results).flat_map(|(device, results)| {
                results.iter().enumerate().map(move |(index, result)| {
                    let title = format!("out{index} on device {device}");
                    (OutputName { file: format!("out{index}-{device}"), title }, result)
                })
            });
            job.write_named(iteration, &named.collect::<Vec<_>>(), prints, output)?;
        }
        if !gathers(job) {
            return Ok(None);
        }
        let Some(gathered) = gather(program, devices, cluster.as_ref(), results)? else {
            return Ok(None);
        };
        for warning in &gathered.warnings {
            writeln!(std::io::stderr(), "{}: warning: {warning}", self.whole.name())?;
        }
        if !job.arguments.devices.output_shards {
            let name = |replica: usize, index: usize| match devices.replicas {
                1 => OutputName { file: format!("out{index}"), title: format!("out{index}") },
                _ => OutputName {
                    file: format!("out{index}-replica{replica}"),
                    title: format!("out{index} of replica {replica}"),
                },
            };
            let named = gathered.of_replicas.iter().enumerate().flat_map(|(replica, results)| {
                let results = results.iter().enumerate();
                results.map(move |(index, result)| (name(replica, index), result))
            });
            job.write_named(iteration, &named.collect::<Vec<_>>(), prints, output)?;
        }
        Ok(Some(gathered.of_replicas))
    }

    /// Compares the whole results of each replica with the results of the reference platform.
    /// Returns true if they match.
    fn compare(
        &self,
        reference: &Reference,
        inputs: &Inputs,
        found: &[Vec<Literal>],
        output: &mut impl Write,
    ) -> Result<bool, Failure> {
        let expected = reference.run(&inputs.whole)?;
        let mut holds = true;
        for (replica, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let name = match self.devices.replicas {
                1 => self.whole.name().to_owned(),
                _ => format!("{} (replica {replica})", self.whole.name()),
            };
            holds &= self.job.report_differences(&name, found, expected, output)?;
        }
        Ok(holds)
    }
}
