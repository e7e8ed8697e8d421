// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tuned schedules. Passes read them from the module, and report the choices that tuning may try.
//!
//! The module attribute `hloom.tuned` contains schedules that were measured to be faster than the
//! choice of the cost model. Operations are identified by a *description*, which contains
//! everything on which the schedule depends. If the module has the attribute
//! `hloom.report_choices`, a pass adds the schedule of each operation, and alternatives to try, to
//! the attribute `hloom.choices` of its function. Without these attributes, no descriptions are
//! created, so that the compile time does not increase.

use hloom_ir::facts::{CHOICES, REPORT_CHOICES, TUNED};
use hloom_ir::pass::Failure;
use hloom_ir::sources::sources_of;
use hloom_ir::{self as ir, Attribute, Context, Op};
use melior::ir::Identifier;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use std::collections::{BTreeSet, HashMap};

/// The tuned part of an operation's schedule. The cost model makes the choices that are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuned {
    /// The tile sizes of the dimensions that may be tiled.
    pub tile: Option<Vec<i64>>,
    /// Whether producers are fused into the tiles.
    pub fuse: Option<bool>,
    /// The number of rows, and of vectors per row, of the output tile that a kernel keeps in
    /// registers. For dot products, its rows and columns.
    pub kernel: Option<(i64, i64)>,
    /// The block size of the depth, along which products are summed.
    pub depth: Option<i64>,
}

impl Tuned {
    /// Returns a dictionary attribute with the schedule. If `op` is given, the dictionary also
    /// contains this description of the operation, as an entry of `hloom.tuned` does.
    pub fn attribute<'a>(&self, context: &'a Context, op: Option<&str>) -> Attribute<'a> {
        let mut fields = Vec::new();
        if let Some(op) = op {
            fields.push(("op", ir::string_attr(context, op)));
        }
        if let Some(tile) = &self.tile {
            fields.push(("tile", ir::dense_i64_attr(context, tile)));
        }
        if let Some(fuse) = self.fuse {
            fields.push(("fuse", ir::dense_i64_attr(context, &[i64::from(fuse)])));
        }
        if let Some((rows, vectors)) = self.kernel {
            fields.push(("kernel", ir::dense_i64_attr(context, &[rows, vectors])));
        }
        if let Some(depth) = self.depth {
            fields.push(("depth", ir::dense_i64_attr(context, &[depth])));
        }
        dictionary(context, fields)
    }

    /// Reads an attribute that [`Tuned::attribute`] creates. Returns `None` if it is malformed.
    pub fn read(attribute: Attribute) -> Option<Self> {
        let entry = DictionaryAttribute::try_from(attribute).ok()?;
        let field = |name: &str| match entry.element_by_name(name) {
            Some(value) => ir::i64_array(value).map(Some),
            None => Some(None),
        };
        let fuse = match field("fuse")?.as_deref() {
            None => None,
            Some([fuse @ (0 | 1)]) => Some(*fuse == 1),
            Some(_) => return None,
        };
        let kernel = match field("kernel")?.as_deref() {
            None => None,
            Some([rows, vectors]) => Some((*rows, *vectors)),
            Some(_) => return None,
        };
        let depth = match field("depth")?.as_deref() {
            None => None,
            Some([depth]) => Some(*depth),
            Some(_) => return None,
        };
        Some(Self { tile: field("tile")?, fuse, kernel, depth })
    }
}

/// The chosen schedule of an operation, and alternatives that tuning may try.
pub struct Choice {
    /// The description of the operation.
    pub op: String,
    /// The chosen schedule of the operation.
    pub schedule: Tuned,
    /// Other schedules of the operation, which may be faster.
    pub alternatives: Vec<Tuned>,
    /// A description of the order in which the operation adds the terms of its sums; empty if the
    /// schedule does not affect the sums.
    pub order: String,
}

/// The tuned schedules of a module, and the choices of one function.
pub struct Tuning<'a> {
    context: &'a Context,
    tuned: HashMap<String, Tuned>,
    reports: bool,
    choices: Vec<Attribute<'a>>,
}

