"""A report of every kind as a device would send it: in the API's description, and settled by the tests.

Each stands on a table that is ordered as usual (the Spanish Poker one with Dos Pares and the Gran Progressive); only
`dealt_at` is of its time.
"""

from typing import Any

DEALT_AT = "2026-11-17T20:00:00-08:00"

SPANISH_POKER: dict[str, Any] = {
    "report": "spanish-poker",
    "dealt_at": DEALT_AT,
    "house": "As Ks 2c 3c 4c",
    "spots": [
        {
            "spot": 1,
            "cards": "3d 4d 5d 6d Jd",
            "decision": "raise",
            "bets": {"ante": "5.00", "raise": "10.00", "gran progressive": "1.00"},
        },
        {"spot": 2, "cards": "7c Qh 5s 6h 2d", "decision": "fold", "bets": {"ante": "5.00", "dos pares": "5.00"}},
        {"spot": 4, "patron": "card 17", "cards": "", "decision": "fold", "bets": {"ante": "5.00"}},
    ],
    "posted_when_dealt": "500.00",
}
TOP_5_POKER: dict[str, Any] = {
    "report": "top-5-poker",
    "dealt_at": DEALT_AT,
    "house": "9s 9h 5d 6c 7s",
    "community": "Ac",
    "spots": [
        {
            "spot": 2,
            "cards": "Ts Th 2d 3c 4s",
            "decision": "play",
            "discard": "2d",
            "bets": {"ante": "5.00", "bet": "5.00", "ace or face": "1.00"},
        },
        {"spot": 3, "cards": "Kd 8c 5h 4c 2s", "decision": "fold", "bets": {"ante": "5.00", "10's or better": "1.00"}},
    ],
}
_BETTING = [
    {"seat": 1, "did": "ante", "amount": "2.00"},
    {"seat": 2, "did": "ante", "amount": "2.00"},
    {"seat": 1, "did": "bet", "amount": "3.00"},
    {"seat": 2, "did": "raise", "amount": "8.00"},
    {"seat": 1, "did": "call", "amount": "5.00"},
    {"seat": 1, "did": "draw", "cards": 0},
    {"seat": 2, "did": "draw", "cards": 2},
    {"seat": 1, "did": "pass"},
    {"seat": 2, "did": "pass"},
]
DRAW_POKER: dict[str, Any] = {
    "report": "draw-poker",
    "dealt_at": DEALT_AT,
    "ante": "2.00",
    "players": [{"seat": 1, "shown": "9c 9d 9h 9s *"}, {"seat": 2, "shown": "Ks Kd 2h 3c 4d"}],
    "actions": _BETTING,
    "last_first": 2,
}
LOW_BALL: dict[str, Any] = {
    "report": "low-ball",
    "dealt_at": DEALT_AT,
    "ante": "2.00",
    "players": [{"seat": 1, "shown": "5c 4d 3h 2s As"}, {"seat": 2, "shown": "6s 4c 3c 2h Ad"}],
    "actions": _BETTING,
}
ESCALERIADO: dict[str, Any] = {
    "report": "escaleriado",
    "dealt_at": DEALT_AT,
    "players": [
        {"seat": 1, "left": "won", "columns": [["As", "2s", "3s", "4s", "5s", "6s", "7s"], ["2s", "3s", "4s", "5s"]]},
        {"seat": 2, "left": "drew", "columns": [["Kc", "Kc", "Kc"]]},
        {"seat": 3, "left": "did not draw"},
    ],
    "last_winner": 1,
}
LARGO: dict[str, Any] = {
    "report": "largo",
    "dealt_at": DEALT_AT,
    "players": [
        {
            "seat": 1,
            "left": "stayed to the end",
            "columns": [["As", "2s", "3s", "4s", "5s", "6s", "7s"], ["Kc", "Kd", "Kh", "Kh"]],
            "tenth_card": "Jd",
        },
        {
            "seat": 2,
            "left": "laid all ten, not beyond the marker",
            "columns": [["4h", "5h", "6h", "7h", "Jh", "Qh", "Kh"], ["3c", "3c", "3c"]],
            "tenth_card": "4c",
        },
        {"seat": 3, "left": "laid some", "columns": [["Ac", "Ad", "As"]], "tenth_card": "Qs"},
        {"seat": 4, "left": "did not draw", "tenth_card": "2d"},
    ],
    "laid_out": [2, 1],
    "marker": [{"seat": 1, "did": "placed"}],
}
MISDEAL: dict[str, Any] = {
    "report": "misdeal",
    "dealt_at": DEALT_AT,
    "game": "spanish-poker",
    "reason": "Six cards at spot 2",
    "house_rule": "4.2",
    "spots": [{"spot": 1, "bets": {"ante": "5.00", "gran progressive": "1.00"}}],
}
WINNERS: dict[str, Any] = {
    "report": "winners",
    "dealt_at": DEALT_AT,
    "winners": [{"spot": 3, "cards": "7h Jh Qh Kh *", "patron": "card 17"}],
    "posted_when_dealt": "12345.00",
}
BY_REPORT = {
    example["report"]: example
    for example in (SPANISH_POKER, TOP_5_POKER, DRAW_POKER, LOW_BALL, ESCALERIADO, LARGO, MISDEAL, WINNERS)
}
