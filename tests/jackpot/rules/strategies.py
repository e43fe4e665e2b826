"""Any balances and any elections, with amounts drawn close to the levels where the rules change their mind."""

from hypothesis import strategies as st

from jackpot.rules import Balances, Policy

LEVELS = [0, 1, 49_999, 50_000, 499_999, 500_000, 500_001, 1_999_999, 2_000_000, 2_000_001]
amounts = st.one_of(st.sampled_from(LEVELS), st.integers(0, 3_000_000))
rates = st.one_of(st.sampled_from([0, 1, 5_000, 9_999, 10_000]), st.integers(0, 10_000))
balances = st.builds(Balances, amounts, amounts, amounts, amounts, amounts, amounts)


@st.composite
def policies(draw: st.DrawFn, **fixed) -> Policy:
    fee, fee_max = sorted((draw(rates), draw(rates)))
    elections = {
        "fee_bps": fee,
        "fee_max_bps": fee_max,
        "seed_recovery": draw(st.sampled_from(["none", "full", "portion"])),
        "seed_portion_bps": draw(rates),
        "shortage": draw(st.sampled_from(["carryover", "backup"])),
        "backups": draw(st.booleans()),
        "backup_share_bps": draw(rates),
        "backup_threshold": draw(amounts),
        "backup_cap": draw(amounts),
        "cap_lift": draw(amounts),
        "seed_minimum": draw(st.integers(50_000, 600_000)),
        "maximum": draw(st.one_of(st.none(), amounts)),
    }
    return Policy(**{**elections, **fixed})
