//! The one place where the core's errors become Python exceptions.

use pitchpipe_core::{Error, align};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// Turns an error of the core into the exception of `pitchpipe.errors` that fits.
pub fn to_python(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error {
        Error::UnknownTokenizer(_)
        | Error::UnknownReferenceLength(_)
        | Error::Threads(_)
        | Error::ThreadsVariable(_) => "ParameterError",
        Error::Layout(_)
        | Error::DifferentVocabularies
        | Error::TooLarge(_)
        | Error::TooManyLinks { .. } => "DataError",
    };
    exception(py, class, &error.to_string())
}

/// As [`to_python`], for what aligning can refuse.
pub fn alignment_to_python(py: Python<'_>, error: &align::Error) -> PyErr {
    match error {
        align::Error::Core(error) => to_python(py, error),
        align::Error::Option { .. } => exception(py, "ParameterError", &error.to_string()),
        _ => exception(py, "DataError", &error.to_string()),
    }
}

/// Refuses the number of a line that is not there.
pub fn inside(line: usize, lines: usize) -> PyResult<()> {
    if line < lines {
        Ok(())
    } else {
        Err(PyIndexError::new_err(line))
    }
}

/// An exception of `pitchpipe.errors` by name.
pub fn exception(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let made = py
        .import("pitchpipe.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1((message,)));
    match made {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => error,
    }
}
