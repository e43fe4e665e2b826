"""One slip as a PDF of A5 size, drawn with reportlab: black on white, the cards, the words, lines to sign on."""

from io import BytesIO

import segno
from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.lib.pagesizes import A5
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from jackpot.slips.sheet import Check, Sheet, Signature
from jackpot.slips.suits import OUTLINES, RED

mm = 72 / 25.4  # a PDF measures in points of 1/72 inch
WIDTH: float = A5[0]
HEIGHT: float = A5[1]
MARGIN = 12 * mm
TEXT_WIDTH = WIDTH - 2 * MARGIN
RED_INK, GREY, MARK = HexColor("#a3261f"), HexColor("#555555"), Color(0.64, 0.15, 0.12, alpha=0.16)
CARD_WIDTH = 22 * mm
CARD_HEIGHT = 28 * mm
CARD_GAP = 3.5 * mm
QR_SIZE = 24 * mm


def draw(sheet: Sheet) -> bytes:
    """The PDF file of one printed copy."""
    page = BytesIO()
    canvas = Canvas(page, pagesize=A5, pageCompression=1)
    canvas.setTitle(f"Slip {sheet.number}")
    canvas.setAuthor(sheet.cardroom)
    y = _head(canvas, sheet)
    y = _cards(canvas, sheet, y)
    y = _amount(canvas, sheet, y)
    y = _facts(canvas, sheet, y)
    y = _checks(canvas, sheet.checks, y)
    _signatures(canvas, sheet.signatures)
    _foot(canvas, sheet)
    if sheet.reprint or sheet.void_reason:
        _mark(canvas, f"REPRINT {sheet.reprint}" if sheet.reprint else "VOID")
    canvas.showPage()
    canvas.save()
    return page.getvalue()


def _mark(canvas: Canvas, text: str) -> None:
    """Large and across the page, over everything and yet so light that all of it can be read."""
    canvas.saveState()
    canvas.translate(WIDTH / 2, HEIGHT / 2)
    canvas.rotate(55)
    canvas.setFillColor(MARK)
    canvas.setFont("Helvetica-Bold", 76)
    canvas.drawCentredString(0, -20, text)
    canvas.restoreState()


def _head(canvas: Canvas, sheet: Sheet) -> float:
    top = HEIGHT - MARGIN
    _qr(canvas, sheet.address, WIDTH - MARGIN - QR_SIZE, top - QR_SIZE)
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(MARGIN, top - 10, sheet.cardroom)
    canvas.setFont("Helvetica", 8)
    canvas.setFillColor(GREY)
    canvas.drawString(MARGIN, top - 21, sheet.licence)
    canvas.setFillColor(black)
    canvas.setFont("Helvetica-Bold", 26)
    canvas.drawString(MARGIN, top - 52, f"Slip {sheet.number}")
    canvas.setFont("Helvetica", 10)
    state = f"{sheet.state}, reprint {sheet.reprint}" if sheet.reprint else sheet.state
    canvas.drawString(MARGIN, top - 66, state)
    return top - QR_SIZE - 6 * mm


def _qr(canvas: Canvas, address: str, x: float, y: float) -> None:
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    module = QR_SIZE / len(rows)
    for down, row in enumerate(rows):
        for across, dark in enumerate(row):
            if dark:
                # A hair wider than a module, so that no white line shows between two of them.
                canvas.rect(
                    x + across * module, y + QR_SIZE - (down + 1) * module, module + 0.1, module + 0.1, stroke=0, fill=1
                )


def _cards(canvas: Canvas, sheet: Sheet, y: float) -> float:
    x = MARGIN
    for card in sheet.cards:
        _card(canvas, card, x, y - CARD_HEIGHT)
        x += CARD_WIDTH + CARD_GAP
    return y - CARD_HEIGHT - 7 * mm


def _card(canvas: Canvas, card: str, x: float, y: float) -> None:
    rank, suit = ("", "*") if card == "*" else (card[0], card[1])
    canvas.setFillColor(white)
    canvas.setStrokeColor(black)
    canvas.setLineWidth(0.8)
    canvas.roundRect(x, y, CARD_WIDTH, CARD_HEIGHT, 2 * mm, stroke=1, fill=1)
    canvas.setFillColor(RED_INK if suit in RED else black)
    if not rank:
        _outline(canvas, suit, x + CARD_WIDTH / 2 - 7 * mm, y + 10 * mm, 14 * mm)
        canvas.setFont("Helvetica-Bold", 9)
        canvas.drawCentredString(x + CARD_WIDTH / 2, y + 4 * mm, "JOKER")
    else:
        canvas.setFont("Helvetica-Bold", 24)
        canvas.drawString(x + 2.5 * mm, y + CARD_HEIGHT - 9 * mm, {"T": "10"}.get(rank, rank))
        _outline(canvas, suit, x + CARD_WIDTH - 14.5 * mm, y + 3.5 * mm, 12 * mm)
    canvas.setFillColor(black)


