// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tuning files: TOML files with schedules.
//!
//! Writing a file changes only parts of the existing text, so that comments and the order of
//! entries are preserved.

use super::schedule::{Schedule, TunedSchedule};
use crate::Error;
use hloom_stream_executor::cache_files;
use serde::Deserialize;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

/// The version of the file format and of the descriptions of operations.
const VERSION: u32 = 1;

/// The first lines of a new tuning file.
const BEGIN: &str = "# Schedules that `hlo-run --tune` measured to be faster than the compiler's own.\n\
                     version = 1\n";

/// The name that stands for the default tuning file.
const DEFAULT: &str = "default";

/// The permissions of a tuning file: all users may read it, and only its owner may write it.
const MODE: u32 = 0o644;

/// The content of a tuning file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TuningFile {
    /// The path of the file, for messages and for [`TuningFile::write`].
    pub path: PathBuf,
    /// The schedules in the file.
    pub schedules: Vec<TunedSchedule>,
}

/// The structure of a tuning file of this version.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(rename = "version")]
    _version: u32,
    #[serde(default, rename = "op")]
    ops: Vec<Spanned<TunedSchedule>>,
}

/// The part of a tuning file that all versions have.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl TuningFile {
    /// Returns the path of a tuning file: `name`, or the default file of this user for `default`,
    /// which is `hloom/tuning.toml` in `$XDG_CACHE_HOME` or `~/.cache`.
    ///
    /// # Errors
    /// Fails for `default` if neither `$XDG_CACHE_HOME` nor `$HOME` is an absolute path.
    pub fn path_of(name: &Path) -> Result<PathBuf, Error> {
        if name != Path::new(DEFAULT) {
            return Ok(name.to_owned());
        }
        let folder = cache_files::user_folder().ok_or_else(|| {
            let reason = "expected an absolute path in XDG_CACHE_HOME or HOME, found neither";
            Error::invalid(format!("tuning file `{DEFAULT}`: {reason}; give the path of a file"))
        })?;
        Ok(folder.join("tuning.toml"))
    }

    /// Reads a tuning file that a user names ([`TuningFile::path_of`]). If the default file does
    /// not exist, returns a file without schedules.
    ///
    /// # Errors
    /// Fails under the same conditions as [`TuningFile::read`] and [`TuningFile::path_of`].
    pub fn named(name: &Path) -> Result<Self, Error> {
        let path = Self::path_of(name)?;
        let may_be_missing = name == Path::new(DEFAULT);
        if may_be_missing && path.try_exists().is_ok_and(|exists| !exists) {
            return Ok(Self { path, schedules: Vec::new() });
        }
        Self::read(path)
    }

    /// Reads a tuning file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is of another version or is not a tuning file, or if an
    /// operation has two schedules for the same machine. Messages about the syntax or an entry
    /// contain the line and column.
    pub fn read(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        let text = std::fs::read_to_string(&path).map_err(|error| Error::file(&path, error))?;
        Self::parse(path, &text)
    }

    /// Parses the text of a tuning file.
    ///
    /// # Errors
    /// Fails under the same conditions as [`TuningFile::read`].
    pub fn parse(path: PathBuf, text: &str) -> Result<Self, Error> {
        let wrong = |error: toml::de::Error| located(&path, text, error.span(), error.message());
        // An entry of another version may have other fields, so the version is read first.
        let Versioned { version } = toml::from_str(text).map_err(wrong)?;
        if version != VERSION {
            let reason = format!(
                "expected version {VERSION} of tuning files, found {version}; tune again with \
                 `hlo-run --tune`"
            );
            return Err(Error::file(&path, reason));
        }
        let form: Form = toml::from_str(text).map_err(wrong)?;
        let mut first = HashMap::new();
        for entry in &form.ops {
            if let Some(start) = first.insert(entry.get_ref().key(), entry.span().start) {
                let reason = format!(
                    "line {1} already contains a schedule of `{0}` for this machine",
                    entry.get_ref().op,
                    position(text, start).0
                );
                return Err(located(&path, text, Some(entry.span()), &reason));
            }
        }
        drop(first);
        let schedules = form.ops.into_iter().map(Spanned::into_inner).collect();
        Ok(Self { path, schedules })
    }

    /// Writes the file atomically. Keeps the comments of an existing file and the order of its
    /// entries, and removes entries that `self` lacks. Appends new entries, sorted by machine and
    /// operation.
    ///
    /// # Errors
    /// Fails if the file exists and is not a tuning file, or if it cannot be written.
    pub fn write(&self) -> Result<(), Error> {
        let failed = |error: std::io::Error| Error::file(&self.path, error);
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => BEGIN.to_owned(),
            Err(error) => return Err(failed(error)),
        };
        let text = self.changed(&text)?;
        cache_files::write_atomically(&self.path, text.as_bytes(), MODE).map_err(failed)
    }

    /// Returns `text`, the text of a tuning file, with its schedules replaced by the schedules of
    /// `self`.
    fn changed(&self, text: &str) -> Result<String, Error> {
        let old = Self::parse(self.path.clone(), text)?;
        let parsed = text.parse::<DocumentMut>();
        let mut document =
            parsed.map_err(|error| located(&self.path, text, error.span(), error.message()))?;
        let mut new: HashMap<_, _> = self.schedules.iter().map(|it| (it.key(), it)).collect();
        // An array of inline tables has the same meaning.
        let tables = document.remove("op").map(Item::into_array_of_tables);
        let tables = tables.and_then(Result::ok).unwrap_or_default();
        let mut kept = ArrayOfTables::new();
        for (mut table, old) in tables.into_iter().zip(&old.schedules) {
            let Some(schedule) = new.remove(&old.key()) else { continue };
            if schedule != old {
                update(&mut table, schedule);
            }
            kept.push(table);
        }
        let mut added: Vec<_> = new.into_values().collect();
        added.sort_by(|one, other| one.key().cmp(&other.key()));
        added.into_iter().for_each(|schedule| kept.push(table(schedule)));
        if !kept.is_empty() {
            document.insert("op", Item::ArrayOfTables(kept));
        }
        Ok(document.to_string())
    }

    /// Adds a schedule. Replaces an existing schedule of the same operation on the same machine.
    pub fn insert(&mut self, schedule: TunedSchedule) {
        self.schedules.retain(|known| known.key() != schedule.key());
        self.schedules.push(schedule);
    }
}

