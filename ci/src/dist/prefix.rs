// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The installed files: a folder with `bin`, `lib`, `include` and `share`.

use super::{Documents, licenses};
use crate::project::Project;
use anyhow::{Context, Result};
use hloom_launcher::TOOLS;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// The files that describe the library to build systems: their folders in the prefix, their names,
/// and their contents, where `@VERSION@` stands for the version and `@MAJOR@` for its first number.
const DESCRIPTIONS: [(&str, &str, &str); 3] = [
    ("lib/pkgconfig", "hloom.pc", include_str!("../../dist/hloom.pc")),
    ("lib/cmake/hloom", "hloom-config.cmake", include_str!("../../dist/hloom-config.cmake")),
    (
        "lib/cmake/hloom",
        "hloom-config-version.cmake",
        include_str!("../../dist/hloom-config-version.cmake"),
    ),
];

/// The folder with the documents.
pub const DOCUMENTS: &str = "share/doc/hloom";

/// The example of a plugin in C, in the prefix.
pub const PLUGIN: &str = "share/doc/hloom/examples/vector_unit.c";

/// Files of the checkout, and their places in the prefix: the headers, and the example of a plugin.
const SOURCES: [(&str, &str); 3] = [
    ("bindings/c/include/hloom.h", "include/hloom.h"),
    ("compiler/plugin/include/hloom_plugin.h", "include/hloom_plugin.h"),
    ("examples/c_backend/vector_unit.c", PLUGIN),
];

/// The sources of the installed files.
pub struct Prefix<'a> {
    pub library: &'a Path,
    pub launcher: &'a Path,
    pub documents: &'a Documents,
}

impl Prefix<'_> {
    /// Installs the files in a folder.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written.
    pub fn install(&self, project: &Project, folder: &Path) -> Result<()> {
        copy(self.launcher, &folder.join("bin/hloom"))?;
        for tool in TOOLS {
            symlink("hloom", folder.join("bin").join(tool.name))?;
        }
        copy(self.library, &folder.join("lib/libhloom.so"))?;
        for (source, place) in SOURCES {
            copy(&project.root.join(source), &folder.join(place))?;
        }
        for (place, name, content) in DESCRIPTIONS {
            fs::create_dir_all(folder.join(place))?;
            let content = content.replace("@VERSION@", env!("CARGO_PKG_VERSION"));
            let content = content.replace("@MAJOR@", env!("CARGO_PKG_VERSION_MAJOR"));
            fs::write(folder.join(place).join(name), content)?;
        }
        let documents = folder.join(DOCUMENTS);
        for name in licenses::FILES {
            copy(&self.documents.license(name), &documents.join(name))?;
        }
        copy(&self.documents.bill("hloom"), &documents.join("hloom.cdx.json"))
    }
}

/// Copies a file, and creates the folder of the copy.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a file of the checkout.
    fn read(path: &str) -> String {
        fs::read_to_string(Project::find().unwrap().root.join(path)).unwrap()
    }

    #[test]
    fn the_checkout_has_the_sources() {
        let root = Project::find().unwrap().root;
        for (source, _) in SOURCES {
            assert!(root.join(source).is_file(), "{source}");
        }
    }

    #[test]
    fn the_library_has_every_tool() {
        let library = read("bindings/python/src/tools/mod.rs");
        let arms = library.lines().filter(|line| line.contains("\" => |arguments, "));
        let names = arms.filter_map(|line| line.split('"').nth(1));
        assert_eq!(names.collect::<Vec<_>>(), TOOLS.map(|tool| tool.name));
    }

    #[test]
    fn the_wheel_has_the_tools_except_the_language_server() {
        let manifest: toml::Table = read("bindings/python/pyproject.toml").parse().unwrap();
        let scripts = manifest["project"]["scripts"].as_table().unwrap();
        let tools = TOOLS.map(|tool| tool.name);
        let tools: Vec<_> = tools.into_iter().filter(|name| *name != "hlo-lsp-server").collect();
        assert_eq!(scripts.keys().collect::<Vec<_>>(), tools);
    }
}
