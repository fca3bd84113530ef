//! How much somebody may have at a time: open matches, matches with programs, and bytes of the store, for
//! each account and for each address.
//!
//! What there is already, the store counts, so that a restart forgets nothing. What is just being created
//! is counted here: of many requests at once no more are let through than fit.

use std::{
    collections::HashMap,
    net::IpAddr,
    str::FromStr,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use data_encoding::HEXLOWER;
use vauban_game::{Text, text};
use vauban_store::{Hash, Millis, Origin, PlayerId, Usage, UsageOf};

use crate::{
    Problem,
    command::{Command, Verb},
    ingress::ClientAddr,
    occupant::Occupant,
    rate_limit::network,
    registry::{Registry, Room},
    table::Table,
};

/// The most of something that one account and one address may have; `None` for no limit.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Quota {
    pub account: Option<u64>,
    pub address: Option<u64>,
}

/// All quotas.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Quotas {
    /// Matches that are not over.
    pub matches: Quota,
    /// Those of them in which a program has a seat.
    pub programs: Quota,
    /// What all matches take up in the store, finished ones too.
    pub bytes: Quota,
}

/// A quota that was typed: `programs=16/100`, `bytes=512M`, `matches=off`, or `off` for all of them.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum QuotaChange {
    Off,
    Set(QuotaKind, Quota),
}

/// What is counted.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum QuotaKind {
    Matches,
    Programs,
    Bytes,
}

/// If only the account's quota is given, an address has so many times as much.
const ACCOUNTS_AT_AN_ADDRESS: u64 = 10;

/// Open matches in which nothing has happened for so long count against nobody's address: whoever sits
/// behind it now may know nothing of them.
const FORGOTTEN: Millis = 7 * 24 * 60 * 60 * 1_000;

/// About what a new match takes up before anything is played.
const NEW_MATCH: u64 = 4_096;

impl Quota {
    pub const OFF: Quota = Quota {
        account: None,
        address: None,
    };

    const fn new(account: u64, address: u64) -> Quota {
        Quota {
            account: Some(account),
            address: Some(address),
        }
    }
}

impl Quotas {
    pub const OFF: Quotas = Quotas {
        matches: Quota::OFF,
        programs: Quota::OFF,
        bytes: Quota::OFF,
    };

    /// With these changes, one after the other.
    pub fn changed(mut self, changes: &[QuotaChange]) -> Quotas {
        for change in changes {
            match *change {
                QuotaChange::Off => self = Quotas::OFF,
                QuotaChange::Set(QuotaKind::Matches, quota) => self.matches = quota,
                QuotaChange::Set(QuotaKind::Programs, quota) => self.programs = quota,
                QuotaChange::Set(QuotaKind::Bytes, quota) => self.bytes = quota,
            }
        }
        self
    }
}

/// For a club or a school behind one address. People who play never feel them.
impl Default for Quotas {
    fn default() -> Quotas {
        Quotas {
            matches: Quota::new(200, 2_000),
            programs: Quota::new(16, 100),
            bytes: Quota::new(256 << 20, 1 << 30),
        }
    }
}

impl FromStr for QuotaChange {
    type Err = Text;
    fn from_str(text: &str) -> Result<QuotaChange, Text> {
        if text == "off" {
            return Ok(QuotaChange::Off);
        }
        let wrong = || {
            Text::fixed(
                "write NAME=ACCOUNT, NAME=ACCOUNT/ADDRESS or NAME=off, where NAME is matches, programs or bytes",
                "écrivez NOM=COMPTE, NOM=COMPTE/ADRESSE ou NOM=off, où NOM vaut matches, programs ou bytes",
            )
        };
        let (name, most) = text.split_once('=').ok_or_else(wrong)?;
        let kind = match name {
            "matches" => QuotaKind::Matches,
            "programs" => QuotaKind::Programs,
            "bytes" => QuotaKind::Bytes,
            _ => return Err(wrong()),
        };
        let number = |text: &str| match text {
            "off" => Ok(None),
            _ => amount(text, kind).map(Some).ok_or_else(wrong),
        };
        let quota = match most.split_once('/') {
            Some((account, address)) => Quota {
                account: number(account)?,
                address: number(address)?,
            },
            None => {
                let account = number(most)?;
                let address = account.map(|most| most.saturating_mul(ACCOUNTS_AT_AN_ADDRESS));
                Quota { account, address }
            }
        };
        Ok(QuotaChange::Set(kind, quota))
    }
}

