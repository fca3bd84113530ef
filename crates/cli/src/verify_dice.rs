//! `vauban verify-dice`: rolling the results of a record again.

use serde_json::json;
use vauban_catalog::CATALOG;
use vauban_game::{Lang, Text};
use vauban_table::{Audit, Doubt, Throw};

use crate::{
    arguments::VerifyDice,
    convert::read,
    failure::Failure,
    loading::{self, Content},
    output::print,
};

pub fn run(arguments: &VerifyDice, lang: Lang) -> Result<(), Failure> {
    let path = &arguments.file;
    let records = match Content::read(&read(path)?, path)? {
        Content::Records(records) => records,
        Content::Other(_) => return Err(Failure::file(path, &NO_RECORD)),
    };
    let record = loading::one(&records, arguments.record, path)?;
    let game = CATALOG.find(record.tag("Game").unwrap_or_default())?;
    let found = game
        .check_dice(record)
        .and_then(|audit| committed(audit, arguments.commit.as_deref()));
    if arguments.json {
        print(&format!("{}\n", machine_form(&found, lang)))?;
    }
    let audit = found.map_err(|doubt| Failure::file(path, &doubt.text))?;
    if !arguments.json {
        print(&told(&audit, lang))?;
    }
    match audit.difference() {
        None => Ok(()),
        Some(throw) => Err(Failure::file(path, &differs(throw))),
    }
}

const NO_RECORD: Text = Text::fixed("is not a record", "n'est pas une partie");

/// The hash that was noted before the match must be the record's.
fn committed(audit: Audit, noted: Option<&str>) -> Result<Audit, Doubt> {
    let same = match (noted, &audit.proof) {
        (Some(noted), Some(proof)) => noted.trim().eq_ignore_ascii_case(&proof.commitment),
        (Some(_), None) => false,
        (None, _) => true,
    };
    if same {
        return Ok(audit);
    }
    Err(Doubt {
        code: "other-commitment",
        text: Text::fixed(
            "the record's DiceCommit is not the hash that was published before the match",
            "le DiceCommit de la partie n'est pas l'empreinte publiée avant le début",
        ),
    })
}

/// For people: a line for each result, and what it comes to.
fn told(audit: &Audit, lang: Lang) -> String {
    let mut lines: Vec<String> = audit
        .throws
        .iter()
        .map(|throw| match throw.agrees {
            true => lang.pick(
                format!("step {}: !{} agrees", throw.step, throw.written),
                format!("coup {} : !{} concorde", throw.step, throw.written),
            ),
            false => differs(throw).of(lang).to_owned(),
        })
        .collect();
    let all = audit.throws.len();
    let differ = audit.throws.iter().filter(|throw| !throw.agrees).count();
    lines.push(match (all, differ) {
        (0, _) => lang.pick(
            "no result of chance to check".to_owned(),
            "aucun résultat du hasard à vérifier".to_owned(),
        ),
        (_, 0) => lang.pick(
            format!("{all} of {all} results of chance agree with the dice"),
            format!("{all} résultats du hasard sur {all} concordent avec les dés"),
        ),
        _ => lang.pick(
            format!("{differ} of {all} results of chance differ from the dice"),
            format!("{differ} résultats du hasard sur {all} diffèrent des dés"),
        ),
    });
    if audit.brought > 0 {
        let brought = audit.brought;
        lines.push(lang.pick(
            format!("{brought} earlier results came with the file that the match continues, and cannot be checked"),
            format!("{brought} résultats antérieurs viennent du fichier repris et ne peuvent pas être vérifiés"),
        ));
    }
    if let Some(proof) = &audit.proof {
        let commitment = &proof.commitment;
        lines.push(lang.pick(
            format!("the server must have published {commitment} before the match"),
            format!("le serveur doit avoir publié {commitment} avant la partie"),
        ));
    }
    lines.join("\n") + "\n"
}

fn differs(throw: &Throw) -> Text {
    let Throw {
        step,
        written,
        rolled,
        ..
    } = throw;
    Text::new(
        format!("step {step}: !{written} differs, the dice gave !{rolled}"),
        format!("coup {step} : !{written} diffère, les dés ont donné !{rolled}"),
    )
}

fn machine_form(found: &Result<Audit, Doubt>, lang: Lang) -> serde_json::Value {
    let audit = match found {
        Ok(audit) => audit,
        Err(doubt) => {
            return json!({"ok": false, "code": doubt.code, "text": doubt.text.of(lang)});
        }
    };
    let throws: Vec<serde_json::Value> = audit
        .throws
        .iter()
        .map(|throw| {
            json!({"step": throw.step, "written": throw.written, "rolled": throw.rolled, "agrees": throw.agrees})
        })
        .collect();
    json!({
        "ok": audit.difference().is_none(),
        "commitment": audit.proof.as_ref().map(|proof| &proof.commitment),
        "match": audit.proof.as_ref().map(|proof| &proof.name),
        "seeds": audit.proof.as_ref().map(|proof| &proof.seeds),
        "throws": throws,
        "brought": audit.brought,
        "differs": audit.difference().map(|throw| throw.step),
    })
}
