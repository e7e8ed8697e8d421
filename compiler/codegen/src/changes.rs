// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Applies a user's changes to a backend's pipeline.

use crate::lower::check_passes;
use hloom_compiler::Error;
use hloom_compiler::interface::PipelineChanges;
use hloom_lowering::edited_pipeline::EditedPipeline;
use hloom_lowering::ir::registry::RegistryError;
use hloom_lowering::pipeline::LoweringPipeline;
use hloom_lowering::user_pipeline::UserPipeline;
use melior::Context;

/// Attributes internal errors to the user's pipeline changes, if there are any. With a changed
/// pipeline, an invalid program is not necessarily a bug in this project.
pub fn blame(changes: &PipelineChanges, error: Error) -> Error {
    match error {
        Error::Internal(reason) if !changes.is_empty() => {
            Error::invalid(format!("cannot generate code with the changed pipeline: {reason}"))
        }
        error => error,
    }
}

/// Returns the changed pipeline, or `None` if there are no changes.
///
/// # Errors
/// Fails if a change does not apply to this pipeline, if a pass is unknown, or if a schedule cannot
/// be read.
pub fn changed(
    context: &Context,
    pipeline: &dyn LoweringPipeline,
    changes: &PipelineChanges,
) -> Result<Option<Box<dyn LoweringPipeline>>, Error> {
    if changes.is_empty() {
        return Ok(None);
    }
    let mut edited = match &changes.passes {
        Some(passes) => {
            // Check the passes before `UserPipeline` splits the text into levels.
            check_passes(context, passes)?;
            EditedPipeline::new(&UserPipeline::new(pipeline, passes).map_err(Error::invalid)?)
        }
        None => EditedPipeline::new(pipeline),
    };
    if let Some(file) = &changes.file {
        let wrong = |reason| Error::invalid(format!("{}:{reason}", file.path.display()));
        edited = edited.edit(&file.text).map_err(wrong)?;
    }
    let edited = edited.with_schedules(&changes.schedules);
    let edited = edited.map_err(|error| registry_error(error.into()))?;
    Ok(Some(Box::new(edited)))
}

/// Converts an error of the registry of pipelines: [`Error::File`] if a file cannot be read,
/// otherwise [`Error::Invalid`].
pub fn registry_error(error: RegistryError) -> Error {
    match error {
        RegistryError::Unreadable { path, reason } => Error::File { path, reason },
        error => Error::invalid(error),
    }
}
