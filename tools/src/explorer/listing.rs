// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads LLVM IR and assembly with debug locations. Returns the lines without debug information,
//! each with its source operations.

use super::locations::Line;
use std::collections::HashMap;

/// Reads LLVM IR. The entry of `sources` for the line number N of a debug location, which counts
/// from 1, is at the index N - 1.
pub fn ir(text: &str, sources: &[Vec<usize>]) -> Vec<Line> {
    let locations: HashMap<&str, usize> = text.lines().filter_map(debug_location).collect();
    let mut lines: Vec<Line> = Vec::new();
    for line in text.lines() {
        if is_debug_metadata(line)
            || (line.is_empty() && lines.last().is_none_or(|it| it.text.is_empty()))
        {
            continue;
        }
        let (text, location) = without_location(line);
        let number = location.and_then(|name| locations.get(name));
        lines.push(Line { text, sources: sources_of(number.copied(), sources) });
    }
    lines
}

fn sources_of(number: Option<usize>, sources: &[Vec<usize>]) -> Vec<usize> {
    let number = number.and_then(|number| number.checked_sub(1));
    number.and_then(|number| sources.get(number)).cloned().unwrap_or_default()
}

/// Reads a line such as `!12 = !DILocation(line: 3, column: 1, scope: !7)`. Returns the name `!12`
/// and the line number.
fn debug_location(line: &str) -> Option<(&str, usize)> {
    let (name, value) = line.strip_prefix('!').and(line.split_once(" = "))?;
    let fields = value.trim_start_matches("distinct ").strip_prefix("!DILocation(line: ")?;
    Some((name, fields.split([',', ')']).next()?.parse().ok()?))
}

/// Returns true if a line of LLVM IR defines debug metadata.
fn is_debug_metadata(line: &str) -> bool {
    let Some((name, value)) = line.split_once(" = ") else { return false };
    let value = value.trim_start_matches("distinct ");
    name == "!llvm.dbg.cu"
        || (name.starts_with('!')
            && (value.starts_with("!DI") || value.contains("!\"Debug Info Version\"")))
}

/// Removes the reference to a debug location from a line of LLVM IR. Returns the line, and the
/// reference if there is one.
fn without_location(line: &str) -> (String, Option<&str>) {
    let Some(at) = line.rfind("!dbg !") else { return (line.to_owned(), None) };
    let name = &line[at + "!dbg ".len()..];
    let end = name[1..].find(|it: char| !it.is_ascii_digit()).map_or(name.len(), |end| end + 1);
    let before = line[..at].trim_end().trim_end_matches(',');
    (format!("{before}{}", &name[end..]), Some(&name[..end]))
}

/// Reads assembly. The entry of `sources` for the line number N of a debug location, which counts
/// from 1, is at the index N - 1.
///
/// Omits debug sections, and directives that do not change the code.
pub fn assembly(text: &str, sources: &[Vec<usize>]) -> Vec<Line> {
    /// Prefixes of directives for debuggers, unwinders and linkers.
    const OMITTED: [&str; 7] = [".cfi_", ".file", ".loc", ".ident", ".addrsig", ".size", ".type"];
    let mut lines = Vec::new();
    let mut number = None;
    let mut is_debug = false;
    for line in text.lines() {
        let code = line.trim_start();
        if code.starts_with(".section") || code == ".text" || code == ".data" {
            is_debug = code.contains(".debug_") || code.contains(".note");
            number = None;
        }
        if let Some(fields) = code.strip_prefix(".loc") {
            number = fields.split_whitespace().nth(1).and_then(|field| field.parse().ok());
        }
        let is_instruction = line.starts_with('\t') && !code.starts_with(['.', '#', '@', '/', ';']);
        // Local labels of debug information.
        let is_label = [".Ltmp", ".Lfunc_begin", ".Lfunc_end", "Ltmp", "Lfunc_"]
            .iter()
            .any(|prefix| code.starts_with(prefix) && code.contains(':'));
        if !line.starts_with(['\t', ' ', '.']) && code.ends_with(':') {
            number = None;
        }
        let is_omitted = is_debug
            || is_label
            || code.is_empty()
            || code.contains("DEBUG_VALUE")
            || OMITTED.iter().any(|prefix| code.starts_with(prefix));
        if !is_omitted {
            let number = number.filter(|_| is_instruction);
            lines.push(Line { text: aligned(line), sources: sources_of(number, sources) });
        }
    }
    lines
}

/// Replaces the tabs in a line of assembly by spaces, so that operands are aligned.
fn aligned(line: &str) -> String {
    let Some(code) = line.trim_end().strip_prefix('\t') else {
        return line.trim_end().replace('\t', " ");
    };
    match code.split_once('\t') {
        Some((name, operands)) => format!("    {name:<11} {}", operands.replace('\t', " ")),
        None => format!("    {code}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_of_ir_have_the_sources_of_their_debug_locations() {
        let text = "define void @f(ptr %p) !dbg !3 {
  %1 = load float, ptr %p, align 4, !dbg !5, !noalias !9
  store float %1, ptr %p, !dbg !6
  ret void, !dbg !7
}


!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C)
!1 = !{i32 2, !\"Debug Info Version\", i32 3}
!5 = !DILocation(line: 2, column: 1, scope: !3)
!6 = !DILocation(line: 0, scope: !3)
!7 = distinct !DILocation(line: 1, column: 1, scope: !3, inlinedAt: !6)
!9 = !{!9}
";
        let sources = [vec![], vec![4, 7]];
        let lines = ir(text, &sources);
        let texts: Vec<_> = lines.iter().map(|line| &*line.text).collect();
        let expected = [
            "define void @f(ptr %p) {",
            "  %1 = load float, ptr %p, align 4, !noalias !9",
            "  store float %1, ptr %p",
            "  ret void",
            "}",
            "",
            "!9 = !{!9}",
        ];
        assert_eq!(texts, expected);
        assert_eq!(lines[1].sources, [4, 7]);
        assert!(lines.iter().enumerate().all(|(at, line)| at == 1 || line.sources.is_empty()));
    }

    #[test]
    fn instructions_have_the_sources_of_the_last_location() {
        let text = "\t.file\t\"a\"
main:
.Lfunc_begin0:
\t.file\t1 \"sources\"
\t.cfi_startproc
# %bb.0:
\t.loc\t1 2 1 prologue_end               # sources:2:1
\tmovq\t(%rdi), %rax
.Ltmp1:
\t.loc\t1 1 1
.LBB0_1:
\tjmp\t.LBB0_1
other:
\tretq
\t.section\t.debug_line,\"\",@progbits
\t.long\t3
\t.section\t.rodata
\t.long\t4
";
        let lines = assembly(text, &[vec![], vec![3]]);
        let texts: Vec<_> = lines.iter().map(|line| &*line.text).collect();
        let expected = [
            "main:",
            "# %bb.0:",
            "    movq        (%rdi), %rax",
            ".LBB0_1:",
            "    jmp         .LBB0_1",
            "other:",
            "    retq",
            "    .section    .rodata",
            "    .long       4",
        ];
        assert_eq!(texts, expected);
        assert_eq!(lines[2].sources, [3]);
        assert!(lines[5].sources.is_empty() && lines[6].sources.is_empty());
    }
}
