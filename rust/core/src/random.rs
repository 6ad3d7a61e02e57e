//! Random numbers, one stream per sample.

/// A stream of random numbers that depends on nothing but the seed and its own number, so that
/// samples can be drawn in any order and on any thread. The generator is `SplitMix64` (Steele, Lea
/// and Flood 2014, *Fast splittable pseudorandom number generators*).
pub(crate) struct Stream(u64);

/// What a stream moves on by.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Stream {
    /// Stream number `sample` of a seed.
    pub(crate) fn new(seed: u64, sample: u64) -> Self {
        Self(mix(
            mix(seed.wrapping_add(STEP)).wrapping_add(sample.wrapping_mul(STEP))
        ))
    }

    /// The next 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below `range`, each equally likely (Lemire 2019, *Fast random integer generation in
    /// an interval*).
    pub(crate) fn below(&mut self, range: Range) -> usize {
        loop {
            let product = u128::from(self.bits()) * u128::from(range.size);
            if product as u64 >= range.refused {
                return (product >> 64) as usize;
            }
        }
    }
}

/// How many numbers there are to draw from, and the share of draws that would favour some of them.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    size: u64,
    refused: u64,
}

impl Range {
    /// Numbers from 0 to `size` - 1; at least one.
    pub(crate) fn new(size: usize) -> Self {
        let size = size as u64;
        Self {
            size,
            refused: size.wrapping_neg() % size,
        }
    }
}

/// How often an event of mean 1 comes at most, for all that 32 bits can tell.
const MOST_EVENTS: usize = 12;

/// The chances that an event of mean 1 comes not at all, at most once, at most twice and so on, in
/// shares of 2^32.
#[allow(clippy::cast_sign_loss)] // chances are positive
pub(crate) fn poisson_chances() -> [u32; MOST_EVENTS] {
    let mut chance = (-1.0_f64).exp();
    let mut at_most = 0.0;
    std::array::from_fn(|events| {
        at_most += chance;
        chance /= (events + 1) as f64;
        (at_most * 4_294_967_296.0).round().min(f64::from(u32::MAX)) as u32
    })
}

/// How often an event of mean 1 comes, from 32 random bits: by inversion.
pub(crate) fn poisson(chances: &[u32; MOST_EVENTS], bits: u32) -> f32 {
    let events: u16 = chances.iter().map(|&most| u16::from(bits >= most)).sum();
    f32::from(events)
}

/// Every bit of the result depends on every bit of the argument.
pub(crate) fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    // Counts are whole numbers.
    #![allow(clippy::float_cmp)]

    use super::*;

    #[test]
    fn bits_are_those_of_splitmix64() {
        let mut stream = Stream(1_234_567);
        let wanted = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(wanted.map(|_| stream.bits()), wanted);
    }

    #[test]
    fn numbers_below_are_equally_likely() {
        let range = Range::new(7);
        let mut stream = Stream::new(0, 0);
        let mut counts = [0_i32; 7];
        for _ in 0..70_000 {
            counts[stream.below(range)] += 1;
        }
        assert!(
            counts.iter().all(|count| (count - 10_000).abs() < 500),
            "{counts:?}"
        );
    }

    #[test]
    fn events_come_as_often_as_poisson_says() {
        let chances = poisson_chances();
        assert_eq!(chances[0], 1_580_030_169, "2^32 / e");
        assert!(chances.windows(2).all(|pair| pair[0] <= pair[1]));
        assert_eq!(poisson(&chances, 0), 0.0);
        assert_eq!(poisson(&chances, chances[0]), 1.0);
        assert_eq!(poisson(&chances, chances[4] - 1), 4.0);
        let mut stream = Stream::new(3, 1);
        let drawn: Vec<f64> = (0..200_000)
            .map(|_| f64::from(poisson(&chances, stream.bits() as u32)))
            .collect();
        let number = drawn.len() as f64;
        let mean = drawn.iter().sum::<f64>() / number;
        let variance = drawn.iter().map(|x| (x - 1.0) * (x - 1.0)).sum::<f64>() / number;
        assert!((mean - 1.0).abs() < 0.01, "{mean}");
        assert!((variance - 1.0).abs() < 0.02, "{variance}");
    }

    #[test]
    fn streams_of_neighbours_differ() {
        let first = |seed, sample| Stream::new(seed, sample).bits();
        let drawn = [
            first(0, 0),
            first(0, 1),
            first(1, 0),
            first(1, 1),
            first(u64::MAX, 0),
        ];
        for (i, a) in drawn.iter().enumerate() {
            assert!(drawn[i + 1..].iter().all(|b| a != b), "{drawn:?}");
        }
    }
}
