//! The file of a model.
//!
//! `PPALIGN\0`, the version (u32), the length of the contents (u64), the contents, and a checksum
//! of them (64-bit FNV-1a). All numbers are little-endian. The contents: three priors; the words
//! of both languages, each with its frequency and its links to the empty word; for each source
//! word its partners, ascending, with their counts in both directions; the jump counts of both
//! directions. Probabilities are estimated again from the counts when a model is read.

use std::io::{Read, Write};

use super::counts::Counts;
use super::error::{Error, Result};
use super::jumps::PARAMETERS;
use super::model::Model;
use super::parameters::Priors;
use super::table::Table;
use crate::text::Words;

const MAGIC: [u8; 8] = *b"PPALIGN\0";
const VERSION: u32 = 1;

/// 64-bit FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

fn put_u32(out: &mut Vec<u8>, value: usize) {
    out.extend_from_slice(&(value as u32).to_le_bytes());
}

fn put_f32(out: &mut Vec<u8>, value: f32) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_f64(out: &mut Vec<u8>, value: f64) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_words(out: &mut Vec<u8>, words: &Words, frequencies: &[f64], nulls: &[f64]) {
    put_u32(out, words.len());
    for id in 0..words.len() {
        let word = words.word(id as u32);
        put_u32(out, word.len());
        out.extend_from_slice(word.as_bytes());
        put_f64(out, frequencies[id]);
        put_f64(out, nulls[id]);
    }
}

/// Contents that are still to be read.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, length: usize) -> Result<&'a [u8]> {
        let (here, rest) = self.rest.split_at_checked(length).ok_or(Error::Truncated)?;
        self.rest = rest;
        Ok(here)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (here, rest) = self.rest.split_first_chunk().ok_or(Error::Truncated)?;
        self.rest = rest;
        Ok(*here)
    }

    fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// A count, which must be a number and not negative.
    fn f32(&mut self) -> Result<f32> {
        let value = f32::from_le_bytes(self.array()?);
        if value.is_finite() && value >= 0.0 {
            Ok(value)
        } else {
            Err(Error::Corrupt("a count is not a number"))
        }
    }

    fn f64(&mut self) -> Result<f64> {
        let value = f64::from_le_bytes(self.array()?);
        if value.is_finite() && value >= 0.0 {
            Ok(value)
        } else {
            Err(Error::Corrupt("a count is not a number"))
        }
    }

    /// Words, their frequencies and their links to the empty word.
    fn words(&mut self) -> Result<(Words, Vec<f64>, Vec<f64>)> {
        let mut words = Words::default();
        let (mut frequencies, mut nulls) = (Vec::new(), Vec::new());
        for id in 0..self.u32()? {
            let length = self.u32()? as usize;
            let word = std::str::from_utf8(self.bytes(length)?)
                .map_err(|_| Error::Corrupt("a word is not UTF-8"))?;
            if words.intern(word) != id {
                return Err(Error::Corrupt("a word is listed twice"));
            }
            frequencies.push(self.f64()?);
            nulls.push(self.f64()?);
        }
        Ok((words, frequencies, nulls))
    }

    /// The partners of a source word, and their counts.
    fn row(&mut self, target_words: usize) -> Result<(Vec<u32>, Vec<[f32; 2]>)> {
        let (mut targets, mut counts) = (Vec::new(), Vec::new());
        for _ in 0..self.u32()? {
            let target = self.u32()?;
            if target as usize >= target_words || targets.last().is_some_and(|&last| last >= target)
            {
                return Err(Error::Corrupt("word pairs are not in order"));
            }
            targets.push(target);
            counts.push([self.f32()?, self.f32()?]);
        }
        Ok((targets, counts))
    }
}

impl Model {
    fn contents(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for prior in [
            self.priors.smoothing,
            self.priors.spelling,
            self.priors.null,
        ] {
            put_f32(&mut out, prior);
        }
        put_words(
            &mut out,
            &self.sources,
            &self.frequencies[1],
            &self.counts.nulls[1],
        );
        put_words(
            &mut out,
            &self.targets,
            &self.frequencies[0],
            &self.counts.nulls[0],
        );
        let table = &self.parameters.table;
        for source in 0..table.rows() {
            let mut row: Vec<(usize, u32)> = table.row(source).collect();
            row.sort_unstable_by_key(|&(_, target)| target);
            put_u32(&mut out, row.len());
            for (place, target) in row {
                put_u32(&mut out, target as usize);
                for count in self.counts.pairs[place] {
                    put_f32(&mut out, count);
                }
            }
        }
        for count in self.counts.jumps.as_flattened() {
            put_f64(&mut out, *count);
        }
        out
    }

