// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads artifacts and writes each one again, at its own version or a given one.
//!
//! `rewrite [--to VERSION] FOLDER FILE...`

use hloom_portable::{Version, artifact_version, read, write};
use std::{env, fs, path::Path, process::ExitCode};

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    let to = (arguments.first().is_some_and(|first| first == "--to")).then(|| {
        arguments.remove(0);
        arguments.remove(0).parse::<Version>().expect("a version")
    });
    let folder = arguments.remove(0);
    let mut failures = 0;
    for file in &arguments {
        let bytes = fs::read(file).expect("a file");
        let name = Path::new(file).file_name().expect("a name");
        let written = read(&bytes).and_then(|module| {
            let own = artifact_version(&bytes)?.unwrap_or(Version::CURRENT);
            write(&module, to.unwrap_or(own))
        });
        match written {
            Ok(bytes) => fs::write(Path::new(&folder).join(name), bytes).expect("a folder"),
            Err(error) => {
                failures += 1;
                eprintln!("{file}: {error}");
            }
        }
    }
    eprintln!("{} of {} written", arguments.len() - failures, arguments.len());
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
