// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs with collectives, in text form.

use hloom_values::{ElementClass, ElementType, Shape};
use std::fmt::Write;

/// A program that all ranks of a device mesh run.
pub struct Program {
    pub name: String,
    pub text: String,
    pub replicas: u32,
    pub partitions: u32,
    pub arguments: Vec<Shape>,
    /// The ranks that end with `HLOOM_NO_MEMBER` instead of results.
    pub not_members: Vec<u32>,
    /// Whether the errors of the C function are checked, too.
    pub checks_errors: bool,
}

/// The text of a program under construction.
struct Text {
    body: String,
    results: Vec<(String, String)>,
    values: usize,
}

/// The attribute `channel_handle`, as JAX writes it.
const CHANNEL: &str = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
/// The attributes of collectives whose groups have numbers of devices.
const GLOBAL: &str =
    ", channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids";

impl Text {
    fn new() -> Self {
        Self { body: String::new(), results: Vec::new(), values: 0 }
    }

    /// Appends an operation in generic form, and returns its result.
    fn op(&mut self, op: &str, operand: (&str, &str), attributes: &str, to: &str) -> String {
        self.op_with(op, operand, "", attributes, to)
    }

    fn op_with(
        &mut self,
        op: &str,
        (operand, from): (&str, &str),
        region: &str,
        attributes: &str,
        to: &str,
    ) -> String {
        let name = format!("%v{}", self.values);
        self.values += 1;
        let _ = writeln!(
            self.body,
            "  {name} = \"stablehlo.{op}\"({operand}) {region} {{{attributes}}} : ({from}) -> {to}"
        );
        self.results.push((name.clone(), to.to_owned()));
        name
    }

    /// Appends an operation without operands.
    fn number(&mut self, op: &str) {
        let name = format!("%v{}", self.values);
        self.values += 1;
        let _ = writeln!(self.body, "  {name} = stablehlo.{op} : tensor<ui32>");
        self.results.push((name, "tensor<ui32>".to_owned()));
    }

    /// Returns the text of the module.
    fn module(&self, arguments: &[(&str, String)], [replicas, partitions]: [u32; 2]) -> String {
        let list = |values: &[(&str, String)]| {
            let values: Vec<_> = values.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
            values.join(", ")
        };
        let join = |part: fn(&(String, String)) -> &String| {
            self.results.iter().map(|it| part(it).clone()).collect::<Vec<_>>().join(", ")
        };
        let (names, types) = (join(|it| &it.0), join(|it| &it.1));
        format!(
            "module attributes {{mhlo.num_replicas = {replicas} : i32, mhlo.num_partitions = \
             {partitions} : i32}} {{\nfunc.func @main({}) -> ({types}) {{\n{}  return {names} : \
             {types}\n}}\n}}\n",
            list(arguments),
            self.body
        )
    }
}

/// Returns the attribute `replica_groups`.
fn groups(rows: &[&[i64]]) -> String {
    let texts: Vec<_> = rows.iter().map(|row| format!("{row:?}")).collect();
    let (count, size) = (rows.len(), rows.first().map_or(0, |row| row.len()));
    format!("replica_groups = dense<[{}]> : tensor<{count}x{size}xi64>", texts.join(", "))
}

fn pairs(pairs: &[[i64; 2]]) -> String {
    let count = pairs.len();
    format!("source_target_pairs = dense<{pairs:?}> : tensor<{count}x2xi64>")
}

/// Returns the region of a reduction with an operation on elements.
fn body(op: &str, element: ElementType) -> String {
    format!(
        "({{\n  ^bb0(%p: tensor<{element}>, %q: tensor<{element}>):\n    %r = stablehlo.{op} %p, %q : \
         tensor<{element}>\n    stablehlo.return %r : tensor<{element}>\n  }})"
    )
}

fn ty(element: ElementType, dims: &[usize]) -> String {
    let dims: String = dims.iter().map(|dim| format!("{dim}x")).collect();
    format!("tensor<{dims}{element}>")
}

/// Returns the operations that reduce elements of a type. Products of complex numbers are left out: the
/// interpreter rounds only their results, and compiled code also rounds the products of their parts.
fn reductions(element: ElementType) -> &'static [&'static str] {
    match element.class() {
        ElementClass::Boolean => &["or", "and"],
        ElementClass::Complex => &["add", "subtract"],
        _ => &["add", "maximum", "minimum", "multiply", "subtract"],
    }
}

