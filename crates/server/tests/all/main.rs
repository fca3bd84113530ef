//! The server over real sockets: one program, so that it is built and linked once.

mod client;
mod host;
mod worlds;

mod absence;
mod accounts;
mod analysis;
mod clocks;
mod commands;
mod connections;
mod creating;
mod description;
mod dice;
mod doors;
mod failing;
mod faults;
mod front;
mod idempotence;
mod leaks;
mod leaving;
mod lessons;
mod limits;
mod memory;
mod operator;
mod orders;
mod play;
mod programs;
mod quotas;
mod roles;
mod seed_lobby;
mod setups;
mod takebacks;
mod thoughts;
mod verify;
mod waiting;
mod watching;
