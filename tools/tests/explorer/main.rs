// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests the pages of `hlo-opt --explore` and `hlo-run --explore` in a headless browser.
//!
//! The tests need Debian's packages `chromium` and `chromium-driver`. Without them, the tests print
//! the reason and do nothing.

mod browser;

use browser::Browser;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const DOWN: &str = "\u{E015}";
const RIGHT: &str = "\u{E014}";

/// A program with a product, and elementwise operations that are fused.
const PROGRAM: &str = "\
func.func @main(%x: tensor<64x32xf32>, %w: tensor<32x16xf32>) -> tensor<64x16xf32> {
  %dot = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x16xf32>) -> tensor<64x16xf32>
  %tanh = stablehlo.tanh %dot : tensor<64x16xf32>
  %sum = stablehlo.add %tanh, %dot : tensor<64x16xf32>
  return %sum : tensor<64x16xf32>
}
";

/// Writes a program, makes its page with a tool, and returns the folder and the path of the page.
fn page(tool: &str, program: &str, flags: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, page) = (folder.path().join("program.mlir"), folder.path().join("page.html"));
    std::fs::write(&source, program).expect("writable");
    let mut command = Command::new(tool);
    let output = command.arg(&source).args(flags).arg("--explore").arg(&page).output();
    let output = output.expect("the tool starts");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{message}");
    assert!(message.contains("page.html: "), "the size is reported: {message}");
    println!("{message}");
    (folder, page)
}

/// Returns a browser, or `None` after it has printed why there is none.
fn browser() -> Option<Browser> {
    match Browser::start() {
        Ok(browser) => Some(browser),
        Err(reason) => {
            println!("skipped: {reason}; install Debian's packages chromium and chromium-driver");
            None
        }
    }
}

/// A selector of the rows of a pane.
fn rows(pane: &str, class: &str) -> String {
    format!("[data-pane={pane}] .row{class}")
}

/// Returns the texts of the elements that a selector selects.
fn texts(browser: &Browser, selector: &str) -> Vec<String> {
    let script =
        format!("return [...document.querySelectorAll({selector:?})].map(it => it.textContent)");
    let texts = browser.run(&script);
    let texts = texts.as_array().cloned().unwrap_or_default();
    texts.iter().map(|it| it.as_str().unwrap_or_default().to_owned()).collect()
}

fn assert_silent(browser: &Browser) {
    let console = browser.console();
    assert!(console.is_empty(), "{console:?}");
}

#[test]
fn lines_are_linked_from_the_source_to_the_assembly() {
    let Some(browser) = browser() else { return };
    let (_folder, page) = page(env!("CARGO_BIN_EXE_hlo-opt"), PROGRAM, &["--pipeline=cpu"]);
    browser.open(&page);
    assert_eq!(texts(&browser, &rows("source", ".linked")), Vec::<String>::new());

    // By click: the line of the product.
    browser.click("[data-pane=source] [data-line='1']");
    let linalg = texts(&browser, &rows("left", ".linked"));
    assert!(linalg.iter().any(|line| line.contains("linalg.")), "{linalg:?}");
    assert!(linalg.iter().all(|line| !line.contains("math.tanh")), "{linalg:?}");
    let code = texts(&browser, &rows("right", ".linked"));
    assert!(!code.is_empty(), "the assembly of the product is marked and visible");
    let status = texts(&browser, "footer").concat();
    assert!(status.contains("dot_general") && status.contains("program.mlir:2"), "{status}");

    // By keyboard: one line down, and to the pane on the right.
    browser.press(DOWN);
    let linalg = texts(&browser, &rows("left", ".linked"));
    assert!(linalg.iter().any(|line| line.contains("math.tanh")), "{linalg:?}");
    let status = texts(&browser, "footer").concat();
    assert!(status.contains("tanh"), "{status}");
    browser.press(RIGHT);
    let focused = browser.run("return document.activeElement.getAttribute('aria-label')");
    assert_eq!(focused, "left");
    browser.press(DOWN);
    assert_eq!(texts(&browser, &rows("left", ".current")).len(), 1);

    // The other views, by keyboard.
    browser.press("2");
    let reasons = texts(&browser, ".passes li p");
    assert!(reasons.iter().all(|reason| !reason.is_empty()) && reasons.len() > 40, "{reasons:?}");
    browser.wait("return document.querySelectorAll('.row.add').length > 0");
    browser.press("3");
    let boxes = texts(&browser, ".graph .box");
    assert!(boxes.iter().any(|it| it.contains("kernel_") && it.contains("tanh")), "{boxes:?}");
    browser.press("4");
    browser.wait("return document.querySelector('.details').textContent !== ''");
    browser.press("5");
    let empty = texts(&browser, ".empty").concat();
    assert!(empty.contains("hlo-run"), "{empty}");
    let width = browser.run("return document.documentElement.scrollWidth - innerWidth");
    assert_eq!(width, 0, "the page fits into 1280 pixels");
    assert_silent(&browser);
}

