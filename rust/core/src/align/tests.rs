//! The aligner as a whole, on a language that is easy to translate.

use std::ops::ControlFlow;

use super::*;
use crate::parallel;
use crate::text::tokenize::Tokenizer;
use crate::text::{Case, Split, Texts, Tokens, View, encode};

const VIEW: View = View {
    tokenizer: Tokenizer::None,
    case: Case::Keep,
    split: Split::Ascii,
};

/// Words of sentence `s`, which translate one by one, in reverse order in every other pair.
fn sentence(s: usize) -> (String, String, Vec<Link>) {
    let length = 3 + s % 5;
    let words: Vec<usize> = (0..length)
        .map(|k| (s * 7 + k * k * 3 + s / 11 * k) % 40)
        .collect();
    let source = words.iter().map(|w| format!("s{w}")).collect::<Vec<_>>();
    let mut target = words
        .iter()
        .map(|w| format!("translation{w}"))
        .collect::<Vec<_>>();
    let mut links: Vec<Link> = (0..length as u32).map(|k| (k, k)).collect();
    if s % 7 == 3 {
        target.swap(0, 1);
        links = links
            .iter()
            .map(|&(i, j)| (i, if j < 2 { 1 - j } else { j }))
            .collect();
    }
    (source.join(" "), target.join(" "), links)
}

fn texts(range: std::ops::Range<usize>) -> (Tokens, Tokens) {
    let sources: Texts = range.clone().map(|s| sentence(s).0).collect();
    let targets: Texts = range.map(|s| sentence(s).1).collect();
    tokens(&sources, &targets)
}

fn tokens(sources: &Texts, targets: &Texts) -> (Tokens, Tokens) {
    let mut sides = encode(&[sources, targets], VIEW).unwrap();
    let targets = sides.pop().unwrap();
    (sides.pop().unwrap(), targets)
}

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn trained(range: std::ops::Range<usize>, options: &Options) -> Model {
    let (sources, targets) = texts(range);
    Model::train(
        &Bitext::new(&sources, &targets).unwrap(),
        options,
        &mut go_on,
    )
    .unwrap()
}

pub(super) fn small_model() -> Model {
    trained(0..30, &Options::default())
}

fn error_rate(model: &Model, range: std::ops::Range<usize>, decode: Decode) -> f64 {
    let (sources, targets) = texts(range.clone());
    let links = model
        .align(&Bitext::new(&sources, &targets).unwrap(), decode)
        .unwrap();
    let gold: Alignments = range.map(|s| sentence(s).2).collect();
    Agreement::of_corpus(&links, &gold, &gold)
        .unwrap()
        .error_rate()
}

fn saved(model: &Model) -> Vec<u8> {
    let mut file = Vec::new();
    model.save(&mut file).unwrap();
    file
}

