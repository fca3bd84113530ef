//! A disk rebuilt from a journal: what was synced is there, of everything else anything may be.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

use fastrand::Rng;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// The four numbers before the bytes of a record.
const HEAD: usize = 24;

/// The files of one folder, as far as they are synced, and what has been done to them since.
#[derive(Default)]
pub struct Disk {
    files: Vec<Content>,
    names: BTreeMap<String, Name>,
    /// Which file an inode is now.
    inodes: HashMap<u64, usize>,
    /// What the process has said.
    pub said: String,
}

#[derive(Default)]
struct Content {
    synced: Vec<u8>,
    since: Vec<Change>,
}

enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

/// What a name stands for: the last entry is now, the first one is synced.
struct Name(Vec<Option<usize>>);

/// One record of the journal that shim.c writes.
pub struct Record<'a> {
    kind: u8,
    file: u64,
    offset: usize,
    bytes: &'a [u8],
}

/// The records of a journal; the last one may be cut off.
pub fn records(mut journal: &[u8]) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    while let Some((head, rest)) = journal.split_at_checked(HEAD) {
        let long = |at: usize| u64::from_ne_bytes(head[at..at + 8].try_into().unwrap());
        let length = u32::from_ne_bytes(head[4..8].try_into().unwrap());
        let Some((bytes, rest)) = rest.split_at_checked(length.try_into().unwrap()) else {
            break;
        };
        records.push(Record {
            kind: head[0],
            file: long(8),
            offset: long(16).try_into().unwrap(),
            bytes,
        });
        journal = rest;
    }
    records
}

impl Record<'_> {
    /// Something was said on the standard output.
    pub fn is_said(&self) -> bool {
        self.kind == b'A'
    }

    fn text(&self) -> &str {
        std::str::from_utf8(self.bytes).unwrap()
    }
}

impl Name {
    fn now(&self) -> Option<usize> {
        *self.0.last().unwrap()
    }
}

impl Disk {
    /// The files of `folder`, all synced.
    pub fn of(folder: &Path) -> Disk {
        let mut disk = Disk::default();
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let file = disk.file(fs::read(entry.path()).unwrap());
            disk.names.insert(name, Name(vec![Some(file)]));
        }
        disk
    }

    fn file(&mut self, synced: Vec<u8>) -> usize {
        let since = Vec::new();
        self.files.push(Content { synced, since });
        self.files.len() - 1
    }

    fn name(&mut self, name: &str) -> &mut Name {
        let missing = || Name(vec![None]);
        self.names.entry(name.to_owned()).or_insert_with(missing)
    }

    fn content(&mut self, inode: u64) -> &mut Content {
        let file = self.inodes[&inode];
        &mut self.files[file]
    }

    /// Does what the record tells.
    pub fn apply(&mut self, record: &Record<'_>) {
        let Record {
            kind,
            file: inode,
            offset,
            bytes,
        } = *record;
        match kind {
            b'C' => {
                let file = self.file(Vec::new());
                self.inodes.insert(inode, file);
                self.name(record.text()).0.push(Some(file));
            }
            b'O' => {
                let file = self.name(record.text()).now().expect("it was opened");
                self.inodes.insert(inode, file);
            }
            b'W' => {
                let write = Change::Write(offset, bytes.to_vec());
                self.content(inode).since.push(write);
            }
            b'T' => self.content(inode).since.push(Change::Truncate(offset)),
            b'S' => self.content(inode).sync(),
            b'D' => self.names.values_mut().for_each(|name| {
                name.0 = vec![name.now()];
            }),
            b'R' => {
                let (from, to) = record.text().split_once('\0').unwrap();
                let file = self.name(from).now();
                self.name(from).0.push(None);
                self.name(to).0.push(file);
            }
            b'U' => self.name(record.text()).0.push(None),
            b'A' => self.said.push_str(record.text()),
            other => panic!("`{other}` is no kind of record"),
        }
    }

    /// Writes into `folder` what may be there if the power fails now: of what is not synced each
    /// sector and each name is kept or lost by chance.
    pub fn lose_power(&self, rng: &mut Rng, folder: &Path) {
        // Mostly lost, mostly kept, or anything between.
        let kept = [0.0, 0.05, 0.5, 0.95, 1.0, rng.f64()][rng.usize(..6)];
        for (name, Name(history)) in &self.names {
            let last = history.len() - 1;
            let now = match rng.f64() < kept {
                true => last,
                false => rng.usize(..=last),
            };
            if let Some(file) = history[now] {
                let content = self.files[file].left(rng, kept);
                fs::write(folder.join(name), content).unwrap();
            }
        }
    }
}

impl Content {
    fn sync(&mut self) {
        for change in std::mem::take(&mut self.since) {
            change.apply(&mut self.synced, || true);
        }
    }

    fn left(&self, rng: &mut Rng, kept: f64) -> Vec<u8> {
        let mut left = self.synced.clone();
        for change in &self.since {
            change.apply(&mut left, || rng.f64() < kept);
        }
        left
    }
}

impl Change {
    /// Changes `content`, as far as `keeps` says so for each sector.
    fn apply(&self, content: &mut Vec<u8>, mut keeps: impl FnMut() -> bool) {
        match self {
            Change::Truncate(length) => {
                if keeps() {
                    content.resize(*length, 0);
                }
            }
            Change::Write(offset, bytes) => {
                let (mut at, end) = (*offset, offset + bytes.len());
                while at < end {
                    let next = end.min((at / SECTOR + 1) * SECTOR);
                    if keeps() {
                        if content.len() < next {
                            content.resize(next, 0);
                        }
                        content[at..next].copy_from_slice(&bytes[at - offset..next - offset]);
                    }
                    at = next;
                }
            }
        }
    }
}