#[test]
fn the_slowest_kernel_is_shown_with_its_source_and_assembly() {
    let Some(browser) = browser() else { return };
    let (_folder, page) =
        page(env!("CARGO_BIN_EXE_hlo-run"), PROGRAM, &["--random-inputs", "--benchmark=2"]);
    browser.open(&page);
    let kernels = texts(&browser, ".tables tr.linked");
    assert!(kernels.iter().any(|row| row.contains("kernel_")), "{kernels:?}");
    let source = texts(&browser, &rows("source", ":is(.linked, .related)"));
    assert!(!source.is_empty());
    let code = texts(&browser, &rows("code", ".linked"));
    assert!(!code.is_empty());
    let lines = texts(&browser, ".tables table:last-of-type tbody tr");
    assert!(lines.iter().any(|row| row.contains("program.mlir:")), "{lines:?}");
    assert_silent(&browser);
}

/// Returns a program of 2000 operations, of which most are in layers of the same shape.
fn large_program() -> String {
    let mut text =
        "func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {\n  \
                    %0 = stablehlo.tanh %x : tensor<8x8xf32>\n"
            .to_owned();
    for at in 0..1998 {
        let op = match at % 4 {
            0 => format!(
                "stablehlo.dot_general %{at}, %w, contracting_dims = [1] x [0] : \
                 (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>"
            ),
            1 => format!("stablehlo.add %{at}, %x : tensor<8x8xf32>"),
            2 => format!("stablehlo.tanh %{at} : tensor<8x8xf32>"),
            _ => format!("stablehlo.multiply %{at}, %x : tensor<8x8xf32>"),
        };
        text += &format!("  %{} = {op}\n", at + 1);
    }
    text + "  return %1998 : tensor<8x8xf32>\n}\n"
}

#[test]
fn a_program_of_2000_operations_opens_at_once() {
    let Some(browser) = browser() else { return };
    let flags = ["--pipeline=cpu", "--threads=2"];
    let (_folder, page) = page(env!("CARGO_BIN_EXE_hlo-opt"), &large_program(), &flags);
    let seconds = browser.open(&page);
    let size = Path::new(&page).metadata().expect("a page").len();
    println!("2000 operations: a page of {size} bytes opens in {seconds:.2} s");
    let shown = browser.run("return document.querySelectorAll('.row').length");
    assert!(shown.as_u64().is_some_and(|it| it < 500), "only visible lines are elements: {shown}");
    // A pass merges the equal kernels of the layers.
    browser.click("[data-pane=source] [data-line='15']");
    let code = texts(&browser, &rows("right", ":is(.related, .linked)"));
    assert!(!code.is_empty(), "the merged kernel is marked");
    // The promise is 2 s on an idle machine; tests share the processors with other tests.
    assert!(seconds < 10.0, "the page opened in {seconds} s");
    assert_silent(&browser);
}
