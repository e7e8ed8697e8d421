// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs for tests, and a builder for more of them.
#![allow(dead_code, reason = "no test uses all of them")]

use hloom_portable::{
    AttributeId, Block, BlockArgument, Module, Operation, Property, Region, Str, TypeId, Value,
    builtin, vhlo,
};

/// Builds a program of one function, whose operations have locations in a file.
pub struct Builder {
    pub module: Module,
    block: Block,
    line: u64,
}

impl Builder {
    pub fn new() -> Self {
        Self { module: Module::new(), block: Block::default(), line: 0 }
    }

    pub fn location(&mut self) -> AttributeId {
        self.line += 1;
        let context = &mut self.module.context;
        let file = context
            .add_attribute(builtin::Attribute::String { value: "f.py".into(), r#type: None });
        let location = builtin::Attribute::FileLineColLoc { file, line: self.line, column: 7 };
        context.add_attribute(location)
    }

    pub fn tensor(&mut self, shape: &[i64], element_type: vhlo::Type) -> TypeId {
        let context = &mut self.module.context;
        let element_type = context.add_type(element_type);
        let (encoding, shape) = (None, shape.to_vec());
        context.add_type(vhlo::Type::RankedTensorV1 { encoding, shape, element_type })
    }

    pub fn string(&mut self, text: &str) -> AttributeId {
        self.module.context.add_attribute(vhlo::Attribute::StringV1 { value: text.into() })
    }

    pub fn array(&mut self, value: Vec<AttributeId>) -> AttributeId {
        self.module.context.add_attribute(vhlo::Attribute::ArrayV1 { value })
    }

    pub fn boolean(&mut self, value: bool) -> AttributeId {
        self.module.context.add_attribute(vhlo::Attribute::BooleanV1 { value })
    }

    pub fn integers(&mut self, values: &[i64]) -> AttributeId {
        let r#type = self.tensor(&[values.len() as i64], vhlo::Type::IntegerSI64V1);
        let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.module.context.add_attribute(vhlo::Attribute::TensorV1 { r#type, data })
    }

    pub fn argument(&mut self, r#type: TypeId) -> Value {
        let location = self.location();
        let value = self.module.add_value(r#type);
        self.block.arguments.push(BlockArgument { value, location });
        value
    }

    pub fn operation(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[TypeId],
        properties: &[(&str, AttributeId)],
    ) -> Vec<Value> {
        self.with_regions(name, operands, results, properties, Vec::new())
    }

    pub fn with_regions(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[TypeId],
        properties: &[(&str, AttributeId)],
        regions: Vec<Region>,
    ) -> Vec<Value> {
        let mut operation = Operation::new(name, self.location());
        operation.operands = operands.to_vec();
        operation.results = results.iter().map(|it| self.module.add_value(*it)).collect();
        operation.properties = sorted(properties);
        operation.regions = regions;
        let results = operation.results.clone();
        self.block.operations.push(operation);
        results
    }

    /// Sets a property of the operation that was built last.
    pub fn set_last(&mut self, name: &str, value: AttributeId) {
        let last = self.block.operations.last_mut().expect("an operation");
        let mut properties = last.properties.to_vec();
        let property = properties.iter_mut().find(|property| property.name == *name);
        property.expect("a property").value = value;
        last.properties = properties.into();
    }

    /// Sets the location of the operation that was built last.
    pub fn locate_last(&mut self, location: AttributeId) {
        self.block.operations.last_mut().expect("an operation").location = location;
    }

    /// Returns a region with the operations built since the last region.
    pub fn region(&mut self) -> Region {
        Region { blocks: vec![std::mem::take(&mut self.block)] }
    }

    /// Returns the program, with the operations built since the last region as the body of `main`.
    pub fn finish(mut self, outputs: &[TypeId]) -> Module {
        let types = |block: &Block, module: &Module| -> Vec<_> {
            block.arguments.iter().map(|argument| module.type_of(argument.value)).collect()
        };
        let inputs = types(&self.block, &self.module);
        let context = &mut self.module.context;
        let value = context.add_type(vhlo::Type::FunctionV1 { inputs, outputs: outputs.to_vec() });
        let function_type = context.add_attribute(vhlo::Attribute::TypeV1 { value });
        let (name, visibility) = (self.string("main"), self.string("public"));
        let none = self.array(Vec::new());
        let mut function = Operation::new("vhlo.func_v1", self.location());
        function.properties = sorted(&[
            ("sym_name", name),
            ("function_type", function_type),
            ("sym_visibility", visibility),
            ("arg_attrs", none),
            ("res_attrs", none),
        ]);
        function.regions = vec![self.region()];
        self.module.operation.regions[0].blocks[0].operations.push(function);
        self.module
    }
}

fn sorted(properties: &[(&str, AttributeId)]) -> std::sync::Arc<[Property]> {
    let property =
        |(name, value): &(&str, AttributeId)| Property { name: Str::from(*name), value: *value };
    let mut properties: Vec<_> = properties.iter().map(property).collect();
    properties.sort_by(|a, b| a.name.cmp(&b.name));
    properties.into()
}

/// Creates a function with constants, a reduction, a custom call and a tangent, which all versions
/// since 1.4 have.
pub fn program() -> Module {
    let mut b = Builder::new();
    let vector = b.tensor(&[6], vhlo::Type::FloatF32V1);
    let scalar = b.tensor(&[], vhlo::Type::FloatF32V1);
    let flags = b.tensor(&[11], vhlo::Type::BooleanV1);
    let x = b.argument(scalar);
    let y = b.argument(scalar);
    let sum = b.operation("vhlo.add_v1", &[x, y], &[scalar], &[]);
    b.operation("vhlo.return_v1", &sum, &[], &[]);
    let body = b.region();

    let input = b.argument(vector);
    let accuracy = default_accuracy(&mut b);
    let tan = b.operation("vhlo.tan_v2", &[input], &[vector], &[("result_accuracy", accuracy)]);
    let attribute =
        vhlo::Attribute::TensorV1 { r#type: scalar, data: 1.5_f32.to_le_bytes().into() };
    let initial = b.module.context.add_attribute(attribute);
    let initial = b.operation("vhlo.constant_v1", &[], &[scalar], &[("value", initial)]);
    let attribute = vhlo::Attribute::TensorV1 { r#type: flags, data: [0b1010_0110, 0b101].into() };
    let mask = b.module.context.add_attribute(attribute);
    b.operation("vhlo.constant_v1", &[], &[flags], &[("value", mask)]);
    let dimensions = b.integers(&[0]);
    let reduced = b.with_regions(
        "vhlo.reduce_v1",
        &[tan[0], initial[0]],
        &[scalar],
        &[("dimensions", dimensions)],
        vec![body],
    );
    let called = custom_call(&mut b, &[reduced[0]], &[scalar]);
    b.operation("vhlo.return_v1", &called, &[], &[]);
    b.finish(&[scalar])
}

/// Creates the default result accuracy.
pub fn default_accuracy(b: &mut Builder) -> AttributeId {
    let value = vhlo::ResultAccuracyModeV1::Default;
    let context = &mut b.module.context;
    let mode = context.add_attribute(vhlo::Attribute::ResultAccuracyModeV1 { value });
    let zero = || hloom_portable::Bits::new(64, 0);
    let (atol, rtol) = (zero(), zero());
    context.add_attribute(vhlo::Attribute::ResultAccuracyV1 { atol, rtol, ulps: 0, mode })
}

/// Adds a custom call whose backend configuration is not UTF-8.
pub fn custom_call(b: &mut Builder, operands: &[Value], results: &[TypeId]) -> Vec<Value> {
    let none = b.array(Vec::new());
    let target = b.string("target");
    let no = b.boolean(false);
    let bytes = vhlo::Attribute::StringV1 { value: Str::from(&b"\xff\0\x80"[..]) };
    let config = b.module.context.add_attribute(bytes);
    let value = vhlo::CustomCallApiVersionV1::Original;
    let version = b.module.context.add_attribute(vhlo::Attribute::CustomCallApiVersionV1 { value });
    b.operation(
        "vhlo.custom_call_v2",
        operands,
        results,
        &[
            ("call_target_name", target),
            ("has_side_effect", no),
            ("backend_config", config),
            ("api_version", version),
            ("called_computations", none),
            ("operand_layouts", none),
            ("result_layouts", none),
            ("output_operand_aliases", none),
            ("result_tilings", none),
        ],
    )
}
