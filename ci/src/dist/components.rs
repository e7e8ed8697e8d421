// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The components of other projects in the packages, with their versions and license texts.
//!
//! rustc links crates, which `cargo tree` lists with the features of the packages. Procedural macros
//! and build scripts are not linked. The other components are the libraries that `ci/wheel/link.py`
//! links, zig's startup code, and Rust's standard library.

use crate::process;
use crate::project::{LLVM_MAJOR, Project};
use crate::wheel::Linker;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};

/// The beginnings of the names of license files, in upper case. `LICEN` covers two spellings.
const LICENSE_FILES: [&str; 5] = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// The minimum length in bytes of a license text.
const SHORTEST_TEXT: usize = 300;

/// Headers of LLVM whose first comments are the licenses of code that LLVM has taken from other
/// projects, and that Debian does not list: xxHash and Unicode's ConvertUTF.
const LLVM_NOTICES: [&str; 2] = ["xxhash.h", "ConvertUTF.h"];

/// A crate or a library of another project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub license: String,
    /// The package URL, which identifies the source of the component.
    pub purl: String,
    pub texts: Vec<String>,
}

/// The files of Rust's toolchain that describe licenses.
pub struct Toolchain {
    /// The folder `share/doc/rust`.
    folder: PathBuf,
    version: String,
}

impl Toolchain {
    /// Finds the toolchain that builds the packages.
    ///
    /// # Errors
    ///
    /// Fails if rustc fails.
    pub fn find(project: &Project) -> Result<Self> {
        let print = |arguments: &[&str]| process::output(project.command("rustc").args(arguments));
        let root = print(&["--print", "sysroot"])?;
        let version = print(&["--version"])?;
        let version = version.split(' ').nth(1).context("`rustc --version` prints no version")?;
        Ok(Self {
            folder: Path::new(root.trim()).join("share/doc/rust"),
            version: version.to_owned(),
        })
    }

    /// Returns the path of the page with the notices of the standard library and of its crates.
    pub fn notices(&self) -> PathBuf {
        self.folder.join("COPYRIGHT-library.html")
    }

    /// Returns the standard text of a license.
    fn text(&self, license: &str) -> Result<String> {
        read(&self.folder.join("licenses").join(format!("{license}.txt")))
    }
}

/// A package of `cargo metadata`.
#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    license_file: Option<PathBuf>,
    manifest_path: PathBuf,
    authors: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// Returns the components of the packages, sorted by name.
///
/// # Errors
///
/// Fails if the license text of a component cannot be found.
pub fn all(project: &Project, linker: &Linker, toolchain: &Toolchain) -> Result<Vec<Component>> {
    let mut components = crates(project, toolchain)?;
    components.extend(libraries(project, linker, toolchain)?);
    components.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(components)
}

fn crates(project: &Project, toolchain: &Toolchain) -> Result<Vec<Component>> {
    let target = format!("{ARCH}-unknown-linux-gnu");
    let mut tree = project.cargo(&["tree", "--locked", "--prefix", "none", "--target", &target]);
    tree.args(["--edges", "normal,no-proc-macro", "--format", "{p}"]);
    tree.args(["--package", "hloom-python", "--package", "hloom-launcher"]);
    let linked = linked(&process::output(&mut tree)?);
    let mut metadata = project.cargo(&["metadata", "--format-version", "1", "--locked"]);
    let metadata = process::output(metadata.args(["--filter-platform", &target]))?;
    let metadata: Metadata = serde_json::from_str(&metadata)?;
    let packages: BTreeMap<_, _> =
        metadata.packages.iter().map(|it| ((it.name.clone(), it.version.clone()), it)).collect();
    let component = |name: &(String, String)| {
        let package = packages.get(name).with_context(|| format!("no crate {} {}", name.0, name.1));
        of_crate(package?, |license| toolchain.text(license))
    };
    linked.iter().map(component).collect()
}

/// Returns the names and versions of the crates of other projects in an output of `cargo tree`.
fn linked(tree: &str) -> BTreeSet<(String, String)> {
    // Crates of this project have a path.
    let others = tree.lines().filter(|line| !line.contains("(/"));
    let crates = others.filter_map(|line| {
        let (name, version) = line.split_once(" v")?;
        Some((name.to_owned(), version.split(' ').next()?.to_owned()))
    });
    crates.collect()
}

