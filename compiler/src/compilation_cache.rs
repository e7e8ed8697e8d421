// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A cache of compiled executables in a folder, so that a program is compiled only once.
//!
//! The file name of an executable is a SHA-256 digest of everything that it depends on: platform,
//! compiler fingerprint, options and program. If a file is missing or damaged, the program is
//! compiled again and the file is replaced.

use crate::interface::{CompileOptions, Executable, Platform};
use crate::{Error, Program};
use hloom_stream_executor::cache_files;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder of executables, whose keys are digests of everything on which the executables depend.
///
/// Several threads and processes may use the same folder at the same time. A missing or damaged
/// executable is compiled again.
#[derive(Clone, Debug)]
pub struct CompilationCache {
    folder: PathBuf,
    limit: Option<u64>,
    /// Digests of further files that executables depend on, such as plugins.
    depends_on: Vec<u8>,
}

impl CompilationCache {
    /// Creates a cache in a folder. Creates the folder if it does not exist.
    ///
    /// # Errors
    /// Fails if the folder cannot be created.
    pub fn new(folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|error| {
            Error::file(&folder, format!("cannot create the compilation cache: {error}"))
        })?;
        Ok(Self { folder, limit: None, depends_on: Vec::new() })
    }

    /// Returns the same cache with a maximum size in bytes.
    ///
    /// When the cache exceeds this size, the least recently used executables are deleted.
    #[must_use]
    pub fn with_limit(self, bytes: u64) -> Self {
        Self { limit: Some(bytes), ..self }
    }

    /// Returns the executable of a program: loads it from the cache, or compiles and stores it.
    ///
    /// A failure to store the executable is ignored. The cache is not used if the options request
    /// dumps, a profile, a memory plan or a trace, if they name schedule files, or if the compiler
    /// has no fingerprint.
    ///
    /// # Errors
    /// Returns the errors of the platform's compiler. Also fails if the known sizes of an argument
    /// are not those of the executable.
    pub fn compile(
        &self,
        platform: &dyn Platform,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let compiler = platform.compiler();
        // The options name schedule files, but their content is not part of the digest.
        let reports = options.profile || options.memory_plan || options.trace.is_some();
        let may_keep =
            !reports && options.dump_dir.is_none() && options.pipeline.schedules.is_empty();
        let fingerprint = compiler.fingerprint().filter(|_| may_keep);
        let Some(fingerprint) = fingerprint else { return compiler.compile(program, options) };
        let path = self.path(platform.name(), &fingerprint, program, options);
        let kept = fs::read(&path).ok().and_then(|bytes| compiler.load(&bytes).ok());
        if let Some(executable) = kept {
            // The digest of a program with static shapes does not contain the known sizes.
            check_known_arguments(options, &*executable)?;
            // The modification time is the time of last use, by which `shrink` deletes files.
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

    /// Includes the contents of files in the digests of executables, for example plugins whose
    /// passes take part in the compilation.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn depending_on(mut self, files: &[PathBuf]) -> Result<Self, Error> {
        for file in files {
            let content = fs::read(file).map_err(|error| Error::file(file, error))?;
            self.depends_on.extend(Sha256::digest(content));
        }
        Ok(self)
    }

    /// Writes the file of an executable, which only its owner may read.
    fn keep(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        cache_files::write_atomically(path, bytes, 0o600)?;
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

/// The suffix of the names of files in the cache.
const SUFFIX: &str = ".hloom";

impl CompilationCache {
    /// Returns the path of an executable's file. The file name is a digest of everything that the
    /// executable depends on.
    fn path(
        &self,
        platform: &str,
        fingerprint: &str,
        program: &Program,
        options: &CompileOptions,
    ) -> PathBuf {
        let CompileOptions {
            device,
            threads,
            arguments,
            memory_budget,
            reproducible,
            device_only,
            pipeline,
            tuning,
            dump_dir: _,
            profile: _,
            memory_plan: _,
            trace: _,
            progress: _,
            warnings: _,
        } = options;
        // Known sizes and values of arguments affect only programs with dynamic shapes.
        let arguments =
            Some(arguments).filter(|_| !program.is_mlir_text() || may_be_dynamic(program));
        let tuned = tuning.file.as_ref().map(|file| &file.schedules);
        let settings = format!(
            "{device} {threads:?} {arguments:?} {memory_budget:?} {reproducible} \
             {device_only} {pipeline:?} {tuned:?}"
        );
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

/// Checks that the arguments of an executable have the known sizes.
///
/// # Errors
/// Fails at the first argument that has other sizes, as the compiler does.
fn check_known_arguments(
    options: &CompileOptions,
    executable: &dyn Executable,
) -> Result<(), Error> {
    let arguments = options.arguments.iter().zip(&executable.signature().arguments);
    for (index, (known, shape)) in arguments.enumerate() {
        let dims: Vec<_> = shape.dims.iter().copied().map(Some).collect();
        known.as_ref().map_or(Ok(()), |known| known.check(index, &dims, shape))?;
    }
    Ok(())
}

/// Returns true if the text of a program may contain a type with a dynamic dimension.
fn may_be_dynamic(program: &Program) -> bool {
    program.source().contains(&b'?')
}
