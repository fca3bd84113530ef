pub mod map;
#[derive(Debug)]
pub struct Deployed;
