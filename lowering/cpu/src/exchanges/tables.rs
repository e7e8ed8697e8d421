// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constant tables of the groups of collectives, from which a rank reads its own group.

use hloom_ir::{self as ir, Context, Op};
use std::collections::HashMap;

/// The tables of a module. Collectives with equal groups share tables.
pub struct Tables<'a> {
    context: &'a Context,
    /// The operation before which the tables are inserted.
    before: Op<'a>,
    /// The number of ranks.
    ranks: usize,
    /// The numbers of the tables of pairs (`true`) or groups.
    known: HashMap<(bool, Vec<Vec<u32>>), usize>,
}

/// Stands for no rank.
const NONE: i32 = -1;

impl<'a> Tables<'a> {
    /// Creates tables for a number of ranks, which are inserted before an operation.
    pub fn new(context: &'a Context, before: Op<'a>, ranks: usize) -> Self {
        Self { context, before, ranks, known: HashMap::new() }
    }

    /// Returns the names of two tables for groups of ranks: three numbers for each rank, namely the
    /// position of its group in the other table, the number of members, and its place among them; and
    /// the members of all groups. A rank without a group has zeros.
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

    /// Returns the name of the table for pairs of a source and a target: two numbers for each rank,
    /// namely its source and its target, or -1.
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
