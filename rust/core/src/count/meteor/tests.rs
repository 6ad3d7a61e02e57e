use super::*;

/// Words are numbered; those of the same hundred have the same stem, those of the same thousand a sense.
struct Vocabulary {
    stems: Vec<u32>,
    sense_offsets: Vec<i64>,
    senses: Vec<u32>,
    function: Vec<bool>,
}

impl Vocabulary {
    fn new() -> Self {
        let words = 3000_u32;
        Self {
            stems: (0..words).map(|w| w / 100).collect(),
            sense_offsets: (0..=i64::from(words)).collect(),
            senses: (0..words).map(|w| w / 1000).collect(),
            function: (0..words).map(|w| w % 2 == 1).collect(),
        }
    }

    fn facts(&self, stems: bool, senses: bool) -> WordFacts<'_> {
        let stems = if stems { self.stems.as_slice() } else { &[] };
        let (offsets, senses) = if senses {
            (self.sense_offsets.as_slice(), self.senses.as_slice())
        } else {
            (&[][..], &[][..])
        };
        WordFacts::new(3000, stems, offsets, senses, &self.function).unwrap()
    }
}

fn links(
    hyp: &[u32],
    reference: &[u32],
    modules: (bool, bool),
    search: Search,
) -> Vec<(u32, u32, u8)> {
    let vocabulary = Vocabulary::new();
    let facts = vocabulary.facts(modules.0, modules.1);
    let mut aligner = Aligner::new(&facts, search);
    aligner.start(hyp, reference.len());
    let found = aligner.align(hyp, reference).unwrap();
    found
        .iter()
        .map(|l| (l.hyp, l.reference, l.module))
        .collect()
}

/// The links of a hypothesis that is begun with.
fn started<'a>(
    aligner: &'a mut Aligner<'_>,
    hyp: &[u32],
    reference: &[u32],
) -> std::result::Result<&'a [Link], TooHard> {
    aligner.start(hyp, reference.len());
    aligner.align(hyp, reference)
}

const EXACT_ONLY: (bool, bool) = (false, false);
const BOTH: [Search; 2] = [Search::Joint, Search::Staged];

#[test]
fn words_are_linked_where_chunks_are_few() {
    // "the" (1) could go either way; next to its neighbour there is one chunk less.
    let (hyp, reference) = ([1, 2, 1, 3], [1, 3]);
    assert_eq!(
        links(&hyp, &reference, EXACT_ONLY, Search::Joint),
        [(2, 0, 0), (3, 1, 0)]
    );
    // The other search does so where nothing crosses either way.
    assert_eq!(
        links(&hyp, &reference, EXACT_ONLY, Search::Staged),
        [(2, 0, 0), (3, 1, 0)]
    );
}

#[test]
fn crossings_are_avoided() {
    let (hyp, reference) = ([5, 1, 6, 1], [1, 5]);
    assert_eq!(
        links(&hyp, &reference, EXACT_ONLY, Search::Staged),
        [(1, 0, 0), (0, 1, 0)]
    );
    assert_eq!(
        links(&[1, 5, 1], &[5, 1], EXACT_ONLY, Search::Staged),
        [(1, 0, 0), (2, 1, 0)]
    );
}

#[test]
fn links_of_earlier_modules_are_not_crossed() {
    // Both candidates are as near, and the first would cross the exact match.
    assert_eq!(
        links(&[101, 5, 102], &[5, 100], (true, false), Search::Staged),
        [(1, 0, 0), (2, 1, 1)]
    );
    // The second is nearer, but crosses it.
    assert_eq!(
        links(
            &[101, 5, 102],
            &[900, 800, 100, 5],
            (true, false),
            Search::Staged
        ),
        [(0, 2, 1), (1, 3, 0)]
    );
}

#[test]
fn candidates_are_kept_once_for_repeated_words() {
    let vocabulary = Vocabulary::new();
    let facts = vocabulary.facts(true, true);
    let (hyp, reference) = ([1, 101, 1, 200], [1, 7, 1, 102, 1]);
    let mut found = Candidates::default();
    found.start();
    found.fill(&facts, &hyp, &reference);
    let listed = |j: usize| -> Vec<(u32, u8)> {
        let candidates = found.of(j).iter();
        candidates.map(|c| (c.hyp, c.module)).collect()
    };
    // All of a thousand share a sense, and 7 has the stem of 1.
    assert_eq!(listed(0), [(0, 0), (2, 0), (1, 2), (3, 2)]);
    assert_eq!(listed(0), listed(2));
    assert_eq!(listed(1), [(0, 1), (2, 1), (0, 2), (1, 2), (2, 2), (3, 2)]);
    assert_eq!(listed(3), [(1, 1), (0, 2), (1, 2), (2, 2), (3, 2)]);
    assert!(std::ptr::eq(found.of(0), found.of(4)));

    let links: usize = (0..reference.len()).map(|j| found.of(j).len()).sum();
    assert!(!exceeds(&facts, &hyp, &reference, links));
    assert!(exceeds(&facts, &hyp, &reference, links - 1));
}

