//! Memory that may not be there.
//!
//! A buffer that cannot grow ends the process, and the interpreter with it. What may be large is asked for
//! before it is used, so that its lack is an error which says what was too large.

use std::hint::black_box;

use crate::error::{Error, Result};

/// So much is always there: below it nobody asks.
const SMALL: usize = 1 << 20;

/// Makes room in a buffer.
///
/// # Errors
/// When there is not enough memory for `what`.
pub fn reserve<T>(buffer: &mut Vec<T>, more: usize, what: impl FnOnce() -> String) -> Result<()> {
    let size = buffer.len().saturating_add(more);
    let room = buffer.try_reserve(more);
    room.map_err(|_| lack(size.saturating_mul(size_of::<T>()), what()))
}

/// Refuses what there is no memory for: `count` values of a type.
///
/// # Errors
/// When there is not enough memory for `what`.
pub fn check<T>(count: usize, what: impl FnOnce() -> String) -> Result<()> {
    let bytes = count.saturating_mul(size_of::<T>());
    if bytes <= SMALL {
        return Ok(());
    }
    let mut room = Vec::<u8>::new();
    let asked = room.try_reserve_exact(bytes);
    // Memory that nobody looks at is never asked for: an optimising compiler leaves it out.
    black_box(&room);
    asked.map_err(|_| lack(bytes, what()))
}

/// Copies values whose number is known beforehand.
///
/// # Errors
/// When there is not enough memory for `what`.
pub fn copied<'a, T: Copy + 'a>(
    values: impl ExactSizeIterator<Item = &'a T>,
    what: impl FnOnce() -> String,
) -> Result<Vec<T>> {
    let mut copy = Vec::new();
    let more = values.len();
    let room = copy.try_reserve_exact(more);
    room.map_err(|_| lack(more.saturating_mul(size_of::<T>()), what()))?;
    copy.extend(values);
    Ok(copy)
}

/// The error of so many bytes that are not there.
pub(crate) fn lack(bytes: usize, what: String) -> Error {
    let size = if bytes < 1 << 30 {
        format!("{} MB", bytes >> 20)
    } else {
        format!("{:.1} GB", bytes as f64 / f64::from(1 << 30))
    };
    Error::Memory { what, size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_an_error() {
        let what = || "a table".to_owned();
        let mut buffer = vec![1_u8];
        assert!(reserve(&mut buffer, 10, what).is_ok());
        assert_eq!(check::<u64>(1 << 18, what), Ok(()));
        for refused in [
            reserve(&mut buffer, usize::MAX / 4, what),
            reserve(&mut buffer, usize::MAX, what),
            check::<u8>(usize::MAX / 4, what),
            check::<u64>(usize::MAX, what),
        ] {
            let message = refused.unwrap_err().to_string();
            assert!(message.starts_with("not enough memory for a table ("));
            assert!(message.ends_with(" GB)"), "{message}");
        }
        assert_eq!(copied([3, 4].iter(), what), Ok(vec![3, 4]));
        assert_eq!(
            lack(5 << 20, "x".into()).to_string(),
            "not enough memory for x (5 MB)"
        );
    }
}
