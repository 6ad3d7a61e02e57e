//! The one place where refusals of the core become Python exceptions.

use std::fmt::Display;

use pitchpipe_core::tune::nbest;
use pitchpipe_core::{Error, align, lattice, lm, phrases};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// The exceptions of `pitchpipe.errors` that the core can raise.
#[derive(Debug, Clone, Copy)]
pub enum Exception {
    /// Files and texts.
    Data,
    /// Names and values of parameters.
    Parameter,
}

impl Exception {
    fn name(self) -> &'static str {
        match self {
            Self::Data => "DataError",
            Self::Parameter => "ParameterError",
        }
    }

    /// The exception with a message.
    pub fn new_err(self, py: Python<'_>, message: impl Display) -> PyErr {
        let made = py
            .import("pitchpipe.errors")
            .and_then(|errors| errors.getattr(self.name()))
            .and_then(|class| class.call1((message.to_string(),)));
        match made {
            Ok(instance) => PyErr::from_value(instance),
            Err(error) => error,
        }
    }
}

/// What the core refuses, by the exception that it becomes.
pub trait Refusal: Display {
    /// The exception that fits.
    fn exception(&self) -> Exception;
}

impl Refusal for Error {
    fn exception(&self) -> Exception {
        match self {
            Self::UnknownTokenizer(_)
            | Self::UnknownReferenceLength(_)
            | Self::Threads(_)
            | Self::ThreadsVariable(_) => Exception::Parameter,
            Self::Layout(_)
            | Self::DifferentVocabularies
            | Self::TooLarge(_)
            | Self::Memory { .. }
            | Self::TooManyLinks { .. }
            | Self::TooHardToAlign { .. } => Exception::Data,
        }
    }
}

impl Refusal for align::Error {
    fn exception(&self) -> Exception {
        match self {
            Self::Core(error) => error.exception(),
            Self::Option { .. } => Exception::Parameter,
            _ => Exception::Data,
        }
    }
}

impl Refusal for lm::Error {
    fn exception(&self) -> Exception {
        match self {
            Self::Core(error) => error.exception(),
            Self::Option(_) => Exception::Parameter,
            _ => Exception::Data,
        }
    }
}

impl Refusal for phrases::Error {
    fn exception(&self) -> Exception {
        match self {
            Self::Core(error) => error.exception(),
            _ => Exception::Data,
        }
    }
}

impl Refusal for lattice::Error {
    fn exception(&self) -> Exception {
        match self {
            Self::Core(error) => error.exception(),
            _ => Exception::Data,
        }
    }
}

impl Refusal for nbest::Error {
    fn exception(&self) -> Exception {
        match self {
            Self::Core(error) => error.exception(),
            _ => Exception::Data,
        }
    }
}

/// Results of the core as results of Python.
pub trait OrRaise<T> {
    /// The value, or the exception that fits.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Refusal> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.exception().new_err(py, &error))
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
