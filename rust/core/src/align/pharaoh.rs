//! Links as text: `0-0 1-2 2-1`, source position before target position, from 0 (Pharaoh).

use super::links::Link;

/// The links of one line, checked against the lengths of its sentences.
///
/// # Errors
/// What is wrong, in words that name the link.
pub fn parse_links(
    line: &str,
    sources: u32,
    targets: u32,
) -> std::result::Result<Vec<Link>, String> {
    let number = |digits: &str| {
        let plain = digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse().ok().filter(|_| plain)
    };
    let read = |written: &str| {
        let (i, j) = written.split_once('-')?;
        Some((number(i)?, number(j)?))
    };
    line.split_ascii_whitespace()
        .map(|written| match read(written) {
            None => Err(format!(
                "cannot read the link {written:?}: links are written 0-0 1-2"
            )),
            Some((i, _)) if i >= sources => Err(format!(
                "link {written} leaves the source, which has {sources} words"
            )),
            Some((_, j)) if j >= targets => Err(format!(
                "link {written} leaves the target, which has {targets} words"
            )),
            Some(link) => Ok(link),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_and_checked() {
        assert_eq!(parse_links(" 0-1 2-0 ", 3, 2).unwrap(), [(0, 1), (2, 0)]);
        assert!(parse_links("", 0, 0).unwrap().is_empty());
        for bad in ["0", "+1-0", "a-b", "0-", "-1-0", "0:1", "3-0", "0-2"] {
            assert!(parse_links(bad, 3, 2).unwrap_err().contains(bad), "{bad}");
        }
    }
}