/// `200`; of bytes also `64K`, `256M`, `1G`.
fn amount(text: &str, kind: QuotaKind) -> Option<u64> {
    let unit = match (kind, text.chars().next_back()?) {
        (QuotaKind::Bytes, 'K') => 1 << 10,
        (QuotaKind::Bytes, 'M') => 1 << 20,
        (QuotaKind::Bytes, 'G') => 1 << 30,
        _ => return text.parse().ok(),
    };
    let number: u64 = text[..text.len() - 1].parse().ok()?;
    number.checked_mul(unit)
}

/// Who is counted.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Holder {
    Account(PlayerId),
    Address(Origin),
}

/// The quotas of a server, and what is just being created within them. Without quotas until they are set.
#[derive(Debug, Default)]
pub struct QuotaLedger {
    limits: OnceLock<Quotas>,
    pending: Arc<Mutex<HashMap<Holder, Usage>>>,
}

/// Room for something that is being created; given back when this is dropped, after it was written.
#[derive(Debug)]
#[must_use]
pub struct Reservation {
    held: Vec<(Holder, Usage)>,
    pending: Arc<Mutex<HashMap<Holder, Usage>>>,
}

/// What a new match takes, with `bytes` of a file and these people in its seats.
pub fn of_new_match(bytes: usize, has_programs: bool) -> Usage {
    let bytes = u64::try_from(bytes).expect("no machine has more than 64 bits");
    Usage {
        open: 1,
        with_programs: u64::from(has_programs),
        bytes: bytes.saturating_add(NEW_MATCH),
    }
}

impl QuotaLedger {
    /// Sets the quotas, unless they were set before.
    pub fn set(&self, limits: Quotas) {
        if self.limits.set(limits).is_err() {
            tracing::warn!("the quotas were set already");
        }
    }

    pub(crate) fn limits(&self) -> Quotas {
        self.limits.get().copied().unwrap_or(Quotas::OFF)
    }
}

impl Registry {
    /// Stands for an address in the store, which does not tell it: the id of the store is a secret.
    pub(crate) fn origin(&self, ClientAddr(address): ClientAddr) -> Origin {
        origin_of(self.store().store_id().as_str(), address)
    }

    /// Room for `wanted` of an account and of an address, or what there is too much of.
    pub(crate) async fn reserve(
        &self,
        account: &PlayerId,
        origin: Option<&Origin>,
        wanted: Usage,
    ) -> Result<Reservation, Problem> {
        let limits = self.quotas.limits();
        let mut reservation = Reservation {
            held: Vec::new(),
            pending: Arc::clone(&self.quotas.pending),
        };
        let address = origin.map(|origin| Holder::Address(origin.clone()));
        for holder in [Some(Holder::Account(account.clone())), address] {
            let Some(holder) = holder else { continue };
            let limits = [limits.matches, limits.programs, limits.bytes];
            let limits = limits.map(|quota| holder.most(quota));
            if limits == [None; 3] {
                continue;
            }
            // First in the ledger, then in the store: whatever is neither there nor here comes later.
            let ahead = reservation.hold(holder.clone(), wanted);
            let there = self.usage(&holder).await?;
            let kinds = [
                (QuotaKind::Matches, wanted.open, ahead.open, there.open),
                (
                    QuotaKind::Programs,
                    wanted.with_programs,
                    ahead.with_programs,
                    there.with_programs,
                ),
                (QuotaKind::Bytes, wanted.bytes, ahead.bytes, there.bytes),
            ];
            for (limit, (kind, wanted, ahead, there)) in limits.into_iter().zip(kinds) {
                let after = there.saturating_add(ahead).saturating_add(wanted);
                if let Some(most) = limit.filter(|&most| wanted > 0 && after > most) {
                    self.metrics.limited.add(1);
                    return Err(holder.refuse(kind, most));
                }
            }
        }
        Ok(reservation)
    }

    /// What `holder` has in the store.
    pub(crate) async fn usage(&self, holder: &Holder) -> Result<Usage, Problem> {
        let since = self.time.now().saturating_sub(FORGOTTEN);
        Ok(self.store().usage(holder.usage(since)).await?)
    }

    /// Room for the first program of a match, if `command` seats one; the match's owner has it.
    pub(crate) async fn reserve_program(
        &self,
        room: &Room,
        table: &Table,
        command: &Command,
    ) -> Result<Option<Reservation>, Problem> {
        let seats_one = matches!(command.verb, Verb::Appoint { .. } | Verb::Replace { .. });
        if !seats_one || table.is_over() || has_programs(&table.seats) {
            return Ok(None);
        }
        let wanted = Usage {
            with_programs: 1,
            ..Usage::default()
        };
        let owner = PlayerId::new(&room.header.owner).map_err(|_| Problem::internal())?;
        let origin = room.header.origin.as_deref();
        let origin = origin.and_then(|origin| Origin::new(origin).ok());
        self.reserve(&owner, origin.as_ref(), wanted)
            .await
            .map(Some)
    }
}

