// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tables of the functions of a library that is loaded at run time.

/// Declares the structure `Functions` with pointers to the functions of a library.
macro_rules! functions {
    ($library:literal $($field:ident = $name:literal: fn($($argument:ty),* $(,)?) -> $result:ty;)*) => {
        #[doc = concat!("The functions of ", $library, ".")]
        struct Functions {
            $($field: unsafe extern "C" fn($($argument),*) -> $result,)*
        }

        impl Functions {
            /// Finds the functions in the symbols of a library.
            ///
            /// # Safety
            /// The library must define the functions with these signatures, and must never be unloaded.
            unsafe fn find(library: &libloading::Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    $($field: {
                        type Signature = unsafe extern "C" fn($($argument),*) -> $result;
                        let found: libloading::Symbol<Signature> = {
                            // SAFETY: the contract of this function says that the signature is right.
                            unsafe { library.get($name.as_bytes()) }?
                        };
                        *found
                    },)*
                })
            }
        }
    };
}

pub(crate) use functions;