#[test]
fn an_easy_language_is_learnt() {
    let symmetrisation = Symmetrisation::GrowDiagFinalAnd;
    for joint in [true, false] {
        let options = Options {
            joint,
            ..Options::default()
        };
        let model = trained(0..400, &options);
        for decode in [
            Decode::default(),
            Decode::Viterbi { symmetrisation },
            Decode::Posterior {
                threshold: 0.5,
                symmetrisation,
            },
        ] {
            assert!(
                error_rate(&model, 0..400, decode) < 0.05,
                "{joint} {decode:?}"
            );
            assert!(
                error_rate(&model, 400..450, decode) < 0.05,
                "{joint} {decode:?}"
            );
        }
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    parallel::set_threads(1);
    let one = saved(&trained(0..1500, &Options::default()));
    parallel::set_threads(3);
    let three = saved(&trained(0..1500, &Options::default()));
    parallel::set_threads(0);
    assert_eq!(one, three);
}

#[test]
fn a_loaded_model_aligns_as_the_saved_one() {
    let model = trained(0..200, &Options::default());
    let loaded = Model::load(saved(&model).as_slice()).unwrap();
    let (sources, targets) = texts(100..300);
    let bitext = Bitext::new(&sources, &targets).unwrap();
    let decode = Decode::default();
    assert_eq!(
        model.align(&bitext, decode).unwrap(),
        loaded.align(&bitext, decode).unwrap()
    );
}

#[test]
fn training_can_go_on() {
    let options = Options::default();
    let mut model = trained(0..60, &options);
    let before = saved(&model);
    let (sources, targets) = texts(60..400);
    let bitext = Bitext::new(&sources, &targets).unwrap();
    let mut stop = |_: Progress| ControlFlow::Break(());
    assert!(matches!(
        model.continue_training(&bitext, &options, &mut stop),
        Err(Error::Stopped)
    ));
    assert_eq!(saved(&model), before);
    model
        .continue_training(&bitext, &options, &mut go_on)
        .unwrap();
    assert_eq!(model.words(), (40, 40));
    assert!(error_rate(&model, 0..400, Decode::default()) < 0.05);
}

#[test]
fn unknown_words_are_linked_by_their_spelling() {
    let model = trained(0..400, &Options::default());
    let sources: Texts = ["s1 s2 Bruxelles 1984"].iter().collect();
    let targets: Texts = ["translation1 translation2 1984 Brussels"].iter().collect();
    let (sources, targets) = tokens(&sources, &targets);
    let bitext = Bitext::new(&sources, &targets).unwrap();
    let links = model.align(&bitext, Decode::default()).unwrap();
    assert_eq!(links.line(0), [(0, 0), (1, 1), (2, 3), (3, 2)]);
}

#[test]
fn empty_sides_have_no_links() {
    let sources: Texts = ["", "s1", ""].iter().collect();
    let targets: Texts = ["translation1", "", ""].iter().collect();
    let (sources, targets) = tokens(&sources, &targets);
    let bitext = Bitext::new(&sources, &targets).unwrap();
    let links = small_model().align(&bitext, Decode::default()).unwrap();
    assert!(links.len() == 3 && links.lines().all(<[Link]>::is_empty));
    assert!(matches!(
        Model::train(&bitext, &Options::default(), &mut go_on),
        Err(Error::NothingToLearn { .. })
    ));
}

#[test]
fn mistakes_are_refused() {
    let (sources, _) = texts(0..3);
    let (_, targets) = texts(0..4);
    assert!(matches!(
        Bitext::new(&sources, &targets),
        Err(Error::Lines {
            sources: 3,
            targets: 4
        })
    ));
    let (sources, targets) = texts(0..3);
    let bitext = Bitext::new(&sources, &targets).unwrap();
    for options in [
        Options {
            null: 1.0,
            ..Options::default()
        },
        Options {
            smoothing: f32::NAN,
            ..Options::default()
        },
        Options {
            hmm_iterations: 0,
            ..Options::default()
        },
    ] {
        assert!(matches!(
            Model::train(&bitext, &options, &mut go_on),
            Err(Error::Option { .. })
        ));
    }
    let long: Texts = ["a ".repeat(2001)].iter().collect();
    let short: Texts = ["b"].iter().collect();
    let (long, short) = tokens(&long, &short);
    assert!(matches!(
        small_model().align(&Bitext::new(&long, &short).unwrap(), Decode::default()),
        Err(Error::TooLong { line: 1, .. })
    ));
}

#[test]
fn progress_is_told_after_each_iteration() {
    let (sources, targets) = texts(0..20);
    let mut told = Vec::new();
    let mut progress = |p: Progress| {
        told.push((p.stage, p.done, p.iterations));
        ControlFlow::Continue(())
    };
    let options = Options {
        model1_iterations: 1,
        hmm_iterations: 2,
        ..Options::default()
    };
    Model::train(
        &Bitext::new(&sources, &targets).unwrap(),
        &options,
        &mut progress,
    )
    .unwrap();
    assert_eq!(
        told,
        [
            (Stage::Model1, 1, 3),
            (Stage::Hmm, 2, 3),
            (Stage::Hmm, 3, 3)
        ]
    );
}
