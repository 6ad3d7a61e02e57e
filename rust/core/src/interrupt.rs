//! Stopping a kernel half way.
//!
//! A kernel may take minutes, and one long line is one piece of work, so that it is not enough to look
//! between pieces. Whoever calls a kernel says how to find out whether to stop ([`watched`]); kernels
//! call [`poll`] or [`step`] in their loops, and the thread that called asks now and then. When there is a
//! reason to stop, the stacks of all threads that work on the call are unwound with it: kernels pass
//! nothing on, and nothing that is half done is ever seen.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a kernel stops; also what a panic carries.
pub type Reason = Box<dyn Any + Send>;

/// Gives a reason if there is one.
pub type Check = fn() -> Option<Reason>;

/// How often the caller asks.
pub(crate) const PERIOD: Duration = Duration::from_millis(50);

/// A thread looks at flag or clock at every so many polls: both cost more than a poll should.
const POLLS: u32 = 16;

/// What [`step`] counts to before it polls.
const STEPS: usize = 16;

/// How many turns of a loop [`stretches`] takes together: all words of an ordinary sentence.
const STRETCH: usize = 64;

/// Unwinds the threads that work for a call that was stopped; the caller has the reason.
struct Stopped;

/// How a thread that calls kernels is watched.
#[derive(Clone, Copy)]
struct Watch {
    check: Check,
    next: Instant,
}

thread_local! {
    static LEFT: Cell<u32> = const { Cell::new(POLLS) };
    static WATCH: Cell<Option<Watch>> = const { Cell::new(None) };
    /// Whether the call that this thread works for together with others was stopped.
    static STOPPED: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does some work, which ends early when `check` gives a reason.
///
/// # Errors
/// With the reason; with what a panic carries, if there was one.
pub fn watched<T>(check: Check, work: impl FnOnce() -> T) -> Result<T, Reason> {
    let next = Instant::now() + PERIOD;
    // Checking may run anything, other kernels too.
    let before = WATCH.replace(Some(Watch { check, next }));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    WATCH.set(before);
    done
}

/// Ends the work of this thread if it is to stop. To be called where the work since the last call may
/// have taken a tenth of a microsecond or more, and never more than some milliseconds.
#[inline]
pub fn poll() {
    let left = LEFT.get();
    if left > 0 {
        LEFT.set(left - 1);
    } else {
        look();
    }
}

/// As [`poll`], in turn `i` of a loop whose turns are too short for that.
#[inline]
pub fn step(i: usize) {
    if i % STEPS == STEPS - 1 {
        poll();
    }
}

/// The turns of a loop in stretches, with a poll before each, for turns so short that [`step`] shows.
pub fn stretches(turns: usize) -> impl Iterator<Item = Range<usize>> {
    (0..turns).step_by(STRETCH).map(move |begin| {
        poll();
        begin..turns.min(begin + STRETCH)
    })
}

/// Ends the work with a reason of its own.
pub(crate) fn stop(reason: Reason) -> ! {
    // Not a panic, of which somebody would be told.
    panic::resume_unwind(reason)
}

#[cold]
fn look() {
    LEFT.set(POLLS);
    let stopped = STOPPED.with_borrow(|flag| {
        flag.as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    });
    if stopped {
        stop(Box::new(Stopped));
    }
    if let Some(reason) = reason() {
        stop(reason);
    }
}

/// The reason to stop this thread's call, if it is watched, it is time to ask, and there is one.
pub(crate) fn reason() -> Option<Reason> {
    let mut watch = WATCH.get()?;
    let now = Instant::now();
    if now < watch.next {
        return None;
    }
    watch.next = now + PERIOD;
    WATCH.set(Some(watch));
    (watch.check)()
}

/// Whether somebody has to ask for this thread.
pub(crate) fn is_watched() -> bool {
    WATCH.get().is_some()
}

/// Whether this thread is one of several that work for a call.
pub(crate) fn is_working() -> bool {
    STOPPED.with_borrow(Option::is_some)
}

/// Works for a call together with other threads, until `stopped` is set.
///
/// # Errors
/// With the reason to stop, which is of no interest if `stopped` was set before.
pub(crate) fn working<T>(stopped: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> Result<T, Reason> {
    STOPPED.set(Some(Arc::clone(stopped)));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    STOPPED.set(None);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stops_without_a_reason() {
        (0..1000).for_each(step);
        (0..100).for_each(|_| poll());
        for turns in [0, 1, 63, 64, 65, 1000] {
            let all: Vec<usize> = stretches(turns).flatten().collect();
            assert_eq!(all, (0..turns).collect::<Vec<_>>());
        }
        assert_eq!(watched(|| None, || 7).ok(), Some(7));
    }

    #[test]
    fn endless_work_ends() {
        let ended = watched(
            || Some(Box::new("enough")),
            || {
                for i in 0_usize.. {
                    step(i);
                }
            },
        );
        let reason = ended.unwrap_err();
        assert_eq!(reason.downcast_ref(), Some(&"enough"));
        // And the thread is as it was.
        (0..1000).for_each(|_| poll());
    }

    #[test]
    fn a_check_may_watch_other_work() {
        fn nested() -> Option<Reason> {
            watched(|| None, || (0..1000).for_each(|_| poll())).err()
        }
        let begun = Instant::now();
        let turns = watched(nested, || {
            let mut turns = 0_u64;
            while begun.elapsed() < 3 * PERIOD {
                poll();
                turns += 1;
            }
            turns
        });
        assert!(turns.is_ok_and(|turns| turns > 0));
    }

    #[test]
    fn panics_pass() {
        let ended = watched(|| None, || panic::resume_unwind(Box::new(1_u8)));
        let ended: Result<(), Reason> = ended;
        assert_eq!(ended.unwrap_err().downcast_ref(), Some(&1_u8));
    }
}
