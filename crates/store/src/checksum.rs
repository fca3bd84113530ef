//! Checksums of what is not an event: commands with their answers, what lists show, tokens, bans, and
//! the markers of deleted matches. The canonical bytes are those of the chain, with other labels.

use sha2::{Digest, Sha256};

use crate::{
    Command, Deletion, Hash, MatchId, Millis, NewToken, PlayerId, Seq, Summary, Visibility,
    chain::bytes,
};

const COMMAND: &[u8] = b"vauban-command-1\0";
const SUMMARY: &[u8] = b"vauban-summary-1\0";
const TOKEN: &[u8] = b"vauban-token-1\0";
const DELETION: &[u8] = b"vauban-deletion-1\0";
const BAN: &[u8] = b"vauban-ban-1\0";

impl Hash {
    /// Of a command and its answer; `seq` is the last event of the match when it had been carried out.
    pub(crate) fn of_command(id: &MatchId, seq: Seq, command: &Command) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(COMMAND);
        bytes(&mut hasher, id.as_str().as_bytes());
        hasher.update(seq.to_be_bytes());
        bytes(&mut hasher, command.session.as_str().as_bytes());
        bytes(&mut hasher, command.id.as_str().as_bytes());
        hasher.update(command.body.0);
        bytes(&mut hasher, &command.reply);
        Hash(hasher.finalize().into())
    }

    /// Of a summary as it is stored, and of who may find the match.
    pub(crate) fn of_summary(id: &MatchId, visibility: Visibility, summary: &Summary) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(SUMMARY);
        bytes(&mut hasher, id.as_str().as_bytes());
        bytes(&mut hasher, visibility.name().as_bytes());
        bytes(&mut hasher, summary.stage.name().as_bytes());
        time(&mut hasher, summary.deadline);
        bytes(&mut hasher, &summary.text);
        for player in &summary.players {
            bytes(&mut hasher, player.as_str().as_bytes());
        }
        Hash(hasher.finalize().into())
    }

    /// Of a token, whose it is, and when it was revoked. When it was used last is not in it.
    pub(crate) fn of_token(
        token: &NewToken,
        player: &PlayerId,
        revoked_at: Option<Millis>,
    ) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(TOKEN);
        hasher.update(token.hash.0.0);
        bytes(&mut hasher, token.session.as_str().as_bytes());
        bytes(&mut hasher, player.as_str().as_bytes());
        bytes(&mut hasher, token.kind.name().as_bytes());
        hasher.update(token.created_at.to_be_bytes());
        time(&mut hasher, token.expires_at);
        time(&mut hasher, revoked_at);
        Hash(hasher.finalize().into())
    }

    /// Of the marker of a deleted match.
    pub(crate) fn of_deletion(deletion: &Deletion) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(DELETION);
        bytes(&mut hasher, deletion.id.as_str().as_bytes());
        hasher.update(deletion.created_at.to_be_bytes());
        hasher.update(deletion.deleted_at.to_be_bytes());
        hasher.update(deletion.head.seq.to_be_bytes());
        hasher.update(deletion.head.hash.0);
        Hash(hasher.finalize().into())
    }

    /// Of the ban of a player.
    pub(crate) fn of_ban(player: &PlayerId, at: Millis) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(BAN);
        bytes(&mut hasher, player.as_str().as_bytes());
        hasher.update(at.to_be_bytes());
        Hash(hasher.finalize().into())
    }
}

fn time(hasher: &mut Sha256, time: Option<Millis>) {
    hasher.update([u8::from(time.is_some())]);
    hasher.update(time.unwrap_or(0).to_be_bytes());
}