/// Returns a program for an element type with every collective, on four partitions.
pub fn of_type(element: ElementType) -> Program {
    let mut text = Text::new();
    let (x, scalar, empty) = (ty(element, &[4, 6]), ty(element, &[]), ty(element, &[0, 4]));
    let x = ("%x", x.as_str());
    let all: &[&[i64]] = &[&[0, 1, 2, 3]];
    let two: &[&[i64]] = &[&[2, 0], &[1, 3]];
    let of = |rows: &[&[i64]], more: &str| format!("{}{GLOBAL}{more}", groups(rows));
    let across = |rows: &[&[i64]], more: &str| format!("{}{CHANNEL}{more}", groups(rows));
    let to = |dims: &[usize]| ty(element, dims);
    text.number("partition_id");
    text.number("replica_id");
    text.op("all_gather", x, &of(all, ", all_gather_dim = 0 : i64"), &to(&[16, 6]));
    text.op("all_gather", x, &of(two, ", all_gather_dim = 1 : i64"), &to(&[4, 12]));
    let split = ", split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64";
    text.op("all_to_all", x, &across(two, split), &to(&[8, 3]));
    let split = ", split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64";
    text.op("all_to_all", x, &across(all, split), &to(&[1, 24]));
    let permuted = format!("{}{CHANNEL}", pairs(&[[0, 1], [1, 2], [3, 3]]));
    text.op("collective_permute", x, &permuted, x.1);
    text.op("collective_broadcast", x, &across(&[&[2, 1]], ""), x.1);
    for (op, rows) in reductions(element).iter().zip([all, two].iter().cycle()) {
        text.op_with("all_reduce", x, &body(op, element), &of(rows, ""), x.1);
    }
    let op = reductions(element)[0];
    text.op_with("all_reduce", ("%s", &scalar), &body(op, element), &of(all, ""), &scalar);
    text.op_with("all_reduce", ("%e", &empty), &body(op, element), &of(all, ""), &empty);
    text.op("all_gather", ("%e", &empty), &of(all, ", all_gather_dim = 1 : i64"), &to(&[0, 16]));
    let scatter = of(two, ", scatter_dimension = 1 : i64");
    text.op_with("reduce_scatter", x, &body(op, element), &scatter, &to(&[4, 3]));
    let last = reductions(element).last().unwrap_or(&op);
    let scatter = of(all, ", scatter_dimension = 0 : i64");
    text.op_with("reduce_scatter", x, &body(last, element), &scatter, &to(&[1, 6]));
    let arguments = [("%x", x.1.to_owned()), ("%s", scalar), ("%e", empty)];
    let shapes = [&[4, 6][..], &[], &[0, 4]].map(|dims| Shape::new(element, dims.to_vec()));
    Program {
        name: format!("of_{}", element.to_string().to_lowercase().replace(['<', '>'], "_")),
        text: text.module(&arguments, [1, 4]),
        replicas: 1,
        partitions: 4,
        arguments: shapes.to_vec(),
        not_members: Vec::new(),
        checks_errors: element == ElementType::F32,
    }
}

/// Returns a program on two replicas of three partitions, whose groups have numbers of replicas, of
/// partitions and of both.
pub fn of_replicas() -> Program {
    let element = ElementType::S32;
    let mut text = Text::new();
    let x = ty(element, &[2, 6]);
    let x = ("%x", x.as_str());
    let to = |dims: &[usize]| ty(element, dims);
    let gather =
        |rows: &[&[i64]], flags: &str| format!("{}{flags}, all_gather_dim = 0 : i64", groups(rows));
    text.number("partition_id");
    text.number("replica_id");
    text.op("all_gather", x, &gather(&[&[1, 0]], ""), &to(&[4, 6]));
    text.op("all_gather", x, &gather(&[&[0, 1]], CHANNEL), &to(&[12, 6]));
    text.op("all_gather", x, &gather(&[&[5, 0, 3], &[1, 2, 4]], GLOBAL), &to(&[6, 6]));
    let split = ", split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 3 : i64";
    let across = format!("{}{CHANNEL}{split}", groups(&[&[2, 0, 1]]));
    text.op("all_to_all", x, &across, x.1);
    text.op("collective_permute", x, &pairs(&[[0, 1]]), x.1);
    let between = format!("{}{CHANNEL}", pairs(&[[0, 2], [2, 1], [1, 0]]));
    text.op("collective_permute", x, &between, x.1);
    text.op("collective_broadcast", x, &groups(&[&[1, 0]]), x.1);
    text.op_with("all_reduce", x, &body("add", element), &groups(&[&[0, 1]]), x.1);
    let all = format!("{}{GLOBAL}", groups(&[&[0, 1, 2, 3, 4, 5]]));
    text.op_with("all_reduce", x, &body("multiply", element), &all, x.1);
    Program {
        name: "of_replicas".to_owned(),
        text: text.module(&[("%x", x.1.to_owned())], [2, 3]),
        replicas: 2,
        partitions: 3,
        arguments: vec![Shape::new(element, vec![2, 6])],
        not_members: Vec::new(),
        checks_errors: false,
    }
}

