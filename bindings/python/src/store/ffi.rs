// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Stores and handles: handles contain the addresses of MLIR objects, and stores check that the
//! objects still exist.

use crate::error::state;
use hloom_dialects::Context;
use hloom_dialects::strings::text_ref;
use hloom_frontends::Error;
use hloom_lowering::ir::{self, Attribute, Location, Op, Type};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::{AttributeLike, Module, TypeLike, ValueLike};
use mlir_sys::{MlirAttribute, MlirContext, MlirLocation, MlirOperation, MlirType};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use std::collections::{HashMap, HashSet};
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// The owner of a module, or the holder of the operation on which a Python pass runs.
pub struct Store(Mutex<State>);

struct State {
    root: Root,
    generation: u64,
    /// For each address, the number of operations that have been erased there in this generation.
    erased: Erased,
}

/// The number of erased operations for each address. MLIR reuses the addresses of erased operations
/// for new ones, so an address alone does not identify an operation.
type Erased = HashMap<usize, u64>;

enum Root {
    /// A module and its context. The module is dropped first, because it must not outlive its
    /// context.
    Owned { module: Module<'static>, context: Box<Context> },
    /// The operation on which a Python pass runs. Its context lives as long as the pass runs.
    Borrowed(MlirOperation),
    /// Nothing: the Python pass has ended.
    Ended,
}

// SAFETY: MLIR's objects are not bound to a thread, and the mutex of `Store` admits one thread at a
// time. `Borrowed` is only used while the pass runs, see `Store::with_borrowed`.
unsafe impl Send for State {}

/// A handle to an operation. It contains the operation's address, and the state of the store in
/// which the address is valid.
#[derive(Clone)]
pub struct OpHandle {
    store: Arc<Store>,
    address: usize,
    generation: u64,
    /// The number of operations that were erased at the same address before this operation was
    /// created.
    predecessors: u64,
}

/// Defines a handle to types, attributes or locations, which live as long as their MLIR context.
macro_rules! interned {
    ($(#[$about:meta])* $Handle:ident, $Object:ident, $Raw:ident, $read:ident, $keep:ident) => {
        $(#[$about])*
        #[derive(Clone)]
        pub struct $Handle {
            store: Arc<Store>,
            address: usize,
        }

        impl $Handle {
            /// Returns the store of the module to which the object belongs.
            pub fn store(&self) -> &Arc<Store> {
                &self.store
            }
        }

        impl PartialEq for $Handle {
            fn eq(&self, other: &Self) -> bool {
                Arc::ptr_eq(&self.store, &other.store) && self.address == other.address
            }
        }

        impl<'a> Access<'a> {
            /// Returns the MLIR object to which a handle refers.
            ///
            /// # Errors
            /// Fails if the handle belongs to another module.
            pub fn $read(&self, handle: &$Handle) -> PyResult<$Object<'a>> {
                self.check_store(&handle.store)?;
                let raw = $Raw { ptr: handle.address as *const c_void };
                // SAFETY: the address is that of an object of this store's context, by the check
                // above; such objects live as long as the context, which outlives `'a`.
                Ok(unsafe { $Object::from_raw(raw) })
            }

            /// Returns a handle to an MLIR object of this store's context.
            pub fn $keep(&self, object: $Object<'a>) -> $Handle {
                let address = object.to_raw().ptr.addr();
                $Handle { store: Arc::clone(self.store), address }
            }
        }
    };
}

interned!(
    /// A handle to an MLIR type.
    TypeHandle, Type, MlirType, ty, keep_type
);
interned!(
    /// A handle to an MLIR attribute.
    AttributeHandle, Attribute, MlirAttribute, attribute, keep_attribute
);
interned!(
    /// A handle to an MLIR location.
    LocationHandle, Location, MlirLocation, location, keep_location
);

impl OpHandle {
    /// Returns the store of the module that contains the operation.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Returns the address of the operation, which differs between the living operations of a
    /// module.
    pub fn address(&self) -> usize {
        self.address
    }
}

impl PartialEq for OpHandle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.store, &other.store)
            && self.address == other.address
            && self.generation == other.generation
            && self.predecessors == other.predecessors
    }
}

/// Exclusive access to the MLIR objects of a store.
pub struct Access<'a> {
    context: &'a melior::Context,
    root: Op<'a>,
    store: &'a Arc<Store>,
    generation: u64,
    erased: &'a mut Erased,
}