/// Returns the component of a crate. `standard` returns the standard text of a license.
fn of_crate(package: &Package, standard: impl Fn(&str) -> Result<String>) -> Result<Component> {
    let Package { name, version, authors, .. } = package;
    let folder = package.manifest_path.parent().context("a manifest is in a folder")?;
    let mut files = license_files(folder)?;
    files.extend(package.license_file.iter().map(|file| folder.join(file)));
    files.sort();
    files.dedup();
    let mut texts = files.iter().map(|file| read(file)).collect::<Result<Vec<_>>>()?;
    let license = match &package.license {
        // The separator of old manifests is a slash.
        Some(license) => license.split('/').map(str::trim).collect::<Vec<_>>().join(" OR "),
        None => format!("LicenseRef-{name}"),
    };
    // A short file only names the licenses.
    if texts.iter().all(|text| text.len() < SHORTEST_TEXT) {
        for part in alternative(&license) {
            let text = standard(part).with_context(|| {
                format!("the crate {name} {version} has no license file, and its license {license} no known text")
            })?;
            texts.push(match authors.is_empty() {
                true => text,
                false => format!("Authors of {name}: {}\n\n{text}", authors.join(", ")),
            });
        }
    }
    let purl = format!("pkg:cargo/{name}@{}", escaped(version));
    Ok(Component { name: name.clone(), version: version.clone(), license, purl, texts })
}

/// Returns the licenses in the first alternative of an SPDX expression without parentheses.
fn alternative(expression: &str) -> Vec<&str> {
    let first = expression.split(" OR ").next().unwrap_or_default();
    first.split(" AND ").flat_map(|part| part.split(" WITH ")).collect()
}

