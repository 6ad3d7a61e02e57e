//! Bare loops that count what BLEU and chrF need: how fast could it be?
//!
//! They take text of ASCII without markup, one reference and orders 4 and 6, know no threads, options
//! or errors, and keep nothing but sums. A line on the standard input (`bleu` or `chrf`) runs one over
//! the two files named on the command line; the answer is a line of seconds and sums.

mod bleu;
mod chrf;
mod grams;

use std::io::BufRead;
use std::time::Instant;

fn main() {
    let mut files = std::env::args().skip(1).map(|name| {
        std::fs::read_to_string(&name).unwrap_or_else(|error| panic!("{name}: {error}"))
    });
    let (Some(hypotheses), Some(references)) = (files.next(), files.next()) else {
        panic!("bare HYPOTHESES REFERENCES");
    };
    let pairs: Vec<(&[u8], &[u8])> = hypotheses
        .lines()
        .map(str::as_bytes)
        .zip(references.lines().map(str::as_bytes))
        .collect();
    for asked in std::io::stdin().lock().lines().map_while(Result::ok) {
        let begin = Instant::now();
        let sums = match asked.as_str() {
            "bleu" => bleu::count(&pairs),
            "chrf" => chrf::count(&pairs),
            other => panic!("{other} is neither bleu nor chrf"),
        };
        let seconds = begin.elapsed().as_secs_f64();
        let sums: Vec<String> = sums.iter().map(u64::to_string).collect();
        println!("{seconds} {}", sums.join(" "));
    }
}