#[test]
fn modules_come_in_order() {
    // 100 and 101 have the same stem, 100 and 200 a common sense.
    for search in BOTH {
        assert_eq!(links(&[101], &[100], (true, false), search), [(0, 0, 1)]);
        assert_eq!(links(&[200], &[100], (true, true), search), [(0, 0, 2)]);
        assert_eq!(links(&[200], &[100], (true, false), search), []);
        assert_eq!(links(&[1100], &[100], (true, true), search), []);
        assert_eq!(
            links(&[101, 100], &[100], (true, true), search),
            [(1, 0, 0)]
        );
    }
}

#[test]
fn only_exact_matches_count_in_the_joint_search() {
    // The stem match is open (two candidates) and would begin a chunk of its own: Meteor leaves it.
    let (hyp, reference) = ([101, 300, 102], [400, 100, 500]);
    assert_eq!(links(&hyp, &reference, (true, false), Search::Joint), []);
    assert_eq!(
        links(&hyp, &reference, (true, false), Search::Staged),
        [(0, 1, 1)]
    );
    // A single candidate is certain; of two modules that agree, none is.
    let lone = [101, 300];
    assert_eq!(
        links(&lone, &reference, (true, false), Search::Joint),
        [(0, 1, 1)]
    );
    assert_eq!(links(&[101], &[100], (true, true), Search::Joint), []);
}

#[test]
fn rows_count_by_module_and_kind() {
    let vocabulary = Vocabulary::new();
    let facts = vocabulary.facts(true, true);
    let (hyp, reference) = ([1, 2, 101, 9], [1, 2, 102]);
    let mut aligner = Aligner::new(&facts, Search::Joint);
    let links = started(&mut aligner, &hyp, &reference).unwrap().to_vec();
    let row = statistics(&facts, &hyp, &reference, &links);
    let expected = [
        4.0, 3.0, 3.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0,
    ];
    assert!(
        row.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12),
        "{row:?}"
    );
}

#[test]
fn a_whole_sentence_is_not_scattered() {
    let vocabulary = Vocabulary::new();
    let facts = vocabulary.facts(true, true);
    let counted = |hyp: &[u32], reference: &[u32]| {
        let mut aligner = Aligner::new(&facts, Search::Joint);
        let links = started(&mut aligner, hyp, reference).unwrap().to_vec();
        chunks(&links, hyp.len(), reference.len())
    };
    assert_eq!(counted(&[1, 2, 3], &[1, 2, 3]), 0);
    assert_eq!(counted(&[1, 2, 3], &[1, 2, 3, 1500]), 1);
    assert_eq!(counted(&[1, 2, 1500, 3], &[1, 2, 3]), 2);
}

/// A path of the beam as it reads: exact matches, chunks, distance, the position after the last link, links.
type PlainPath = ((std::cmp::Reverse<u32>, u32, u64), Option<u32>, Vec<Link>);

