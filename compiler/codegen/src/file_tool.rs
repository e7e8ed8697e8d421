// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! External programs that convert one file to another: linkers and assemblers.

use hloom_compiler::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An external program that reads a file and writes another file.
#[derive(Clone, Copy, Debug)]
pub struct FileTool {
    /// The names of the program, in order of preference.
    pub names: &'static [&'static str],
    /// Advice for machines on which the program is not installed.
    pub advice: &'static str,
}

/// LLVM's linker for ELF files, `ld.lld`.
pub const LINKER: FileTool = FileTool {
    names: &["ld.lld-22", "ld.lld"],
    advice: "install LLVM's linker lld, or pass --emit object",
};

impl FileTool {
    /// Runs the program on an input with the given content. The command line has the options, the
    /// input and `-o OUTPUT`.
    ///
    /// # Errors
    /// Fails if the program is not installed, or if it fails; the error contains the output of the
    /// program.
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

    /// Runs the program as in [`run`](Self::run), and returns the content of the output file.
    ///
    /// # Errors
    /// Fails under the same conditions as [`run`](Self::run), or if the output file cannot be read.
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
