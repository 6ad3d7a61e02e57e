//! The intervals of several lines in one table.

use super::sweep::Swept;

/// Lines one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Joined {
    /// Those of the first line, then those of the second.
    pub breakpoints: Vec<f64>,
    /// Intervals `starts[l]..starts[l + 1]` are those of line `l`: one more than it has breakpoints.
    pub starts: Vec<i64>,
    /// Column by column, each with a number for every interval.
    pub sums: Vec<f64>,
}

impl Joined {
    /// Joins lines whose rows have `width` numbers.
    pub fn new(lines: &[Swept], width: usize) -> Self {
        let intervals = |line: &Swept| line.breakpoints.len() + 1;
        let total = lines.iter().map(intervals).sum::<usize>();
        let mut starts = vec![0];
        let mut breakpoints = Vec::with_capacity(total - lines.len());
        for line in lines {
            breakpoints.extend_from_slice(&line.breakpoints);
            starts.push((breakpoints.len() + starts.len()) as i64);
        }
        let mut sums = Vec::with_capacity(total * width);
        for column in 0..width {
            for line in lines {
                let count = intervals(line);
                sums.extend_from_slice(&line.sums[column * count..(column + 1) * count]);
            }
        }
        Self {
            breakpoints,
            starts,
            sums,
        }
    }

    /// How many intervals there are.
    pub fn intervals(&self) -> usize {
        self.breakpoints.len() + self.starts.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stay_together() {
        let lines = [
            Swept {
                breakpoints: vec![0.5],
                sums: vec![1.0, 2.0, 10.0, 20.0],
            },
            Swept {
                breakpoints: vec![],
                sums: vec![3.0, 30.0],
            },
        ];
        let joined = Joined::new(&lines, 2);
        assert_eq!(joined.breakpoints, [0.5]);
        assert_eq!(joined.starts, [0, 2, 3]);
        assert_eq!(joined.sums, [1.0, 2.0, 3.0, 10.0, 20.0, 30.0]);
        assert_eq!(joined.intervals(), 3);
        assert_eq!(Joined::new(&[], 2).intervals(), 0);
    }
}
