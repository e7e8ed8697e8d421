// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs programs, and reports failures with the command that reproduces them.

use crate::progress::Progress;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Number of lines of a failed program's output that are shown.
const SHOWN_LINES: usize = 30;

/// Maximum length in bytes of an environment variable's value that is shown. Search paths are
/// longer.
const LONGEST_VALUE: usize = 80;

/// Runs a program with the standard streams of this process.
///
/// # Errors
///
/// Fails if the program cannot be started or fails. The message contains the command that
/// reproduces the failure.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("command `{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a program and returns its standard output.
///
/// # Errors
///
/// Fails if the program cannot be started or fails, or if its output is not UTF-8.
pub fn output(command: &mut Command) -> Result<String> {
    let shown = show(command);
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        bail!("command `{shown}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{shown}`: output is not UTF-8"))
}

/// Runs a program, writes its output to the file `log`, and shows its progress.
///
/// `report` is called with each line of the output. If the program fails, the last lines are
/// printed.
///
/// # Errors
///
/// Fails if the program cannot be started or fails, or if the log cannot be written.
pub fn run_with_progress(
    command: &Command,
    log: &Path,
    progress: &mut Progress,
    report: impl Fn(&str, &mut Progress),
) -> Result<()> {
    let shown = show(command);
    let mut log_file =
        File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut child = merging_outputs(command)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{shown}`"))?;
    let mut lines = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).trim_end().to_owned();
            writeln!(log_file, "{line}")?;
            report(&line, progress);
            lines.push(line);
        }
    }
    let status = child.wait()?;
    progress.clear();
    if !status.success() {
        for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
            eprintln!("  {line}");
        }
        bail!("command `{shown}` failed ({status}); its full output is in {}", log.display());
    }
    Ok(())
}

/// Returns the command as typed in a shell. Long values of variables are replaced by `...`.
pub fn show(command: &Command) -> String {
    let mut words = Vec::new();
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            let value = quote(&value.to_string_lossy());
            let shown = if value.len() > LONGEST_VALUE { "..." } else { &value };
            words.push(format!("{}={shown}", name.display()));
        }
    }
    words.push(quote(&command.get_program().to_string_lossy()));
    words.extend(command.get_args().map(|argument| quote(&argument.to_string_lossy())));
    words.join(" ")
}

/// Returns a copy of the command whose standard error is redirected to its standard output.
fn merging_outputs(command: &Command) -> Command {
    let mut merging = Command::new("sh");
    merging.args(["-c", r#"exec "$0" "$@" 2>&1"#]);
    merging.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => merging.env(name, value),
            None => merging.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        merging.current_dir(folder);
    }
    merging
}

/// Quotes a word for a shell.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_typed() {
        let mut command = Command::new("cargo");
        command.args(["test", "it's"]).env("CI", "true").env_remove("HOME");
        assert_eq!(show(&command), r"CI=true cargo test 'it'\''s'");
    }

    #[test]
    fn both_outputs_are_logged_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut command = Command::new("sh");
        command.args(["-c", "echo $WORD; echo two >&2"]).env("WORD", "one");
        let mut progress = Progress::new("test");
        run_with_progress(&command, &log, &mut progress, |_, _| ()).unwrap();
        assert_eq!(std::fs::read_to_string(&log).unwrap(), "one\ntwo\n");
    }

    #[test]
    fn a_failure_names_the_command_and_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut progress = Progress::new("test");
        let error = run_with_progress(&Command::new("false"), &log, &mut progress, |_, _| ())
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("command `false` failed (exit status: 1)"), "{error}");
        assert!(error.ends_with("/log"), "{error}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start `no-such-program-here`");
    }
}
