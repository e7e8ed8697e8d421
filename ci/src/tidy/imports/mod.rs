// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import cycles between source files.
//!
//! Two files that import each other can only be understood together. The rule requires that a cycle
//! contains only files of one folder, including its `mod.rs`, and that there are at most
//! [`MOST_CYCLES`] cycles. Imports are the paths in the code outside tests. A path through a
//! re-export counts as an import of the file that defines the item.

mod modules;
mod paths;
mod resolve;

use super::finding::Finding;
use anyhow::Result;
use modules::Modules;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use resolve::Imports;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The maximum number of import cycles.
const MOST_CYCLES: usize = 5;

/// An import cycle, that is, files that import each other, sorted by path.
#[derive(Debug, PartialEq, Eq)]
pub struct Cycle {
    files: Vec<PathBuf>,
}

impl Cycle {
    /// Returns true if all files of the cycle are in one folder and one of them is the folder's
    /// `mod.rs`.
    fn is_module_with_children(&self) -> bool {
        let folders: BTreeSet<_> = self.files.iter().filter_map(|file| file.parent()).collect();
        folders.len() == 1 && self.files.iter().any(|file| file.ends_with("mod.rs"))
    }
}

/// Returns the number of cycles, and a finding for each cycle that violates the rule.
///
/// The `roots` are the root files of the crates.
///
/// # Errors
/// Fails if a source file is not valid Rust.
pub fn broken(
    texts: &BTreeMap<PathBuf, String>,
    roots: &BTreeSet<PathBuf>,
) -> Result<(usize, Vec<Finding>)> {
    let imports = imports(texts, roots)?;
    let cycles = cycles(&imports);
    let too_many = cycles.len() > MOST_CYCLES;
    let mut broken = Vec::new();
    for cycle in &cycles {
        if too_many || !cycle.is_module_with_children() {
            broken.push(Finding::new(&cycle.files[0], 1, describe(cycle, &imports)));
        }
    }
    Ok((cycles.len(), broken))
}

/// Returns the imports between the Rust files of a checkout.
fn imports(texts: &BTreeMap<PathBuf, String>, roots: &BTreeSet<PathBuf>) -> Result<Imports> {
    let modules = Modules::read(texts, roots)?;
    Ok(resolve::imports(&modules))
}

fn cycles(imports: &Imports) -> Vec<Cycle> {
    let mut graph = DiGraph::<&Path, ()>::new();
    let mut nodes = BTreeMap::new();
    for path in imports.keys() {
        nodes.insert(path.as_path(), graph.add_node(path));
    }
    for (from, targets) in imports {
        for to in targets {
            if let (Some(&from), Some(&to)) = (nodes.get(from.as_path()), nodes.get(to.as_path())) {
                graph.add_edge(from, to, ());
            }
        }
    }
    let mut cycles: Vec<_> = tarjan_scc(&graph)
        .into_iter()
        .filter(|component| component.len() > 1)
        .map(|component| {
            let mut files: Vec<_> = component.iter().map(|&node| graph[node].to_owned()).collect();
            files.sort();
            Cycle { files }
        })
        .collect();
    cycles.sort_by(|a, b| a.files.cmp(&b.files));
    cycles
}