impl<'a> Tuning<'a> {
    /// Reads the attributes `hloom.tuned` and `hloom.report_choices` of the module around a
    /// function.
    ///
    /// # Errors
    /// Fails at the module if `hloom.tuned` does not have the form that
    /// [`FACTS`](hloom_ir::facts::FACTS) describes.
    pub fn of(context: &'a Context, function: Op<'a>) -> Result<Self, Failure<'a>> {
        let mut tuning =
            Self { context, tuned: HashMap::new(), reports: false, choices: Vec::new() };
        let Some(module) = function.parent_operation() else { return Ok(tuning) };
        tuning.reports = module.attribute(REPORT_CHOICES).is_ok();
        if let Ok(tuned) = module.attribute(TUNED) {
            tuning.tuned = read(tuned).ok_or_else(|| {
                let form = "an array of dictionaries with a string `op` and any of `tile`, `fuse`, \
                            `kernel` and `depth`, each `array<i64: ...>`";
                Failure::at(module, format!("attribute `{TUNED}`: expected {form}, found {tuned}"))
            })?;
        }
        Ok(tuning)
    }

    /// Returns true if the module has tuned schedules, or if choices are reported. Passes must then
    /// create descriptions of operations.
    pub fn is_active(&self) -> bool {
        self.reports || !self.tuned.is_empty()
    }

    /// Returns true if the passes report their choices, because the module has the attribute
    /// `hloom.report_choices`.
    pub fn reports(&self) -> bool {
        self.reports
    }

    /// Returns the tuned schedule of the operation with the description `op`, if there is one.
    pub fn find(&self, op: &str) -> Option<&Tuned> {
        self.tuned.get(op)
    }

    /// Adds the chosen schedule of the operations `ops` to the reported choices, if the module has
    /// the attribute `hloom.report_choices`.
    pub fn report(&mut self, ops: &[Op<'a>], choice: &Choice) {
        if !self.reports {
            return;
        }
        let context = self.context;
        let sources: BTreeSet<_> = ops.iter().flat_map(|op| sources_of(op.location())).collect();
        let sources: Vec<_> = sources.into_iter().map(|source| source as i64).collect();
        let alternatives: Vec<_> =
            choice.alternatives.iter().map(|it| it.attribute(context, None)).collect();
        let fields = vec![
            ("op", ir::string_attr(context, &choice.op)),
            ("schedule", choice.schedule.attribute(context, None)),
            ("alternatives", ir::array_attr(context, &alternatives)),
            ("order", ir::string_attr(context, &choice.order)),
            ("sources", ir::dense_i64_attr(context, &sources)),
        ];
        self.choices.push(dictionary(context, fields));
    }

    /// Adds the reported choices to the attribute `hloom.choices` of the function.
    pub fn write(self, function: Op<'a>) {
        if !self.reports {
            return;
        }
        let known = function.attribute(CHOICES).ok();
        let known = known.and_then(|known| ArrayAttribute::try_from(known).ok());
        let known = known
            .into_iter()
            .flat_map(|known| (0..known.len()).filter_map(move |index| known.element(index).ok()));
        let all: Vec<_> = known.chain(self.choices).collect();
        ir::set_attribute(function, CHOICES, ir::array_attr(self.context, &all));
    }
}

fn dictionary<'a>(context: &'a Context, fields: Vec<(&str, Attribute<'a>)>) -> Attribute<'a> {
    let fields: Vec<_> =
        fields.into_iter().map(|(name, value)| (Identifier::new(context, name), value)).collect();
    DictionaryAttribute::new(context, &fields).into()
}

/// Reads the value of the attribute `hloom.tuned`: the tuned schedules by the descriptions of their
/// operations. Returns `None` if the value is malformed.
fn read(attribute: Attribute) -> Option<HashMap<String, Tuned>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    let entry = |index: usize| {
        let entry = DictionaryAttribute::try_from(array.element(index).ok()?).ok()?;
        let op = StringAttribute::try_from(entry.element_by_name("op")?).ok()?;
        Some((op.value().to_owned(), Tuned::read(entry.into())?))
    };
    (0..array.len()).map(entry).collect()
}
