// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of HLO instructions that call computations which become functions.

use super::body::{Body, New, Outcome};
use super::tree::Tree;
use super::{annotations, make};
use hloom_dialects::Op;
use hloom_hlo::{Instruction, Opcode};
use melior::ir::attribute::FlatSymbolRefAttribute;

/// Names of the frontend attributes that describe a composite.
const COMPOSITE: [&str; 3] = ["composite.name", "composite.attributes", "composite.version"];

/// Converts a call, a fusion or an asynchronous start to a call of a function, or to a composite.
pub fn call<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let computation =
        instruction.called_computations().next().ok_or("expected a called computation")?;
    let symbol = body.importer.symbol(computation);
    let callee = FlatSymbolRefAttribute::new(body.context(), &symbol).into();
    let operands = body.operands(instruction)?;
    // The shape of an asynchronous start describes the memory that it needs, not the result.
    let shape = match instruction.opcode() {
        Opcode::AsyncStart => computation.root().shape(),
        _ => instruction.shape(),
    };
    let results = body.importer.leaf_types(shape)?;
    let mut new = match instruction.proto().is_composite {
        true => composite(body, instruction)?,
        false => New {
            name: "func.call",
            operands: Vec::new(),
            results: Vec::new(),
            attributes: annotations::of(body.context(), instruction),
            regions: Vec::new(),
        },
    };
    let name = if new.name == "func.call" { "callee" } else { "decomposition" };
    new.attributes.push((name.to_owned(), callee));
    (new.operands, new.results) = (operands, results);
    let results = body.emit(new)?;
    Ok(Tree::of(shape, &mut results.into_iter())?)
}

/// Returns a composite whose name, attributes and version come from the frontend attributes of an
/// instruction.
fn composite<'c, 'm>(
    body: &Body<'_, 'c, 'm>,
    instruction: Instruction<'m>,
) -> Result<New<'c>, String> {
    let context = body.context();
    let mut proto = instruction.proto().frontend_attributes.clone().unwrap_or_default();
    let mut part = |name: &str| {
        let text = proto.map.remove(name);
        text.ok_or_else(|| format!("expected the frontend attribute `{name}` of a composite"))
    };
    let [name, attributes, version] = COMPOSITE;
    let (name, attributes, version) = (part(name)?, part(attributes)?, part(version)?);
    let number: i32 = version
        .parse()
        .map_err(|_| format!("expected an integer as `composite.version`, found `{version}`"))?;
    let mut new = New::plain(
        Op::StablehloComposite,
        Vec::new(),
        Vec::new(),
        &[
            ("name", make::string(context, &name)),
            ("composite_attributes", make::parse(context, &attributes)?),
            ("version", make::i32(context, number)),
        ],
    );
    if let Some(sharding) = &instruction.proto().sharding {
        let sharding = annotations::sharding(context, sharding);
        new.attributes.push(("mhlo.sharding".to_owned(), sharding));
    }
    if let Some(rest) = annotations::frontend_attributes(context, Some(&proto)) {
        new.attributes.push(("mhlo.frontend_attributes".to_owned(), rest));
    }
    Ok(new)
}
