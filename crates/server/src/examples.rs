//! Examples of answers for the description of the API, by the name of the operation. They speak of
//! `a-game`, which gets the name of a real one when the description is sent.

use serde_json::{Value, json};

/// What `operation` may answer, unless its schema has an example of its own.
pub fn of(operation: &str) -> Option<Value> {
    Some(match operation {
        "post-matches" | "post-imports" | "get-matches-id" | "post-matches-id-rematch" => room(),
        "get-matches" | "get-me-matches" => json!({
            "matches": [{
                "id": "9cfcbe6d842e2e1da6c874f33fb180ef", "game": "a-game", "options": {},
                "stage": "running", "visibility": "listed", "created_at": 1_790_000_000_000_u64,
                "tempo": {"kind": "untimed"}, "seats": ["Élise", "level 1"],
                "commitment": "64 hexadecimal digits", "turn": [1], "result": null
            }],
            "next": null
        }),
        "get-matches-id-page" => json!({
            "seq": 2, "hash": "0491a26c0b786d46", "backdrop": "2052ed9f95183893",
            "layers": [{"name": "animals", "shapes": [{
                "key": "blue-rat", "spot": "b2", "at": {"x": 2.17, "y": 1.58},
                "form": {"disc": {"radius": 0.42}}, "fill": "seat-1", "line": "ink", "glyph": "▲Ra"
            }]}],
            "ask": {"id": 2, "choices": [{
                "stem": "j4", "path": ["j4"], "targets": ["j5", "i4", "k4"],
                "mark": "mark-shift", "caption": "from j4 to"
            }], "buttons": []},
            "turn": {"seats": [1], "chance": false}, "result": null
        }),
        "get-matches-id-events" => json!({
            "seq": 1, "hash": "0491a26c0b786d46",
            "events": [{
                "seq": 1, "by": 1, "action": "j3j4", "spots": ["j3", "j4"],
                "events": [{"kind": "move", "seat": 1, "from": "j3", "to": "j4", "text": "The blue lion goes from j3 to j4."}]
            }]
        }),
        "get-matches-id-lens" => json!({
            "lens": "reach", "title": "Reach", "about": "…", "seat": 1, "change": false,
            "values": {"a1": 2, "b1": 1}, "count": 2, "legend": "Blue reaches 2 squares, the farthest in 2 moves.", "paths": [], "at_least": [], "plans": {}, "notes": [], "reading": null,
            "layer": {"name": "lens", "shapes": []}
        }),
        "post-matches-id-plan" => json!({
            "position": "0491a26c0b786d46",
            "steps": [{
                "text": "j3j4", "by": 1, "of": 0, "assumed": false, "unknown": false,
                "events": [{"kind": "move", "seat": 1, "from": "j3", "to": "j4", "text": "The blue lion goes from j3 to j4."}],
                "position": "2052ed9f95183893",
                "odds": [
                    {"result": "defender-2", "text": "defender −2", "ways": 2890, "of": 7776},
                    {"result": "attacker-2", "text": "attacker −2", "ways": 2275, "of": 7776}
                ],
                "forecasts": [{"name": "battle", "title": "the battle", "lines": [
                    {"result": "won", "text": "the battle is won", "share": 0.807903},
                    {"result": "not-won", "text": "the battle is not won", "share": 0.192097}
                ]}]
            }],
            "meant": null, "allowed": true, "refusals": [], "unchecked": [], "lenses": []
        }),
        "get-matches-id-record" => json!(
            "[Game \"a-game\"]\n[Seats \"Élise; level 1\"]\n[Result \"*\"]\n\n1. j3j4 h11i11\n"
        ),
        "get-matches-id-stream" => json!("event: page\ndata: {\"type\":\"page\",\"seq\":2,…}\n\n"),
        "get-matches-id-backdrops-hash" => json!({
            "hash": "2052ed9f95183893",
            "scene": {
                "width": 12.7, "height": 13.7,
                "layers": [{"name": "ground", "shapes": [{
                    "key": "a1", "spot": "a1", "at": {"x": 0.67, "y": 0.08},
                    "form": {"rect": {"width": 1, "height": 1, "round": 0}}, "fill": "region-1"
                }]}],
                "turns": true
            },
            "marks": {"mark-attack": "crosshair", "mark-shift": "dot"}
        }),
        "get-games-game-lesson" => json!({
            "type": "page", "seq": 2, "match": "lesson-a-game", "room": room(), "news": [], "chat": [],
            "page": {"seq": 2, "lesson": {"title": "…", "done": 1, "tasks": 7, "text": "…", "hint": "…", "solution": ["j3j4"]}}
        }),
        "get-matches-id-picture.png" => json!("the bytes of a PNG"),
        "get-matches-id-picture.gif" => json!("the bytes of a GIF"),
        "get-games-game-rules" => json!("# A Game\n\n## 1. The board\n\n1.1 …\n"),
        "get-games-game-picture.svg" | "get-games-game-diagrams-name" | "post-qr" => {
            json!("<svg xmlns=\"http://www.w3.org/2000/svg\">…</svg>")
        }
        _ => return None,
    })
}

fn room() -> Value {
    json!({
        "id": "9cfcbe6d842e2e1da6c874f33fb180ef", "game": "a-game", "options": {}, "rules": "a-game 1",
        "stage": "running", "visibility": "listed", "undo": "own", "tempo": {"kind": "untimed"},
        "claim_after": 900, "commitment": "64 hexadecimal digits",
        "created_at": 1_790_000_000_000_u64,
        "seats": [
            {"seat": 1, "name": "Blue", "kind": "person", "player": {"id": "5f0c…", "name": "Élise"}, "seed": "23ca8b00de470112adc6d2c8b44cafb9", "presence": {"here": true}},
            {"seat": 2, "name": "Red", "kind": "agent", "level": 1, "seed": "agent:1"}
        ],
        "you": {"seats": [1], "eye": 1, "curtain": false, "may_reclaim": []},
        "rematch": null
    })
}
