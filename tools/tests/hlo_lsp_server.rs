// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests the answers of `hlo-lsp-server` to an editor.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_hlo-lsp-server"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the tool starts");
        let input = process.stdin.take().expect("it is piped");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        Self { process, input, output }
    }

    fn send(&mut self, method: &str, id: Option<u32>, params: Value) {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = id.into();
        }
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the server has ended");
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content).unwrap();
        serde_json::from_slice(&content).unwrap()
    }

    /// Sends a request and returns its result.
    fn ask(&mut self, method: &str, id: u32, params: Value) -> Value {
        self.send(method, Some(id), params);
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message["result"].clone();
            }
        }
    }

    /// Opens a program and returns its diagnostics.
    fn open(&mut self, uri: &str, text: &str) -> Value {
        let document = json!({ "uri": uri, "languageId": "mlir", "version": 1, "text": text });
        self.send("textDocument/didOpen", None, json!({ "textDocument": document }));
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                assert_eq!(message["params"]["uri"], uri);
                return message["params"]["diagnostics"].clone();
            }
        }
    }
}

#[test]
fn it_names_what_is_wrong_and_what_is_there() {
    let mut server = Server::start();
    let capabilities = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    let result = server.ask("initialize", 1, capabilities);
    assert_eq!(result["capabilities"]["hoverProvider"], true, "{result}");
    server.send("initialized", None, json!({}));

    let good = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  \
                %y = stablehlo.exponential %x : tensor<4xf32>\n  return %y : tensor<4xf32>\n}\n";
    assert_eq!(server.open("file:///good.mlir", good), json!([]));
    let place = json!({
        "textDocument": { "uri": "file:///good.mlir" },
        "position": { "line": 1, "character": 10 }
    });
    let hover = server.ask("textDocument/hover", 2, place);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("stablehlo.exponential"), "{hover}");

    let bad = good.replace(
        "stablehlo.exponential %x :",
        "stablehlo.transpose %x, dims = [1] : (tensor<4xf32>) ->",
    );
    let diagnostics = server.open("file:///bad.mlir", &bad);
    let first = &diagnostics[0];
    let message = first["message"].as_str().unwrap_or_default();
    assert!(message.contains("stablehlo.transpose") && message.contains("permutation"), "{first}");
    assert_eq!(first["range"]["start"]["line"], 1, "{first}");

    assert_eq!(server.ask("shutdown", 3, Value::Null), Value::Null);
    server.send("exit", None, Value::Null);
    assert!(server.process.wait().unwrap().success());
}
