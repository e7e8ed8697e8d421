// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the devices of CUDA and HIP on a [driver](fake) that runs on the host.
//!
//! Every case runs for both platforms, each in a process of its own: a driver is loaded once in a
//! process, and a faulty kernel spoils its device.

mod cases;
mod fake;
mod platforms;

use fake::{Library, Setup};

/// The driver as it is, with two devices of 64 MiB.
const USUAL: Setup = Setup { library: Library::Whole, settings: "" };

const fn settings(settings: &'static str) -> Setup {
    Setup { library: Library::Whole, settings }
}

/// Declares tests: the cases of a module, each with the setup of the driver.
macro_rules! tests {
    ($($module:ident { $($case:ident: $setup:expr,)* })*) => {
        mod cuda {
            $(mod $module { $(
                #[test]
                fn $case() {
                    use super::super::*;
                    let test = concat!("cuda::", stringify!($module), "::", stringify!($case));
                    fake::run(test, $setup, |fake| cases::$module::$case(&platforms::CUDA, fake));
                }
            )* })*
        }

        mod rocm {
            $(mod $module { $(
                #[test]
                fn $case() {
                    use super::super::*;
                    let test = concat!("rocm::", stringify!($module), "::", stringify!($case));
                    fake::run(test, $setup, |fake| cases::$module::$case(&platforms::ROCM, fake));
                }
            )* })*
        }
    };
}

tests! {
    loading {
        devices_are_described: USUAL,
        a_machine_without_a_driver: Setup { library: Library::Absent, settings: "" },
        a_driver_without_a_function: Setup { library: Library::WithoutHostCalls, settings: "" },
        a_driver_without_a_device: settings("devices=0"),
        a_driver_that_counts_no_device: settings("fail_count_devices=100"),
        a_driver_that_does_not_start: settings("fail_initialize=999"),
        a_driver_that_does_not_count: settings("fail_count_devices=54321"),
        devices_that_cannot_be_used: settings("fail_get_attribute=1"),
        the_least_error_text: settings("fail_get_name=54321"),
    }
    executables {
        an_executable_runs: USUAL,
        executables_for_other_chips: USUAL,
        an_executable_without_a_device: settings("devices=0"),
        an_executable_with_a_faulty_kernel: USUAL,
    }
    memory {
        copies_in_all_directions: USUAL,
        copies_of_slices: USUAL,
        copies_of_nothing: USUAL,
        copies_of_wrong_sizes: USUAL,
        fills: USUAL,
        freed_memory_is_used_again: USUAL,
        memory_of_the_pool_is_freed_for_others: USUAL,
        too_large_allocations: USUAL,
        buffers_of_other_devices: USUAL,
    }
    streams {
        work_is_in_order: USUAL,
        work_keeps_its_resources: USUAL,
        a_stream_with_much_work: USUAL,
        a_stream_with_pending_work_is_dropped: USUAL,
        streams_wait_for_events: USUAL,
        the_host_waits_for_events: USUAL,
        an_event_that_does_not_happen: USUAL,
        events_of_other_devices: USUAL,
        functions_of_the_host_are_in_order: USUAL,
        functions_of_the_host_that_fail: USUAL,
        functions_of_the_host_after_a_fault: USUAL,
        calls_that_the_driver_rejects: settings("fail_call_host=1"),
        threads_use_a_device: USUAL,
    }
    kernels {
        launches_with_arguments: USUAL,
        launches_with_dimensions: USUAL,
        launches_that_the_driver_rejects: USUAL,
        kernels_of_other_devices: USUAL,
        damaged_images: USUAL,
        images_for_later_drivers: USUAL,
        images_without_the_kernel: USUAL,
        a_faulty_kernel: USUAL,
        a_kernel_with_a_short_buffer: USUAL,
    }
}
