"""The content of a small certificate."""

CONTENT = {
    "form": 2,
    "jurisdiction": "one",
    "edition": {"number": 3, "date": "2030-01-01"},
    "spec_sha256": "a",
    "policy_sha256": "b",
    "documents": {"main": "c"},
    "program": {"version": "1.0", "code_sha256": "d"},
    "readings": {"wheel": "lowest"},
    "wagers": [
        {"wager": "standard", "status": "deferred"},
        {
            "wager": "bonus",
            "paytable": "1",
            "status": "exact",
            "house_edge": "1/20",
            "envy": [],
        },
        {
            "wager": "bonus",
            "paytable": "2",
            "status": "exact",
            "house_edge": "1/10",
            "envy": [],
        },
    ],
    "issues": [
        {"code": "INT001", "fingerprint": "f1", "severity": "error"},
        {"code": "GAP002", "fingerprint": "f2", "severity": "warning"},
    ],
    "counts": [
        {"kind": "pairs", "question": "q1", "sha256": "x"},
        {"kind": "settings", "question": "q2", "result": [1]},
    ],
    "settlements": {
        "rules_sha256": "r",
        "code_sha256": "e",
        "rounds": 10,
        "payments": 12,
        "refused": 0,
        "sha256": "m",
    },
}
