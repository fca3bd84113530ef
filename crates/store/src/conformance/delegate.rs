//! For stores in tests that wrap another one and change a method or two.

/// Passes methods of a store on to the store in a field: `delegate!(store: find list)`.
#[macro_export]
macro_rules! delegate {
    ($field:ident: $($method:ident)*) => { $($crate::delegate! { @$method $field })* };
    (@create $field:ident) => { $crate::delegate! { @ $field create(new: NewMatch) -> $crate::Head, AddError } };
    (@find $field:ident) => { $crate::delegate! { @ $field find(id: MatchId) -> Option<$crate::Match> } };
    (@list $field:ident) => { $crate::delegate! { @ $field list(listing: Listing) -> Vec<$crate::Match> } };
    (@summarise $field:ident) => {
        $crate::delegate! { @ $field summarise(id: MatchId, at: Seq, summary: Summary) -> (), Refused }
    };
    (@append $field:ident) => {
        $crate::delegate! { @ $field append(append: Append) -> $crate::Appended, Refused }
    };
    (@recall $field:ident) => {
        $crate::delegate! {
            @ $field recall(id: MatchId, session: SessionId, command: CommandId) -> Option<$crate::Recorded>
        }
    };
    (@usage $field:ident) => { $crate::delegate! { @ $field usage(of: UsageOf) -> $crate::Usage } };
    (@delete $field:ident) => {
        $crate::delegate! { @ $field delete(id: MatchId, at: Millis) -> Option<$crate::Deletion> }
    };
    (@deletion $field:ident) => {
        $crate::delegate! { @ $field deletion(id: MatchId) -> Option<$crate::Deletion> }
    };
    (@archive $field:ident) => { $crate::delegate! { @ $field archive(id: MatchId) -> $crate::Archiving } };
    (@finished $field:ident) => {
        fn finished(
            &self,
            before: $crate::Millis,
            after: Option<$crate::MatchId>,
            limit: usize,
        ) -> $crate::Pending<'_, Vec<$crate::MatchId>> {
            self.$field.finished(before, after, limit)
        }
    };
    (@add_player $field:ident) => { $crate::delegate! { @ $field add_player(player: Player) -> (), AddError } };
    (@player $field:ident) => { $crate::delegate! { @ $field player(id: PlayerId) -> Option<$crate::Player> } };
    (@rename_player $field:ident) => {
        $crate::delegate! { @ $field rename_player(id: PlayerId, name: Line) -> bool }
    };
    (@add_session $field:ident) => {
        $crate::delegate! { @ $field add_session(session: Session) -> (), AddError }
    };
    (@players $field:ident) => {
        fn players(
            &self,
            after: Option<$crate::PlayerId>,
            limit: usize,
        ) -> $crate::Pending<'_, Vec<$crate::Account>> {
            self.$field.players(after, limit)
        }
    };
    (@ban_player $field:ident) => {
        $crate::delegate! { @ $field ban_player(id: PlayerId, at: Millis) -> bool }
    };
    (@unban_player $field:ident) => { $crate::delegate! { @ $field unban_player(id: PlayerId) -> bool } };
    (@issue $field:ident) => { $crate::delegate! { @ $field issue(token: NewToken) -> (), AddError } };
    (@find_token $field:ident) => {
        $crate::delegate! { @ $field find_token(hash: TokenHash, now: Millis) -> Option<$crate::Token> }
    };
    (@tokens $field:ident) => { $crate::delegate! { @ $field tokens(player: PlayerId) -> Vec<$crate::Token> } };
    (@touch $field:ident) => { $crate::delegate! { @ $field touch(hash: TokenHash, at: Millis) -> () } };
    (@exchange $field:ident) => {
        $crate::delegate! { @ $field exchange(old: TokenHash, new: NewToken, at: Millis) -> bool, AddError }
    };
    (@revoke_session $field:ident) => {
        $crate::delegate! { @ $field revoke_session(session: SessionId, at: Millis) -> u64 }
    };
    (@revoke_player $field:ident) => {
        $crate::delegate! { @ $field revoke_player(player: PlayerId, at: Millis) -> Vec<$crate::SessionId> }
    };
    (@ban_of $field:ident) => {
        $crate::delegate! { @ $field ban_of(hash: TokenHash) -> Option<$crate::Millis> }
    };
    (@beat $field:ident) => { $crate::delegate! { @ $field beat(at: Millis) -> () } };
    (@wake $field:ident) => { $crate::delegate! { @ $field wake(at: Millis) -> Option<$crate::Millis> } };
    (@outages $field:ident) => { $crate::delegate! { @ $field outages() -> Vec<$crate::Outage> } };
    (@verify $field:ident) => { $crate::delegate! { @ $field verify() -> $crate::Report } };
    (@schema_version $field:ident) => { $crate::delegate! { @ $field schema_version() -> u32 } };
    (@close $field:ident) => { $crate::delegate! { @ $field close() -> () } };
    (@due $field:ident) => {
        fn due(&self, before: $crate::Millis, limit: usize) -> $crate::Pending<'_, Vec<$crate::Due>> {
            self.$field.due(before, limit)
        }
    };
    (@since $field:ident) => {
        fn since(
            &self,
            id: $crate::MatchId,
            seq: $crate::Seq,
            limit: usize,
        ) -> $crate::Pending<'_, Vec<$crate::Event>> {
            self.$field.since(id, seq, limit)
        }
    };
    (@is_shared $field:ident) => {
        fn is_shared(&self) -> bool {
            self.$field.is_shared()
        }
    };
    (@nodes $field:ident) => { $crate::delegate! { @ $field nodes() -> Vec<$crate::Lease> } };
    (@join $field:ident) => { $crate::delegate! { @ $field join(joining: Joining) -> $crate::Joined } };
    (@pulse $field:ident) => {
        fn pulse(
            &self,
            node: $crate::NodeId,
            now: $crate::Millis,
            until: $crate::Millis,
            duties: Vec<$crate::Duty>,
        ) -> $crate::Pending<'_, $crate::Pulse> {
            self.$field.pulse(node, now, until, duties)
        }
    };
    (@leave $field:ident) => { $crate::delegate! { @ $field leave(node: NodeId) -> () } };
    (@heads $field:ident) => {
        fn heads(
            &self,
            ids: Vec<$crate::MatchId>,
        ) -> $crate::Pending<'_, Vec<($crate::MatchId, $crate::Seq)>> {
            self.$field.heads(ids)
        }
    };
    (@open_sessions $field:ident) => {
        fn open_sessions(
            &self,
            sessions: Vec<$crate::SessionId>,
            now: $crate::Millis,
        ) -> $crate::Pending<'_, Vec<$crate::SessionId>> {
            self.$field.open_sessions(sessions, now)
        }
    };
    (@note_presence $field:ident) => {
        fn note_presence(
            &self,
            node: $crate::NodeId,
            seen: Vec<$crate::Sighting>,
        ) -> $crate::Pending<'_, ()> {
            self.$field.note_presence(node, seen)
        }
    };
    (@presence $field:ident) => {
        fn presence(
            &self,
            ids: Vec<$crate::MatchId>,
            now: $crate::Millis,
        ) -> $crate::Pending<'_, Vec<$crate::Sighting>> {
            self.$field.presence(ids, now)
        }
    };
    (@take $field:ident) => {
        $crate::delegate! {
            @ $field take(duty: Duty, holder: NodeId, now: Millis, until: Millis) -> Option<$crate::Lease>
        }
    };
    (@end $field:ident) => { $crate::delegate! { @ $field end(lease: Lease) -> () } };
    (@abandoned $field:ident) => {
        fn abandoned(
            &self,
            now: $crate::Millis,
            limit: usize,
        ) -> $crate::Pending<'_, Vec<$crate::Duty>> {
            self.$field.abandoned(now, limit)
        }
    };
    (@hint $field:ident) => {
        fn hint(&self, matches: Vec<$crate::MatchId>) -> $crate::Pending<'_, ()> {
            self.$field.hint(matches)
        }
    };
    (@hinted $field:ident) => { $crate::delegate! { @ $field hinted() -> $crate::Hint } };
    (@health $field:ident) => {
        fn health(&self) -> Result<(), $crate::StoreError> {
            self.$field.health()
        }
    };
    (@store_id $field:ident) => {
        fn store_id(&self) -> $crate::StoreId {
            self.$field.store_id()
        }
    };
    (@counts $field:ident) => {
        fn counts(&self) -> $crate::Counts {
            self.$field.counts()
        }
    };
    (@ $field:ident $name:ident($($argument:ident: $type:ident),*) -> $result:ty $(, $error:ident)?) => {
        fn $name(&self, $($argument: $crate::$type),*) -> $crate::Pending<'_, $result $(, $crate::$error)?> {
            self.$field.$name($($argument),*)
        }
    };
}

/// Passes everything that several nodes need on to the store in a field: `delegate_nodes!(Wrapper: store)`.
#[macro_export]
macro_rules! delegate_nodes {
    ($wrapper:ty: $field:ident) => {
        impl $crate::Nodes for $wrapper {
            $crate::delegate!($field: is_shared nodes join pulse leave heads open_sessions note_presence presence);
        }

        impl $crate::Leases for $wrapper {
            $crate::delegate!($field: take end abandoned);
        }

        impl $crate::Hints for $wrapper {
            $crate::delegate!($field: hint hinted);
        }
    };
}
