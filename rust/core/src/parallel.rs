//! One thread pool for all kernels, and the only way they use it.
//!
//! Work is cut into shards whose borders do not depend on the number of threads, and the
//! results come back in shard order, so a result never depends on how many threads ran.

use std::num::NonZeroUsize;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;

use crate::error::{Error, Result};

/// The environment variable that says how many threads to use.
pub const VARIABLE: &str = "PITCHPIPE_THREADS";
/// More than this is surely a mistake.
pub const MOST_THREADS: usize = 4096;

struct Threads {
    wanted: usize,
    pool: Option<(u32, Arc<ThreadPool>)>,
}

static THREADS: Mutex<Threads> = Mutex::new(Threads {
    wanted: 0,
    pool: None,
});

fn lock() -> std::sync::MutexGuard<'static, Threads> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
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

fn wanted(state: &Threads) -> Result<usize> {
    match state.wanted {
        0 => by_default(),
        threads => Ok(threads),
    }
}

/// Sets the number of threads that kernels use from now on; 0 means the default: as many as the
/// environment variable says, or all cores.
pub fn set_threads(threads: usize) {
    let mut state = lock();
    state.wanted = threads;
    state.pool = None;
}

/// The number of threads that kernels use.
///
/// # Errors
/// When the environment variable holds no number.
pub fn threads() -> Result<usize> {
    wanted(&lock())
}

/// The shared pool, built on first use. A forked child inherits the memory but not the
/// threads of its parent, so a pool made by another process is replaced.
fn pool() -> Result<Option<Arc<ThreadPool>>> {
    let mut state = lock();
    let wanted = wanted(&state)?;
    if wanted == 1 {
        return Ok(None);
    }
    let here = process::id();
    if let Some((owner, pool)) = state.pool.take() {
        if owner == here {
            state.pool = Some((owner, Arc::clone(&pool)));
            return Ok(Some(pool));
        }
        // Dropping a pool joins its threads, and in a forked child there are none to join.
        std::mem::forget(pool);
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(wanted)
        .thread_name(|i| format!("pitchpipe-{i}"))
        .build()
        .map_err(|_| Error::Threads(wanted))?;
    let pool = Arc::new(pool);
    state.pool = Some((here, Arc::clone(&pool)));
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
