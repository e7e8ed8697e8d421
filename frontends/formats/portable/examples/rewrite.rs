// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads artifacts and writes each of them to a folder, in the version of the file or in a given one.
//!
//! Usage: `rewrite [--to VERSION] FOLDER FILE...`

use hloom_portable::{Error, Version, artifact_version, read, write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1).peekable();
    let to: Option<Version> = match arguments.next_if_eq("--to") {
        Some(_) => Some(arguments.next().unwrap_or_default().parse()?),
        None => None,
    };
    let folder = PathBuf::from(arguments.next().ok_or("expected a folder to write to")?);
    let mut result = ExitCode::SUCCESS;
    for file in arguments {
        match rewrite(&fs::read(&file)?, to) {
            Ok(bytes) => {
                fs::write(folder.join(Path::new(&file).file_name().unwrap_or_default()), bytes)?;
            }
            Err(error) => {
                result = ExitCode::FAILURE;
                eprintln!("{file}: {error}");
            }
        }
    }
    Ok(result)
}

fn rewrite(bytes: &[u8], to: Option<Version>) -> Result<Vec<u8>, Error> {
    let own = artifact_version(bytes)?.unwrap_or(Version::CURRENT);
    write(&read(bytes)?, to.unwrap_or(own))
}