impl Store {
    /// Reads a program of any format into a new store with its own MLIR context.
    ///
    /// # Errors
    /// Fails with located diagnostics if the program is not valid.
    pub fn parse(source: &[u8], name: &str) -> Result<Arc<Self>, Error> {
        let context = Box::new(Context::new());
        let module = hloom_frontends::parse(&context, source, name)?;
        let raw = module.to_raw();
        std::mem::forget(module);
        // SAFETY: the module, which was forgotten above, has no other owner. `Root::Owned` drops it
        // before its context, and `Access` hands it out with a lifetime below that of the store.
        let module = unsafe { Module::from_raw(raw) };
        let root = Root::Owned { module, context };
        Ok(Arc::new(Self(Mutex::new(State { root, generation: 0, erased: Erased::new() }))))
    }

    /// Calls a function with a store that holds the operation on which a Python pass runs. When the
    /// function returns, the store no longer holds the operation.
    pub fn with_borrowed<R>(op: Op, call: impl FnOnce(&Arc<Self>) -> R) -> R {
        struct End<'a>(&'a Store);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                let mut state = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
                state.root = Root::Ended;
            }
        }
        let root = Root::Borrowed(op.to_raw());
        let store = Self(Mutex::new(State { root, generation: 0, erased: Erased::new() }));
        let store = Arc::new(store);
        // Also if the function panics.
        let _end = End(&store);
        call(&store)
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.0.try_lock() {
            Ok(guard) => Ok(guard),
            // Each function leaves a valid module, also if it panics.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(state("the module is in use: passes run on it, or another thread reads it"))
            }
        }
    }

    /// Calls a function with exclusive access to the module, or to the operation on which a Python
    /// pass runs.
    ///
    /// # Errors
    /// Fails if the module is in use, if the store belongs to a Python pass that has ended, or if
    /// `call` fails.
    pub fn access<R>(
        self: &Arc<Self>,
        call: impl for<'a> FnOnce(&mut Access<'a>) -> PyResult<R>,
    ) -> PyResult<R> {
        let mut guard = self.lock()?;
        let State { root, generation, erased } = &mut *guard;
        let raw = match root {
            Root::Owned { module, .. } => module.as_operation().to_raw(),
            Root::Borrowed(raw) => *raw,
            Root::Ended => {
                return Err(state("the operation belongs to a pass that has ended"));
            }
        };
        // SAFETY: an owned operation lives as long as the store, and a borrowed one while the pass
        // runs, which is the case: `with_borrowed` takes the lock before it returns. The handles
        // have a lifetime that `call` cannot name, so it cannot keep them.
        let root: Op = unsafe { Op::from_raw(raw) };
        // SAFETY: as above.
        let raw = unsafe { mlir_sys::mlirOperationGetContext(root.to_raw()) };
        // SAFETY: a melior `Context` consists of the raw `MlirContext` only; `transmute` checks at
        // compile time that the sizes are equal. `ManuallyDrop` keeps it from destroying the
        // context, which outlives the operation.
        let context = unsafe { std::mem::transmute::<MlirContext, melior::Context>(raw) };
        let context = ManuallyDrop::new(context);
        let generation = *generation;
        call(&mut Access { context: &context, root, store: self, generation, erased })
    }

    /// Runs a function that may erase any operation of the module. Afterwards, all older handles to
    /// operations are invalid.
    ///
    /// # Errors
    /// Fails if the module is in use, or if the store does not own it, as in a Python pass.
    pub fn run<R>(
        &self,
        call: impl for<'c> FnOnce(&'c Context, &mut Module<'c>) -> R,
    ) -> PyResult<R> {
        let mut guard = self.lock()?;
        let State { root, generation, erased } = &mut *guard;
        let Root::Owned { module, context } = root else {
            return Err(state("a pass cannot run passes on the module that it was given"));
        };
        *generation += 1;
        erased.clear();
        // SAFETY: `Module` does not use its lifetime parameter, and `call` cannot name `'c`, so it
        // can neither keep references to the context nor exchange the module for one of another
        // context.
        let module = unsafe { &mut *std::ptr::from_mut(module).cast::<Module<'_>>() };
        Ok(call(context, module))
    }
}

