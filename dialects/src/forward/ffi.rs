// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions that the C++ classes call for verification and type inference.
//!
//! `forward/Forward.cpp` declares and calls them. They convert the arguments to melior's types and
//! forward to [`verify`]. They catch panics, so that no panic unwinds into C++.

use crate::{
    ffi::{borrow_context, text_ref},
    op::Op,
    op_view::{InferView, OpView},
    panic::panic_message,
    shape, verify,
};
use melior::{
    Context,
    ir::{Attribute, Location, RegionRef, Type, TypeLike, Value, operation::OperationRef},
};
use mlir_sys::{
    MlirAttribute, MlirContext, MlirLocation, MlirOperation, MlirRegion, MlirStringRef, MlirType,
    MlirValue,
};
use std::{
    ffi::c_void,
    panic::{AssertUnwindSafe, catch_unwind},
};

type Report = unsafe extern "C" fn(*mut c_void, MlirStringRef);
type PushType = unsafe extern "C" fn(*mut c_void, MlirType);

/// Verifies an operation. Returns true if it is valid; otherwise passes the violated constraint to
/// `report`.
///
/// # Safety
/// Only `verifyInRust` (`forward/Forward.cpp`) may call it. It passes the number of the operation's
/// own op, an operation that is alive during the call, and the `sink` that `report` expects.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_verify(
    number: u32,
    operation: MlirOperation,
    report: Report,
    sink: *mut c_void,
) -> bool {
    let body = |op| {
        // SAFETY: `verifyInRust` passes an operation that is alive during the call, and the
        // reference does not outlive this closure.
        let operation = unsafe { OperationRef::from_raw(operation) };
        verify::verify(&OpView::new(op, operation)).map_err(|violation| violation.to_string())
    };
    // SAFETY: `verifyInRust` passes the `sink` that `report` expects.
    unsafe { guarded(number, report, sink, body) }
}

/// Verifies the symbols that an operation refers to. Returns true if they are valid; otherwise
/// passes the violated constraint to `report`.
///
/// # Safety
/// Only `verifySymbolsInRust` (`forward/Forward.cpp`) may call it. The arguments must satisfy the
/// requirements of [`hloom_rs_verify`].
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_verify_symbols(
    number: u32,
    operation: MlirOperation,
    report: Report,
    sink: *mut c_void,
) -> bool {
    let body = |op| {
        // SAFETY: `verifySymbolsInRust` passes an operation that is alive during the call, and the
        // reference does not outlive this closure.
        let operation = unsafe { OperationRef::from_raw(operation) };
        verify::verify_symbols(&OpView::new(op, operation))
            .map_err(|violation| violation.to_string())
    };
    // SAFETY: `verifySymbolsInRust` passes the `sink` that `report` expects.
    unsafe { guarded(number, report, sink, body) }
}

/// Infers result types. Returns true and passes the types to `push`, or returns false and passes
/// the violated constraint to `report`.
///
/// # Safety
/// Only `inferInRust` (`forward/Forward.cpp`) may call it. It passes arrays with the given numbers
/// of elements, and objects that are alive during the call. `properties` and `attributes` may be
/// null. `results` is the vector that `push` expects, and `sink` the object that `report` expects.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_infer(
    number: u32,
    context: MlirContext,
    location: MlirLocation,
    operand_count: isize,
    operands: *const MlirValue,
    properties: MlirAttribute,
    attributes: MlirAttribute,
    region_count: isize,
    regions: *const MlirRegion,
    push: PushType,
    results: *mut c_void,
    report: Report,
    sink: *mut c_void,
) -> bool {
    let body = |op| {
        // SAFETY: `inferInRust` passes pointers to arrays with these numbers of elements. All
        // operands, regions and attributes are alive during the call, and `view` does not outlive
        // this block.
        let types = unsafe {
            let context: &Context = borrow_context(context);
            let operands = slice(operands, operand_count)
                .iter()
                .map(|operand| Value::from_raw(*operand))
                .collect();
            let regions = slice(regions, region_count)
                .iter()
                .map(|region| RegionRef::from_raw(*region))
                .collect();
            let dictionaries = [properties, attributes]
                .into_iter()
                .filter_map(|raw| Attribute::from_option_raw(raw))
                .collect();
            let location = Location::from_raw(location);
            let view = InferView::new(op, context, location, operands, dictionaries, regions);
            verify::infer(&view).map(|types| types.iter().map(|ty| ty.to_raw()).collect::<Vec<_>>())
        };
        for ty in types.map_err(|violation| format!("'{op}' op {violation}"))? {
            // SAFETY: `inferInRust` passes `pushType` together with the vector of types that
            // `pushType` casts `results` to.
            unsafe { push(results, ty) };
        }
        Ok(())
    };
    // SAFETY: `inferInRust` passes the `sink` that `report` expects.
    unsafe { guarded(number, report, sink, body) }
}

