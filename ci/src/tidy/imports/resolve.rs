// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Resolution of paths to the files that define the named items.
//!
//! A path is resolved segment by segment through modules, `use` declarations and globs, as the Rust
//! reference describes ("Paths", "Use declarations"). A lookup that depends on its own result does
//! not find the name. A result is cached unless it depends on a lookup that is still in progress.

use super::modules::{Id, Modules};
use super::paths::Path;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

/// The imports of each file.
pub type Imports = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// Returns the imports of each file that is part of a crate.
pub fn imports(modules: &Modules) -> Imports {
    let mut imports = Imports::new();
    let mut resolver = Resolver::new(modules);
    for id in modules.ids() {
        let module = modules.get(id);
        let targets = imports.entry(module.file.clone()).or_default();
        for path in &module.paths {
            if let Some(target) = resolver.resolve(id, path) {
                let file = &modules.get(target.module()).file;
                if *file != module.file {
                    targets.insert(file.clone());
                }
            }
        }
    }
    imports
}

/// The module or the item that a Rust path refers to.
#[derive(Clone, Copy)]
enum Target {
    /// A module.
    Module(Id),
    /// An item that is declared in the module with this index.
    Item(Id),
}

impl Target {
    fn module(self) -> Id {
        match self {
            Self::Module(id) | Self::Item(id) => id,
        }
    }
}

/// A module and a name in it.
type Key = (Id, String);

struct Resolver<'m> {
    modules: &'m Modules,
    known: HashMap<Key, Option<Target>>,
    /// The name lookups in progress. Each lookup began because the previous lookup requires its
    /// result.
    pending: Vec<Key>,
    /// The lowest position in `pending` of a lookup that was in progress when the current lookup
    /// required its result.
    needed: Option<usize>,
}

impl<'m> Resolver<'m> {
    fn new(modules: &'m Modules) -> Self {
        Self { modules, known: HashMap::new(), pending: Vec::new(), needed: None }
    }

    /// Resolves a path from the module that contains it. Returns `None` for paths that leave the
    /// crate.
    fn resolve(&mut self, from: Id, path: &Path) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Target::Module(self.modules.get(from).crate_root),
            "self" => Target::Module(from),
            "super" => Target::Module(self.modules.get(from).parent?),
            name => self.look_up(from, name)?,
        };
        rest.iter().try_fold(start, |at, name| match at {
            Target::Item(_) => Some(at),
            Target::Module(id) if name == "super" => {
                Some(Target::Module(self.modules.get(id).parent?))
            }
            // A name that is not found is defined by a macro.
            Target::Module(id) => Some(self.look_up(id, name).unwrap_or(Target::Item(id))),
        })
    }

    /// Finds a name in a module. Returns `None` if the module does not contain the name.
    fn look_up(&mut self, at: Id, name: &str) -> Option<Target> {
        let key = (at, name.to_owned());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if let Some(depth) = self.pending.iter().position(|pending| *pending == key) {
            self.needed = Some(self.needed.map_or(depth, |needed| needed.min(depth)));
            return None;
        }
        let depth = self.pending.len();
        let before = self.needed.take();
        self.pending.push(key.clone());
        let found = self.find(at, name);
        self.pending.pop();
        // The result is final unless it depends on a lookup that is still in progress.
        let needed = self.needed.filter(|needed| *needed < depth);
        if needed.is_none() {
            self.known.insert(key, found);
        }
        self.needed = before.into_iter().chain(needed).min();
        found
    }

    fn find(&mut self, at: Id, name: &str) -> Option<Target> {
        let module = self.modules.get(at);
        if let Some(&child) = module.children.get(name) {
            return Some(Target::Module(child));
        }
        if module.items.iter().any(|item| item == name) {
            return Some(Target::Item(at));
        }
        if let Some(path) = module.names.get(name) {
            return self.resolve(at, path);
        }
        module.globs.iter().find_map(|glob| match self.resolve(at, glob)? {
            Target::Module(id) if id != at => self.look_up(id, name),
            Target::Module(_) | Target::Item(_) => None,
        })
    }
}