/// Returns the TOML table of a new entry.
fn table(entry: &TunedSchedule) -> Table {
    let mut table = Table::new();
    table.insert("cpu", toml_edit::value(&entry.cpu));
    table.insert("vector_bits", toml_edit::value(i64::from(entry.vector_bits)));
    table.insert("threads", toml_edit::value(i64::try_from(entry.threads).unwrap_or(i64::MAX)));
    table.insert("op", toml_edit::value(&entry.op));
    update(&mut table, entry);
    table
}

/// Replaces the values of an entry that are not part of its key.
fn update(table: &mut Table, entry: &TunedSchedule) {
    set(table, "speedup", entry.speedup.map(Value::from));
    let schedule = table.entry("schedule").or_insert_with(|| Item::Table(Table::new()));
    let Some(schedule) = schedule.as_table_like_mut() else { return };
    let Schedule { tile, fuse, kernel, depth } = &entry.schedule;
    let array = |numbers: &[i64]| Value::Array(numbers.iter().copied().collect::<Array>());
    set(schedule, "tile", tile.as_deref().map(array));
    set(schedule, "fuse", fuse.map(Value::from));
    set(schedule, "kernel", kernel.as_ref().map(|kernel| array(kernel)));
    set(schedule, "depth", depth.map(Value::from));
}

/// Sets a value, or removes it for `None`. Preserves the comment beside a replaced value.
fn set(table: &mut dyn TableLike, name: &str, value: Option<Value>) {
    let Some(mut value) = value else {
        table.remove(name);
        return;
    };
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => {
            table.insert(name, Item::Value(value));
        }
    }
}

/// Returns an error with the line and column at which `span` begins in `text`.
fn located(path: &Path, text: &str, span: Option<Range<usize>>, message: &str) -> Error {
    let (line, column) = position(text, span.map_or(0, |span| span.start));
    let reason = message.replace('\n', "; ");
    Error::invalid(format!("{}:{line}:{column}: {reason}", path.display()))
}

/// Returns the line and column, counted from 1, of a byte offset in a text.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset.min(text.len())).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
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
        assert!(
            old.contains("a.toml: expected version 1 of tuning files, found 0; tune again"),
            "{old}"
        );
        assert!(broken("version = 1", "").starts_with("a.toml:1:1: missing field `version`"));
        let field = broken("speedup", "sped");
        assert!(field.starts_with("a.toml:10:1: unknown field `sped`"), "{field}");
        let ty = broken("[64, 384]", "[64, \"x\"]");
        assert!(ty.starts_with("a.toml:9:26: "), "{ty}");
        let syntax = broken("threads = 2", "threads = ");
        assert!(syntax.starts_with("a.toml:7:"), "{syntax}");
    }

    #[test]
    fn an_operation_has_only_one_entry() {
        let entry = &TEXT[TEXT.find("[[op]]").expect("an entry")..];
        let message = parse(&format!("{TEXT}\n{entry}")).expect_err("two entries");
        let expected = "a.toml:19:1: line 4 already contains a schedule of \
                        `contraction 128x3072 over 768 of f32 #1a2b3c` for this machine";
        assert_eq!(message, expected);
    }

    #[test]
    fn comments_stay() {
        let text = TEXT.replace("[64, 384] }", "[64, 384] } # the best one").replace(
            "\n[[op]]\ncpu = \"znver3\"\nvector_bits = 256\nthreads = 1",
            "\n# for one thread\n[[op]]\ncpu = \"znver3\"\nvector_bits = 256\nthreads = 1",
        );
        let mut file = parse(&text).expect("valid");
        assert_eq!(file.changed(&text), Ok(text.clone()));
        let tile = |tile: &[i64]| Schedule { tile: Some(tile.to_vec()), ..Schedule::default() };
        let [first, second] = &file.schedules[..] else { panic!("two schedules") };
        let changed = TunedSchedule { schedule: tile(&[32, 96]), ..first.clone() };
        let added = TunedSchedule { op: "new".to_owned(), schedule: tile(&[1]), ..second.clone() };
        file.insert(changed);
        file.insert(added);
        let expected = text.replace("[64, 384]", "[32, 96]")
            + "\n[[op]]\ncpu = \"znver3\"\nvector_bits = 256\nthreads = 1\nop = \"new\"\n\
               \n[op.schedule]\ntile = [1]\n";
        assert_eq!(file.changed(&text), Ok(expected));
        file.schedules.clear();
        let empty = file.changed(&text).expect("written");
        assert_eq!(empty, "# a comment\nversion = 1\n");
    }
}