/// The search of Meteor 1.5 without any short cut.
fn plain_joint(facts: &WordFacts<'_>, hyp: &[u32], reference: &[u32]) -> Vec<Link> {
    let candidates = |r: u32| -> Vec<(u32, u8)> {
        let of = |module: u8, is: &dyn Fn(u32) -> bool| -> Vec<(u32, u8)> {
            let found = (0..).zip(hyp).filter(|&(_, &h)| is(h));
            found.map(|(i, _)| (i, module)).collect()
        };
        let mut all = of(0, &|h| h == r);
        if hyp != reference {
            all.extend(of(1, &|h| h != r && facts.same_stem(h, r)));
            all.extend(of(2, &|h| h != r && facts.share_a_sense(h, r)));
        }
        all
    };
    let lists: Vec<_> = reference.iter().map(|&r| candidates(r)).collect();
    let coverage = |i: u32| lists.iter().flatten().filter(|c| c.0 == i).count();
    let end = |(rank, tail, _): &PlainPath| (rank.0, rank.1 + u32::from(tail.is_some()), rank.2);
    let mut paths: Vec<PlainPath> = vec![((std::cmp::Reverse(0), 0, 0), None, vec![])];
    for (reference, list) in (0..).zip(&lists) {
        let mut next = Vec::new();
        for mut path in paths {
            let certain = list.len() == 1 && coverage(list[0].0) == 1;
            for &(hyp, module) in list {
                if path.2.iter().any(|link| link.hyp == hyp) {
                    continue;
                }
                let link = Link {
                    hyp,
                    reference,
                    module,
                };
                let broken = path.1.is_some_and(|tail| tail != hyp);
                let mut rank = path.0;
                rank.0.0 += u32::from(module == 0);
                rank.1 += u32::from(broken);
                rank.2 += if certain { link.distance() } else { 0 };
                next.push((rank, Some(hyp + 1), [&path.2[..], &[link]].concat()));
                path.0.2 += link.distance();
            }
            if !certain {
                next.push((end(&path), None, path.2));
            }
        }
        next.sort_by_key(|path| path.0);
        next.truncate(40);
        paths = next;
    }
    paths.sort_by_key(end);
    paths.swap_remove(0).2
}

/// Random numbers below a bound.
fn drawn(mut seed: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    }
}

/// Random lines, where a prefix often comes again.
fn random_lines(count: usize, most: u64, mut draw: impl FnMut(u64) -> u64) -> Vec<Vec<u32>> {
    const WORDS: [u32; 9] = [1, 2, 3, 101, 102, 1100, 1101, 1200, 2500];
    let letters = 2 + draw(8);
    let mut lines: Vec<Vec<u32>> = vec![vec![]];
    for _ in 1..count {
        let like = &lines[draw(lines.len() as u64) as usize];
        let kept = draw(like.len() as u64 + 1) as usize;
        let mut line = like[..kept].to_vec();
        line.extend((0..draw(most)).map(|_| WORDS[draw(letters) as usize]));
        lines.push(line);
    }
    lines
}

#[test]
fn the_joint_search_takes_short_cuts_only() {
    let mut draw = drawn(7);
    let vocabulary = Vocabulary::new();
    for round in 0..100 {
        let facts = vocabulary.facts(round % 2 == 0, round % 3 != 0);
        let lines = random_lines(8, 8, &mut draw);
        let longest = lines.iter().map(Vec::len).max().unwrap();
        let mut aligner = Aligner::new(&facts, Search::Joint);
        for hyp in &lines {
            aligner.start(hyp, longest);
            for reference in &lines {
                let found = aligner.align(hyp, reference).unwrap();
                let wanted = plain_joint(&facts, hyp, reference);
                assert!(found == wanted, "{hyp:?} {reference:?}");
            }
        }
    }
}

#[test]
fn lines_may_be_too_long_to_go_back_in() {
    let mut draw = drawn(8);
    let vocabulary = Vocabulary::new();
    let facts = vocabulary.facts(true, true);
    let mut words = |count: usize| -> Vec<u32> { (0..count).map(|_| draw(900) as u32).collect() };
    let hyp = words(600);
    let references = [hyp.clone(), [&hyp[..300], &words(200)].concat(), words(600)];
    let [mut one, mut other] = [0; 2].map(|_| Aligner::new(&facts, Search::Joint));
    one.start(&hyp, 600);
    for reference in &references {
        let found = one.align(&hyp, reference).unwrap();
        assert!(found == started(&mut other, &hyp, reference).unwrap());
    }
}

/// Every alignment that links as many words as possible, in the order in which equals are preferred.
fn all_ways(
    hyp: &[u32],
    reference: &[u32],
    j: usize,
    way: &mut Vec<(u32, u32, u8)>,
    found: &mut Vec<Vec<(u32, u32, u8)>>,
) {
    if j == reference.len() {
        found.push(way.clone());
        return;
    }
    for (i, &word) in (0..).zip(hyp) {
        if word == reference[j] && way.iter().all(|link| link.0 != i) {
            way.push((i, j as u32, 0));
            all_ways(hyp, reference, j + 1, way, found);
            way.pop();
        }
    }
    all_ways(hyp, reference, j + 1, way, found);
}

