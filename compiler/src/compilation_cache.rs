// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables that are kept in a folder, so that a program is compiled once.

use crate::interface::{CompileOptions, Executable, Platform};
use crate::{Error, Program};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder of executables, by what they were compiled from.
///
/// Several threads and processes may use one at the same time. What is in it may be damaged
/// or deleted: then it is compiled again.
#[derive(Clone, Debug)]
pub struct CompilationCache {
    folder: PathBuf,
    limit: Option<u64>,
    /// Digests of what else executables depend on.
    depends_on: Vec<u8>,
}

impl CompilationCache {
    /// The cache in a folder, which is made if need be.
    ///
    /// # Errors
    /// If it is no folder, and cannot be made one.
    pub fn new(folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|error| {
            Error::file(&folder, format!("it cannot be the folder of compiled programs: {error}"))
        })?;
        Ok(Self { folder, limit: None, depends_on: Vec::new() })
    }

    /// The same cache, from which the executables that were not used for the longest are
    /// deleted while it has more than so many bytes.
    #[must_use]
    pub fn with_limit(self, bytes: u64) -> Self {
        Self { limit: Some(bytes), ..self }
    }

    /// The executable of a program, loaded if the cache has it, else compiled and kept.
    /// That it cannot be kept is no error. Programs whose dumps are asked for are compiled.
    ///
    /// # Errors
    /// Those of the platform's compiler.
    pub fn compile(
        &self,
        platform: &dyn Platform,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let compiler = platform.compiler();
        // Schedules may have changed since.
        let may_keep = options.dump_dir.is_none() && options.pipeline.schedules.is_empty();
        let fingerprint = compiler.fingerprint().filter(|_| may_keep);
        let Some(fingerprint) = fingerprint else { return compiler.compile(program, options) };
        let path = self.path(platform.name(), &fingerprint, program, options);
        let kept = fs::read(&path).ok().and_then(|bytes| compiler.load(&bytes).ok());
        if let Some(executable) = kept {
            // So that it is deleted later than others.
            let file = File::options().append(true).open(&path);
            let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
            return Ok(executable);
        }
        let executable = compiler.compile(program, options)?;
        if let Ok(bytes) = executable.serialize() {
            let _ = self.keep(&path, &bytes);
        }
        Ok(executable)
    }

    /// Keeps executables apart that depend on other contents of files: plugins whose passes
    /// compile them.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn depending_on(mut self, files: &[PathBuf]) -> Result<Self, Error> {
        for file in files {
            let content = fs::read(file).map_err(|error| Error::file(file, error))?;
            self.depends_on.extend(Sha256::digest(content));
        }
        Ok(self)
    }

    /// Writes a file that others see whole or not at all.
    fn keep(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        self.limit.map_or(Ok(()), |limit| self.shrink(limit))
    }

    fn shrink(&self, limit: u64) -> std::io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let is_ours = entry.file_name().to_string_lossy().ends_with(SUFFIX);
            let metadata = entry.metadata()?;
            if is_ours && metadata.is_file() {
                files.push((metadata.modified()?, metadata.len(), entry.path()));
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, path) in files {
            if total <= limit {
                break;
            }
            fs::remove_file(path)?;
            total -= bytes;
        }
        Ok(())
    }
}

/// What the names of the files end with.
const SUFFIX: &str = ".hloom";

impl CompilationCache {
    /// The file of an executable: a digest of all that it depends on.
    fn path(
        &self,
        platform: &str,
        fingerprint: &str,
        program: &Program,
        options: &CompileOptions,
    ) -> PathBuf {
        let CompileOptions { device, threads, arguments, pipeline, dump_dir: _, progress: _ } =
            options;
        // What is known of arguments matters where a size is not.
        let arguments =
            Some(arguments).filter(|_| !program.is_mlir_text() || may_be_dynamic(program));
        let settings = format!("{device} {threads:?} {arguments:?} {pipeline:?}");
        let entry = program.entry().unwrap_or_default();
        let mut digest = Sha256::new();
        for part in [platform, fingerprint, program.name(), entry, &settings] {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        digest.update(&self.depends_on);
        digest.update(program.source());
        let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(digest + SUFFIX)
    }
}

/// Whether a text could have a type of unknown size in it.
fn may_be_dynamic(program: &Program) -> bool {
    program.source().contains(&b'?')
}
