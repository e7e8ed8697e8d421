// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Prints the Shardy attributes of a portable artifact in Shardy's assembly format.
//!
//! This project's dialect `sdy` stores attributes as text. The import of an artifact therefore
//! decodes each Shardy attribute from bytecode, prints the attribute and parses the text.

use hloom_portable::sdy::Attribute as Sdy;
use hloom_portable::{Attribute, AttributeId, Context, Str, builtin};

/// Returns the assembly of a Shardy attribute, without `#sdy<` and `>`.
///
/// # Errors
/// Fails if the attribute is not a Shardy attribute, or if this function does not support its kind.
pub fn text(context: &Context, attribute: &Attribute) -> Result<String, String> {
    let Attribute::Sdy(sdy) = attribute else {
        return Err("internal error: expected an attribute of Shardy to print".to_owned());
    };
    Ok(match sdy {
        Sdy::ManualAxes { value } => {
            let axes: Result<Vec<_>, _> = value.iter().map(|id| string(context, *id)).collect();
            format!("manual_axes{{{}}}", axes?.join(", "))
        }
        Sdy::Mesh { .. } => format!("mesh{}", mesh(context, sdy)?),
        Sdy::TensorShardingV1 { .. }
        | Sdy::TensorShardingV2 { .. }
        | Sdy::TensorShardingV3 { .. } => format!("sharding{}", sharding(context, sdy)?),
        Sdy::TensorShardingPerValueV1 { shardings }
        | Sdy::TensorShardingPerValueV2 { shardings } => {
            let each = |id: &AttributeId| sharding(context, of(context, *id)?);
            let all: Result<Vec<_>, _> = shardings.iter().map(each).collect();
            format!("sharding_per_value<[{}]>", all?.join(", "))
        }
        Sdy::OpShardingRule { .. } => rule(context, sdy)?,
        other => return Err(format!("the Shardy attribute `{}` is not supported", other.kind())),
    })
}

/// Prints a sharding rule, which maps the dimensions of operands and results to factors.
///
/// The names of the first 18 factors are the letters `i` to `z`, and the names of the other factors
/// are `z_1`, `z_2` and so on.
fn rule(context: &Context, rule: &Sdy) -> Result<String, String> {
    let Sdy::OpShardingRule {
        factor_sizes,
        operand_mappings,
        result_mappings,
        reduction_factors,
        need_replication_factors,
        permutation_factors,
        blocked_propagation_factors,
        is_custom_rule,
    } = rule
    else {
        return Err("expected a sharding rule".to_owned());
    };
    let letter = |factor: i64| match u8::try_from(factor) {
        Ok(factor @ 0..18) => char::from(b'i' + factor).to_string(),
        _ => format!("z_{}", factor - 17),
    };
    let letters = |factors: &[i64]| factors.iter().map(|it| letter(*it)).collect::<Vec<_>>();
    let tensor = |id: &AttributeId| {
        let Sdy::TensorMapping { dim_mappings } = of(context, *id)? else {
            return Err("expected a tensor mapping in a sharding rule".to_owned());
        };
        let dim = |id: &AttributeId| match of(context, *id)? {
            Sdy::DimMapping { factor_indices } => Ok(letters(factor_indices).concat()),
            _ => Err("expected a dimension mapping in a sharding rule".to_owned()),
        };
        let dims: Result<Vec<String>, String> = dim_mappings.iter().map(dim).collect();
        Ok(format!("[{}]", dims?.join(", ")))
    };
    let tensors = |ids: &[AttributeId]| -> Result<String, String> {
        Ok(ids.iter().map(tensor).collect::<Result<Vec<_>, _>>()?.join(", "))
    };
    let sizes = factor_sizes.iter().enumerate();
    let sizes: Vec<_> =
        sizes.map(|(factor, size)| format!("{}={size}", letter(factor as i64))).collect();
    let (operands, results) = (tensors(operand_mappings)?, tensors(result_mappings)?);
    let mut text = format!("op_sharding_rule<({operands})->({results}) {{{}}}", sizes.join(", "));
    for (name, factors) in [
        ("reduction", reduction_factors),
        ("need_replication", need_replication_factors),
        ("permutation", permutation_factors),
        ("blocked_propagation", blocked_propagation_factors),
    ] {
        if !factors.is_empty() {
            text += &format!(" {name}={{{}}}", letters(factors).join(", "));
        }
    }
    Ok(text + if *is_custom_rule { ", custom>" } else { ">" })
}

fn of(context: &Context, id: AttributeId) -> Result<&Sdy, String> {
    match context.attribute(id) {
        Attribute::Sdy(sdy) => Ok(sdy),
        _ => Err("expected a Shardy attribute as a parameter of a sharding".to_owned()),
    }
}

fn quoted(text: &Str) -> String {
    format!("{:?}", String::from_utf8_lossy(text.bytes()))
}

fn string(context: &Context, id: AttributeId) -> Result<String, String> {
    let text = context.as_string(id);
    text.map(quoted).ok_or_else(|| "expected a string as the name of an axis".to_owned())
}

fn mesh(context: &Context, mesh: &Sdy) -> Result<String, String> {
    let Sdy::Mesh { axes, device_ids } = mesh else {
        return Err("expected a mesh attribute as the mesh of a sharding".to_owned());
    };
    let axis = |id: &AttributeId| match of(context, *id)? {
        Sdy::MeshAxis { name, size } => Ok(format!("{}={size}", quoted(name))),
        _ => Err("expected a mesh axis as an element of a mesh".to_owned()),
    };
    let axes: Result<Vec<String>, String> = axes.iter().map(axis).collect();
    let axes = axes?;
    let ids: Vec<_> = device_ids.iter().map(i64::to_string).collect();
    Ok(match (&axes[..], &ids[..]) {
        ([], [one]) => format!("<[], device_ids=[{one}]>"),
        (_, []) => format!("<[{}]>", axes.join(", ")),
        _ => format!("<[{}], device_ids=[{}]>", axes.join(", "), ids.join(", ")),
    })
}

