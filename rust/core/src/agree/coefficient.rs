//! Coefficients of correlation, from what is tallied of a row.

use crate::agree::tally::{Columns, Tally};

/// Pearson's r of sums (of ranks: Spearman's ρ), Kendall's `τ_b` of pairs, Stuart's `τ_c` of pairs and
/// classes; none where it is not defined.
///
/// `fixed` is what depends on the judgments alone.
pub(super) fn coefficient(what: Tally, columns: Columns, fixed: Columns) -> Option<f64> {
    match what {
        Tally::Moments | Tally::RankMoments => {
            let [product, squares, ..] = columns;
            let whole = squares.sqrt() * fixed[0].sqrt();
            share(product, whole).map(|r| r.clamp(-1.0, 1.0))
        }
        Tally::Pairs => {
            let [concordant, discordant, both, _] = columns;
            let [ordered, level, ..] = fixed;
            let squared = ordered * (concordant + discordant + level - both);
            share(concordant - discordant, squared.sqrt())
        }
        Tally::Classes => {
            let [concordant, discordant, _, classes] = columns;
            let [_, _, cells, human_classes] = fixed;
            let m = classes.min(human_classes);
            share(
                2.0 * (concordant - discordant) * m,
                cells * cells * (m - 1.0),
            )
        }
    }
}

fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|value| (value - expected).abs() < 1e-12)
    }

    #[test]
    fn coefficients_by_hand() {
        // 1 2 3 against 1 2 6: product 5, squares 14, people's squares 2.
        let sums = coefficient(Tally::Moments, [5.0, 14.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0]);
        assert!(close(sums, 5.0 / 28_f64.sqrt()));
        // Six pairs: four in order, one that people tie, and another that the metric does.
        let pairs = coefficient(Tally::Pairs, [4.0, 0.0, 0.0, 0.0], [5.0, 1.0, 0.0, 0.0]);
        assert!(close(pairs, 4.0 / 5.0));
        let classes = coefficient(Tally::Classes, [4.0, 0.0, 0.0, 3.0], [5.0, 1.0, 4.0, 3.0]);
        assert!(close(classes, 2.0 * 4.0 * 3.0 / (16.0 * 2.0)));
    }

    #[test]
    fn nothing_correlates_with_what_is_constant() {
        for what in [Tally::Moments, Tally::RankMoments, Tally::Pairs] {
            assert_eq!(coefficient(what, [0.0; 4], [2.0, 0.0, 0.0, 0.0]), None);
        }
        assert_eq!(
            coefficient(Tally::Classes, [0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 2.0, 2.0]),
            None
        );
    }
}
