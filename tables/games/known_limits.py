"""The limits of the sources and of the public rules, as far as they are known (`regulation.md` says how sure that is).

An installation starts with these in its database. A new figure is a new line there, with its own source and date; these
lines stay as they are.
"""

from datetime import date
from functools import partial

from tables.games.limits import Kind, Limit

ORDINANCE = "City of Guadalupe, Ordinance No. 99-347, 5.32.140"
CONVENTIONS = "Jalisco Pool Room wagering conventions"
HOUSE_RULE = "house rule, after Ordinance No. 99-347, 5.32.140"
# The ordinance's number gives its year; its day is not in the source.
ORDAINED = date(1999, 1, 1)
# WAC 230-15 came into force on this day; for older limits the day is not known.
CHAPTER_230_15 = date(2008, 1, 1)


_guadalupe = partial(Limit, "guadalupe", effective=ORDAINED)
_washington = partial(Limit, "washington")


HOUSE_BANKED = ("spanish-poker", "top-5-poker")

KNOWN: tuple[Limit, ...] = (
    _guadalupe(Kind.PERSON_PER_HAND, f"{ORDINANCE} A 1", amount=20_000),
    _guadalupe(Kind.ONE_HAND, f"{ORDINANCE} A 2"),
    _guadalupe(Kind.ON_DUTY, f"{ORDINANCE} A 3"),
    _guadalupe(Kind.SHILL, f"{ORDINANCE} A 4"),
    _guadalupe(Kind.TABLE_STAKES, f"{ORDINANCE} B"),
    _guadalupe(Kind.NOTICE, f"{ORDINANCE} B", count=30),
    _guadalupe(Kind.ANTE_MINIMUM, f"{CONVENTIONS} 1", amount=200, game="draw-poker"),
    _guadalupe(Kind.ANTE_MAXIMUM, f"{CONVENTIONS} 1", amount=500, game="draw-poker"),
    _guadalupe(Kind.RAISE_MAXIMUM, f"{CONVENTIONS} 1", amount=500, game="draw-poker"),
    _guadalupe(Kind.POINT_MAXIMUM, f"{CONVENTIONS} 2", amount=100, game="escaleriado"),
    _guadalupe(Kind.POINT_MAXIMUM, f"{CONVENTIONS} 3", amount=100, game="largo"),
    _guadalupe(Kind.ANTE_MINIMUM, f"{CONVENTIONS} 4", amount=100, game="low-ball"),
    _guadalupe(Kind.ANTE_MAXIMUM, f"{CONVENTIONS} 4", amount=200, game="low-ball"),
    _guadalupe(Kind.RAISE_MAXIMUM, f"{CONVENTIONS} 4", amount=1_000, game="low-ball"),
    # $300 stood since 2009 (WSR 23-03-060); the day in that year is not known.
    *(_washington(Kind.WAGER, "WAC 230-15-140", date(2009, 1, 1), amount=30_000, game=game) for game in HOUSE_BANKED),
    *(_washington(Kind.WAGER, "WAC 230-15-140", date(2023, 8, 19), amount=40_000, game=game) for game in HOUSE_BANKED),
    _washington(Kind.ANTE_PART, "Spanish Poker rules, Ante Raise wager", CHAPTER_230_15, count=2, game="spanish-poker"),
    # Three until then; this is the text of 2009 (WSR 09-17-076).
    *(
        _washington(Kind.BETS_PER_HAND, "WAC 230-15-040", date(2009, 9, 14), count=6, game=game)
        for game in HOUSE_BANKED
    ),
    *(
        _washington(Kind.BETS_OVER, "WAC 230-15-040", date(2009, 9, 14), amount=500, count=3, game=game)
        for game in HOUSE_BANKED
    ),
    # For Class F and house-banked licensees; others stay at $40.
    *(
        _washington(Kind.WAGER, "WAC 230-15-135", date(2018, 7, 1), amount=30_000, game=game)
        for game in ("draw-poker", "low-ball")
    ),
    *(
        _washington(Kind.POINT_MAXIMUM, "WAC 230-15-135", CHAPTER_230_15, amount=5, game=game)
        for game in ("escaleriado", "largo")
    ),
    _washington(Kind.TABLES, "RCW 9.46.0282", CHAPTER_230_15, count=15),
    _washington(Kind.ONE_HAND, HOUSE_RULE, CHAPTER_230_15),
    _washington(Kind.ON_DUTY, HOUSE_RULE, CHAPTER_230_15),
    _washington(Kind.SHILL, HOUSE_RULE, CHAPTER_230_15),
    _washington(Kind.TABLE_STAKES, HOUSE_RULE, CHAPTER_230_15),
    _washington(Kind.NOTICE, HOUSE_RULE, CHAPTER_230_15, count=30),
)
