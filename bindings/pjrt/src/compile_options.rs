// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compile options: the fields of a serialized `CompileOptionsProto` that this plugin uses.
//!
//! The fields are the numbers of replicas and partitions, the device assignment, and the overrides
//! of options. `hloom_memory_budget`, `hloom_pipeline` and `hloom_reproducible` are options of this
//! plugin. Known options of XLA are type-checked and then ignored.

use crate::failure::Failure;
use bytesize::ByteSize;
use hloom_compiler::interface::PipelineFile;
use hloom_hlo::proto::device_assignment_proto::ComputationDevice;
use hloom_hlo::proto::option_override_proto::Value as OptionValue;
use hloom_hlo::proto::{CompileOptionsProto, DeviceAssignmentProto};
use prost::Message;

/// The maximum number of devices of a program without a device assignment; no client has more
/// devices.
const MOST_DEVICES: usize = 1 << 20;

/// The numbers of replicas and partitions of a program, and the devices that run them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub replicas: usize,
    pub partitions: usize,
    /// The device IDs of all partitions of the first replica, followed by the device IDs of the
    /// second replica, and so on. `None` for a portable executable, which runs on any device. If
    /// the compile options contain no assignment, these are the devices 0, 1, and so on.
    pub devices: Option<Vec<usize>>,
}

impl Assignment {
    /// Reads the assignment from serialized compile options.
    ///
    /// # Errors
    /// Fails if the bytes are not a `CompileOptionsProto`, an option override is unknown or has the
    /// wrong type, or the assignment does not match the numbers of replicas and partitions.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        let options = decode(bytes)?;
        for (name, given) in &options.env_option_overrides {
            check_option(name, given.value.as_ref())?;
        }
        let build = options.executable_build_options.unwrap_or_default();
        // Zero means that the field is not set.
        let count = |count: i64| usize::try_from(count.max(1)).unwrap_or(usize::MAX);
        let (replicas, partitions) = (count(build.num_replicas), count(build.num_partitions));
        let wanted = replicas.saturating_mul(partitions);
        let devices = match build.device_assignment {
            _ if options.compile_portable_executable => None,
            None if wanted > MOST_DEVICES => {
                return Err(Failure::invalid(format!(
                    "expected at most {MOST_DEVICES} devices (replicas times partitions), \
                     found {wanted}"
                )));
            }
            None => Some((0..wanted).collect()),
            Some(given) => Some(assigned(&given, replicas, partitions)?),
        };
        Ok(Self { replicas, partitions, devices })
    }

    /// Checks that this assignment has the same numbers of replicas and partitions as `other`. This
    /// assignment is given when an executable is loaded; `other` is the executable's own
    /// assignment.
    ///
    /// # Errors
    /// Fails if the numbers of replicas or partitions differ.
    pub fn check_counts_of(&self, other: &Self) -> Result<(), Failure> {
        let [own, others] = [self, other].map(|it| (it.replicas, it.partitions));
        if own == others {
            return Ok(());
        }
        Err(Failure::invalid(format!(
            "the serialized executable is for {} replicas of {} partitions, but the given \
             compile options are for {} replicas of {} partitions",
            others.0, others.1, own.0, own.1
        )))
    }

    /// Serializes the assignment as a `DeviceAssignmentProto`; empty for a portable executable.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Some(devices) = &self.devices else { return Vec::new() };
        let of_partition = |partition: usize| ComputationDevice {
            replica_device_ids: (0..self.replicas)
                .map(|replica| devices[replica * self.partitions + partition] as i64)
                .collect(),
        };
        let message = DeviceAssignmentProto {
            replica_count: self.replicas as i32,
            computation_count: self.partitions as i32,
            computation_devices: (0..self.partitions).map(of_partition).collect(),
        };
        message.encode_to_vec()
    }
}

/// Returns the maximum number of bytes that the temporaries of a run may occupy, from serialized
/// compile options. The option is an integer or a text, which may have a unit, such as `64MiB`.
/// Returns `None` if there is no limit.
///
/// # Errors
/// Fails if the bytes are not a `CompileOptionsProto`, or the option's value is not a number of
/// bytes.
pub fn memory_budget(bytes: &[u8]) -> Result<Option<u64>, Failure> {
    let options = decode(bytes)?;
    let given = options.env_option_overrides.iter().find(|(name, _)| *name == MEMORY_BUDGET);
    given.map(|(_, given)| byte_size(given.value.as_ref())).transpose()
}