impl<'a> Access<'a> {
    /// Returns the MLIR context of the store.
    pub fn context(&self) -> &'a melior::Context {
        self.context
    }

    /// Returns the operation of the module, or the operation on which a Python pass runs.
    pub fn root(&self) -> Op<'a> {
        self.root
    }

    fn check_store(&self, store: &Arc<Store>) -> PyResult<()> {
        if Arc::ptr_eq(self.store, store) {
            return Ok(());
        }
        Err(PyValueError::new_err("expected an object of the same module, found another module's"))
    }

    /// Returns the operation to which a handle refers.
    ///
    /// # Errors
    /// Fails if the operation was erased, if passes have run since the handle was created, or if
    /// the operation belongs to another module.
    pub fn op(&self, handle: &OpHandle) -> PyResult<Op<'a>> {
        self.check_store(&handle.store)?;
        if handle.generation != self.generation {
            return Err(state(
                "the operation is no longer valid, because passes ran on the module; walk the \
                 module again",
            ));
        }
        if self.predecessors(handle.address) != handle.predecessors {
            return Err(state("the operation was erased"));
        }
        let raw = MlirOperation { ptr: handle.address as *mut c_void };
        // SAFETY: `Access::handle` was given a living operation of this store. Since then, no
        // passes ran, by the check of the generation, and Python did not erase the operation, by
        // the check of its predecessors. Access is exclusive, so nobody erases the operation now.
        Ok(unsafe { Op::from_raw(raw) })
    }

    /// Returns a handle to an operation of the module.
    pub fn handle(&self, op: Op<'a>) -> OpHandle {
        let address = op.to_raw().ptr.addr();
        let (store, generation) = (Arc::clone(self.store), self.generation);
        OpHandle { store, address, generation, predecessors: self.predecessors(address) }
    }

    /// Returns the number of operations that have been erased at an address in this generation.
    fn predecessors(&self, address: usize) -> u64 {
        self.erased.get(&address).copied().unwrap_or(0)
    }

    /// Erases an operation, and invalidates the handles to the operation and to the operations in
    /// it.
    ///
    /// # Errors
    /// Fails if a value that is defined in the operation has uses outside of it, or if the
    /// operation is the root of the store.
    pub fn erase(&mut self, op: Op<'a>) -> PyResult<()> {
        if op == self.root || op.block().is_none() {
            return Err(PyValueError::new_err(
                "cannot erase the root of a module, or the operation on which a pass runs",
            ));
        }
        let nested = ir::walk(op);
        let addresses: HashSet<_> = nested.iter().map(|op| op.to_raw().ptr.addr()).collect();
        let blocks = nested.iter().flat_map(|op| ir::regions(*op)).flat_map(ir::blocks);
        let arguments = blocks.flat_map(ir::args);
        let values = nested.iter().flat_map(|op| ir::results(*op)).chain(arguments);
        let mut users = values.flat_map(ir::uses).map(|(user, _)| user.to_raw().ptr.addr());
        if users.any(|user| !addresses.contains(&user)) {
            let name = ir::op_name(op);
            return Err(PyValueError::new_err(format!(
                "`{name}`: cannot erase an operation whose results have uses; call \
                 `replace_all_uses_with` first"
            )));
        }
        for address in addresses {
            *self.erased.entry(address).or_default() += 1;
        }
        ir::erase(op);
        Ok(())
    }
}

/// Returns true if MLIR knows an operation of this name in the context.
pub fn is_registered(context: &melior::Context, name: &str) -> bool {
    let name = text_ref(name);
    // SAFETY: the context is alive, and MLIR only reads the name during the call.
    unsafe { mlir_sys::mlirContextIsRegisteredOperation(context.to_raw(), name) }
}

/// Returns true if operations of this name can infer the types of their results.
pub fn infers_types(context: &melior::Context, name: &str) -> bool {
    let name = text_ref(name);
    // SAFETY: the context is alive, and MLIR only reads the name during the call. The ID is static.
    unsafe {
        mlir_sys::mlirOperationImplementsInterfaceStatic(
            name,
            context.to_raw(),
            mlir_sys::mlirInferTypeOpInterfaceTypeID(),
        )
    }
}

/// Moves the operations of the block `body` before the operation `before` of another module.
/// Replaces the arguments of the block by `arguments`. Returns the operands of the block's
/// terminator, which is not moved.
pub fn inline<'a>(
    body: ir::Block<'_>,
    arguments: &[ir::Value<'a>],
    before: Op<'a>,
) -> Vec<ir::Value<'a>> {
    let values = ir::inline_block_before(body, arguments, before);
    let raw = values.into_iter().map(|value| value.to_raw());
    // SAFETY: the values are among `arguments`, or results of operations that now belong to the
    // module of `before`, which lives for `'a`.
    raw.map(|raw| unsafe { ir::Value::from_raw(raw) }).collect()
}

/// Returns the block to which a block argument belongs.
pub fn argument_owner<'a>(argument: BlockArgument<'a, 'a>) -> ir::Block<'a> {
    // SAFETY: the argument is alive for `'a`, and with it its block.
    unsafe { ir::Block::from_raw(mlir_sys::mlirBlockArgumentGetOwner(argument.to_raw())) }
}
