// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes instructions: `%sum = f32[2]{0} add(%x, %y), metadata={...}`.

use super::attribute::{self, Attribute, Use};
use super::cursor::Result;
use super::reader::Reader;
use super::writer::Writer;
use super::{defaults, literal, shape};
use crate::module::Instruction;
use crate::opcode::Opcode;
use crate::proto::{HloInstructionProto, PrimitiveType, ShapeProto};

/// Meaning of an opcode name in HLO text.
pub enum Named {
    /// The name of an HLO opcode.
    Opcode(Opcode),
    /// Short form such as `dot-start`: the asynchronous opcode, and the opcode that it wraps.
    Wrapped(Opcode, Opcode),
}

impl<'t> Reader<'t> {
    /// Reads an instruction and returns its ID.
    pub fn instruction_statement(&mut self) -> Result<i64> {
        let position = self.cursor.here();
        let name = self.cursor.name("the name of an instruction or `}`")?;
        self.cursor.expect("=")?;
        if !shape::is_next(&mut self.cursor) {
            return Err(self.cursor.expected("the shape of the result"));
        }
        let shape = shape::read(&mut self.cursor)?;
        let instruction = match self.opcode()? {
            Named::Opcode(opcode) => self.instruction_of(opcode, shape, true)?,
            Named::Wrapped(opcode, wrapped) => self.wrapped_instruction(opcode, wrapped, shape)?,
        };
        self.add_instruction(instruction, Some((name, position)))
    }

    /// Reads the operands and attributes after an opcode. An instruction that is itself an operand
    /// in the text has no attributes, because they would be read as further operands.
    fn instruction_of(
        &mut self,
        opcode: Opcode,
        shape: ShapeProto,
        with_attributes: bool,
    ) -> Result<Box<HloInstructionProto>> {
        let mut instruction = defaults::before(opcode);
        instruction.shape = Some(shape);
        self.operands_of(opcode, &mut instruction)?;
        if with_attributes {
            let uses = self.uses(opcode, instruction.operand_ids.first().copied());
            self.attributes(&mut [(&mut instruction, uses)])?;
        }
        let operand = instruction.operand_ids.first().and_then(|id| self.instruction(*id));
        let shape = operand.and_then(|operand| operand.shape.clone());
        defaults::after(opcode, &mut instruction, shape);
        Ok(instruction)
    }

    fn opcode(&mut self) -> Result<Named> {
        let position = self.cursor.here();
        let word = self.cursor.word("an opcode")?;
        if let Ok(opcode) = word.parse() {
            return Ok(Named::Opcode(opcode));
        }
        let parts = [
            ("-start", Opcode::AsyncStart),
            ("-update", Opcode::AsyncUpdate),
            ("-done", Opcode::AsyncDone),
        ];
        for (suffix, part) in parts {
            let wrapped = word.strip_suffix(suffix).and_then(|word| word.parse().ok());
            if let Some(wrapped) = wrapped {
                return Ok(Named::Wrapped(part, wrapped));
            }
        }
        Err(self.cursor.error_at(position, format!("`{word}` is not an opcode of HLO")))
    }

