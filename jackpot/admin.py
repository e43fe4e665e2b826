"""The progressives in /admin/: to be read, never changed there."""

from jackpot import models
from tables.admin import show

show(
    models.Progressive,
    models.Approval,
    models.PolicyVersion,
    models.HitEvent,
    models.Payout,
    models.Threshold,
    models.Posting,
    models.Close,
    models.Correction,
    models.SlipPrint,
)
