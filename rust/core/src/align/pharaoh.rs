//! Links as text: `0-0 1-2 2-1`, source position before target position, from 0 (Pharaoh).

use super::links::Link;

/// The links of one line, checked against the lengths of its sentences.
///
/// # Errors
/// What is wrong, in words that name the link.
pub fn parse_links(line: &str, sources: u32, targets: u32) -> Result<Vec<Link>, String> {
    line.split_ascii_whitespace()
        .map(|written| {
            let link = written
                .split_once('-')
                .and_then(|(i, j)| Some((i.parse().ok()?, j.parse().ok()?)));
            let Some((i, j)) = link else {
                return Err(format!("cannot read the link {written:?}: links are written 0-0 1-2"));
            };
            if i >= sources {
                return Err(format!("link {written} leaves the source, which has {sources} words"));
            }
            if j >= targets {
                return Err(format!("link {written} leaves the target, which has {targets} words"));
            }
            Ok((i, j))
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
        for bad in ["0", "a-b", "0-", "-1-0", "0:1", "3-0", "0-2"] {
            assert!(parse_links(bad, 3, 2).unwrap_err().contains(bad), "{bad}");
        }
    }
}
