// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constant tables of the groups of collectives. Each rank reads its own group from them.

use hloom_ir::{self as ir, Context, Op};
use std::collections::HashMap;

/// The tables of a module. Collectives with equal groups share tables.
pub struct Tables<'a> {
    context: &'a Context,
    /// The operation before which the tables are inserted.
    before: Op<'a>,
    /// The number of ranks of the program.
    ranks: usize,
    /// The number in the names of the tables for each list of pairs (`true`) or of groups (`false`).
    known: HashMap<(bool, Vec<Vec<u32>>), usize>,
}

/// The entry of a table of pairs that represents the absence of a source or a target.
const NONE: i32 = -1;

impl<'a> Tables<'a> {
    /// Creates an empty set of tables for a program of `ranks` ranks. New tables are inserted before
    /// `before`.
    pub fn new(context: &'a Context, before: Op<'a>, ranks: usize) -> Self {
        Self { context, before, ranks, known: HashMap::new() }
    }

    /// Returns the names of two tables for groups of ranks. The second table contains the members of all
    /// groups. The first table contains three numbers for each rank: the start of its group in the
    /// second table, the number of members of the group, and the position of the rank in the group. A
    /// rank without a group has zeros.
    pub fn of_groups(&mut self, groups: &[Vec<u32>]) -> [String; 2] {
        let (number, is_new) = self.number(false, groups);
        let names = [format!("hloom_places_{number}"), format!("hloom_members_{number}")];
        if is_new {
            let mut places = vec![0; 3 * self.ranks];
            let mut start = 0;
            for group in groups {
                for (place, rank) in group.iter().enumerate() {
                    let entry = [start, group.len(), place].map(|number| number as i32);
                    places[3 * *rank as usize..][..3].copy_from_slice(&entry);
                }
                start += group.len();
            }
            let members: Vec<_> = groups.iter().flatten().map(|rank| *rank as i32).collect();
            self.add(&names[0], &places);
            self.add(&names[1], &members);
        }
        names
    }

    /// Returns the name of the table for pairs of a source and a target rank. The table contains two
    /// numbers for each rank: the rank from which it receives, and the rank to which it sends. Each is
    /// -1 if there is no such rank.
    pub fn of_pairs(&mut self, pairs: &[Vec<u32>]) -> String {
        let (number, is_new) = self.number(true, pairs);
        let name = format!("hloom_pairs_{number}");
        if is_new {
            let mut table = vec![NONE; 2 * self.ranks];
            for pair in pairs {
                if let [source, target] = pair[..] {
                    table[2 * target as usize] = source as i32;
                    table[2 * source as usize + 1] = target as i32;
                }
            }
            self.add(&name, &table);
        }
        name
    }

    fn number(&mut self, is_pairs: bool, groups: &[Vec<u32>]) -> (usize, bool) {
        let count = self.known.len();
        let number = *self.known.entry((is_pairs, groups.to_vec())).or_insert(count);
        (number, number == count)
    }

    fn add(&self, name: &str, numbers: &[i32]) {
        // LLVM has no constants without elements.
        let numbers = if numbers.is_empty() { &[NONE] } else { numbers };
        let count = numbers.len();
        let list: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        let list = list.join(", ");
        let source = format!(
            "llvm.mlir.global internal constant @{name}(dense<[{list}]> : tensor<{count}xi32>) \
             {{addr_space = 0 : i32}} : !llvm.array<{count} x i32>"
        );
        ir::insert_parsed(self.context, self.before, &source);
    }
}
