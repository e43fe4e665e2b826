"""The demo: a believable cardroom and its history, played day by day through the real services.

`people` and `room` set it up; `script` says what happens on which day; `floor`, `count_room` and `office` play one day
of their part; `history` puts the days together; `today` leaves something waiting for every role. Everything that is
drawn comes from one seeded generator, so the same date gives the same room.
"""
