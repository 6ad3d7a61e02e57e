//! Additive statistics, a row for each candidate, and sums that rows enter and leave.

use std::cmp::Ordering;

/// Rows of numbers, one per candidate.
///
/// Whole numbers, as counts are, take half the memory, which is what a sweep waits for; and their sums
/// are exact without further care.
#[derive(Debug, Clone)]
pub enum Rows {
    /// All of them are whole.
    Whole(Table<i32>),
    /// Any numbers.
    Real(Table<f64>),
}

/// Values row by row.
#[derive(Debug, Clone)]
pub struct Table<T> {
    values: Vec<T>,
    width: usize,
}

impl<T> Table<T> {
    fn get(&self, candidate: u32) -> &[T] {
        let begin = candidate as usize * self.width;
        &self.values[begin..begin + self.width]
    }
}

/// Half of what 32 bits hold, so that they hold any difference too.
const LARGEST_WHOLE: f64 = 1_073_741_824.0;

impl Rows {
    /// Rows of `width` numbers each.
    pub fn new(values: Vec<f64>, width: usize) -> Self {
        let whole = |value: &f64| value.fract() == 0.0 && value.abs() <= LARGEST_WHOLE;
        if !values.iter().all(whole) {
            return Self::Real(Table { values, width });
        }
        let values = values.into_iter().map(|value| value as i32).collect();
        Self::Whole(Table { values, width })
    }

    /// How many numbers a row has.
    pub fn width(&self) -> usize {
        match self {
            Self::Whole(table) => table.width,
            Self::Real(table) => table.width,
        }
    }

    /// How the rows of two candidates compare.
    pub fn compare(&self, x: u32, y: u32) -> Ordering {
        match self {
            Self::Whole(table) => table.get(x).cmp(table.get(y)),
            Self::Real(table) => {
                let order = table.get(x).partial_cmp(table.get(y));
                order.unwrap_or(Ordering::Equal)
            }
        }
    }
}

/// A sum of rows that candidates enter and leave.
pub trait Running {
    /// Adds the row of a candidate.
    fn enter(&mut self, candidate: u32);
    /// Exchanges the row of a candidate for that of another.
    fn replace(&mut self, from: u32, to: u32);
    /// Writes the first number of every column of `out`.
    fn write(&self, out: &mut [f64], stride: usize);
}

/// A sum of whole numbers.
pub struct Exact<'a> {
    rows: &'a Table<i32>,
    sums: Vec<i64>,
}

impl<'a> Exact<'a> {
    /// Of no row yet.
    pub fn of(rows: &'a Table<i32>) -> Self {
        let sums = vec![0; rows.width];
        Self { rows, sums }
    }
}

impl Running for Exact<'_> {
    fn enter(&mut self, candidate: u32) {
        for (sum, &value) in self.sums.iter_mut().zip(self.rows.get(candidate)) {
            *sum += i64::from(value);
        }
    }

    fn replace(&mut self, from: u32, to: u32) {
        let values = self.rows.get(from).iter().zip(self.rows.get(to));
        for (sum, (from, to)) in self.sums.iter_mut().zip(values) {
            *sum += i64::from(to - from);
        }
    }

    fn write(&self, out: &mut [f64], stride: usize) {
        for (place, &sum) in out.iter_mut().step_by(stride).zip(&self.sums) {
            *place = sum as f64;
        }
    }
}

/// A sum of any numbers; what rounding loses is kept beside it (Neumaier 1974).
pub struct Compensated<'a> {
    rows: &'a Table<f64>,
    sums: Vec<f64>,
    lost: Vec<f64>,
}

impl<'a> Compensated<'a> {
    /// Of no row yet.
    pub fn of(rows: &'a Table<f64>) -> Self {
        let nothing = vec![0.0; rows.width];
        Self {
            rows,
            sums: nothing.clone(),
            lost: nothing,
        }
    }
}

impl Running for Compensated<'_> {
    fn enter(&mut self, candidate: u32) {
        let places = self.sums.iter_mut().zip(&mut self.lost);
        for ((sum, lost), &value) in places.zip(self.rows.get(candidate)) {
            accumulate(sum, lost, value);
        }
    }

    fn replace(&mut self, from: u32, to: u32) {
        let places = self.sums.iter_mut().zip(&mut self.lost);
        let values = self.rows.get(from).iter().zip(self.rows.get(to));
        for ((sum, lost), (from, to)) in places.zip(values) {
            accumulate(sum, lost, *to);
            accumulate(sum, lost, -from);
        }
    }

    fn write(&self, out: &mut [f64], stride: usize) {
        let sums = self.sums.iter().zip(&self.lost);
        for (place, (sum, lost)) in out.iter_mut().step_by(stride).zip(sums) {
            *place = sum + lost;
        }
    }
}

/// Adds to a sum; what does not fit into it goes to `lost`.
#[inline]
fn accumulate(sum: &mut f64, lost: &mut f64, value: f64) {
    let total = *sum + value;
    *lost += if sum.abs() >= value.abs() {
        (*sum - total) + value
    } else {
        (value - total) + *sum
    };
    *sum = total;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_kept_as_such() {
        for (values, whole) in [
            (vec![0.0, -3.0, 1_073_741_824.0, -1_073_741_824.0], true),
            (vec![0.0, 0.5], false),
            (vec![1_073_741_825.0, 0.0], false),
            (vec![], true),
        ] {
            assert_eq!(matches!(Rows::new(values, 2), Rows::Whole(_)), whole);
        }
    }

    #[test]
    fn largest_numbers_take_turns() {
        let Rows::Whole(table) = Rows::new(vec![1_073_741_824.0, -1_073_741_824.0], 1) else {
            panic!("these are whole");
        };
        let mut sum = Exact::of(&table);
        let mut written = vec![0.0];
        for _ in 0..4 {
            sum.enter(0);
        }
        sum.write(&mut written, 1);
        assert_eq!(written, [4_294_967_296.0]);
        sum.replace(0, 1);
        sum.write(&mut written, 1);
        assert_eq!(written, [2_147_483_648.0]);
    }

    #[test]
    fn rows_compare_number_by_number() {
        for values in [
            vec![1.0, 2.0, 1.0, 2.0, 1.0, 3.0],
            vec![1.5, 2.0, 1.5, 2.0, 1.5, 3.0],
        ] {
            let rows = Rows::new(values, 2);
            assert_eq!(rows.compare(0, 1), Ordering::Equal);
            assert_eq!(rows.compare(0, 2), Ordering::Less);
            assert_eq!(rows.compare(2, 1), Ordering::Greater);
        }
    }
}
