//! Phrase tables as Moses writes them, and other decoders read them.

use std::fmt::Write;
use std::ops::Range;

use super::translations::{Translation, Translations, unpacked};
use crate::interrupt;
use crate::text::Vocabulary;

impl Translations {
    /// Lines `f ||| e ||| φ(f|e) lex(f|e) φ(e|f) lex(e|f) ||| links ||| c(e) c(f) c(f,e) ||| |||`
    /// of some of the pairs.
    pub fn lines(&self, pairs: Range<usize>) -> String {
        let mut out = String::new();
        for pair in self.pairs.get(pairs).unwrap_or_default() {
            interrupt::poll();
            // Writing to a string cannot fail.
            let _ = self.write_line(pair, &mut out);
        }
        out
    }

    fn write_line(&self, pair: &Translation, out: &mut String) -> std::fmt::Result {
        let source = self.sources.phrase(pair.source);
        let target = self.targets.phrase(pair.target);
        let links = self.links.phrase(pair.links).iter().copied().map(unpacked);
        let links: Vec<_> = links.collect();
        let source_count = self.source_counts[pair.source as usize];
        let target_count = self.target_counts[pair.target as usize];
        let count = f64::from(pair.count);
        let (lex_fe, lex_ef) = self.word_links.weights(source, target, &links);
        write_words(self.source_words.vocabulary(), source, out);
        write_words(self.target_words.vocabulary(), target, out);
        let phi_fe = count / f64::from(target_count);
        let phi_ef = count / f64::from(source_count);
        for score in [phi_fe, lex_fe, phi_ef, lex_ef] {
            write_score(score, out)?;
        }
        out.push_str("||| ");
        for (i, j) in links {
            write!(out, "{i}-{j} ")?;
        }
        let count = pair.count;
        writeln!(out, "||| {target_count} {source_count} {count} ||| |||")
    }
}

fn write_words(words: &Vocabulary, phrase: &[u32], out: &mut String) {
    for &word in phrase {
        out.push_str(words.word(word));
        out.push(' ');
    }
    out.push_str("||| ");
}

/// A score as decoders keep it, in 32 bits, as short as it can be to be read again exactly. Products of
/// many small weights may be less than these hold; as 0 they would have no logarithm.
fn write_score(score: f64, out: &mut String) -> std::fmt::Result {
    let score = (score as f32).max(f32::MIN_POSITIVE);
    if score < 1e-3 {
        write!(out, "{score:e} ")
    } else {
        write!(out, "{score} ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tokens;
    use super::super::{Error, Pruning};
    use super::*;
    use crate::align::Alignments;

    const ALL: Pruning = Pruning {
        min_count: 0.0,
        top: 100,
    };

    fn table(
        sides: [&[&str]; 2],
        links: &[&[(u32, u32)]],
        pruning: Pruning,
    ) -> Result<Vec<String>, Error> {
        let [sources, targets] = sides.map(tokens);
        let links: Alignments = links.iter().map(|line| line.iter().copied()).collect();
        let made = Translations::extract(&sources, &targets, &links, 7, pruning)?;
        let lines = made.lines(0..made.len());
        Ok(lines.lines().map(str::to_owned).collect())
    }

    #[test]
    fn worked_by_hand() {
        let sources = ["das Haus", "das", "das Haus"];
        let targets = ["the house", "that", "the house"];
        let both = [(0, 0), (1, 1)];
        let links: [&[(u32, u32)]; 3] = [&both, &both[..1], &both];
        // By bytes a space comes before |, and capital letters before small ones.
        let wanted = [
            "Haus ||| house ||| 1 1 1 1 ||| 0-0 ||| 2 2 2 ||| |||",
            "das Haus ||| the house ||| 1 1 1 0.6666667 ||| 0-0 1-1 ||| 2 2 2 ||| |||",
            "das ||| that ||| 1 1 0.33333334 0.33333334 ||| 0-0 ||| 1 3 1 ||| |||",
            "das ||| the ||| 1 1 0.6666667 0.6666667 ||| 0-0 ||| 2 3 2 ||| |||",
        ];
        assert_eq!(table([&sources, &targets], &links, ALL).unwrap(), wanted);
        let top = Pruning { top: 1, ..ALL };
        let kept = table([&sources, &targets], &links, top).unwrap();
        assert_eq!(kept, [wanted[0], wanted[1], wanted[3]]);
        let often = Pruning {
            min_count: 2.0,
            ..ALL
        };
        assert_eq!(table([&sources, &targets], &links, often).unwrap(), kept);
        let never = Pruning {
            min_count: 3.0,
            ..ALL
        };
        let none = table([&sources, &targets], &links, never);
        assert_eq!(none.unwrap_err(), Error::Empty);
    }

    #[test]
    fn links_of_a_pair() {
        let sides: [&[&str]; 2] = [&["a a"; 3], &["b b"; 3]];
        let across: &[(u32, u32)] = &[(0, 1), (1, 0)];
        let along: &[(u32, u32)] = &[(0, 0), (1, 1)];
        for (links, wanted) in [
            ([across, along, across], "||| 0-1 1-0 |||"),
            ([across, along, &[]], "||| 0-0 1-1 |||"),
        ] {
            let lines = table(sides, &links, ALL).unwrap();
            assert!(lines[0].starts_with("a a ||| b b ||| "), "{}", lines[0]);
            assert!(lines[0].contains(wanted), "{}", lines[0]);
        }
    }

    #[test]
    fn scores_stay_above_nothing() {
        let mut out = String::new();
        for score in [1.0, 0.25, 1e-4, 1e-60] {
            write_score(score, &mut out).unwrap();
        }
        assert_eq!(out, "1 0.25 1e-4 1.1754944e-38 ");
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        let line: &[(u32, u32)] = &[(0, 0)];
        let refused = table([&["a", "a ||| b"], &["c", "c"]], &[line, line], ALL).unwrap_err();
        assert!(
            refused.to_string().starts_with("source line 2: the word"),
            "{refused}"
        );
        let refused = table([&["a"], &["b"]], &[&[(0, 1)]], ALL).unwrap_err();
        assert_eq!(refused.to_string(), "line 1: a link leaves its sentences");
        let refused = table([&["a"], &["b", "c"]], &[line], ALL).unwrap_err();
        assert!(refused.to_string().starts_with("1 source lines, 2 target"));
    }
}
