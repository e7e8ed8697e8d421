// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A headless browser, controlled through `chromedriver` by the WebDriver protocol.
//!
//! Source: "WebDriver" (W3C). The driver closes the connection after each answer, so requests need
//! no HTTP library.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time after which a condition must hold.
const PATIENCE: Duration = Duration::from_secs(20);

/// A browser with one window of 1280 by 800 pixels.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// The folder of the browser's settings, which is empty at the start.
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser. Returns the reason if none is installed.
    ///
    /// # Panics
    /// Panics if an installed browser does not start.
    pub fn start() -> Result<Self, String> {
        let driver = on_path("chromedriver").ok_or("chromedriver is not installed")?;
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let browser = names.into_iter().find_map(on_path).ok_or("chromium is not installed")?;
        let profile = tempfile::tempdir().expect("a temporary folder");
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let port = port(&mut driver);
        let folder = format!("--user-data-dir={}", profile.path().display());
        let mut arguments = vec![folder];
        arguments.extend(
            [
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1280,800",
            ]
            .map(str::to_owned),
        );
        let mut browser_driver = Self { driver, port, session: String::new(), _profile: profile };
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "binary": browser, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let answer = browser_driver.request("POST", "/session", Some(&wanted));
        let id = answer["sessionId"].as_str().expect("a session");
        browser_driver.session = ["/session", id].join("/");
        let size = json!({ "width": 1280, "height": 800 });
        browser_driver.command("window/rect", &size);
        Ok(browser_driver)
    }

    /// Opens a file, and waits until the page can be used. Returns the time until then in seconds,
    /// as the page has measured it.
    pub fn open(&self, path: &Path) -> f64 {
        self.command("url", &json!({ "url": format!("file://{}", path.display()) }));
        self.wait("return window.explorer !== undefined");
        self.run("return window.explorer.ready").as_f64().expect("a time") / 1e3
    }

    /// Runs a script in the page, and returns its result.
    pub fn run(&self, script: &str) -> Value {
        self.command("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script returns true.
    ///
    /// # Panics
    /// Panics if the script does not return true within [`PATIENCE`].
    pub fn wait(&self, script: &str) {
        let start = Instant::now();
        while self.run(script) != true {
            assert!(start.elapsed() < PATIENCE, "this never holds: {script}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the middle of the first element that a CSS selector selects.
    pub fn click(&self, selector: &str) {
        let element = json!({ "using": "css selector", "value": selector });
        let element = self.command("element", &element);
        let id = element.as_object().and_then(|it| it.values().next()?.as_str());
        let id = id.unwrap_or_else(|| panic!("no element {selector}: {element}"));
        self.command(&format!("element/{id}/click"), &json!({}));
    }

    /// Presses and releases keys, in WebDriver's notation: `\u{E015}` is the down arrow.
    pub fn press(&self, keys: &str) {
        let action = |kind: &str, key: char| json!({ "type": kind, "value": key.to_string() });
        let actions: Vec<_> =
            keys.chars().flat_map(|key| [action("keyDown", key), action("keyUp", key)]).collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.command("actions", &json!({ "actions": [keyboard] }));
    }

    /// Returns the errors and warnings in the console of the page.
    pub fn console(&self) -> Vec<String> {
        let entries = self.command("se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().cloned().unwrap_or_default();
        entries.iter().map(ToString::to_string).collect()
    }

    fn command(&self, path: &str, body: &Value) -> Value {
        self.request("POST", &format!("{}/{path}", self.session), Some(body))
    }

    /// Sends a request to the driver, and returns the value of the answer.
    ///
    /// # Panics
    /// Panics if the driver reports an error.
    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let body = body.map(Value::to_string).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        stream.write_all((head + &body).as_bytes()).expect("the driver reads");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("an answer");
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().expect("a length");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).expect("a complete answer");
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        let value = answer["value"].clone();
        assert!(value.get("error").is_none_or(Value::is_null), "{path}: {value}");
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.request("DELETE", &self.session, None);
        }
        // The driver ends its browsers.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Reads the port that the driver has chosen.
fn port(driver: &mut Child) -> u16 {
    let output = driver.stdout.take().expect("the output of the driver");
    let mut lines = BufReader::new(output).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, end) = line.split_once("started successfully on port ")?;
        end.trim_end_matches('.').parse().ok()
    });
    // The driver must be able to write further lines.
    std::thread::spawn(move || lines.for_each(drop));
    port.expect("chromedriver prints its port")
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