/// The name of the compile option that limits the bytes of the temporaries of a run.
const MEMORY_BUDGET: &str = "hloom_memory_budget";

/// Returns changes of the platform's pipeline from serialized compile options, in the form of a
/// pipeline file. Returns `None` if there are no changes.
///
/// # Errors
/// Fails if the bytes are not a `CompileOptionsProto`, or the option's value is not text.
pub fn pipeline(bytes: &[u8]) -> Result<Option<PipelineFile>, Failure> {
    let options = decode(bytes)?;
    let given = options.env_option_overrides.iter().find(|(name, _)| *name == PIPELINE);
    let text = given.map(|(_, given)| edits(given.value.as_ref())).transpose()?;
    Ok(text.map(|text| PipelineFile { path: PIPELINE.into(), text: text.to_owned() }))
}

/// The name of the compile option that changes the platform's pipeline.
const PIPELINE: &str = "hloom_pipeline";

fn edits(given: Option<&OptionValue>) -> Result<&str, Failure> {
    if let Some(OptionValue::StringField(text)) = given {
        return Ok(text);
    }
    let given = text_of(given);
    Err(Failure::invalid(format!(
        "{PIPELINE}: expected the text of a pipeline file, found `{given}`"
    )))
}

/// Returns, from serialized compile options, whether results must be bitwise equal on every
/// processor and with any number of threads.
///
/// # Errors
/// Fails if the bytes are not a `CompileOptionsProto`, or the option's value is neither true nor
/// false.
pub fn reproducible(bytes: &[u8]) -> Result<bool, Failure> {
    let options = decode(bytes)?;
    let given = options.env_option_overrides.iter().find(|(name, _)| *name == REPRODUCIBLE);
    given.map_or(Ok(false), |(_, given)| truth(given.value.as_ref()))
}

fn truth(given: Option<&OptionValue>) -> Result<bool, Failure> {
    let value = match given {
        Some(OptionValue::BoolField(value)) => Some(*value),
        Some(OptionValue::StringField(text)) => text.parse().ok(),
        _ => None,
    };
    value.ok_or_else(|| {
        let given = text_of(given);
        Failure::invalid(format!("{REPRODUCIBLE}: expected true or false, found `{given}`"))
    })
}

/// The name of the compile option that makes results bitwise equal on every processor and with any
/// number of threads.
const REPRODUCIBLE: &str = "hloom_reproducible";

fn byte_size(given: Option<&OptionValue>) -> Result<u64, Failure> {
    let size = match given {
        Some(OptionValue::IntField(bytes)) => u64::try_from(*bytes).ok(),
        Some(OptionValue::StringField(text)) => {
            text.parse::<ByteSize>().ok().map(|size| size.as_u64())
        }
        _ => None,
    };
    size.ok_or_else(|| {
        let given = text_of(given);
        Failure::invalid(format!(
            "{MEMORY_BUDGET}: expected a number of bytes as in 65536 or `64KiB`, found `{given}`"
        ))
    })
}

/// Returns the value of an option override as text for error messages.
fn text_of(given: Option<&OptionValue>) -> String {
    match given {
        Some(OptionValue::StringField(text)) => text.clone(),
        Some(OptionValue::BoolField(truth)) => truth.to_string(),
        Some(OptionValue::IntField(number)) => number.to_string(),
        Some(OptionValue::DoubleField(number)) => number.to_string(),
        None => "no value".to_owned(),
    }
}

fn decode(bytes: &[u8]) -> Result<CompileOptionsProto, Failure> {
    CompileOptionsProto::decode(bytes)
        .map_err(|error| Failure::invalid(format!("cannot decode the compile options: {error}")))
}

/// Returns the device IDs of a device assignment: the IDs for all partitions of the first replica,
/// followed by the IDs for the second replica, and so on.
///
/// # Errors
/// Fails if a replica or partition has no device, or if two partitions have the same device.
fn assigned(
    given: &DeviceAssignmentProto,
    replicas: usize,
    partitions: usize,
) -> Result<Vec<usize>, Failure> {
    let wrong = || {
        Failure::invalid(format!(
            "expected a device assignment with a different device for each of {partitions} \
             partitions in each of {replicas} replicas"
        ))
    };
    if given.computation_devices.len() != partitions {
        return Err(wrong());
    }
    let mut devices = Vec::new();
    for replica in 0..replicas {
        for partition in &given.computation_devices {
            let device = partition.replica_device_ids.get(replica).ok_or_else(wrong)?;
            devices.push(usize::try_from(*device).map_err(|_| wrong())?);
        }
    }
    let mut different = devices.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() == devices.len() { Ok(devices) } else { Err(wrong()) }
}