pub fn has_programs(seats: &[Occupant]) -> bool {
    let mut seats = seats.iter();
    seats.any(|occupant| matches!(occupant, Occupant::Agent { .. }))
}

fn origin_of(secret: &str, address: IpAddr) -> Origin {
    let hash = Hash::of(format!("origin\n{secret}\n{}", network(address)).as_bytes());
    Origin::new(HEXLOWER.encode(&hash.0[..8])).expect("hexadecimal digits are an id")
}

impl Holder {
    /// The most that it may have.
    pub(crate) fn most(&self, quota: Quota) -> Option<u64> {
        match self {
            Holder::Account(_) => quota.account,
            Holder::Address(_) => quota.address,
        }
    }

    fn usage(&self, since: Millis) -> UsageOf {
        match self {
            Holder::Account(player) => UsageOf::Owner(player.clone()),
            Holder::Address(origin) => UsageOf::Origin {
                origin: origin.clone(),
                since,
            },
        }
    }

    fn refuse(&self, kind: QuotaKind, most: u64) -> Problem {
        let size = Size(most);
        let (code, text) = match (kind, self) {
            (QuotaKind::Matches, Holder::Account(_)) => (
                "too-many-matches",
                text!(
                    "you have {most} unfinished matches, the most for one account here: finish or close one first",
                    "vous avez {most} parties inachevées, le maximum par compte ici : finissez-en ou fermez-en une d'abord"
                ),
            ),
            (QuotaKind::Matches, Holder::Address(_)) => (
                "too-many-matches-here",
                text!(
                    "your address has {most} unfinished matches, the most that this server allows: finish some first",
                    "votre adresse a {most} parties inachevées, le maximum sur ce serveur : finissez-en d'abord"
                ),
            ),
            (QuotaKind::Programs, Holder::Account(_)) => (
                "too-many-programs",
                text!(
                    "you have {most} unfinished matches with programs, the most for one account here: finish one first",
                    "vous avez {most} parties inachevées avec des programmes, le maximum par compte ici : finissez-en une d'abord"
                ),
            ),
            (QuotaKind::Programs, Holder::Address(_)) => (
                "too-many-programs-here",
                text!(
                    "your address has {most} unfinished matches with programs, the most that this server allows: finish some first",
                    "votre adresse a {most} parties inachevées avec des programmes, le maximum sur ce serveur : finissez-en d'abord"
                ),
            ),
            (QuotaKind::Bytes, Holder::Account(_)) => (
                "too-many-bytes",
                text!(
                    "your matches would use more than {size}, the most for one account here: ask the operator to delete some",
                    "vos parties dépasseraient {size}, le maximum par compte ici : demandez à l'opérateur d'en supprimer",
                    size = size.text()
                ),
            ),
            (QuotaKind::Bytes, Holder::Address(_)) => (
                "too-many-bytes-here",
                text!(
                    "the matches of your address would use more than {size}, the most that this server allows: ask the operator to delete some",
                    "les parties de votre adresse dépasseraient {size}, le maximum sur ce serveur : demandez à l'opérateur d'en supprimer",
                    size = size.text()
                ),
            ),
        };
        Problem::unprocessable(code, text)
    }
}

/// A number of bytes, for people.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Size(pub u64);

impl Size {
    /// `256 MB`, `256 Mo`; with one digit behind the point below ten.
    pub fn text(self) -> Text {
        let units = [
            ("B", "o"),
            ("kB", "ko"),
            ("MB", "Mo"),
            ("GB", "Go"),
            ("TB", "To"),
        ];
        let mut tenths = u128::from(self.0) * 10;
        let mut unit = 0;
        while tenths >= 10_240 && unit + 1 < units.len() {
            tenths = tenths.div_ceil(1_024);
            unit += 1;
        }
        let (en, fr) = units[unit];
        let (whole, tenth) = (tenths / 10, tenths % 10);
        match unit > 0 && whole < 10 && tenth > 0 {
            true => Text::new(
                format!("{whole}.{tenth} {en}"),
                format!("{whole},{tenth} {fr}"),
            ),
            false => Text::new(format!("{whole} {en}"), format!("{whole} {fr}")),
        }
    }
}

