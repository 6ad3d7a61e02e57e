//! IBM Model 1 (Brown et al. 1993): any word may stand for any other, wherever they stand.

/// Computes the posteriors of all links and of the empty word in one direction.
///
/// `emissions` has a row of `states` generating words for each generated word.
pub(super) fn expect(
    states: usize,
    emissions: &[f32],
    null: f32,
    null_emissions: &[f32],
    (posteriors, null_posteriors): (&mut Vec<f32>, &mut Vec<f32>),
) {
    posteriors.clear();
    null_posteriors.clear();
    let linked = (1.0 - null) / states as f32;
    for (row, &null_emission) in emissions.chunks_exact(states).zip(null_emissions) {
        let skipped = null * null_emission;
        let evidence = 1.0 / (linked * row.iter().sum::<f32>() + skipped);
        posteriors.extend(row.iter().map(|&emission| emission * linked * evidence));
        null_posteriors.push(skipped * evidence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_share_by_their_emissions() {
        let (mut links, mut nulls) = (Vec::new(), Vec::new());
        let emissions = [0.3, 0.1, 0.2, 0.2];
        expect(2, &emissions, 0.5, &[0.2, 0.0], (&mut links, &mut nulls));
        for (found, expected) in links.iter().zip([0.375, 0.125, 0.5, 0.5]) {
            assert!((found - expected).abs() < 1e-6);
        }
        assert!((nulls[0] - 0.5).abs() < 1e-6 && nulls[1] == 0.0);
    }
}