/// Returns true if an inferred type is compatible with a declared type.
///
/// # Safety
/// Only `compatibleReturnTypes` (`forward/Forward.cpp`) may call it. It passes types that are not
/// null.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_rs_compatible(inferred: MlirType, declared: MlirType) -> bool {
    catch_unwind(|| {
        // SAFETY: `compatibleReturnTypes` wraps types of operands and results, which are not null
        // and live as long as their context.
        unsafe { shape::compatible(Type::from_raw(inferred), Type::from_raw(declared)) }
    })
    .unwrap_or(false)
}

/// Runs `body` for an op. Passes its error, or the message of its panic, to `report`.
///
/// Returns true if `body` succeeded.
///
/// # Safety
/// `sink` must be the object that `report` expects.
unsafe fn guarded(
    number: u32,
    report: Report,
    sink: *mut c_void,
    body: impl FnOnce(Op) -> Result<(), String>,
) -> bool {
    let Some(op) = Op::from_number(number) else { return false };
    let message = match catch_unwind(AssertUnwindSafe(|| body(op))) {
        Ok(Ok(())) => return true,
        Ok(Err(message)) => message,
        Err(panic) => {
            let panic = panic_message(&*panic);
            format!("internal error in verifier of `{op}`: {panic}; please report it")
        }
    };
    // SAFETY: this function's contract says that `report` expects this `sink`. It copies the
    // message.
    unsafe { report(sink, text_ref(&message)) };
    false
}

/// Returns a C array as a slice, which is empty if the array is null or `count` is not positive.
///
/// # Safety
/// `data` must point to `count` values that live for `'a`, unless it is null or `count` is not
/// positive.
unsafe fn slice<'a, T>(data: *const T, count: isize) -> &'a [T] {
    if count <= 0 || data.is_null() {
        return &[];
    }
    // SAFETY: the contract of `slice` says that `data` points to `count` values that live for `'a`;
    // it is not null here, and `count` is positive.
    unsafe { std::slice::from_raw_parts(data, count as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::text;

    unsafe extern "C" fn append(sink: *mut c_void, message: MlirStringRef) {
        // SAFETY: `reported` passes a pointer to its string as the sink, and `guarded` a message
        // that lives during the call.
        unsafe { (*sink.cast::<String>()).push_str(text(message)) }
    }

    fn reported(body: impl FnOnce(Op) -> Result<(), String>) -> (bool, String) {
        let mut message = String::new();
        let sink = (&raw mut message).cast();
        // SAFETY: `append` expects a pointer to a string, which `sink` is.
        let passed = unsafe { guarded(Op::ChloErf as u32, append, sink, body) };
        (passed, message)
    }

    #[test]
    fn panics_stop_at_the_border() {
        assert_eq!(reported(|_| Ok(())), (true, String::new()));
        assert_eq!(reported(|_| Err("wrong".into())), (false, "wrong".into()));
        let expected = "internal error in verifier of `chlo.erf`: out of luck; please report it";
        assert_eq!(reported(|_| panic!("out of luck")), (false, expected.into()));
        let luck = 7;
        assert_eq!(
            reported(|_| panic!("out of luck {luck}")).1,
            expected.replace("luck", "luck 7")
        );
    }
}
