// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operations of the user's program, and the files to which their locations refer.

use hloom_compiler::Program;
use hloom_compiler::interface::Source;
use serde::Serialize;
use std::path::Path;

/// The maximum size, in bytes, of a source file that is copied into a page.
const LIMIT: u64 = 1 << 20;

/// An operation of the user's program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceOp {
    /// The name of the operation, such as `stablehlo.add`.
    pub op: String,
    /// The short type of the operation's first result.
    pub ty: String,
    /// The name that the frontend has given to the operation, such as JAX's `jit(f)/dot_general`.
    pub name: String,
    /// The location of the operation as text.
    pub location: String,
    /// The source file of the operation, as an index of [`SourceFiles::files`], and the line,
    /// counted from 0.
    pub place: Option<(usize, usize)>,
}

/// A source file to which locations refer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceFile {
    /// The path of the file, as in the locations.
    pub path: String,
    /// The lines of the file; empty if it cannot be read or is too large.
    pub lines: Vec<String>,
}

/// The operations of a program, and the source files to which their locations refer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceFiles {
    /// The operations of the program, in the order of their source operation numbers.
    pub ops: Vec<SourceOp>,
    /// The source files to which the locations refer.
    pub files: Vec<SourceFile>,
}

impl SourceFiles {
    /// Describes the operations, and reads the files that locations name. A relative path is looked
    /// up in the working directory, then in the folder of the program.
    pub fn read(sources: &[Source], program: &Program) -> Self {
        let mut result = Self::default();
        for source in sources {
            let place = position(&source.location).map(|(path, line)| {
                let known = result.files.iter().position(|file| file.path == path);
                let file = known.unwrap_or_else(|| {
                    let lines = lines(path, program);
                    result.files.push(SourceFile { path: path.to_owned(), lines });
                    result.files.len() - 1
                });
                (file, line.saturating_sub(1))
            });
            result.ops.push(SourceOp {
                op: source.op.clone(),
                ty: crate::source_names::short_type(&source.ty),
                name: source.name.clone(),
                location: source.location.clone(),
                place,
            });
        }
        result
    }
}

/// Returns the file and the line of a location `file:line:column`, or `None` for other locations.
fn position(location: &str) -> Option<(&str, usize)> {
    let mut parts = location.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    column.parse::<u64>().ok()?;
    Some((file, line.parse().ok()?))
}

fn lines(path: &str, program: &Program) -> Vec<String> {
    let split = |text: &str| text.lines().map(str::to_owned).collect();
    if path == program.name() {
        let text = program.text().filter(|text| text.len() as u64 <= LIMIT);
        return text.map(split).unwrap_or_default();
    }
    let beside = Path::new(program.name()).parent().map(|folder| folder.join(path));
    let candidates = [Some(Path::new(path).to_owned()), beside];
    let readable = |path: &Path| {
        let data = std::fs::metadata(path).ok()?;
        (data.is_file() && data.len() <= LIMIT).then(|| std::fs::read_to_string(path).ok())?
    };
    let text = candidates.into_iter().flatten().find_map(|path| readable(&path));
    text.as_deref().map(split).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_places_in_files() {
        let source = |location: &str| Source { location: location.to_owned(), ..Source::default() };
        let sources =
            [source("a.mlir:2:5"), source("conv#1"), source("none/b.py:7:1"), source("a.mlir:1:1")];
        let program = Program::from_text("a.mlir", "one\ntwo\n").expect("text");
        let SourceFiles { ops, files } = SourceFiles::read(&sources, &program);
        let places: Vec<_> = ops.iter().map(|op| op.place).collect();
        assert_eq!(places, [Some((0, 1)), None, Some((1, 6)), Some((0, 0))]);
        assert_eq!(files[0].lines, ["one", "two"]);
        assert!(files[1].lines.is_empty());
    }
}
