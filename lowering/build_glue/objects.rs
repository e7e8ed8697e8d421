// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The folder of object files that builds share.
//!
//! The name of an object ends with a hash of its inputs, so after a change of an input, the old
//! object remains. The objects of a debug build take about 17 MB, so each build deletes the objects
//! that it does not use; otherwise, the folder would grow without bound.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Returns the folder of a library's objects, and creates it if it is missing.
///
/// The folder is in `glue-objects`, in the output folder of the current build profile.
///
/// # Errors
/// Returns an error if the folder cannot be created.
///
/// # Panics
/// Panics outside of build scripts.
pub fn folder(library: &str) -> io::Result<PathBuf> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let folder = out.ancestors().nth(3).unwrap_or(&out).join("glue-objects").join(library);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Deletes the object files in a folder that are not in `used`.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn delete_others(folder: &Path, used: &[PathBuf]) -> io::Result<()> {
    let used: BTreeSet<&PathBuf> = used.iter().collect();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|kind| kind == "o") && !used.contains(&path) {
            // Another build may have deleted the file.
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unused_objects_are_deleted() {
        let folder = env::temp_dir().join(format!("hloom-glue-objects-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [used, unused, other] = ["A-1.o", "A-0.o", "notes"].map(|name| folder.join(name));
        for file in [&used, &unused, &other] {
            fs::write(file, "").unwrap();
        }
        delete_others(&folder, std::slice::from_ref(&used)).unwrap();
        assert_eq!([&used, &unused, &other].map(|it| it.exists()), [true, false, true]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
