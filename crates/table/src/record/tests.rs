use super::*;

const SAMPLE: &str = "\
[Game \"jungle\"]
[Rules \"jungle 1\"]
[Opening \"the \\\"old\\\" one \\\\\"]

1. j3j4 {a quiet start} h11g11 #00000000000000ff 2:hide-3 !6,5/4 1:resign ?

";

#[test]
fn what_we_wrote_reads_back_to_itself() {
    let record = Record::read(SAMPLE).unwrap();
    assert_eq!(record.to_string(), SAMPLE);
    assert_eq!(record.tag("Opening"), Some("the \"old\" one \\"));
    assert_eq!(record.steps().count(), 6);
}

#[test]
fn long_records_are_wrapped_and_numbered() {
    let mut record = Record::default();
    record.set_tag("Game", "jungle");
    for _ in 0..100 {
        record.items.push(Item::Step(Step::Chance("6,6".into())));
    }
    let text = record.to_string();
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
    assert_eq!(Record::read(&text).unwrap(), record);
    assert_eq!(Record::read(&text).unwrap().to_string(), text);
}

#[test]
fn a_hand_written_record_is_normalised() {
    let hand = "[Game \"jungle\"]\r\n1.j3j4\r\n2. {x\n  y}h11g11";
    let record = Record::read(hand).unwrap();
    assert_eq!(
        record.to_string(),
        "[Game \"jungle\"]\n\n1. j3j4 {x y} h11g11\n\n"
    );
    assert_eq!(record.items[1], Item::Comment("x y".into()));
}

#[test]
fn several_records_stand_in_one_file() {
    let two = format!("{SAMPLE}{SAMPLE}");
    assert_eq!(Record::read_all(&two).unwrap().len(), 2);
    assert!(Record::read_all("").unwrap().is_empty());
    assert!(Record::read("").is_err());
}

#[test]
fn errors_name_the_line() {
    for (text, line) in [
        ("[Game \"jungle\"]\n[Oops]\n", 2),
        ("[Game \"jungle\n", 1),
        ("[Game \"a\"]\n[Game \"b\"]", 2),
        ("\n\n{never closed", 3),
        ("a1a2\n#12", 2),
        ("9:a1a2", 1),
        (":a1a2", 1),
        ("[Game \"a\\\nb\"]", 1),
        ("a1a2\n3.[Game", 2),
    ] {
        assert_eq!(Record::read_all(text).unwrap_err().line, line, "{text:?}");
    }
}

#[test]
fn settings_survive_blanks_and_signs() {
    let settings: Settings = [("map", "a b=c%é"), ("first", "north")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let text = write_settings(&settings);
    assert!(!text.contains("a b"));
    assert_eq!(read_settings(&text), settings);
}
