//! Numbers of a list.

use super::error::Problem;

/// The largest size of a number: sums and products of such are still numbers.
pub const LARGEST: f64 = 1e100;

/// A finite number of a sane size; `name` says whose it is.
pub fn number(text: &str, name: &str) -> Result<f64, Problem> {
    match text.parse::<f64>() {
        Ok(value) if value.abs() <= LARGEST => Ok(value),
        Ok(value) if value.is_finite() => Err(Problem::TooLarge {
            name: name.to_owned(),
            text: text.to_owned(),
        }),
        Ok(_) => Err(Problem::NotFinite {
            name: name.to_owned(),
            text: text.to_owned(),
        }),
        Err(_) => Err(Problem::NotANumber {
            name: name.to_owned(),
            text: text.to_owned(),
        }),
    }
}

/// The number of a segment.
pub fn segment(text: &str) -> Result<u32, Problem> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| Problem::Segment(text.to_owned()))
}
