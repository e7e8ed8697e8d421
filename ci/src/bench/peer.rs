// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The engines with which hloom is compared.

/// An engine with which hloom is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Peer {
    /// XLA CPU through jaxlib
    Xla,
    /// XLA CPU of the newest jaxlib; HLOOM_NEWEST_PYTHON names a Python 3.12 or later
    XlaNewest,
    /// IREE's llvm-cpu
    Iree,
    /// ONNX Runtime, on networks
    Ort,
    /// OpenVINO, on networks
    Openvino,
}

impl Peer {
    /// Returns the name on the command line and in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::Xla => "xla",
            Self::XlaNewest => "xla-newest",
            Self::Iree => "iree",
            Self::Ort => "ort",
            Self::Openvino => "openvino",
        }
    }

    /// Returns the name of the engine in `worker.py`.
    pub fn engine(self) -> &'static str {
        if self == Self::XlaNewest { Self::Xla.id() } else { self.id() }
    }

    /// Returns true if the engine runs ONNX graphs instead of StableHLO.
    pub fn needs_onnx(self) -> bool {
        matches!(self, Self::Ort | Self::Openvino)
    }
}
