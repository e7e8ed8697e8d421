// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs of other projects that turn a file into another one: linkers and assemblers.

use hloom_compiler::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that is run on a file and writes another one.
#[derive(Clone, Copy, Debug)]
pub struct FileTool {
    /// The names of the program, the preferred one first.
    pub names: &'static [&'static str],
    /// Advice for machines on which the program is not installed.
    pub advice: &'static str,
}

/// LLVM's linker for ELF.
pub const LINKER: FileTool = FileTool {
    names: &["ld.lld-22", "ld.lld"],
    advice: "install LLVM's linker lld, or pass --emit object",
};

impl FileTool {
    /// Runs the program on an input of this content, with the options before it and `-o OUTPUT`.
    ///
    /// # Errors
    /// Fails if the program is not installed, or if it fails, with the text that it printed.
    pub fn run(self, input: &[u8], options: &[&str], output: &Path) -> Result<(), Error> {
        let folder = folder()?;
        let file = folder.path().join("program");
        fs::write(&file, input).map_err(|error| Error::file(&file, error))?;
        for name in self.names {
            match Command::new(name).args(options).arg("-o").arg(output).arg(&file).output() {
                Ok(done) if done.status.success() => return Ok(()),
                Ok(done) => {
                    let printed = [done.stdout, done.stderr].concat();
                    let printed = String::from_utf8_lossy(&printed);
                    return Err(Error::file(output, format!("{name} failed: {}", printed.trim())));
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(Error::file(name, error)),
            }
        }
        let name = self.names.last().unwrap_or(&"");
        Err(Error::invalid(format!("cannot find `{name}`; {}", self.advice)))
    }

    /// Runs the program as [`run`](Self::run) does, and returns the content of its output.
    ///
    /// # Errors
    /// Fails as [`run`](Self::run), or if the output cannot be read.
    pub fn convert(self, input: &[u8], options: &[&str]) -> Result<Vec<u8>, Error> {
        let folder = folder()?;
        let output: PathBuf = folder.path().join("output");
        self.run(input, options, &output)?;
        fs::read(&output).map_err(|error| Error::file(&output, error))
    }
}

fn folder() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(|error| Error::file(std::env::temp_dir(), error))
}
