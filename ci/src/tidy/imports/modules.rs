// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The tree of modules of every crate in the checkout.

use super::paths::{Contents, Path as SourcePath, read};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The index of a module in [`Modules`].
pub type Id = usize;

/// A module: a file, or a block `mod name { … }` in a file.
#[derive(Debug)]
pub struct Module {
    /// The file that contains the module.
    pub file: PathBuf,
    pub parent: Option<Id>,
    pub crate_root: Id,
    pub children: BTreeMap<String, Id>,
    pub items: Vec<String>,
    /// Names that `use` declarations declare, with their paths.
    pub names: BTreeMap<String, SourcePath>,
    /// Paths of glob imports, without `*`.
    pub globs: Vec<SourcePath>,
    /// All paths in the module, including the paths of `use` declarations other than re-exports.
    pub paths: Vec<SourcePath>,
}

/// All modules of all crates.
#[derive(Debug, Default)]
pub struct Modules {
    all: Vec<Module>,
}

impl Modules {
    /// Reads the crates of a checkout whose root files are `roots`.
    pub fn read(texts: &BTreeMap<PathBuf, String>, roots: &BTreeSet<PathBuf>) -> Result<Self> {
        let mut modules = Self::default();
        for path in roots.iter().filter(|path| texts.contains_key(*path)) {
            let root = modules.all.len();
            modules.add_file(path, path.parent().unwrap_or(Path::new("")), None, root, texts)?;
        }
        Ok(modules)
    }

    pub fn get(&self, id: Id) -> &Module {
        &self.all[id]
    }

    pub fn ids(&self) -> impl Iterator<Item = Id> {
        0..self.all.len()
    }

    /// Adds the module of a file. `folder` is the folder of its child modules.
    fn add_file(
        &mut self,
        file: &Path,
        folder: &Path,
        parent: Option<Id>,
        root: Id,
        texts: &BTreeMap<PathBuf, String>,
    ) -> Result<Id> {
        let syntax = syn::parse_file(&texts[file])
            .with_context(|| format!("{} is not valid Rust", file.display()))?;
        self.add(file, folder, parent, root, read(&syntax.items), texts)
    }

    fn add(
        &mut self,
        file: &Path,
        folder: &Path,
        parent: Option<Id>,
        root: Id,
        contents: Contents,
        texts: &BTreeMap<PathBuf, String>,
    ) -> Result<Id> {
        let id = self.all.len();
        let Contents { items, names, globs, paths, declared, blocks } = contents;
        self.all.push(Module {
            file: file.to_owned(),
            parent,
            crate_root: root,
            children: BTreeMap::new(),
            items,
            names,
            globs,
            paths,
        });
        for (name, given) in declared {
            let base = file.parent().unwrap_or(Path::new(""));
            let candidates = match given {
                Some(given) => vec![base.join(given)],
                None => vec![folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs")],
            };
            // A file that is missing is generated, or compiled for other targets.
            let Some(child) = candidates.into_iter().find(|path| texts.contains_key(path)) else {
                continue;
            };
            let inside = if child.ends_with("mod.rs") {
                child.parent().unwrap_or(Path::new("")).to_owned()
            } else {
                folder.join(&name)
            };
            let child = self.add_file(&child, &inside, Some(id), root, texts)?;
            self.all[id].children.insert(name, child);
        }
        for (name, contents) in blocks {
            let child = self.add(file, &folder.join(&name), Some(id), root, contents, texts)?;
            self.all[id].children.insert(name, child);
        }
        Ok(id)
    }
}