/// The order of alignments: matches, crossings, chunks, distance.
fn rank(way: &[(u32, u32, u8)]) -> (std::cmp::Reverse<usize>, usize, usize, u32) {
    let pairs = || {
        way.iter()
            .enumerate()
            .flat_map(|(k, a)| way[..k].iter().map(move |b| (b, a)))
    };
    let crossings = pairs().filter(|(a, b)| (a.0 < b.0) != (a.1 < b.1)).count();
    let adjacent = pairs().filter(|(a, b)| (a.0 + 1, a.1 + 1) == (b.0, b.1));
    let distance = way.iter().map(|link| link.0.abs_diff(link.1)).sum();
    (
        std::cmp::Reverse(way.len()),
        crossings,
        way.len() - adjacent.count(),
        distance,
    )
}

#[test]
fn the_staged_search_finds_the_best_links() {
    let mut draw = drawn(1);
    let vocabulary = Vocabulary::new();
    let facts = vocabulary.facts(false, false);
    let [mut usual, mut narrow] = [0; 2].map(|_| Aligner::new(&facts, Search::Staged));
    // So that it must find out what is certain.
    narrow.staged.widths = [1, 1, 1 << 15];
    for _ in 0..3000 {
        let letters = 2 + draw(3);
        let mut line = |most: u64| -> Vec<u32> {
            let words = draw(most + 1);
            (0..words).map(|_| draw(letters) as u32).collect()
        };
        let (hyp, reference) = (line(7), line(7));
        let mut ways = Vec::new();
        all_ways(&hyp, &reference, 0, &mut Vec::new(), &mut ways);
        let best = ways.into_iter().min_by_key(|way| rank(way)).unwrap();
        for aligner in [&mut usual, &mut narrow] {
            let found = started(aligner, &hyp, &reference);
            let found = found
                .unwrap()
                .iter()
                .map(|l| (l.hyp, l.reference, l.module));
            assert_eq!(found.collect::<Vec<_>>(), best, "{hyp:?} {reference:?}");
        }
    }
    // Too long to try all, but whatever is certain, the same is found.
    for _ in 0..100 {
        let mut line = || -> Vec<u32> { (0..24).map(|_| draw(6) as u32).collect() };
        let (hyp, reference) = (line(), line());
        let found = [&mut usual, &mut narrow].map(|aligner| {
            let found = started(aligner, &hyp, &reference);
            found.unwrap().to_vec()
        });
        assert_eq!(found[0], found[1], "{hyp:?} {reference:?}");
    }
}

#[test]
fn what_is_too_hard_is_given_up() {
    let vocabulary = Vocabulary::new();
    let facts = vocabulary.facts(false, false);
    let mut aligner = Aligner::new(&facts, Search::Staged);
    let mut align = |hyp: &[u32], reference: &[u32]| {
        let found = started(&mut aligner, hyp, reference);
        found.map(<[Link]>::len)
    };
    let line = vec![1; 10_000];
    assert_eq!(align(&line[..1000], &line[..900]), Ok(900));
    assert_eq!(align(&line[..900], &line[..1000]), Ok(900));
    assert_eq!(align(&line, &line[..5000]), Err(TooHard));
    // A hundred words of ten in any order are not too hard.
    let words = |factor: u32| (0..100).map(|k| (k * k * factor + k) % 101 % 10).collect();
    let (hyp, reference): (Vec<u32>, Vec<u32>) = (words(3), words(7));
    assert!(align(&hyp, &reference).is_ok());
    // Scratch that was left half used is used again.
    assert_eq!(align(&[1, 2, 1], &[2, 1]), Ok(2));
}

#[test]
fn empty_lines_and_repetitions() {
    for search in BOTH {
        assert_eq!(links(&[], &[1], EXACT_ONLY, search), []);
        assert_eq!(links(&[1], &[], EXACT_ONLY, search), []);
        let line = vec![1; 200];
        let found = links(&line, &line, EXACT_ONLY, search);
        assert_eq!(found.len(), 200);
        assert!(found.iter().all(|&(h, r, _)| h == r));
    }
}

#[test]
fn facts_must_fit_the_vocabulary() {
    assert!(WordFacts::new(2, &[1, 2], &[0, 1, 1], &[3], &[]).is_ok());
    assert!(WordFacts::new(2, &[1], &[], &[], &[]).is_err());
    assert!(WordFacts::new(2, &[], &[0, 1, 2], &[3], &[]).is_err());
    assert!(WordFacts::new(2, &[], &[0, 1, 0], &[3], &[]).is_err());
    assert!(WordFacts::new(2, &[], &[], &[], &[true]).is_err());
}
