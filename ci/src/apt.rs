// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Queries and installs Debian packages.

use crate::process;
use crate::progress::Progress;
use crate::project::{Project, on_path};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use std::io::{IsTerminal, stdin};
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};

/// The method of running commands as root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Run the command directly, because this process runs as root.
    Already,
    /// Run the command through `sudo`, which may prompt for a password.
    Sudo,
}

/// Returns true if this system is Debian or a derivative of Debian, and has apt and dpkg.
pub fn is_debian() -> bool {
    let described = fs::read_to_string("/etc/os-release").is_ok_and(|text| is_debian_like(&text));
    described && on_path("apt-get").is_some() && on_path("dpkg-query").is_some()
}

/// Returns the method of running commands as root, or `None` if there is none.
pub fn root() -> Option<Root> {
    // The effective user of a process owns its folder in /proc.
    if fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0) {
        return Some(Root::Already);
    }
    on_path("sudo")?;
    let without_password = Command::new("sudo")
        .args(["-n", "true"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    (without_password || stdin().is_terminal()).then_some(Root::Sudo)
}

/// Returns the packages of `packages` that are not installed.
///
/// # Errors
///
/// Fails if `dpkg-query` cannot be started.
pub fn missing<'a>(packages: &[&'a str]) -> Result<Vec<&'a str>> {
    let output = Command::new("dpkg-query")
        .args(["--show", "--showformat=${Package} ${db:Status-Status}\\n"])
        .args(packages)
        // It writes an error for every unknown package.
        .stderr(Stdio::null())
        .output()
        .context("cannot start `dpkg-query`")?;
    let listing = String::from_utf8_lossy(&output.stdout);
    let installed = installed(&listing);
    Ok(packages.iter().copied().filter(|name| !installed.contains(*name)).collect())
}

/// Downloads the package lists. A source that does not respond causes only a warning, because
/// another source may provide the required packages.
///
/// # Errors
///
/// Fails if the folder of the log cannot be created.
pub fn update(project: &Project, root: Root) -> Result<()> {
    let log = project.scratch()?.join("apt-update.log");
    let mut progress = Progress::new("downloading the package lists");
    let command = as_root(root, &["apt-get", "-o", "Acquire::Retries=3", "update"]);
    let report = |line: &str, progress: &mut Progress| progress.report(None, line);
    if let Err(error) = process::run_with_progress(&command, &log, &mut progress, report) {
        eprintln!("warning: {error:#}");
    }
    Ok(())
}

/// Returns the packages of `packages` for which apt has no candidate version.
///
/// # Errors
///
/// Fails if `apt-cache` fails.
pub fn unknown<'a>(packages: &[&'a str]) -> Result<Vec<&'a str>> {
    let mut command = Command::new("apt-cache");
    command.arg("policy").args(packages).env("LC_ALL", "C");
    let policy = process::output(&mut command)?;
    let known = candidates(&policy);
    Ok(packages.iter().copied().filter(|name| !known.contains(*name)).collect())
}

/// Installs packages.
///
/// # Errors
///
/// Fails if `apt-get` fails. A log file contains its output.
pub fn install(project: &Project, root: Root, packages: &[&str]) -> Result<()> {
    let log = project.scratch()?.join("apt-install.log");
    let mut command = as_root(root, &["env", "DEBIAN_FRONTEND=noninteractive"]);
    command.args(["apt-get", "-o", "APT::Status-Fd=1", "-o", "Acquire::Retries=3"]);
    command.args(["-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0"]);
    command.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    let mut progress = Progress::new(format!("installing {} packages", packages.len()));
    process::run_with_progress(&command, &log, &mut progress, |line, progress| {
        if let Some(status) = parse_status(line) {
            progress.report(Some(status.percent), &status.message);
        }
    })
}

fn as_root(root: Root, words: &[&str]) -> Command {
    let mut words = words.iter();
    let mut command = match root {
        Root::Already => Command::new(words.next().copied().unwrap_or("true")),
        Root::Sudo => Command::new("sudo"),
    };
    command.args(words);
    command
}

/// Returns true if `/etc/os-release` describes Debian or a distribution derived from it.
fn is_debian_like(os_release: &str) -> bool {
    let ids = os_release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")));
    ids.flat_map(|value| value.trim_matches('"').split_whitespace()).any(|id| id == "debian")
}

/// Returns the names of the installed packages in the output of `dpkg-query`.
fn installed(listing: &str) -> BTreeSet<&str> {
    let rows = listing.lines().filter_map(|line| line.split_once(' '));
    rows.filter(|(_, status)| *status == "installed").map(|(name, _)| name).collect()
}

/// Returns the names of the packages that have a candidate in the output of `apt-cache policy`.
fn candidates(policy: &str) -> BTreeSet<&str> {
    let mut known = BTreeSet::new();
    let mut package = None;
    for line in policy.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with(' ')) {
            package = Some(name);
        } else if let Some(version) = line.trim().strip_prefix("Candidate: ")
            && version != "(none)"
        {
            known.extend(package);
        }
    }
    known
}

/// A line of apt's machine-readable progress output.
#[derive(Debug, PartialEq)]
struct Status {
    percent: f64,
    message: String,
}

/// Parses `dlstatus:ITEM:PERCENT:MESSAGE` and `pmstatus:PACKAGE:PERCENT:MESSAGE`.
fn parse_status(line: &str) -> Option<Status> {
    let (kind, rest) = line.split_once(':')?;
    let phase = match kind {
        "dlstatus" => "downloading",
        "pmstatus" => "installing",
        _ => return None,
    };
    // A package may have the form `name:architecture`.
    let mut fields = rest.split(':').skip(1);
    let percent = fields.find_map(|field| field.parse::<f64>().ok())?;
    let message = fields.collect::<Vec<_>>().join(":");
    Some(Status { percent, message: format!("{phase}: {message}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions() {
        assert!(is_debian_like("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(is_debian_like("ID=ubuntu\nID_LIKE=debian\n"));
        assert!(is_debian_like("ID=mint\nID_LIKE=\"ubuntu debian\"\n"));
        assert!(!is_debian_like("ID=fedora\nVERSION_ID=42\n"));
        assert!(!is_debian_like(""));
    }

    #[test]
    fn removed_packages_are_not_installed() {
        let listing = "clang-22 installed\nmold config-files\nlld-22 not-installed\n";
        assert_eq!(installed(listing), BTreeSet::from(["clang-22"]));
    }

    #[test]
    fn candidates_of_apt() {
        let policy = "clang-22:\n  Installed: (none)\n  Candidate: 1:22.1.8-1\n  Version table:\n\
                      mold:\n  Installed: (none)\n  Candidate: (none)\n  Version table:\n";
        assert_eq!(candidates(policy), BTreeSet::from(["clang-22"]));
    }

    #[test]
    fn status_lines() {
        let status = parse_status("pmstatus:libxml2-dev:amd64:42.5:Unpacking libxml2-dev:amd64");
        let message = "installing: Unpacking libxml2-dev:amd64".to_owned();
        assert_eq!(status, Some(Status { percent: 42.5, message }));
        let status =
            parse_status("dlstatus:3:7.5:Retrieving file 3 of 20 (2min remaining)").unwrap();
        assert_eq!(status.percent, 7.5);
        assert_eq!(parse_status("Setting up mold (1.10.1+dfsg-1) ..."), None);
        assert_eq!(parse_status("pmstatus:dpkg-exec"), None);
    }
}
