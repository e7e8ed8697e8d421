// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interpreter platform and its registration.

use super::InterpreterCompiler;
use hloom_compiler::host::{HostExecutor, HostFeeds};
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use hloom_compiler::{Error, Literal, Shape};
use hloom_plugin::Registrar;
use std::sync::Arc;

/// The name of the interpreter platform.
pub const NAME: &str = "interpreter";

/// The interpreter platform, whose device is the host.
#[derive(Debug)]
pub struct InterpreterPlatform {
    device: Arc<HostExecutor>,
    /// The infeed queues, the outfeed queues and the channels of the device.
    feeds: HostFeeds,
}

impl InterpreterPlatform {
    /// Creates the platform with its single device.
    pub fn new() -> Self {
        Self { device: Arc::new(HostExecutor::new(NAME, 0)), feeds: HostFeeds::new(NAME) }
    }
}

impl Default for InterpreterPlatform {
    fn default() -> Self {
        Self::new()
    }
}

impl Platform for InterpreterPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "the reference evaluator: every operation, slowly"
    }

    fn device_count(&self) -> usize {
        1
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        if ordinal == 0 {
            return Ok(self.device.clone());
        }
        Err(Error::invalid(format!("platform `{NAME}`: expected device 0, found {ordinal}")))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        Arc::new(InterpreterCompiler::new(self.feeds.clone()))
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(InterpreterTransferManager(self.feeds.clone()))
    }
}

/// A transfer manager whose buffers have the layout of literals.
pub struct InterpreterTransferManager(pub HostFeeds);

impl TransferManager for InterpreterTransferManager {
    fn infeed(&self, device: usize, literal: &Literal) -> Result<(), Error> {
        self.0.infeed(device, literal)
    }

    fn outfeed(&self, device: usize, shape: &Shape) -> Result<Literal, Error> {
        self.0.outfeed(device, shape)
    }
}

/// Adds the platform to the registry.
///
/// # Errors
/// Never fails; the return type is the same for all backends.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_platform(InterpreterPlatform::new());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::interface::{CompileOptions, RunOptions};
    use hloom_compiler::{ElementType, Program};

    #[test]
    fn programs_share_queues_with_the_host() -> Result<(), Error> {
        let platform = InterpreterPlatform::new();
        let source = "func.func @main() -> tensor<2xi32> {
            %0 = stablehlo.create_token : !stablehlo.token
            %1:2 = \"stablehlo.infeed\"(%0) {infeed_config = \"\"} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
            %2 = stablehlo.add %1#0, %1#0 : tensor<2xi32>
            %3 = \"stablehlo.outfeed\"(%2, %1#1) {outfeed_config = \"\"} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
            return %1#0 : tensor<2xi32>
        }";
        let program = Program::from_text("queues.mlir", source)?;
        let executable = platform.compiler().compile(&program, &CompileOptions::default())?;
        let transfers = platform.transfer_manager();
        let (pair, one) = (Shape::new(ElementType::S32, [2]), Shape::scalar(ElementType::S32));
        let run = || {
            let mut stream = platform.device(0)?.create_stream()?;
            executable.run(&mut *stream, &[], &RunOptions::default()).map(drop)
        };
        let empty = run().expect_err("nothing was fed").to_string();
        assert!(empty.contains("queues.mlir:3"), "{empty}");
        for start in [1, 10] {
            transfers.infeed(0, &Literal::from_slice(&[start, start + 1], [2])?)?;
        }
        run()?;
        run()?;
        let other = transfers.outfeed(0, &one).expect_err("a pair is there").to_string();
        assert!(other.contains("requested tensor<i32> as the next tensor, found"), "{other}");
        assert_eq!(transfers.outfeed(0, &pair)?, Literal::from_slice(&[2, 4], [2])?);
        assert_eq!(transfers.outfeed(0, &pair)?, Literal::from_slice(&[20, 22], [2])?);
        let nothing = transfers.outfeed(0, &pair).expect_err("all was taken").to_string();
        assert!(nothing.contains("outfeed is empty"), "{nothing}");
        assert!(transfers.infeed(1, &Literal::scalar(1)?).is_err());
        Ok(())
    }
}
