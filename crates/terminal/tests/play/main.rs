//! The player driven as a person would: by keys, typed lines and clicks, on a screen of our own.

mod lessons;
mod maps;
mod matches;
mod orders;
mod seated;
mod shown;
mod talk;
mod turmoil;
mod unfinished;
