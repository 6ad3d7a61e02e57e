//! Running kernels: without the interpreter, and stopped by Ctrl-C.

use std::panic;

use pitchpipe_core::Error;
use pitchpipe_core::interrupt::{self, Reason};
use pyo3::prelude::*;

use crate::errors::Refusal;

/// Does some work without the interpreter. A signal whose handler raises, as that of Ctrl-C does, ends it.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let done = py.detach(|| interrupt::watched(raised_by_signals, work));
    done.map_err(|reason| exception(py, reason))
}

/// What the handlers of signals raise that have come in since. Python runs them in its main thread only;
/// in others nothing ever comes.
fn raised_by_signals() -> Option<Reason> {
    #[allow(clippy::redundant_closure_for_method_calls)]
    // the method itself takes one lifetime only
    let raised = Python::attach(|py| py.check_signals()).err()?;
    Some(Box::new(raised))
}

/// A panic is none of ours and goes on.
fn exception(py: Python<'_>, reason: Reason) -> PyErr {
    let reason = match reason.downcast::<PyErr>() {
        Ok(raised) => return *raised,
        Err(reason) => reason,
    };
    match reason.downcast::<Error>() {
        Ok(refusal) => refusal.exception().new_err(py, refusal),
        Err(reason) => panic::resume_unwind(reason),
    }
}
