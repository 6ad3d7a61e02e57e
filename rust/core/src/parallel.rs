//! One thread pool for all kernels, and the only way they use it.
//!
//! Work is cut into shards whose borders do not depend on the number of threads, and the
//! results come back in shard order, so a result never depends on how many threads ran.

use std::num::NonZeroUsize;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use rayon::ThreadPool;

use crate::error::{Error, Result};
use crate::interrupt::{self, PERIOD, Reason};

/// The environment variable that says how many threads to use.
pub const VARIABLE: &str = "PITCHPIPE_THREADS";
/// More than this is surely a mistake.
pub const MOST_THREADS: usize = 4096;

/// What was asked for with `set_threads`; 0 means the default. Forked children inherit it.
static WANTED: AtomicUsize = AtomicUsize::new(0);

/// The pool of one process.
///
/// A forked child inherits the memory of its parent, but not its threads: a pool made by another
/// process would never answer, and a lock that a thread held during the fork would never be freed.
/// So each process has a place of its own, in a list that begins with its oldest ancestor's, and
/// touches no other.
struct Place {
    process: OnceLock<u32>,
    pool: Mutex<Option<Arc<ThreadPool>>>,
    child: OnceLock<Box<Place>>,
}

impl Place {
    const fn new() -> Self {
        Self {
            process: OnceLock::new(),
            pool: Mutex::new(None),
            child: OnceLock::new(),
        }
    }
}

static PLACES: Place = Place::new();

/// The pool of this process, locked.
fn lock() -> MutexGuard<'static, Option<Arc<ThreadPool>>> {
    let here = process::id();
    let mut place = &PLACES;
    while *place.process.get_or_init(|| here) != here {
        place = place.child.get_or_init(|| Box::new(Place::new()));
    }
    place.pool.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the user asked for in the environment, or all cores.
fn by_default() -> Result<usize> {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let Ok(text) = std::env::var(VARIABLE) else {
        return Ok(cores());
    };
    match text.trim().parse() {
        _ if text.trim().is_empty() => Ok(cores()),
        Ok(0) => Ok(cores()),
        Ok(threads) if threads <= MOST_THREADS => Ok(threads),
        _ => Err(Error::ThreadsVariable(text)),
    }
}

/// Sets the number of threads that kernels use from now on; 0 means the default: as many as the
/// environment variable says, or all cores.
pub fn set_threads(threads: usize) {
    let mut pool = lock();
    WANTED.store(threads, Ordering::Relaxed);
    *pool = None;
}

/// The number of threads that kernels use.
///
/// # Errors
/// When the environment variable holds no number.
pub fn threads() -> Result<usize> {
    match WANTED.load(Ordering::Relaxed) {
        0 => by_default(),
        threads => Ok(threads),
    }
}

