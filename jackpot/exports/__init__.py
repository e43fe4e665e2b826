"""What the progressive adds to the exports: its data sets and the package for the WSGC, registered when imported."""

from jackpot.exports import hits, progressives, sign_offs, wsgc

__all__ = ["hits", "progressives", "sign_offs", "wsgc"]
