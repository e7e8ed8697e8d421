// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The page: one HTML file with its style sheet, its scripts and its data.
//!
//! The data is JSON, compressed with gzip, which browsers decompress themselves
//! (`DecompressionStream`), and written in base64, which cannot end a `script` element.

use super::arena::Arena;
use super::levels::Levels;
use super::source_files::SourceFiles;
use super::times::Times;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use hloom_compiler::Error;
use serde::Serialize;
use std::io::Write;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The scripts of the page, in the order in which they run.
const SCRIPTS: [&str; 10] = [
    include_str!("page/data.js"),
    include_str!("page/elements.js"),
    include_str!("page/selection.js"),
    include_str!("page/text_pane.js"),
    include_str!("page/code_view.js"),
    include_str!("page/passes_view.js"),
    include_str!("page/graph_view.js"),
    include_str!("page/arena_view.js"),
    include_str!("page/profile_view.js"),
    include_str!("page/main.js"),
];

/// The data of a page that shows a compilation.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// The name of the program.
    pub program: String,
    /// The name of the platform or pipeline that compiled the program.
    pub platform: String,
    /// The version of hloom.
    pub version: String,
    /// The operations of the user's program, and the source files to which their locations refer.
    pub sources: SourceFiles,
    /// The program at every level.
    pub levels: Levels,
    /// The memory plan of the program, if the platform plans memory.
    pub arena: Option<Arena>,
    /// The times of the fastest run, if the program ran.
    pub times: Option<Times>,
}

impl Page {
    /// Returns the page as HTML.
    ///
    /// # Errors
    /// Fails if the data cannot be serialized.
    pub fn html(&self) -> Result<String, Error> {
        let internal = |reason: String| Error::Internal(reason);
        let json = serde_json::to_vec(self).map_err(|error| internal(error.to_string()))?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let compressed = encoder.write_all(&json).and_then(|()| encoder.finish());
        let compressed = compressed.map_err(|error| internal(error.to_string()))?;
        let title = format!("{} on {}", self.program, self.platform);
        let parts = [
            ("{{title}}", escaped(&title)),
            ("{{style}}", STYLE.to_owned()),
            ("{{data}}", STANDARD.encode(compressed)),
            ("{{script}}", SCRIPTS.join("\n")),
        ];
        let (mut html, mut rest) = (String::new(), TEMPLATE);
        for (mark, text) in parts {
            let Some((before, after)) = rest.split_once(mark) else {
                return Err(internal(format!("the template of the page lacks `{mark}`")));
            };
            html.push_str(before);
            html.push_str(&text);
            rest = after;
        }
        Ok(html + rest)
    }
}

/// Escapes the special characters of HTML in a text.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::interface::RecordedLowering;

    #[test]
    fn pages_are_complete_and_need_no_other_file() {
        let page = Page {
            program: "</title><script>alert(1)".to_owned(),
            platform: "cpu".to_owned(),
            version: String::new(),
            sources: SourceFiles::default(),
            levels: Levels::read(&RecordedLowering::default()),
            arena: None,
            times: None,
        };
        let html = page.html().expect("a page");
        assert!(html.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1) on cpu"), "{html}");
        assert!(!html.contains("{{"), "all marks are replaced");
        for reference in ["src=", "href=", "@import", "url(", "http://", "https://"] {
            let found = html.replace("http://www.w3.org/2000/svg", "");
            assert!(!found.contains(reference), "the page refers to another file: {reference}");
        }
        assert_eq!(html.matches("</script>").count(), 2, "no script ends early");
    }
}