    /// Reads the parentheses after an opcode: operands, or the value of a parameter or constant.
    fn operands_of(&mut self, opcode: Opcode, instruction: &mut HloInstructionProto) -> Result<()> {
        match opcode {
            Opcode::Parameter => {
                self.cursor.expect("(")?;
                instruction.parameter_number = self.cursor.integer()?;
                self.cursor.expect(")")
            }
            Opcode::Constant => {
                let shape = instruction.shape.clone().unwrap_or_default();
                self.cursor.expect("(")?;
                instruction.literal = Some(Box::new(literal::read(&mut self.cursor, &shape)?));
                self.cursor.expect(")")
            }
            opcode => {
                let position = self.cursor.here();
                instruction.operand_ids = self.operands()?;
                let count = instruction.operand_ids.len();
                match opcode.arity() {
                    Some(arity) if arity != count => {
                        let message =
                            format!("`{opcode}`: expected {arity} operands, found {count}");
                        Err(self.cursor.error_at(position, message))
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Reads operands and returns their IDs. An operand is either an unnamed instruction or a name.
    /// A name may follow its shape, and may be followed by a tuple index such as `#0`.
    pub fn operands(&mut self) -> Result<Vec<i64>> {
        self.cursor.expect("(")?;
        let mut ids = Vec::new();
        while !self.cursor.eat(")") {
            if !ids.is_empty() && !self.cursor.eat(",") {
                return Err(self.cursor.expected("`,` or `)`"));
            }
            if shape::is_next(&mut self.cursor) {
                let shape = shape::read(&mut self.cursor)?;
                let word = self.cursor.peek_word();
                if !word.is_empty() && self.cursor.rest()[word.len()..].starts_with('(') {
                    ids.push(self.nameless_operand(shape)?);
                    continue;
                }
            }
            let position = self.cursor.here();
            let name = self.cursor.name("the name of an operand")?;
            let mut id = self.instruction_id(name, position)?;
            while self.cursor.eat_next("#") {
                let index = self.cursor.integer()?;
                id = self.tuple_element(id, index, position)?;
            }
            ids.push(id);
        }
        Ok(ids)
    }

    /// Reads an unnamed instruction that is used as an operand: `f32[] constant(0)`.
    fn nameless_operand(&mut self, shape: ShapeProto) -> Result<i64> {
        let position = self.cursor.here();
        let Named::Opcode(opcode) = self.opcode()? else {
            let message =
                "an unnamed operand cannot be a short form such as `dot-start`: give it a name";
            return Err(self.cursor.error_at(position, message));
        };
        self.cursor.enter()?;
        let mut instruction = self.instruction_of(opcode, shape, false)?;
        self.cursor.leave();
        instruction.name = format!("{opcode}.anon");
        self.add_instruction(instruction, None)
    }

    /// Returns the attributes of an opcode. The attributes of a `conditional` depend on its first
    /// operand.
    pub fn uses(&self, opcode: Opcode, first_operand: Option<i64>) -> &'static [Use] {
        let element = first_operand
            .and_then(|id| self.instruction(id)?.shape.as_ref())
            .map(|shape| shape.element_type());
        attribute::of(opcode, element == Some(PrimitiveType::Pred))
    }

    /// Reads attributes and assigns each of them to the last instruction in `targets` whose opcode
    /// has the attribute. Attributes that every instruction may have go to the first instruction.
    pub fn attributes(
        &mut self,
        targets: &mut [(&mut HloInstructionProto, &'static [Use])],
    ) -> Result<()> {
        let position = self.cursor.here();
        // An inline computation among the attributes may have collectives with modes of their
        // own.
        let mode_around = self.group_mode.take();
        let mut seen: Vec<&Attribute> = Vec::new();
        while self.cursor.eat(",") {
            let position = self.cursor.here();
            let Some(name) = self.cursor.attribute_name() else {
                return Err(self.cursor.expected("an attribute"));
            };
            if seen.iter().any(|attribute| attribute.name == name) {
                return Err(self.cursor.error_at(position, format!("`{name}` is given twice")));
            }
            let named = |used: &&Use| used.attribute.name == name;
            // Text with inline computations has `calls` instead of `to_apply` on some opcodes.
            let to_apply = |used: &&Use| name == "calls" && used.attribute.name == "to_apply";
            let own = targets.iter().enumerate().rev().find_map(|(target, (_, uses))| {
                let used = uses.iter().find(named).or_else(|| uses.iter().find(to_apply))?;
                Some((target, used.attribute))
            });
            let common = || Some((0, attribute::COMMON.iter().find(named)?.attribute));
            let Some((target, attribute)) = own.or_else(common) else {
                let opcode = targets.last().map_or("", |target| target.0.opcode.as_str());
                let message = format!("`{name}` is not an attribute of `{opcode}`");
                return Err(self.cursor.error_at(position, message));
            };
            (attribute.read)(self, targets[target].0)?;
            seen.push(attribute);
        }
        if let Some((instruction, _)) = targets.last() {
            attribute::verify_mode(self, instruction)?;
        }
        self.group_mode = mode_around;
        for (instruction, uses) in targets {
            for used in uses.iter().filter(|used| used.required) {
                let name = used.attribute.name;
                if !seen.iter().any(|attribute| attribute.name == name) {
                    let message = format!("`{}` needs the attribute `{name}`", instruction.opcode);
                    return Err(self.cursor.error_at(position, message));
                }
            }
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// Writes an instruction.
    pub fn write_instruction(&mut self, instruction: Instruction) {
        let proto = instruction.proto();
        let opcode = instruction.opcode();
        let name = self.instruction(instruction.id());
        self.push(&format!("{name} = "));
        shape::write(&mut self.out, instruction.shape());
        self.push(&format!(" {opcode}("));
        match (opcode, &proto.literal) {
            (Opcode::Parameter, _) => self.push(&proto.parameter_number.to_string()),
            (Opcode::Constant, Some(value)) => literal::write(&mut self.out, value),
            _ => {
                let names = proto.operand_ids.iter().map(|id| self.instruction(*id));
                let names = names.collect::<Vec<_>>().join(", ");
                self.push(&names);
            }
        }
        self.push(")");
        let over_boolean = instruction
            .operand(0)
            .is_some_and(|operand| operand.shape().element_type() == PrimitiveType::Pred);
        for used in attribute::of(opcode, over_boolean).iter().chain(&attribute::COMMON) {
            if used.required || (used.attribute.is_set)(proto) {
                self.push(&format!(", {}=", used.attribute.name));
                (used.attribute.write)(self, proto);
            }
        }
    }
}
