// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tuned schedules: files of them, and the choices that a compiler offers for tuning.
//!
//! A *tuning file* is a TOML file with the schedules of operations that were measured to be faster
//! on a CPU than the compiler's own choice. A compiler takes those for its CPU and number of
//! threads. An operation is found by its description, which depends on shapes and element types, so
//! that a file serves all programs with the same operations.

use crate::Error;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The version of the format, and of the descriptions of operations.
const VERSION: u32 = 1;

/// The comment at the begin of a file.
const HEADER: &str =
    "# Schedules that `hlo-run --tune` measured to be faster than the compiler's own.\n";

/// A schedule of an operation. What it does not say, the compiler chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The tile sizes of the dimensions that may be tiled, which divide their extents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<Vec<i64>>,
    /// Whether producers join the tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuse: Option<bool>,
    /// The number of rows and of vectors of a row that the kernel of a contraction keeps in
    /// registers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<[i64; 2]>,
}

/// The schedule of an operation on one kind of machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunedSchedule {
    /// LLVM's name of the CPU, such as `znver3`.
    pub cpu: String,
    /// The bits of a vector register.
    pub vector_bits: u32,
    /// The number of threads.
    pub threads: usize,
    /// The compiler's description of the operation.
    pub op: String,
    /// The schedule.
    pub schedule: Schedule,
    /// The measured speed against the compiler's own choice; informative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speedup: Option<f64>,
}

/// The content of a tuning file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TuningFile {
    /// The path, for messages.
    pub path: PathBuf,
    /// The schedules.
    pub schedules: Vec<TunedSchedule>,
}

/// The form of a tuning file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    version: u32,
    #[serde(default, rename = "op", skip_serializing_if = "Vec::is_empty")]
    ops: Vec<TunedSchedule>,
}

/// The part of a tuning file that all versions have.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl TuningFile {
    /// Reads a tuning file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is of another version or is not a tuning file. The message
    /// has the line and column.
    pub fn read(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        let text = std::fs::read_to_string(&path).map_err(|error| Error::file(&path, error))?;
        Self::parse(path, &text)
    }

    /// Parses the text of a tuning file.
    ///
    /// # Errors
    /// Fails as [`TuningFile::read`] does.
    pub fn parse(path: PathBuf, text: &str) -> Result<Self, Error> {
        let wrong = |error: toml::de::Error| located(&path, text, &error);
        // An entry of another version may have other fields, so the version is read first.
        let Versioned { version } = toml::from_str(text).map_err(wrong)?;
        if version != VERSION {
            let reason = format!(
                "expected version {VERSION}, found {version}; tune again with `hlo-run --tune`"
            );
            return Err(Error::file(&path, reason));
        }
        let form: Form = toml::from_str(text).map_err(wrong)?;
        Ok(Self { path, schedules: form.ops })
    }

    /// Writes the file atomically, sorted so that equal content gives equal files.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self) -> Result<(), Error> {
        let mut ops = self.schedules.clone();
        ops.sort_by(|one, other| key(one).cmp(&key(other)));
        let body = toml::to_string(&Form { version: VERSION, ops });
        let body = body.map_err(|error| Error::Internal(error.to_string()))?;
        let failed = |error: std::io::Error| Error::file(&self.path, error);
        let parent = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut file = tempfile::Builder::new()
            .permissions(permissions())
            .tempfile_in(parent.unwrap_or(Path::new(".")))
            .map_err(failed)?;
        std::io::Write::write_all(&mut file, format!("{HEADER}{body}").as_bytes())
            .map_err(failed)?;
        file.persist(&self.path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// Adds a schedule. Replaces the one of the same operation on the same machine.
    pub fn insert(&mut self, schedule: TunedSchedule) {
        self.schedules.retain(|known| key(known) != key(&schedule));
        self.schedules.push(schedule);
    }
}

/// The key of an entry: its machine and operation.
fn key(entry: &TunedSchedule) -> (&str, u32, usize, &str) {
    (&entry.cpu, entry.vector_bits, entry.threads, &entry.op)
}

/// The permissions of a new file that others may read.
fn permissions() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o644)
}

/// Returns the error of a text with its line and column.
fn located(path: &Path, text: &str, error: &toml::de::Error) -> Error {
    let start = error.span().map_or(0, |span| span.start).min(text.len());
    let before = text.get(..start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let reason = error.message().replace('\n', "; ");
    Error::invalid(format!("{}:{line}:{column}: {reason}", path.display()))
}

/// Tuned schedules for a compilation, and the wish for choices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    /// The tuned schedules, of any machines.
    pub file: Option<Arc<TuningFile>>,
    /// Whether [`Profile::choices`](super::Profile::choices) are wanted. They need a profile.
    pub choices: bool,
}

