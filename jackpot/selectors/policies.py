"""Finding policies for the pages."""

from datetime import date

from jackpot.models import PolicyVersion, Progressive
from jackpot.selectors import policy_on
from tables.refusals import NotThere, Refused


def policy_in_force(progressive: Progressive, day: date) -> PolicyVersion | None:
    """The policy of that day, if there is one."""
    try:
        return policy_on(progressive, day)
    except Refused:
        return None


def policy_of(progressive: Progressive, number: int) -> PolicyVersion:
    """One version of a progressive's policy."""
    policy = progressive.policies.filter(number=number).first()
    if not policy:
        raise NotThere(f"{progressive} has no policy {number}.")
    policy.progressive = progressive
    return policy
