use super::words::{BEGIN, END, RESERVED};
use super::*;
use crate::text::tokenize::Tokenizer;
use crate::text::{Case, Split, Texts, Tokens, View, encode};

const TEXT: &str = "the cat sat on the mat .\nthe dog sat on the rug .\na cat saw the dog .\n\
    the dog saw a cat on the mat .\na man with a dog sat on a bench .\n\nthe man saw the cat .";
const FALLBACK: Discounts = Discounts([0.5, 1.0, 1.5]);

fn tokens(text: &str) -> Tokens {
    let texts: Texts = text.split('\n').collect();
    let view = View {
        tokenizer: Tokenizer::None,
        case: Case::Keep,
        split: Split::Ascii,
    };
    encode(&[&texts], view).unwrap().remove(0)
}

fn options(order: usize) -> Options {
    Options {
        order,
        prune: Vec::new(),
        fallback: Some(FALLBACK),
    }
}

fn estimated(order: usize) -> Model {
    estimate(&tokens(TEXT), &options(order)).unwrap()
}

fn arpa(model: &Model) -> String {
    let mut out = Vec::new();
    write(model, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn read(text: &str, block: usize) -> Result<Model> {
    let mut reader = Reader::default();
    for part in text.as_bytes().chunks(block) {
        reader.feed(part)?;
    }
    reader.finish()
}

fn log10(model: &Model, text: &str) -> f64 {
    model.sentences(&tokens(text)).unwrap()[0].log10
}

#[test]
fn probabilities_after_any_context_sum_to_one() {
    for order in 1..=5 {
        for prune in [vec![], vec![0, 1], vec![0, 0, 1]] {
            let prune = prune.into_iter().take(order).collect();
            let options = Options {
                prune,
                ..options(order)
            };
            let model = estimate(&tokens(TEXT), &options).unwrap();
            for context in ["", "the", "on the", "a dog sat on", "bench bench", "zebra"] {
                let last = context.split(' ').filter(|word| !word.is_empty()).count();
                let next = |word: &str| {
                    model
                        .words_of(&tokens(&format!("{context} {word}")), 0)
                        .unwrap()
                };
                let words = (0..model.words().len() as u32).filter(|&id| id != BEGIN && id != END);
                let sum: f64 = words
                    .map(|id| 10_f64.powf(next(model.words().word(id))[last].log10))
                    .sum();
                let end = model.words_of(&tokens(context), 0).unwrap()[last].log10;
                let sum = sum + 10_f64.powf(end);
                assert!(
                    (sum - 1.0).abs() < 1e-6,
                    "order {order}, {context:?}: {sum}"
                );
            }
        }
    }
}

#[test]
fn a_written_model_is_read_again_whatever_the_blocks() {
    for order in [1, 2, 4] {
        let model = estimated(order);
        let text = arpa(&model);
        for block in [1, 7, 1 << 20] {
            assert_eq!(arpa(&read(&text, block).unwrap()), text);
        }
    }
}

#[test]
fn the_order_of_lines_does_not_matter() {
    let text = arpa(&estimated(3));
    let mut sections: Vec<Vec<&str>> = text.split("\n\n").map(|s| s.lines().collect()).collect();
    for section in sections.iter_mut().skip(2) {
        section[1..].reverse();
    }
    let sections: Vec<String> = sections.iter().map(|section| section.join("\n")).collect();
    assert_eq!(arpa(&read(&sections.join("\n\n"), 64).unwrap()), text);
}

#[test]
fn an_ngram_whose_end_was_pruned_is_found() {
    let text = "\\data\\\nngram 1=5\nngram 2=1\nngram 3=1\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\t-0.5\n\
        -1\t</s>\n-1\ta\t-0.25\n-1\tb\t-0.125\n\n\\2-grams:\n-0.5\ta b\t-0.0625\n\n\\3-grams:\n\
        -0.25\t<s> b a\n\n\\end\\\n";
    let model = read(text, 64).unwrap();
    assert_eq!(model.counts(), [5, 1, 1]);
    assert_eq!(
        arpa(&model)
            .lines()
            .filter(|line| line.contains("b a"))
            .count(),
        1
    );
    // <s> b: backoff of <s> and p(b); b a is no 2-gram, but <s> b a is a 3-gram; then a </s> backs off.
    assert!((log10(&model, "b a") - (-1.5 - 0.25 - 1.25)).abs() < 1e-9);
    // After another word the 3-gram does not apply: b a backs off from b.
    assert!((log10(&model, "a b a") - (-1.5 - 0.5 - (0.0625 + 0.125 + 1.0) - 1.25)).abs() < 1e-9);
}

#[test]
fn pruning_keeps_what_occurs_often_enough() {
    let whole = estimated(3);
    let options = Options {
        prune: vec![0, 0, 1],
        ..options(3)
    };
    let pruned = estimate(&tokens(TEXT), &options).unwrap();
    assert_eq!(pruned.counts()[..2], whole.counts()[..2]);
    assert!(pruned.counts()[2] < whole.counts()[2]);
    assert!(arpa(&pruned).contains("\ton the mat\n"));
    assert!(!arpa(&pruned).contains("\ton the rug\n"));
    assert!(arpa(&whole).contains("\ton the rug\n"));
}

#[test]
fn bad_files_are_refused_with_their_line() {
    let good = arpa(&estimated(2));
    let cases = [
        (good.replace("\\end\\\n", ""), "truncated"),
        (good[..good.len() / 2].to_owned(), "line"),
        (good.replacen("ngram 2=", "ngram 2=1", 1), "\\data\\ says"),
        (good.replacen("ngram 2=", "ngram 3=", 1), "2-grams"),
        (
            good.replace("\tthe cat", "\tthe unheard"),
            "\"unheard\" is not among",
        ),
        (good.replace("\tthe cat", ""), "fewer words than a 2-gram"),
        (
            good.replace("\tthe cat", "\tthe the cat"),
            "more than 2 words",
        ),
        (good.replace("\tthe cat", "\ta cat"), "again"),
        (
            good.replace("\n0\t<s>", "\nnan\t<s>"),
            "not a finite number",
        ),
        (good.replace("\n0\t<s>", "\n0.5\t<s>"), "must not exceed 0"),
        (good.replace("\t<s>\t", "\t<z>\t"), "<s>"),
        (String::new(), "not an ARPA file"),
        ("\\data\\\n\\end\\\n".to_owned(), "expected"),
        (
            "\\data\\\nngram 1=99999999999999999\n\\1-grams:\n\\end\\".to_owned(),
            "says 99999",
        ),
    ];
    for (text, says) in cases {
        assert_ne!(text, good);
        let error = read(&text, 1000).unwrap_err().to_string();
        assert!(error.contains(says), "{error} does not say {says}");
        assert!(error.starts_with("line "), "{error}");
    }
}

#[test]
fn a_file_without_unknown_words_gets_them() {
    let text = "\\data\\\nngram 1=3\n\n\\1-grams:\n-99\t<s>\n-1\t</s>\n-1\ta\n\n\\end\\\n";
    let model = read(text, 64).unwrap();
    let sentence = model.sentences(&tokens("a zebra <s>")).unwrap()[0];
    assert_eq!((sentence.words, sentence.unknown), (4, 2));
    assert!((sentence.log10 + 202.0).abs() < 1e-9);
    assert!((sentence.known_log10 + 2.0).abs() < 1e-9);
}

#[test]
fn what_cannot_be_estimated_is_refused() {
    let refused = |text, options: Options| estimate(&tokens(text), &options).unwrap_err();
    let strict = Options {
        fallback: None,
        ..options(3)
    };
    assert!(matches!(
        refused(TEXT, strict.clone()),
        Error::Discount { .. }
    ));
    for word in RESERVED {
        let text = format!("{TEXT}\nthe {word}");
        let expected = Error::Reserved { line: 8, word };
        assert_eq!(estimate(&tokens(&text), &options(2)).unwrap_err(), expected);
    }
    for bad in [
        options(0),
        options(LONGEST + 1),
        Options {
            prune: vec![1],
            ..options(2)
        },
        Options {
            prune: vec![0, 2, 1],
            ..options(3)
        },
        Options {
            prune: vec![0; 3],
            ..options(2)
        },
        Options {
            fallback: Some(Discounts([f64::NAN; 3])),
            ..options(2)
        },
    ] {
        assert!(matches!(refused(TEXT, bad), Error::Option(_)));
    }
}

#[test]
fn sentences_looked_up_together_are_what_each_is_alone() {
    // More lines than a shard has, and more words than are loaded together.
    let lines: Vec<&str> = TEXT
        .split('\n')
        .chain(["", "zebra", "on the zebra"])
        .collect();
    let text: Vec<String> = (0..300)
        .map(|i| [lines[i % lines.len()], lines[i * 7 % lines.len()]].join(" "))
        .collect();
    for order in 1..=4 {
        let model = estimated(order);
        let tokens = tokens(&text.join("\n"));
        let together = model.sentences(&tokens).unwrap();
        for (line, sentence) in together.iter().enumerate() {
            let words = model.words_of(&tokens, line).unwrap();
            let log10 = words.iter().fold(0.0, |sum, word| sum + word.log10);
            let unknown = words.iter().filter(|word| word.unknown).count();
            assert_eq!(sentence.log10.to_bits(), f64::to_bits(log10));
            assert_eq!((sentence.words, sentence.unknown), (words.len(), unknown));
        }
    }
}