impl Reservation {
    /// Adds to what `holder` is about to have; what others had added before.
    fn hold(&mut self, holder: Holder, wanted: Usage) -> Usage {
        let mut pending = lock(&self.pending);
        let entry = pending.entry(holder.clone()).or_default();
        let ahead = *entry;
        *entry = Usage {
            open: ahead.open.saturating_add(wanted.open),
            with_programs: ahead.with_programs.saturating_add(wanted.with_programs),
            bytes: ahead.bytes.saturating_add(wanted.bytes),
        };
        drop(pending);
        self.held.push((holder, wanted));
        ahead
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut pending = lock(&self.pending);
        for (holder, wanted) in self.held.drain(..) {
            let Some(entry) = pending.get_mut(&holder) else {
                continue;
            };
            *entry = Usage {
                open: entry.open.saturating_sub(wanted.open),
                with_programs: entry.with_programs.saturating_sub(wanted.with_programs),
                bytes: entry.bytes.saturating_sub(wanted.bytes),
            };
            if *entry == Usage::default() {
                pending.remove(&holder);
            }
        }
    }
}

fn lock(pending: &Mutex<HashMap<Holder, Usage>>) -> MutexGuard<'_, HashMap<Holder, Usage>> {
    pending.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_typed_for_accounts_and_addresses() {
        let read = |text: &str| text.parse::<QuotaChange>();
        let set = |kind, account, address| Ok(QuotaChange::Set(kind, Quota { account, address }));
        assert_eq!(read("off"), Ok(QuotaChange::Off));
        let programs = QuotaKind::Programs;
        assert_eq!(read("programs=3/40"), set(programs, Some(3), Some(40)));
        assert_eq!(read("programs=3"), set(programs, Some(3), Some(30)));
        assert_eq!(read("programs=off"), set(programs, None, None));
        assert_eq!(
            read("matches=5/off"),
            set(QuotaKind::Matches, Some(5), None)
        );
        let bytes = set(QuotaKind::Bytes, Some(64 << 10), Some(2 << 30));
        assert_eq!(read("bytes=64K/2G"), bytes);
        for bad in [
            "",
            "on",
            "programs",
            "seats=3",
            "matches=1K",
            "bytes=-1",
            "bytes=é",
            "matches=1/2/3",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        let huge = read(&format!("matches={}", u64::MAX));
        assert_eq!(
            huge,
            set(QuotaKind::Matches, Some(u64::MAX), Some(u64::MAX))
        );
        let changed = Quotas::default().changed(&[QuotaChange::Off, read("programs=3").unwrap()]);
        assert_eq!(
            (changed.matches, changed.programs.account),
            (Quota::OFF, Some(3))
        );
    }

    #[test]
    fn an_origin_tells_networks_apart_and_stores_too() {
        let of = |secret: &str, address: &str| origin_of(secret, address.parse().unwrap());
        assert_eq!(of("a", "2001:db8:1:2::5"), of("a", "2001:db8:1:2:9::"));
        assert_ne!(of("a", "10.0.0.1"), of("a", "10.0.0.2"));
        assert_ne!(of("a", "10.0.0.1"), of("b", "10.0.0.1"));
        assert!(!of("a", "10.0.0.1").as_str().contains("10."));
    }

    #[test]
    fn what_is_given_back_leaves_nothing_behind() {
        let ledger = QuotaLedger::default();
        let reserve = || Reservation {
            held: Vec::new(),
            pending: Arc::clone(&ledger.pending),
        };
        let holder = Holder::Account(PlayerId::new("ada").unwrap());
        let (mut first, mut second) = (reserve(), reserve());
        let one = of_new_match(0, true);
        assert_eq!(first.hold(holder.clone(), one), Usage::default());
        assert_eq!(second.hold(holder, one).with_programs, 1);
        drop(first);
        assert_eq!(lock(&ledger.pending).len(), 1);
        drop(second);
        assert!(lock(&ledger.pending).is_empty());
    }

    #[test]
    fn sizes_are_told_for_people() {
        let told = |bytes: u64| Size(bytes).text().en.to_string();
        for (bytes, text) in [
            (0, "0 B"),
            (1_023, "1023 B"),
            (1_024, "1 kB"),
            (1_536, "1.5 kB"),
            (256 << 20, "256 MB"),
            (u64::MAX, "16777216 TB"),
        ] {
            assert_eq!(told(bytes), text);
        }
        assert_eq!(Size(1_536).text().fr, "1,5 ko");
    }
}