/// Returns a program whose ranks reduce a large operand in parts, of which the last is shorter, and
/// repeat a collective in a loop.
pub fn of_large_operands() -> Program {
    let element = ElementType::F32;
    let mut text = Text::new();
    let x = ty(element, &[67, 259]);
    let all = format!("{}{GLOBAL}", groups(&[&[2, 0, 1]]));
    text.op_with("all_reduce", ("%x", &x), &body("add", element), &all, &x);
    let sum = text.results.pop().map(|(name, _)| name).unwrap_or_default();
    let _ = writeln!(
        text.body,
        "  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %zero, %y = {sum}) : tensor<i32>, {x}
  cond {{
    %more = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }} do {{
    %moved = \"stablehlo.collective_permute\"(%y) {{{}{CHANNEL}}} : ({x}) -> {x}
    %added = stablehlo.add %moved, %x : {x}
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %added : tensor<i32>, {x}
  }}",
        pairs(&[[0, 1], [1, 2], [2, 0]])
    );
    text.results.push((sum, x.clone()));
    text.results.push(("%loop#1".to_owned(), x.clone()));
    Program {
        name: "of_large_operands".to_owned(),
        text: text.module(&[("%x", x)], [1, 3]),
        replicas: 1,
        partitions: 3,
        arguments: vec![Shape::new(element, vec![67, 259])],
        not_members: Vec::new(),
        checks_errors: false,
    }
}

/// Returns a program with more ranks than the messages of one call of the callback.
pub fn of_many_ranks() -> Program {
    let element = ElementType::S16;
    let mut text = Text::new();
    let x = ty(element, &[70, 2]);
    let x = ("%x", x.as_str());
    let all: Vec<_> = (0..70).map(|rank| (rank * 11 + 5) % 70).collect();
    let all = groups(&[&all]);
    let gather = format!("{all}{GLOBAL}, all_gather_dim = 1 : i64");
    text.op("all_gather", x, &gather, &ty(element, &[70, 140]));
    let split = ", split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 70 : i64";
    text.op("all_to_all", x, &format!("{all}{CHANNEL}{split}"), x.1);
    text.op("collective_broadcast", x, &format!("{all}{CHANNEL}"), x.1);
    text.op_with("all_reduce", x, &body("subtract", element), &format!("{all}{GLOBAL}"), x.1);
    Program {
        name: "of_many_ranks".to_owned(),
        text: text.module(&[("%x", x.1.to_owned())], [1, 70]),
        replicas: 1,
        partitions: 70,
        arguments: vec![Shape::new(element, vec![70, 2])],
        not_members: Vec::new(),
        checks_errors: false,
    }
}

/// Returns a program with a collective that needs a group for each rank, but has none for rank 2.
pub fn without_a_member() -> Program {
    let element = ElementType::U8;
    let mut text = Text::new();
    let x = ty(element, &[3]);
    let gather = format!("{}{GLOBAL}, all_gather_dim = 0 : i64", groups(&[&[1, 0]]));
    text.op("all_gather", ("%x", &x), &gather, &ty(element, &[6]));
    Program {
        name: "without_a_member".to_owned(),
        text: text.module(&[("%x", x)], [1, 3]),
        replicas: 1,
        partitions: 3,
        arguments: vec![Shape::new(element, vec![3])],
        not_members: vec![2],
        checks_errors: false,
    }
}
