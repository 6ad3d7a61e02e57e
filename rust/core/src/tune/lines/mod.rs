//! Exact line search for minimum error rate training.
//!
//! Along a line in the space of weights the model score of a candidate is linear, so the best candidate
//! of a segment changes at a few points only: where the upper envelope of its candidates' lines bends.
//! Between two such points of any segment nothing changes, and the statistics of the whole corpus are
//! those of the interval before with one row exchanged (Och 2003; Macherey et al. 2008). Which interval
//! is best is not decided here: any metric can, from the sums.

pub mod envelope;
pub mod features;
pub mod joined;
pub mod lists;
pub mod rows;
pub mod shape;
pub mod sweep;

pub use joined::Joined;
pub use lists::{Direction, Lists, Search};
pub use sweep::Swept;
