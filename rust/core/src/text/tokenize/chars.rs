//! Characters as tokens.

use super::Buffers;

pub(super) fn tokenize<'a>(text: &str, buffers: &'a mut Buffers) -> &'a str {
    let tokens = &mut buffers.tokens;
    tokens.clear();
    tokens.reserve(2 * text.len());
    let mut characters = text.chars();
    tokens.extend(characters.next());
    for c in characters {
        tokens.push(' ');
        tokens.push(c);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(
            tokenize(text, &mut Buffers::default()),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn a_space_goes_between_all_characters() {
        check("", "");
        check("a", "a");
        check("ab.", "a b .");
        check("日本", "日 本");
        check("e\u{301}👍🏽", "e \u{301} 👍 🏽");
    }

    #[test]
    fn whitespace_is_a_character() {
        check("a b\n", "a   b \n");
        check("  ", "   ");
    }
}
