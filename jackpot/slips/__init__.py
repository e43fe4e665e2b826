"""The slip as it is printed: what it says (`sheet`), how it is drawn as a PDF (`pdf`), its cards and its QR code."""

from jackpot.slips.sheet import Line, Sheet, sheet_of

__all__ = ["Line", "Sheet", "draw", "sheet_of"]


def draw(sheet: Sheet) -> bytes:
    """The PDF. Its library is loaded by whoever prints, not by every process at its start."""
    from jackpot.slips import pdf

    return pdf.draw(sheet)
