// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A backend's pipeline as a user wants it.

use crate::lower::check_passes;
use hloom_compiler::Error;
use hloom_compiler::interface::PipelineChanges;
use hloom_lowering::edited_pipeline::EditedPipeline;
use hloom_lowering::given_pipeline::GivenPipeline;
use hloom_lowering::pipeline::LoweringPipeline;
use melior::Context;

/// An error of a program that went through a changed pipeline: what is wrong after it is the
/// changes' fault, not this project's.
pub fn blame(changes: &PipelineChanges, error: Error) -> Error {
    match error {
        Error::Internal(reason) if !changes.is_empty() => {
            Error::invalid(format!("the pipeline as it was changed makes no code: {reason}"))
        }
        error => error,
    }
}

/// The pipeline with the changes made, if there are any.
///
/// # Errors
/// If a change is none of this pipeline, a pass is not known, or a schedule cannot be read.
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
            // Before they are cut into levels.
            check_passes(context, passes)?;
            EditedPipeline::new(&GivenPipeline::new(pipeline, passes).map_err(Error::invalid)?)
        }
        None => EditedPipeline::new(pipeline),
    };
    if let Some(file) = &changes.file {
        let wrong = |reason| Error::invalid(format!("{}:{reason}", file.path.display()));
        edited = edited.edit(&file.text).map_err(wrong)?;
    }
    let edited = edited.with_schedules(&changes.schedules).map_err(Error::invalid)?;
    Ok(Some(Box::new(edited)))
}
