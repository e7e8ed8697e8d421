// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Short names of the operations of a program, for reports on a terminal.

use hloom_compiler::interface::Source;
use std::collections::BTreeMap;

/// Describes operations with their source lines. Omits the name of the file that contains the most
/// important operations.
#[derive(Debug)]
pub struct Places {
    file: String,
}

impl Places {
    /// Finds the source file whose operations have the greatest sum of weights, and whose name is
    /// then omitted.
    pub fn new<'a>(weighted: impl Iterator<Item = (&'a Source, f64)>) -> Self {
        let mut weights = BTreeMap::new();
        for (source, weight) in weighted {
            if let Some((file, _)) = position(source) {
                *weights.entry(file).or_insert(0.0) += weight;
            }
        }
        let most = weights.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
        Self { file: most.map(|(file, _)| file.to_owned()).unwrap_or_default() }
    }

    /// Returns the path of the file whose name is omitted in descriptions; empty if there is none.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the name, the short result type and the source line of an operation, as in
    /// `dot_general 4x8xf32 :7`.
    pub fn describe(&self, source: &Source) -> String {
        let parts = [name(source), short_type(&source.ty), self.line(source)];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    /// Returns the source line of an operation, as in `:7`, or as in `model.py:7` if the file is
    /// not [`Self::file`]. Returns a location without a line unchanged.
    pub fn line(&self, source: &Source) -> String {
        match position(source) {
            Some((file, line)) if file == self.file => format!(":{line}"),
            Some((file, line)) => format!("{}:{line}", file.rsplit('/').next().unwrap_or(file)),
            None => source.location.clone(),
        }
    }
}

/// Returns the source file and the line of an operation, or `None` if its location does not have
/// the form `file:line:column`.
fn position(source: &Source) -> Option<(&str, &str)> {
    let mut parts = source.location.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    (is_number(column) && is_number(line)).then_some((file, line))
}

/// Returns the name that the frontend has given to an operation, if it is a path, without the
/// components `jit(...)`. Otherwise, returns the operation's own name without `stablehlo.`.
pub fn name(source: &Source) -> String {
    let op = source.op.trim_start_matches("stablehlo.");
    let parts = source.name.split('/').filter(|part| !part.starts_with("jit("));
    let path: Vec<_> = parts.collect();
    if source.name.contains('/') && !path.is_empty() { path.join("/") } else { op.to_owned() }
}

/// Returns the text of a type without `tensor<...>` or `memref<...>` around it, and without a
/// layout: `4x8xf32` for `tensor<4x8xf32>`.
pub fn short_type(ty: &str) -> String {
    let inner = ty.strip_prefix("tensor<").or_else(|| ty.strip_prefix("memref<"));
    let Some(inner) = inner else { return ty.to_owned() };
    inner.strip_suffix('>').unwrap_or(inner).split(", ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(op: &str, ty: &str, location: &str, name: &str) -> Source {
        let text = str::to_owned;
        Source { op: text(op), ty: text(ty), location: text(location), name: text(name) }
    }

    #[test]
    fn names_are_short() {
        let text = source("stablehlo.add", "tensor<4x8xf32>", "dir/a.mlir:3:7", "");
        let jax =
            source("stablehlo.dot_general", "tensor<f32>", "m.py:9:1", "jit(f)/jit(g)/mlp/dot");
        let unplaced = source("stablehlo.convolution", "", "conv#12", "conv");
        let weighted = [(&jax, 2.0), (&text, 1.5), (&unplaced, 9.0), (&text, 1.5)];
        let places = Places::new(weighted.into_iter());
        assert_eq!(places.file(), "dir/a.mlir");
        assert_eq!(places.describe(&text), "add 4x8xf32 :3");
        assert_eq!(places.describe(&jax), "mlp/dot f32 m.py:9");
        assert_eq!(places.describe(&unplaced), "convolution conv#12");
        assert_eq!(short_type("memref<4xf32, strided<[1], offset: ?>>"), "4xf32");
    }
}
