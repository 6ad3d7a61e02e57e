//! Which features a list has, and in which columns they stand.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

/// Features under one name: `TranslationModel0= a b c d` is a group of four.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The name, as lists write it.
    pub name: String,
    /// How many values it has.
    pub width: usize,
}

impl Group {
    /// Names of its columns: the name alone, or numbered where there are several values.
    pub fn names(&self) -> Vec<String> {
        if self.width == 1 {
            return vec![self.name.clone()];
        }
        (0..self.width)
            .map(|k| format!("{}_{k}", self.name))
            .collect()
    }
}

/// Groups in order, found by name.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    groups: Vec<Group>,
    starts: Vec<usize>,
    width: usize,
    index: HashMap<String, usize, FxBuildHasher>,
}

impl Columns {
    /// Appends a group that is not there yet; its number.
    pub fn push(&mut self, group: Group) -> usize {
        let number = self.groups.len();
        self.index.insert(group.name.clone(), number);
        self.starts.push(self.width);
        self.width += group.width;
        self.groups.push(group);
        number
    }

    /// The groups, in order.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The number of the group with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// The first column of a group.
    pub fn start(&self, group: usize) -> usize {
        self.starts[group]
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<String> {
        self.groups.iter().flat_map(Group::names).collect()
    }
}

impl FromIterator<Group> for Columns {
    fn from_iter<I: IntoIterator<Item = Group>>(groups: I) -> Self {
        let mut columns = Self::default();
        for group in groups {
            columns.push(group);
        }
        columns
    }
}