fn sharding(context: &Context, sharding: &Sdy) -> Result<String, String> {
    let (Sdy::TensorShardingV1 { mesh_or_ref, dim_shardings, replicated_axes }
    | Sdy::TensorShardingV2 { mesh_or_ref, dim_shardings, replicated_axes, .. }
    | Sdy::TensorShardingV3 { mesh_or_ref, dim_shardings, replicated_axes, .. }) = sharding
    else {
        return Err("expected a tensor sharding in a list of shardings".to_owned());
    };
    let mesh = match context.attribute(*mesh_or_ref) {
        Attribute::Builtin(builtin::Attribute::SymbolRef { root, nested: None }) => {
            let name = context.as_string(*root).ok_or("expected a string as the name of a mesh")?;
            format!("@{}", String::from_utf8_lossy(name.bytes()))
        }
        Attribute::Sdy(inner) => format!("mesh{}", self::mesh(context, inner)?),
        _ => return Err("expected a mesh or the name of a mesh in a sharding".to_owned()),
    };
    let dims: Result<Vec<_>, _> = dim_shardings.iter().map(|id| dimension(context, *id)).collect();
    let mut text = format!("<{mesh}, [{}]", dims?.join(", "));
    let (unreduced, reduction_op): (&[AttributeId], i64) = match sharding {
        Sdy::TensorShardingV2 { unreduced_axes, .. } => (&unreduced_axes[..], 0),
        Sdy::TensorShardingV3 { unreduced_axes, reduction_op, .. } => {
            (&unreduced_axes[..], *reduction_op)
        }
        _ => (&[], 0),
    };
    let reduction = reduction(reduction_op)?;
    for (name, reduction, axes) in
        [("replicated", "", &replicated_axes[..]), ("unreduced", reduction, unreduced)]
    {
        if !axes.is_empty() {
            text += &format!(", {name}={reduction}{{{}}}", axis_list(context, axes)?);
        }
    }
    Ok(text + ">")
}

/// Returns the keyword for the reduction of unreduced axes, which is empty for a sum (source:
/// `enums.td` and `printers.cc` of Shardy).
fn reduction(reduction_op: i64) -> Result<&'static str, String> {
    match reduction_op {
        0 => Ok(""),
        1 => Ok("max"),
        2 => Ok("min"),
        other => Err(format!("expected a reduction of 0, 1 or 2 in a sharding, found {other}")),
    }
}

fn axis_list(context: &Context, axes: &[AttributeId]) -> Result<String, String> {
    let axis = |id: &AttributeId| match of(context, *id)? {
        Sdy::AxisRef { name, sub_axis_info } => {
            let sub = match sub_axis_info.map(|id| of(context, id)).transpose()? {
                Some(Sdy::SubAxisInfo { pre_size, size }) => format!(":({pre_size}){size}"),
                _ => String::new(),
            };
            Ok(quoted(name) + &sub)
        }
        _ => Err("expected an axis reference in a sharding".to_owned()),
    };
    let axes: Result<Vec<String>, String> = axes.iter().map(axis).collect();
    Ok(axes?.join(", "))
}

fn dimension(context: &Context, id: AttributeId) -> Result<String, String> {
    let Sdy::DimensionSharding { axes, is_closed, priority } = of(context, id)? else {
        return Err("expected a dimension sharding in a tensor sharding".to_owned());
    };
    let mut parts: Vec<String> = match axes[..] {
        [] => Vec::new(),
        _ => vec![axis_list(context, axes)?],
    };
    if !is_closed {
        parts.push("?".to_owned());
    }
    let priority = priority.map(|priority| format!("p{priority}")).unwrap_or_default();
    Ok(format!("{{{}}}{priority}", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the assembly of a sharding with an unreduced axis.
    fn unreduced(reduction_op: i64) -> Result<String, String> {
        let mut context = Context::default();
        let name = builtin::Attribute::String { value: "m".into(), r#type: None };
        let root = context.add_attribute(name);
        let mesh = builtin::Attribute::SymbolRef { root, nested: None };
        let axis = Sdy::AxisRef { name: "x".into(), sub_axis_info: None };
        let sharding = Sdy::TensorShardingV3 {
            mesh_or_ref: context.add_attribute(mesh),
            dim_shardings: Vec::new(),
            replicated_axes: Vec::new(),
            unreduced_axes: vec![context.add_attribute(axis)],
            reduction_op,
        };
        text(&context, &Attribute::Sdy(sharding))
    }

    #[test]
    fn unreduced_axes_have_a_reduction() {
        assert_eq!(unreduced(0).as_deref(), Ok("sharding<@m, [], unreduced={\"x\"}>"));
        assert_eq!(unreduced(1).as_deref(), Ok("sharding<@m, [], unreduced=max{\"x\"}>"));
        assert_eq!(unreduced(2).as_deref(), Ok("sharding<@m, [], unreduced=min{\"x\"}>"));
        let refusal = unreduced(3).expect_err("Shardy has three reductions");
        assert_eq!(refusal, "expected a reduction of 0, 1 or 2 in a sharding, found 3");
    }
}
