//! Chinese: a token for each Chinese character, 13a for the rest.
//!
//! Unlike 13a itself, this resolves no escapes and puts no spaces around the line: a full stop after
//! a number that ends the line stays with the number.

use std::ops::Range;

use super::Buffers;
use super::split::{Class, Rules, cut, split, with_all_wide};
use super::v13a::WESTERN;
use crate::text::whitespace::{is_python_space, strip_python};

struct Zh;

impl Rules for Zh {
    const BYTES: &'static [Class; 256] = &with_all_wide(WESTERN);
    const PADDED: bool = false;

    #[inline]
    fn wide(c: char) -> Class {
        match c {
            c if is_python_space(c) => Class::Space,
            c if is_chinese(c) => Class::Symbol,
            _ => Class::Plain,
        }
    }
}

pub(super) fn tokenize<'a>(text: &'a str, buffers: &'a mut Buffers) -> &'a str {
    split::<Zh>(strip_python(text), &mut buffers.tokens)
}

/// The line, and where its tokens are.
pub(super) fn cut_into<'a>(places: &mut Vec<Range<usize>>, text: &'a str) -> &'a str {
    let text = strip_python(text);
    cut::<Zh>(text, places);
    text
}

/// What sacreBLEU takes for a Chinese character: ideographs with their parts, marks and full-width
/// forms.
///
/// Two of its ranges were meant for the supplementary planes (20000–2A6D6 and 2F800–2FA1D), but
/// their ends are written with four-digit escapes and read as `\u2000` and a zero, and so on. They
/// therefore cover U+2001 to U+2A6D and U+2F81 to U+2FA1: dashes, quotation marks, arrows and
/// mathematical operators stand alone, rare ideographs do not. Scores are comparable only with the
/// same ranges.
#[inline]
fn is_chinese(c: char) -> bool {
    matches!(
        c,
        '\u{2001}'..='\u{2a6d}'
            | '\u{2e80}'..='\u{2fdf}'
            | '\u{2ff0}'..='\u{303f}'
            | '\u{3100}'..='\u{312f}'
            | '\u{31a0}'..='\u{31ef}'
            | '\u{3200}'..='\u{4db5}'
            | '\u{4e00}'..='\u{9fbb}'
            | '\u{f900}'..='\u{fa2d}'
            | '\u{fa30}'..='\u{fa6a}'
            | '\u{fa70}'..='\u{fad9}'
            | '\u{fe10}'..='\u{fe1f}'
            | '\u{fe30}'..='\u{fe4f}'
            | '\u{ff00}'..='\u{ffef}'
    )
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
    fn chinese_characters_stand_alone() {
        check("", "");
        check("我爱GPT-4模型。", "我 爱 GPT-4 模 型 。");
        check("（２０２２年）", "（ ２ ０ ２ ２ 年 ）");
        check("他说：“好”——真的…", "他 说 ： “ 好 ” — — 真 的 …");
    }

    #[test]
    fn kana_hangul_and_supplementary_ideographs_do_not() {
        check("かな カナ 한국어 𠀀𠀁", "かな カナ 한국어 𠀀𠀁");
    }

    #[test]
    fn western_text_is_cut_as_by_13a() {
        check("Tom's 3.5kg, 1990-2000", "Tom's 3.5kg , 1990 - 2000");
        check("年1.5年,5", "年 1.5 年 , 5");
        check("&amp;<skipped>", "& amp ; < skipped >");
    }

    #[test]
    fn the_ends_of_the_stripped_line_hold_marks() {
        check("\u{3000}.5 in 1990. ", ".5 in 1990.");
        check(",,5", ", , 5");
        check("年.", "年 .");
    }
}