/// The shared pool, built on first use; none where one thread is enough. It has a thread less than are
/// wanted, since the one that calls works too.
fn pool() -> Result<Option<Arc<ThreadPool>>> {
    let mut shared = lock();
    let wanted = threads()?;
    if wanted == 1 {
        return Ok(None);
    }
    if let Some(pool) = &*shared {
        return Ok(Some(Arc::clone(pool)));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(wanted - 1)
        .thread_name(|i| format!("pitchpipe-{i}"))
        .build()
        .map_err(|_| Error::Threads(wanted))?;
    let pool = Arc::new(pool);
    *shared = Some(Arc::clone(&pool));
    Ok(Some(pool))
}

/// Applies `work` to shards `0..shards` and returns the results in shard order.
///
/// Every thread makes one scratch with `init` and takes the next shard when it is done with one, so
/// buffers are grown once and no thread waits for another: the calling one begins while others wake up.
/// A single shard runs on the calling thread: a sentence is scored without waking a pool. Work that may take long polls
/// ([`interrupt::poll`]), so that it can be stopped.
///
/// # Errors
/// When threads cannot be started.
pub fn map_shards<S, T, I, F>(shards: usize, init: I, work: F) -> Result<Vec<T>>
where
    T: Send,
    I: Fn() -> S + Sync,
    F: Fn(&mut S, usize) -> T + Sync,
{
    // A thread that waited for the others would be missing among them.
    let alone = shards <= 1 || interrupt::is_working();
    let pool = if alone { None } else { pool()? };
    let Some(pool) = pool else {
        let mut scratch = init();
        let shard = |shard| {
            interrupt::poll();
            work(&mut scratch, shard)
        };
        return Ok((0..shards).map(shard).collect());
    };
    let next = AtomicUsize::new(0);
    let mut done = broadcast(&pool, || {
        let mut scratch = init();
        // Room for all: threads whose memory grows step by step wait for each other.
        let mut done = Vec::with_capacity(shards);
        loop {
            let shard = next.fetch_add(1, Ordering::Relaxed);
            if shard >= shards {
                return done;
            }
            interrupt::poll();
            done.push((shard, work(&mut scratch, shard)));
        }
    });
    done.sort_unstable_by_key(|&(shard, _)| shard);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// What the threads of a pool have done.
struct Done<T> {
    working: usize,
    results: Vec<T>,
    reason: Option<Reason>,
}

/// Does the same on all threads of a pool and on this one, which then looks out for a reason to stop them.
fn broadcast<T: Send>(pool: &ThreadPool, work: impl Fn() -> Vec<T> + Sync) -> Vec<T> {
    let stopped = Arc::new(AtomicBool::new(false));
    let ended = Condvar::new();
    let all = Mutex::new(Done {
        working: pool.current_num_threads(),
        results: Vec::new(),
        reason: None,
    });
    let lock = || all.lock().unwrap_or_else(PoisonError::into_inner);
    let take_part = || {
        let done = interrupt::working(&stopped, &work);
        let mut all = lock();
        match done {
            Ok(results) => all.results.extend(results),
            Err(reason) => {
                all.reason.get_or_insert(reason);
                stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| {
            take_part();
            lock().working -= 1;
            ended.notify_one();
        });
        take_part();
        let mut all = lock();
        while all.working > 0 {
            if !interrupt::is_watched() {
                all = ended.wait(all).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let waited = ended.wait_timeout(all, PERIOD);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            // Whoever is asked may run anything, so nothing is locked.
            let reason = interrupt::reason();
            all = lock();
            if let Some(reason) = reason {
                all.reason = Some(reason);
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    match all.reason {
        Some(reason) => interrupt::stop(reason),
        None => all.results,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_shard_order_for_any_number_of_threads() {
        for threads in [1, 2, 3] {
            set_threads(threads);
            let squares = map_shards(100, || 0_usize, |_, shard| shard * shard).unwrap();
            assert_eq!(squares, (0..100).map(|i| i * i).collect::<Vec<_>>());
        }
        set_threads(0);
        assert!(threads().unwrap() >= 1);
    }

    #[test]
    fn endless_shards_end() {
        for threads in [1, 2, 3] {
            set_threads(threads);
            for shards in [1, 2, 100] {
                let endless = || {
                    map_shards(
                        shards,
                        || (),
                        |(), _| {
                            while !std::hint::black_box(false) {
                                interrupt::poll();
                            }
                        },
                    )
                };
                let ended = interrupt::watched(|| Some(Box::new(3_u8)), endless);
                assert_eq!(ended.unwrap_err().downcast_ref(), Some(&3_u8));
            }
            // The pool works on.
            let all = map_shards(9, || (), |(), shard| shard).unwrap();
            assert_eq!(all, (0..9).collect::<Vec<_>>());
        }
        set_threads(0);
    }

    #[test]
    fn a_panic_in_a_shard_comes_back_and_ends_the_others() {
        set_threads(2);
        let shard = |(): &mut (), shard| {
            if shard == 1 {
                interrupt::stop(Box::new("one"));
            }
            while !std::hint::black_box(false) {
                interrupt::poll();
            }
        };
        let ended = interrupt::watched(|| None, || map_shards(2, || (), shard));
        assert_eq!(ended.unwrap_err().downcast_ref(), Some(&"one"));
        set_threads(0);
    }
}