/// The XLA options that callers may override. The value of each is an arbitrary value of the
/// option's type. Overrides are checked and then ignored, because the options control only how XLA
/// compiles.
const OPTIONS: [(&str, OptionValue); 10] = [
    ("exec_time_optimization_effort", OptionValue::DoubleField(0.0)),
    ("memory_fitting_effort", OptionValue::DoubleField(0.0)),
    ("optimization_level", OptionValue::IntField(0)),
    ("memory_fitting_level", OptionValue::IntField(0)),
    ("xla_backend_optimization_level", OptionValue::IntField(0)),
    ("xla_cpu_enable_fast_math", OptionValue::BoolField(false)),
    ("xla_dump_max_hlo_modules", OptionValue::IntField(0)),
    ("xla_embed_ir_in_executable", OptionValue::BoolField(false)),
    ("xla_gpu_auto_spmd_partitioning_memory_budget_ratio", OptionValue::DoubleField(0.0)),
    ("xla_llvm_disable_expensive_passes", OptionValue::BoolField(false)),
];

/// Checks the name and value of an option override. The messages equal XLA's messages, because
/// JAX's tests compare them.
///
/// # Errors
/// Fails if the option is unknown or the value has the wrong type.
fn check_option(name: &str, given: Option<&OptionValue>) -> Result<(), Failure> {
    if name == MEMORY_BUDGET {
        return byte_size(given).map(drop);
    }
    if name == REPRODUCIBLE {
        return truth(given).map(drop);
    }
    if name == PIPELINE {
        return edits(given).map(drop);
    }
    let known = OPTIONS.iter().find(|(known, _)| *known == name);
    let Some((_, known)) = known else {
        return Err(Failure::invalid(format!("No such compile option: '{name}'")));
    };
    use OptionValue::{
        BoolField as Truth, DoubleField as Float, IntField as Integer, StringField as Text,
    };
    let (kind, is_valid) = match (known, given) {
        (Truth(_), Some(Truth(_))) => ("bool", true),
        (Truth(_), Some(Text(text))) => ("bool", matches!(&**text, "true" | "false")),
        (Truth(_), _) => ("bool", false),
        (Integer(_), Some(Integer(_))) => ("int", true),
        (Integer(_), Some(Text(text))) => ("int", text.parse::<i64>().is_ok()),
        (Integer(_), _) => ("int", false),
        (_, Some(Float(_) | Integer(_))) => ("float", true),
        (_, Some(Text(text))) => ("float", text.parse::<f64>().is_ok()),
        _ => ("float", false),
    };
    if is_valid {
        return Ok(());
    }
    let value = text_of(given);
    let message = format!("While setting option {name}, '{value}' is not a valid {kind} value.");
    Err(Failure::invalid(message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_hlo::proto::{ExecutableBuildOptionsProto, OptionOverrideProto};

    fn options(replicas: i64, partitions: i64, given: DeviceAssignmentProto) -> Vec<u8> {
        let build = ExecutableBuildOptionsProto {
            num_replicas: replicas,
            num_partitions: partitions,
            device_assignment: Some(given),
            ..ExecutableBuildOptionsProto::default()
        };
        let options = CompileOptionsProto {
            executable_build_options: Some(build),
            ..CompileOptionsProto::default()
        };
        options.encode_to_vec()
    }

    #[test]
    fn assignments_are_read_and_written() {
        let assignment = Assignment { replicas: 2, partitions: 3, devices: Some((0..6).collect()) };
        let given =
            DeviceAssignmentProto::decode(&*assignment.to_bytes()).expect("it is a message");
        assert_eq!(given.computation_devices[1].replica_device_ids, [1, 4]);
        assert_eq!(Assignment::read(&options(2, 3, given)), Ok(assignment));
        let one = Assignment { replicas: 1, partitions: 1, devices: Some(vec![0]) };
        assert_eq!(Assignment::read(&[]), Ok(one));
    }

    #[test]
    fn pipelines_are_texts() {
        let read = |value| {
            let value = OptionOverrideProto { value: Some(value) };
            let env_option_overrides = [(PIPELINE.to_owned(), value)].into();
            let bytes = CompileOptionsProto { env_option_overrides, ..Default::default() };
            let bytes = bytes.encode_to_vec();
            Assignment::read(&bytes).and_then(|_| pipeline(&bytes))
        };
        let text = "after cse:\n  cse\n";
        let file = PipelineFile { path: PIPELINE.into(), text: text.to_owned() };
        assert_eq!(read(OptionValue::StringField(text.to_owned())), Ok(Some(file)));
        let refusal = read(OptionValue::IntField(1)).expect_err("a number").message;
        assert_eq!(refusal, "hloom_pipeline: expected the text of a pipeline file, found `1`");
        assert_eq!(pipeline(&[]), Ok(None));
    }

    #[test]
    fn reproducible_is_a_truth_value() {
        let read = |value: OptionValue| {
            let value = OptionOverrideProto { value: Some(value) };
            let env_option_overrides = [("hloom_reproducible".to_owned(), value)].into();
            let bytes = CompileOptionsProto { env_option_overrides, ..Default::default() };
            let bytes = bytes.encode_to_vec();
            Assignment::read(&bytes).map_err(|it| it.message.clone())?;
            reproducible(&bytes).map_err(|it| it.message)
        };
        assert_eq!(read(OptionValue::BoolField(true)), Ok(true));
        assert_eq!(read(OptionValue::StringField("false".to_owned())), Ok(false));
        let refused = read(OptionValue::IntField(1)).expect_err("no truth value");
        assert!(refused.starts_with("hloom_reproducible: expected true or false"), "{refused}");
        assert_eq!(reproducible(&[]).map_err(|it| it.message), Ok(false));
    }

    #[test]
    fn memory_budgets_are_numbers_of_bytes() {
        let read = |value: OptionValue| {
            let given = OptionOverrideProto { value: Some(value) };
            let options = CompileOptionsProto {
                env_option_overrides: [(MEMORY_BUDGET.to_owned(), given)].into(),
                ..CompileOptionsProto::default()
            };
            let bytes = options.encode_to_vec();
            Assignment::read(&bytes)?;
            memory_budget(&bytes)
        };
        let text = |text: &str| read(OptionValue::StringField(text.to_owned()));
        assert_eq!(memory_budget(&[]), Ok(None));
        assert_eq!(read(OptionValue::IntField(100)), Ok(Some(100)));
        assert_eq!(text("64KiB"), Ok(Some(65536)));
        assert_eq!(
            text("much").expect_err("no number").message,
            "hloom_memory_budget: expected a number of bytes as in 65536 or `64KiB`, found `much`"
        );
        assert!(read(OptionValue::IntField(-1)).is_err());
        assert!(read(OptionValue::BoolField(true)).is_err());
    }

    #[test]
    fn options_have_names_and_types() {
        let read = |name: &str, value: OptionValue| {
            let given = OptionOverrideProto { value: Some(value) };
            let overrides = [(name.to_owned(), given)];
            let options = CompileOptionsProto {
                env_option_overrides: overrides.into(),
                ..CompileOptionsProto::default()
            };
            Assignment::read(&options.encode_to_vec()).map(drop).map_err(|failure| failure.message)
        };
        let name = "xla_embed_ir_in_executable";
        assert_eq!(read(name, OptionValue::BoolField(true)), Ok(()));
        assert_eq!(read(name, OptionValue::StringField("true".to_owned())), Ok(()));
        let said =
            read(name, OptionValue::StringField("7".to_owned())).expect_err("no truth value");
        assert!(said.ends_with("'7' is not a valid bool value."), "{said}");
        let said = read("nonsense", OptionValue::IntField(7)).expect_err("no option");
        assert_eq!(said, "No such compile option: 'nonsense'");
    }

    #[test]
    fn wrong_ones_are_refused() {
        assert!(Assignment::read(&[0xff]).is_err());
        assert!(Assignment::read(&options(1, 1, DeviceAssignmentProto::default())).is_err());
        let build = ExecutableBuildOptionsProto {
            num_replicas: i64::MAX,
            ..ExecutableBuildOptionsProto::default()
        };
        let many = CompileOptionsProto {
            executable_build_options: Some(build),
            ..CompileOptionsProto::default()
        };
        assert!(Assignment::read(&many.encode_to_vec()).is_err());
    }
}