fn describe(cycle: &Cycle, imports: &Imports) -> String {
    let mut text = format!("{} files import each other", cycle.files.len());
    for from in &cycle.files {
        for to in imports[from].iter().filter(|to| cycle.files.contains(to)) {
            text.push_str(&format!("\n  {} imports {}", from.display(), to.display()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> BTreeMap<PathBuf, String> {
        files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect()
    }

    /// Returns the cycles of a crate whose first file is its root.
    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let root = BTreeSet::from([PathBuf::from(files[0].0)]);
        let cycles = cycles(&imports(&tree(files), &root).unwrap());
        let names = |cycle: Cycle| cycle.files.iter().map(|f| f.display().to_string()).collect();
        cycles.into_iter().map(names).collect()
    }

    #[test]
    fn files_that_import_each_other_are_a_cycle() {
        let a = ("c/src/a.rs", "use crate::b::B; pub struct A;");
        let root = ("c/src/lib.rs", "mod a; mod b;");
        let b = ("c/src/b.rs", "pub struct B; fn f(_: super::a::A) {}");
        assert_eq!(found(&[root, a, b]), [["c/src/a.rs", "c/src/b.rs"]]);
        let b = ("c/src/b.rs", "pub struct B;");
        assert_eq!(found(&[root, a, b]), [[""; 0]; 0]);
    }

    #[test]
    fn tests_and_declarations_are_no_imports() {
        let root = ("c/src/lib.rs", "mod a; mod b;");
        let a = ("c/src/a.rs", "use crate::b::B; #[derive(Debug)] pub struct A;");
        let b = ("c/src/b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }");
        assert_eq!(found(&[root, a, b]), [[""; 0]; 0]);
    }

    #[test]
    fn every_item_of_tests_is_left_out() {
        let root = ("c/src/lib.rs", "mod a; mod b;");
        let a = ("c/src/a.rs", "use crate::b::B; pub struct A;");
        for item in [
            "union U { a: crate::a::A }",
            "extern \"C\" { fn f(a: crate::a::A); }",
            "extern crate core as a;",
            "trait T = crate::a::T;",
            "impl B { fn f(_: crate::a::A) {} }",
        ] {
            let b = format!("pub struct B; #[cfg(test)] {item}");
            assert_eq!(found(&[root, a, ("c/src/b.rs", &b)]), [[""; 0]; 0], "{item}");
        }
        let b = ("c/src/b.rs", "pub struct B; impl B { #[cfg(test)] fn f(_: crate::a::A) {} }");
        assert_eq!(found(&[root, a, b]), [[""; 0]; 0]);
    }

    #[test]
    fn a_root_may_have_any_name() {
        let root = ("c/pipelines/blas.rs", "mod a; pub struct R;");
        let a = ("c/pipelines/a.rs", "pub struct A; fn f(_: crate::R) {}");
        assert_eq!(found(&[root, a]), [[""; 0]; 0]);
        let root = ("c/pipelines/blas.rs", "mod a; pub struct R(a::A);");
        assert_eq!(found(&[root, a]), [["c/pipelines/a.rs", "c/pipelines/blas.rs"]]);
    }

    #[test]
    fn a_lookup_in_progress_is_not_remembered_as_not_found() {
        // The lookup of `X` in `a` needs that in `b`, which needs that in `a`.
        let root = ("c/src/lib.rs", "mod a; mod b; mod c; mod d;");
        let a = ("c/src/a.rs", "pub use crate::b::*; pub use crate::c::*; fn f(_: X) {}");
        let b = ("c/src/b.rs", "pub use crate::a::*;");
        let c = ("c/src/c.rs", "pub struct X; fn f(_: crate::d::D) {}");
        let d = ("c/src/d.rs", "pub struct D; fn f(_: crate::b::X) {}");
        assert_eq!(found(&[root, a, b, c, d]), [["c/src/c.rs", "c/src/d.rs"]]);
    }

    #[test]
    fn a_reexport_leads_to_the_file_that_defines() {
        let root = ("c/src/lib.rs", "mod m;");
        let module = ("c/src/m/mod.rs", "mod a; mod b; pub use a::A; pub use b::*;");
        let a = ("c/src/m/a.rs", "pub struct A; use super::B;");
        let b = ("c/src/m/b.rs", "pub struct B;");
        assert_eq!(found(&[root, module, a, b]), [[""; 0]; 0]);
        let b = ("c/src/m/b.rs", "pub struct B(crate::m::A);");
        assert_eq!(found(&[root, module, a, b]), [["c/src/m/a.rs", "c/src/m/b.rs"]]);
    }

    #[test]
    fn paths_in_macros_are_imports() {
        let root = ("c/src/lib.rs", "mod a; mod b;");
        let a = ("c/src/a.rs", "pub fn f() { println!(\"{}\", crate::b::g()); }");
        let b = ("c/src/b.rs", "use crate::a; pub fn g() -> i32 { a::f(); 1 }");
        assert_eq!(found(&[root, a, b]), [["c/src/a.rs", "c/src/b.rs"]]);
    }

    #[test]
    fn only_a_module_and_its_children_may_import_each_other() {
        let allowed = |files: &[&str]| {
            Cycle { files: files.iter().map(PathBuf::from).collect() }.is_module_with_children()
        };
        assert!(allowed(&["c/src/m/a.rs", "c/src/m/mod.rs"]));
        assert!(!allowed(&["c/src/m/a.rs", "c/src/m/b.rs"]));
        assert!(!allowed(&["c/src/m/mod.rs", "c/src/n/a.rs"]));
    }
}
