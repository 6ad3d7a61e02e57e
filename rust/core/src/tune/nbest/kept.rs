//! What a list says that is not scored: keys that nobody here knows, kept as the JSON they were read in.

use crate::error::Result;
use crate::text::Texts;

/// A JSON object for some of many rows; without any, it costs nothing.
#[derive(Debug, Default)]
pub struct Kept(Texts);

impl Kept {
    /// Keeps an object for a row after those before; an empty text is none.
    pub fn put(&mut self, row: usize, json: &str) {
        if json.is_empty() {
            return;
        }
        self.fill(row);
        self.0.push(json);
    }

    /// Appends what was kept for rows that begin at `row`.
    pub fn append(&mut self, row: usize, other: &Self) {
        for i in 0..other.0.len() {
            self.put(row + i, other.0.line(i));
        }
    }

    /// Makes room for what [`Self::append`] would append.
    pub fn reserve(&mut self, row: usize, other: &Self) -> Result<()> {
        if other.0.is_empty() {
            return Ok(());
        }
        let rows = (row + other.0.len()).saturating_sub(self.0.len());
        self.0.reserve(rows, other.0.as_bytes().len())
    }

    /// A line for each of so many rows, empty where nothing was kept; nothing if that is so for all.
    pub fn finish(mut self, rows: usize) -> Option<Texts> {
        if self.0.is_empty() {
            return None;
        }
        self.fill(rows);
        Some(self.0)
    }

    /// The same in another order: row `i` goes to `places[i]` of so many.
    pub fn placed(self, places: &[u32], rows: usize) -> Option<Texts> {
        let kept = self.finish(places.len())?;
        let mut from = vec![None; rows];
        for (i, &place) in places.iter().enumerate() {
            from[place as usize] = Some(i);
        }
        let line = |i: Option<usize>| i.map_or("", |i| kept.line(i));
        Some(from.into_iter().map(line).collect())
    }

    fn fill(&mut self, rows: usize) {
        while self.0.len() < rows {
            self.0.push("");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_anything_are_empty_lines() {
        let mut kept = Kept::default();
        kept.put(3, "");
        assert_eq!(Kept::default().finish(5), None);
        kept.put(1, "{a}");
        let mut more = Kept::default();
        more.append(4, &kept);
        more.put(6, "{b}");
        let lines: Texts = ["", "", "", "", "", "{a}", "{b}", ""].iter().collect();
        assert_eq!(more.finish(8), Some(lines));
        let lines: Texts = ["{a}", "", ""].iter().collect();
        assert_eq!(kept.placed(&[2, 0], 3), Some(lines));
    }
}