impl Tuning {
    /// Returns the tuned schedules for a machine. The second part is a remark if there are none for
    /// it, but some for others.
    pub fn of_machine(
        &self,
        cpu: &str,
        vector_bits: u32,
        threads: usize,
    ) -> (Vec<&TunedSchedule>, Option<String>) {
        let Some(file) = &self.file else { return (Vec::new(), None) };
        let fits = |entry: &&TunedSchedule| {
            (&*entry.cpu, entry.vector_bits, entry.threads) == (cpu, vector_bits, threads)
        };
        let found: Vec<_> = file.schedules.iter().filter(fits).collect();
        let ignored = found.is_empty().then(|| file.schedules.first()).flatten();
        let remark = ignored.map(|first| {
            let other = machine(&first.cpu, first.vector_bits, first.threads);
            let (path, own) = (file.path.display(), machine(cpu, vector_bits, threads));
            format!("{path}: remark: no schedule is for {own}; the first is for {other}")
        });
        (found, remark)
    }
}

fn machine(cpu: &str, vector_bits: u32, threads: usize) -> String {
    let plural = if threads == 1 { "" } else { "s" };
    format!("`{cpu}` with vectors of {vector_bits} bits and {threads} thread{plural}")
}

/// An operation whose schedule may be tuned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleChoice {
    /// The compiler's description of the operation.
    pub op: String,
    /// The schedule that it has.
    pub schedule: Schedule,
    /// Schedules that may be faster.
    pub alternatives: Vec<Schedule>,
    /// The order in which it adds; empty if its schedule does not affect sums.
    pub order: String,
    /// The numbers of its operations in [`Profile::sources`](super::Profile::sources).
    pub sources: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"# a comment
version = 1

[[op]]
cpu = "znver3"
vector_bits = 256
threads = 2
op = "contraction 128x3072 over 768 of f32 #1a2b3c"
schedule = { tile = [64, 384] }
speedup = 1.25

[[op]]
cpu = "znver3"
vector_bits = 256
threads = 1
op = "kernel rows 64(768,0,128)"
schedule = { kernel = [6, 2] }
"#;

    fn parse(text: &str) -> Result<TuningFile, String> {
        TuningFile::parse(PathBuf::from("a.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let mut file = parse(TEXT).expect("valid");
        assert_eq!(file.schedules[0].schedule.tile, Some(vec![64, 384]));
        assert_eq!(file.schedules[1].schedule.kernel, Some([6, 2]));
        let folder = tempfile::tempdir().expect("a folder");
        file.path = folder.path().join("a.toml");
        file.write().expect("written");
        let mut read = TuningFile::read(&file.path).expect("read");
        read.schedules.reverse();
        assert_eq!(read, file);
    }

    #[test]
    fn an_operation_has_one_schedule_for_a_machine() {
        let mut file = parse(TEXT).expect("valid");
        let schedule = Schedule { fuse: Some(false), ..Schedule::default() };
        file.insert(TunedSchedule { schedule: schedule.clone(), ..file.schedules[0].clone() });
        assert_eq!(file.schedules.len(), 2);
        assert_eq!(file.schedules[1].schedule, schedule);
        file.insert(TunedSchedule { threads: 4, ..file.schedules[0].clone() });
        assert_eq!(file.schedules.len(), 3);
    }

    #[test]
    fn errors_have_their_place() {
        let broken = |from: &str, to: &str| parse(&TEXT.replace(from, to)).expect_err("broken");
        let old = broken("version = 1", "version = 0");
        assert!(old.contains("a.toml: expected version 1, found 0; tune again"), "{old}");
        assert!(broken("version = 1", "").starts_with("a.toml:1:1: missing field `version`"));
        let field = broken("speedup", "sped");
        assert!(field.starts_with("a.toml:10:1: unknown field `sped`"), "{field}");
        let ty = broken("[64, 384]", "[64, \"x\"]");
        assert!(ty.starts_with("a.toml:9:26: "), "{ty}");
        let syntax = broken("threads = 2", "threads = ");
        assert!(syntax.starts_with("a.toml:7:"), "{syntax}");
    }

    #[test]
    fn schedules_are_for_one_machine() {
        let tuning = Tuning { file: Some(Arc::new(parse(TEXT).expect("valid"))), choices: false };
        let (found, remark) = tuning.of_machine("znver3", 256, 1);
        assert_eq!((found.len(), remark), (1, None));
        let (found, remark) = tuning.of_machine("skylake", 256, 1);
        assert!(found.is_empty());
        let expected = "a.toml: remark: no schedule is for `skylake` with vectors of 256 bits and 1 \
                        thread; the first is for `znver3` with vectors of 256 bits and 2 threads";
        assert_eq!(remark.as_deref(), Some(expected));
        assert_eq!(Tuning::default().of_machine("znver3", 256, 1), (Vec::new(), None));
    }
}
