//! One thread pool for all kernels, and the only way they use it.
//!
//! Work is cut into shards whose borders do not depend on the number of threads, and the
//! results come back in shard order, so a result never depends on how many threads ran.

use std::num::NonZeroUsize;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use rayon::ThreadPool;

use crate::error::{Error, Result};

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

/// The shared pool, built on first use; none where one thread is enough.
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
        .num_threads(wanted)
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
/// buffers are grown once and no thread waits for another. A single shard runs on the calling
/// thread: a sentence is scored without waking a pool.
///
/// # Errors
/// When threads cannot be started.
pub fn map_shards<S, T, I, F>(shards: usize, init: I, work: F) -> Result<Vec<T>>
where
    T: Send,
    I: Fn() -> S + Sync,
    F: Fn(&mut S, usize) -> T + Sync,
{
    let pool = if shards > 1 { pool()? } else { None };
    let Some(pool) = pool else {
        let mut scratch = init();
        return Ok((0..shards).map(|shard| work(&mut scratch, shard)).collect());
    };
    let next = AtomicUsize::new(0);
    let done = pool.broadcast(|_| {
        let mut scratch = init();
        let mut done = Vec::new();
        loop {
            let shard = next.fetch_add(1, Ordering::Relaxed);
            if shard >= shards {
                return done;
            }
            done.push((shard, work(&mut scratch, shard)));
        }
    });
    let mut done: Vec<(usize, T)> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|&(shard, _)| shard);
    Ok(done.into_iter().map(|(_, result)| result).collect())
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
}