/// Returns the license files in the source folder of a crate.
fn license_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if !LICENSE_FILES.iter().any(|start| name.starts_with(start)) || name.ends_with(".RS") {
            continue;
        }
        if path.is_dir() {
            for file in fs::read_dir(&path)? {
                files.push(file?.path());
            }
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the components that are not crates.
fn libraries(project: &Project, linker: &Linker, toolchain: &Toolchain) -> Result<Vec<Component>> {
    let mut libstdcxx = project.command(project.llvm_tool("clang++"));
    let libstdcxx = process::output(libstdcxx.arg("-print-file-name=libstdc++.a"))?;
    let libstdcxx = PathBuf::from(libstdcxx.trim());
    let gcc = libstdcxx.parent().and_then(Path::file_name).context("libstdc++ is not installed")?;
    let gcc = format!("libstdc++-{}-dev", gcc.to_string_lossy());
    let debian = |name: &str, package: &str, license: &str, texts: &[PathBuf]| {
        let copyright = Path::new("/usr/share/doc").join(package).join("copyright");
        let texts = [&copyright].into_iter().chain(texts).map(|file| read(file));
        let mut query = project.command("dpkg-query");
        let version = process::output(query.args(["--show", "--showformat=${Version}", package]))?;
        Ok::<_, anyhow::Error>(Component {
            name: name.to_owned(),
            version: upstream(&version).to_owned(),
            license: license.to_owned(),
            purl: format!("pkg:deb/debian/{package}@{}", escaped(&version)),
            texts: texts.collect::<Result<_>>()?,
        })
    };
    let mlir = format!("libmlir-{LLVM_MAJOR}-dev");
    let common = |name: &str| Path::new("/usr/share/common-licenses").join(name);
    let apache = project.root.join("LICENSE");
    let llvm_license =
        "Apache-2.0 WITH LLVM-exception AND BSD-2-Clause AND LicenseRef-Unicode-ConvertUTF";
    let gcc_license = "GPL-3.0-or-later WITH GCC-exception-3.1";
    let (zig, zig_version) = linker.zig(project)?;
    let zig_texts = ["LICENSE", "lib/libc/glibc/LICENSES"].map(|file| zig.join(file));
    let zig_texts = zig_texts.into_iter().chain([common("LGPL-2.1")]).map(|file| read(&file));
    let notices = toolchain.notices();
    if !notices.is_file() {
        bail!("{}: not found; install Rust by rustup", notices.display());
    }
    let mut llvm = debian("LLVM and MLIR", &mlir, llvm_license, &[apache])?;
    for header in LLVM_NOTICES {
        let header = project.llvm.join("include/llvm/Support").join(header);
        llvm.texts.push(first_comments(&read(&header)?).to_owned());
    }
    Ok(vec![
        llvm,
        debian("libstdc++", &gcc, gcc_license, &[common("GPL-3")])?,
        debian("zlib", "zlib1g-dev", "Zlib", &[])?,
        debian("zstd", "libzstd-dev", "BSD-3-Clause", &[])?,
        Component {
            name: "zig's startup code and glibc's static part".to_owned(),
            purl: format!("pkg:pypi/ziglang@{zig_version}"),
            version: zig_version,
            license: "MIT AND LGPL-2.1-or-later".to_owned(),
            texts: zig_texts.collect::<Result<_>>()?,
        },
        Component {
            name: "Rust's standard library".to_owned(),
            purl: format!("pkg:generic/rust-std@{}", toolchain.version),
            version: toolchain.version.clone(),
            license: "MIT OR Apache-2.0".to_owned(),
            texts: vec![toolchain.text("MIT")?, toolchain.text("Apache-2.0")?],
        },
    ])
}

/// Returns a version as package URLs contain it.
fn escaped(version: &str) -> String {
    version.replace('+', "%2B").replace(':', "%3A")
}

/// Returns the comments at the beginning of a C file.
fn first_comments(text: &str) -> &str {
    let mut rest = text;
    while let Some((_, after)) =
        rest.trim_start().strip_prefix("/*").and_then(|it| it.split_once("*/"))
    {
        rest = after;
    }
    text[..text.len() - rest.len()].trim_end()
}

/// Returns the version of the source of a Debian package.
fn upstream(version: &str) -> &str {
    let version = version.split_once(':').map_or(version, |(_, rest)| rest);
    let version = version.rsplit_once('-').map_or(version, |(upstream, _)| upstream);
    version.split_once(['+', '~']).map_or(version, |(upstream, _)| upstream)
}

/// Reads a license. Some have other line ends or are not UTF-8.
fn read(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    Ok(lines.join("\n").trim_matches('\n').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &Path, license: &str) -> Package {
        Package {
            name: "a".to_owned(),
            version: "1.0.0+spec".to_owned(),
            license: Some(license.to_owned()),
            license_file: None,
            manifest_path: folder.join("Cargo.toml"),
            authors: vec!["Ada".to_owned()],
        }
    }

    #[test]
    fn crates_of_other_projects_are_listed_once() {
        let tree = "hloom v0.1.0 (/somewhere)\nb v2.0.0\na v1.0.0+spec\n\nb v2.0.0 (*)\n";
        let pair = |name: &str, version: &str| (name.to_owned(), version.to_owned());
        assert_eq!(linked(tree), BTreeSet::from([pair("a", "1.0.0+spec"), pair("b", "2.0.0")]));
    }

    #[test]
    fn the_files_of_a_crate_are_its_texts() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["LICENSE-MIT", "notice.txt", "licensing.rs", "README.md", "LICENSES/x"] {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, format!("{name} \r\n\n")).unwrap();
        }
        fs::write(folder.path().join("LICENSE-MIT"), "x".repeat(SHORTEST_TEXT)).unwrap();
        let of = of_crate(&package(folder.path(), "MIT/Apache-2.0"), |_| bail!("unused")).unwrap();
        assert_eq!(of.texts, [&"x".repeat(SHORTEST_TEXT), "LICENSES/x", "notice.txt"]);
        assert_eq!((&*of.license, &*of.purl), ("MIT OR Apache-2.0", "pkg:cargo/a@1.0.0%2Bspec"));
    }

    #[test]
    fn a_crate_without_files_has_the_standard_text() {
        let folder = tempfile::tempdir().unwrap();
        let standard = |license: &str| match license {
            "MIT" => Ok("text".to_owned()),
            _ => bail!("none"),
        };
        let of = of_crate(&package(folder.path(), "MIT OR Other"), standard).unwrap();
        assert_eq!(of.texts, ["Authors of a: Ada\n\ntext"]);
        let error = of_crate(&package(folder.path(), "Other AND MIT"), standard).unwrap_err();
        assert!(error.to_string().starts_with("the crate a 1.0.0+spec has no license file"));
    }

    #[test]
    fn every_crate_of_the_packages_has_a_text() {
        let project = Project::find().unwrap();
        let crates = crates(&project, &Toolchain::find(&project).unwrap()).unwrap();
        let melior = crates.iter().find(|it| it.name == "melior").expect("the bindings of MLIR");
        assert!(melior.texts[0].contains("Apache License"), "{}", melior.texts[0]);
        let has_text = |it: &Component| it.texts.iter().any(|text| text.len() >= SHORTEST_TEXT);
        assert!(crates.iter().all(has_text));
        // A procedural macro and a dependency of build scripts.
        assert!(!crates.iter().any(|it| it.name == "serde_derive" || it.name == "tblgen"));
    }

    #[test]
    fn comments_end_at_the_first_code() {
        let text = "/* a */\n\n/* b\n * c */\n#ifndef D /* e */\n";
        assert_eq!(first_comments(text), "/* a */\n\n/* b\n * c */");
        assert_eq!(first_comments("int a; /* b */"), "");
    }

    #[test]
    fn llvm_has_the_notices_of_the_code_that_it_contains() {
        let support = Project::find().unwrap().llvm.join("include/llvm/Support");
        let notices = LLVM_NOTICES.map(|header| read(&support.join(header)).unwrap());
        let [hash, unicode] = notices.each_ref().map(|text| first_comments(text));
        assert!(hash.contains("Yann Collet") && hash.contains("BSD 2-Clause"), "{hash}");
        assert!(unicode.contains("Unicode, Inc. All rights reserved"), "{unicode}");
    }

    #[test]
    fn versions_of_debian_have_upstream_s() {
        assert_eq!(escaped("1:22.1.8-1+b1"), "1%3A22.1.8-1%2Bb1");
        assert_eq!(upstream("1:22.1.8-1~deb12u1"), "22.1.8");
        assert_eq!(upstream("1.5.4+dfsg2-5"), "1.5.4");
        assert_eq!(upstream("12.2.0-14+deb12u1"), "12.2.0");
    }
}
