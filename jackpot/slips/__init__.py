"""The slip as it is printed: what it says (`sheet`), how it is drawn as a PDF (`pdf`), its cards and its QR code."""

from jackpot.slips.pdf import draw
from jackpot.slips.sheet import Line, Sheet, sheet_of

__all__ = ["Line", "Sheet", "draw", "sheet_of"]
