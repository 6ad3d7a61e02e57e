//! Rows of statistics, packed so that sums of many samples are taken in registers.

use crate::interrupt;

/// Samples that are summed together: each row is read once for all of them.
pub(super) const TILE: usize = 4;
/// Columns that are summed together.
const WIDTH: usize = 4;
/// Segments whose rows stay in the cache while all columns are summed.
const CHUNK: usize = 1024;

/// How often each segment counts, in each of the samples of a tile.
pub(super) type Tile = [f64; TILE];

/// Rows in panels of [`WIDTH`] columns and [`CHUNK`] segments; the last columns are filled up with
/// zeros.
pub(super) struct Panels {
    segments: usize,
    width: usize,
    values: Vec<[f64; WIDTH]>,
}

impl Panels {
    /// Packs rows `[segments, width]`.
    pub(super) fn new(rows: &[f64], segments: usize, width: usize) -> Self {
        let mut values = Vec::with_capacity(segments * width.div_ceil(WIDTH));
        for chunk in rows.chunks(CHUNK * width.max(1)) {
            for first in (0..width).step_by(WIDTH) {
                let columns = WIDTH.min(width - first);
                values.extend(chunk.chunks_exact(width).map(|row| {
                    let mut packed = [0.0; WIDTH];
                    packed[..columns].copy_from_slice(&row[first..first + columns]);
                    packed
                }));
            }
        }
        Self {
            segments,
            width,
            values,
        }
    }

    /// Number of columns.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Number of segments.
    pub(super) fn segments(&self) -> usize {
        self.segments
    }

    /// The sums of the samples of a tile, `[TILE, width]`.
    ///
    /// Segments are always added up in the same order, whichever samples share the tile.
    pub(super) fn sums(&self, tile: &[Tile]) -> Vec<f64> {
        let panels = self.width.div_ceil(WIDTH);
        let mut sums = vec![0.0; TILE * self.width];
        let chunks = self.values.chunks(CHUNK * panels.max(1));
        for (counts, values) in tile.chunks(CHUNK).zip(chunks) {
            for (panel, rows) in values.chunks_exact(counts.len()).enumerate() {
                interrupt::poll();
                let first = panel * WIDTH;
                let columns = WIDTH.min(self.width - first);
                for (added, sums) in multiply(counts, rows)
                    .iter()
                    .zip(sums.chunks_exact_mut(self.width))
                {
                    for (sum, value) in sums[first..first + columns].iter_mut().zip(added) {
                        *sum += value;
                    }
                }
            }
        }
        sums
    }
}

/// Counts times rows, summed over segments.
fn multiply(counts: &[Tile], rows: &[[f64; WIDTH]]) -> [[f64; WIDTH]; TILE] {
    let mut sums = [[0.0; WIDTH]; TILE];
    for (count, row) in counts.iter().zip(rows) {
        for (sums, count) in sums.iter_mut().zip(count) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += count * value;
            }
        }
    }
    sums
}