    /// Writes the model.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, mut out: impl Write) -> Result<()> {
        let contents = self.contents();
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&(contents.len() as u64).to_le_bytes())?;
        out.write_all(&contents)?;
        out.write_all(&checksum(&contents).to_le_bytes())?;
        Ok(out.flush()?)
    }

    /// Reads a model; it aligns just as the one that was saved.
    ///
    /// # Errors
    /// When reading fails, or the file is something else, of another version, truncated or
    /// damaged.
    pub fn load(mut input: impl Read) -> Result<Self> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        let mut file = Reader {
            rest: bytes.strip_prefix(&MAGIC).ok_or(Error::NotAModel)?,
        };
        let found = file.u32()?;
        if found != VERSION {
            return Err(Error::Version {
                found,
                expected: VERSION,
            });
        }
        let length = u64::from_le_bytes(file.array()?);
        let contents = file.bytes(usize::try_from(length).map_err(|_| Error::Truncated)?)?;
        let expected = u64::from_le_bytes(file.array()?);
        if checksum(contents) != expected {
            return Err(Error::Corrupt("the checksum does not match"));
        }
        if !file.rest.is_empty() {
            return Err(Error::Corrupt("something follows the model"));
        }
        Self::from_contents(&mut Reader { rest: contents })
    }

    fn from_contents(reader: &mut Reader<'_>) -> Result<Self> {
        let priors = Priors {
            smoothing: reader.f32()?,
            spelling: reader.f32()?,
            null: reader.f32()?,
        };
        if priors.null <= 0.0 || priors.null >= 1.0 {
            return Err(Error::Corrupt("the empty word has no probability"));
        }
        let (sources, source_frequencies, source_nulls) = reader.words()?;
        let (targets, target_frequencies, target_nulls) = reader.words()?;
        let rows = (0..sources.len())
            .map(|_| reader.row(targets.len()))
            .collect::<Result<Vec<_>>>()?;
        let mut jumps = [[0.0; PARAMETERS]; 2];
        for count in jumps.as_flattened_mut() {
            *count = reader.f64()?;
        }
        if !reader.rest.is_empty() {
            return Err(Error::Corrupt("the contents are too long"));
        }
        let table =
            Table::new(rows.iter().map(|(row, _)| row.as_slice())).ok_or(Error::TooManyPairs)?;
        let mut pairs = vec![[0.0; 2]; table.places()];
        for (source, (row, counts)) in rows.iter().enumerate() {
            for (&target, &count) in row.iter().zip(counts) {
                if let Some(place) = table.find(source as u32, target) {
                    pairs[place as usize] = count;
                }
            }
        }
        let counts = Counts {
            pairs,
            nulls: [target_nulls, source_nulls],
            jumps,
        };
        Self::new(
            (sources, targets),
            [target_frequencies, source_frequencies],
            priors,
            (table, counts),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::small_model;
    use super::*;

    #[test]
    fn what_was_saved_is_what_is_loaded() {
        let model = small_model();
        let mut file = Vec::new();
        model.save(&mut file).unwrap();
        let loaded = Model::load(file.as_slice()).unwrap();
        let mut again = Vec::new();
        loaded.save(&mut again).unwrap();
        assert_eq!(file, again);
    }

    #[test]
    fn damage_is_noticed() {
        let mut file = Vec::new();
        small_model().save(&mut file).unwrap();
        assert!(matches!(Model::load(&b""[..]), Err(Error::NotAModel)));
        assert!(matches!(
            Model::load(&b"something else"[..]),
            Err(Error::NotAModel)
        ));
        for end in 8..file.len() {
            assert!(
                matches!(Model::load(&file[..end]), Err(Error::Truncated)),
                "{end}"
            );
        }
        let mut other = file.clone();
        other[8] = 9;
        assert!(matches!(
            Model::load(other.as_slice()),
            Err(Error::Version {
                found: 9,
                expected: 1
            })
        ));
        let mut corrupt = file.clone();
        corrupt[60] ^= 1;
        assert!(matches!(
            Model::load(corrupt.as_slice()),
            Err(Error::Corrupt(_))
        ));
        let mut longer = file;
        longer.push(0);
        assert!(matches!(
            Model::load(longer.as_slice()),
            Err(Error::Corrupt(_))
        ));
    }

    /// Contents that are wrong although their checksum is right never panic.
    #[test]
    fn forged_contents_are_refused_or_read() {
        let contents = small_model().contents();
        for at in (0..contents.len()).step_by(3) {
            for value in [0x00, 0x7F, 0xFF] {
                let mut forged = contents.clone();
                forged[at] = value;
                let _ = Model::from_contents(&mut Reader { rest: &forged });
            }
        }
    }
}
