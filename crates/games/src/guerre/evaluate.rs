//! placeholder
#[derive(Copy, Clone, Debug, Default)]
pub struct Judge;
