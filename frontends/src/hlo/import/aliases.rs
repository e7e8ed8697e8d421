// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Aliases of results and parameters, which the attributes of JAX represent.

use super::importer::Importer;
use super::make;
use super::tree::{leaf_number, leaf_shapes};
use melior::ir::Attribute;

/// Adds `tf.aliasing_output` and `jax.buffer_donor` to the attributes of the entry's arguments.
///
/// # Errors
/// Fails if an alias or a donor does not refer to an array, or a parameter occurs twice.
pub fn add<'c>(
    importer: &Importer<'c, '_>,
    arguments: &mut [Vec<(&'static str, Attribute<'c>)>],
) -> Result<(), String> {
    let proto = importer.module.proto();
    let entry = importer.module.entry();
    // Returns the number of the function argument for a part of a parameter.
    let argument = |parameter: i64, path: &[i64]| {
        let number = usize::try_from(parameter).ok()?;
        let mut parameters = entry.parameters();
        let before: usize = parameters
            .by_ref()
            .take(number)
            .map(|parameter| leaf_shapes(parameter.shape()).len())
            .sum();
        Some(before + leaf_number(parameters.next()?.shape(), path)?)
    };
    let aliases = proto.input_output_alias.iter().flat_map(|aliases| &aliases.entries);
    for alias in aliases {
        let argument = argument(alias.parameter_number, &alias.parameter_shape_index);
        let result = leaf_number(entry.root().shape(), &alias.output_shape_index);
        let (Some(argument), Some(result)) = (argument, result) else {
            return Err("`input_output_alias`: expected the index of an array".to_owned());
        };
        let result = i32::try_from(result).map_err(
            |_| "`input_output_alias`: expected the number of a result to fit into 31 bits",
        )?;
        let Some(attributes) = arguments.get_mut(argument) else { continue };
        if attributes.iter().any(|(name, _)| *name == "tf.aliasing_output") {
            return Err(
                "`input_output_alias`: expected each parameter once, found one twice".to_owned()
            );
        }
        attributes.push(("tf.aliasing_output", make::i32(importer.context, result)));
    }
    let donors = proto.buffer_donor.iter().flat_map(|donors| &donors.entries);
    for donor in donors {
        let argument = argument(donor.parameter_number, &donor.parameter_shape_index);
        let attributes = argument.and_then(|argument| arguments.get_mut(argument));
        let attributes = attributes.ok_or("`buffer_donor`: expected the index of an array")?;
        if attributes.iter().any(|(name, _)| *name == "jax.buffer_donor") {
            return Err("`buffer_donor`: expected each parameter once, found one twice".to_owned());
        }
        attributes.push(("jax.buffer_donor", make::boolean(importer.context, true)));
    }
    Ok(())
}
