//! The words that language models reserve, and texts in the words of a model.

use crate::text::{Vocabulary, Words};

/// The id of words that the model does not know.
pub const UNKNOWN: u32 = 0;
/// The id of the beginning of a sentence.
pub const BEGIN: u32 = 1;
/// The id of the end of a sentence.
pub const END: u32 = 2;
/// How the reserved words are written, by id.
pub const RESERVED: [&str; 3] = ["<unk>", "<s>", "</s>"];

/// The reserved words alone: they come first in every model.
pub fn reserved() -> Words {
    let mut words = Words::default();
    for word in RESERVED {
        words.insert(word);
    }
    words
}

/// The ids that the words of a text have in a model.
///
/// The marks of a sentence's ends are no words of a text: there they are unknown.
pub fn translate(words: &Words, vocabulary: &Vocabulary) -> Vec<u32> {
    let id = |word: u32| match words.find(vocabulary.word(word)) {
        None | Some(BEGIN | END) => UNKNOWN,
        Some(id) => id,
    };
    (0..vocabulary.len() as u32).map(id).collect()
}