def _outline(canvas: Canvas, suit: str, x: float, y: float, size: float) -> None:
    """A suit with its lower left corner at x, y; outlines have y downwards, a PDF has it upwards."""
    path = canvas.beginPath()
    for command, numbers in OUTLINES[suit]:
        points = [
            value
            for px, py in zip(numbers[::2], numbers[1::2], strict=True)
            for value in (x + px * size, y + (1 - py) * size)
        ]
        match command:
            case "M":
                path.moveTo(*points)
            case "L":
                path.lineTo(*points)
            case "C":
                path.curveTo(*points)
            case _:
                path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def _amount(canvas: Canvas, sheet: Sheet, y: float) -> float:
    canvas.setFont("Helvetica-Bold", 13)
    canvas.drawString(MARGIN, y, sheet.category)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(MARGIN, y - 13, sheet.share)
    canvas.setFont("Helvetica-Bold", 26)
    canvas.drawRightString(WIDTH - MARGIN, y - 11, sheet.figure)
    y -= 30
    canvas.setFont("Helvetica-Oblique", 10)
    for line in simpleSplit(sheet.words, "Helvetica-Oblique", 10, TEXT_WIDTH):
        canvas.drawString(MARGIN, y, line)
        y -= 12
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, y + 4, WIDTH - MARGIN, y + 4)
    return y - 10


def _facts(canvas: Canvas, sheet: Sheet, y: float) -> float:
    """Two columns of facts."""
    half = (len(sheet.facts) + 1) // 2
    for column, facts in enumerate((sheet.facts[:half], sheet.facts[half:])):
        x = MARGIN + column * TEXT_WIDTH * 0.53
        for row, fact in enumerate(facts):
            _pair(canvas, fact.name, fact.text, x, y - row * 13)
    y -= half * 13
    if sheet.void_reason:
        canvas.setFont("Helvetica-Bold", 9)
        for line in simpleSplit(f"Void: {sheet.void_reason}", "Helvetica-Bold", 9, TEXT_WIDTH):
            canvas.drawString(MARGIN, y, line)
            y -= 11
    return y - 4


def _pair(canvas: Canvas, name: str, text: str, x: float, y: float) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.setFillColor(GREY)
    canvas.drawString(x, y, name)
    canvas.setFillColor(black)
    canvas.setFont("Helvetica-Bold", 9)
    canvas.drawString(x + 23 * mm, y, text)


def _checks(canvas: Canvas, checks: tuple[Check, ...], y: float) -> float:
    for check in checks:
        canvas.setLineWidth(0.7)
        canvas.rect(MARGIN, y - 1, 8, 8)
        if check.made:
            canvas.setLineWidth(1.4)
            canvas.lines([(MARGIN + 1.5, y + 3, MARGIN + 3.5, y + 0.8), (MARGIN + 3.5, y + 0.8, MARGIN + 7, y + 6)])
        canvas.setFont("Helvetica", 9)
        room = TEXT_WIDTH - 13 - stringWidth(check.source, "Helvetica", 7) - 6
        canvas.drawString(MARGIN + 13, y, _fitted(f"{check.name}{': ' if check.made else ''}{check.note}", room))
        canvas.setFillColor(GREY)
        canvas.setFont("Helvetica", 7)
        canvas.drawRightString(WIDTH - MARGIN, y, check.source)
        canvas.setFillColor(black)
        y -= 13
    return y


def _fitted(text: str, room: float) -> str:
    """The text on one line of 9 points; a long note is cut on paper and whole in the record."""
    while stringWidth(text, "Helvetica", 9) > room:
        text = f"{text.removesuffix('…')[:-1].rstrip()}…"
    return text


def _signatures(canvas: Canvas, signatures: tuple[Signature, ...]) -> None:
    """At the foot, always in the same place: two lines beside each other."""
    width = (TEXT_WIDTH - 8 * mm) / 2
    rows = (len(signatures) + 1) // 2
    canvas.setLineWidth(0.6)
    for place, signature in enumerate(signatures):
        x = MARGIN + (place % 2) * (width + 8 * mm)
        y = MARGIN + 13 * mm + (rows - 1 - place // 2) * 14 * mm
        canvas.line(x, y, x + width, y)
        canvas.setFont("Helvetica", 8)
        canvas.setFillColor(GREY)
        canvas.drawString(x, y - 9, signature.role)
        canvas.setFillColor(black)
        canvas.drawRightString(x + width, y - 9, signature.name)


def _foot(canvas: Canvas, sheet: Sheet) -> None:
    canvas.setFillColor(GREY)
    canvas.setFont("Courier", 6)
    canvas.drawString(MARGIN, MARGIN - 3, sheet.digest)
    canvas.setFont("Helvetica", 6.5)
    canvas.drawString(MARGIN, MARGIN - 11, sheet.printed)
    canvas.drawRightString(WIDTH - MARGIN, MARGIN - 11, sheet.address)
