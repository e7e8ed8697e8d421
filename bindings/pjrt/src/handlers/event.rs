// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Event`.

use crate::c_api::error::Error;
use crate::c_api::structs::{
    EventAwait, EventCreate, EventDestroy, EventError, EventIsReady, EventOnReady, EventSet,
};
use crate::c_api::values::Handle;
use crate::event::Event;
use crate::failure::{Code, Failure};

pub fn destroy(arguments: &mut EventDestroy) -> Result<(), Failure> {
    arguments.event.take();
    Ok(())
}

pub fn is_ready(arguments: &mut EventIsReady) -> Result<(), Failure> {
    arguments.is_ready = arguments.event.get()?.outcome().is_some().into();
    Ok(())
}

pub fn error(arguments: &mut EventError) -> Result<(), Failure> {
    let pending = || Failure::new(Code::FailedPrecondition, "the event has not completed yet");
    arguments.event.get()?.outcome().unwrap_or_else(|| Err(pending()))
}

pub fn await_(arguments: &mut EventAwait) -> Result<(), Failure> {
    arguments.event.get()?.wait()
}

pub fn on_ready(arguments: &mut EventOnReady) -> Result<(), Failure> {
    let callback = arguments.callback;
    arguments.event.get()?.then(move |outcome| {
        callback.call(outcome.err().map_or(Handle::none(), Error::give));
    });
    Ok(())
}

pub fn create(arguments: &mut EventCreate) -> Result<(), Failure> {
    arguments.event = Handle::give(Event::default());
    Ok(())
}

pub fn set(arguments: &mut EventSet) -> Result<(), Failure> {
    let event = arguments.event.get()?;
    if event.outcome().is_some() {
        return Err(Failure::new(
            Code::FailedPrecondition,
            "cannot set the outcome of an event that has already completed",
        ));
    }
    let message = arguments.error_message.text();
    event.complete(match arguments.error_code {
        0 => Ok(()),
        code => Err(Failure { code, message }),
    });
    Ok(())
}
