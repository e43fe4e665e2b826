"""Every word of the pages has a Spanish one, and what is compiled is what is written."""

import re

import pytest
from django.utils import translation

from ops import translations
from tables.sentences import in_words
from tests.jackpot.conftest import house  # noqa: F401 - a fixture


def test_every_word_is_translated():
    assert translations.untranslated(translations.brought_up_to_date()) == []


def test_the_files_are_up_to_date():
    catalog = translations.brought_up_to_date()

    assert translations.PO.read_bytes() == translations.as_text(catalog)
    assert translations.PO.with_suffix(".mo").read_bytes() == translations.compiled(catalog)


def test_a_page_in_spanish(client, db):
    answer = client.post("/language/", {"language": "es", "next": "/"})

    assert (answer.status_code, answer["Location"]) == (302, "/")
    page = client.get("/").content.decode()
    assert '<html lang="es">' in page
    assert "Entre para ver lo que le espera." in page


SAID = {
    "Ana has counted this box. Pass B is counted by someone else.": (
        "Ana ya contó esta caja. La pasada B la cuenta otra persona."
    ),
    "Box 2 of Spanish Poker 2: count 000449 waits for the verifier.": (
        "Caja 2 de Spanish Poker 2: conteo 000449 espera la verificación."
    ),
    "Box 4 was last placed and cannot be received now: pull it first.": (
        "Caja 4 está colocada y ahora no puede quedar recibida: primero retírela."
    ),
    "Slip 000726 still needs: cameras verified, W-2G filled in. Do it and note it.": (
        "A Vale 000726 aún le falta: cámaras verificadas, W-2G rellenado. Hágalo y anótelo."
    ),
    "Gran Progressive A cannot be closed yet: Gaming day 2026-11-17 is not over yet.": (
        "Gran Progressive A aún no se puede cerrar: El día de juego 2026-11-17 aún no ha terminado."
    ),
    "won: royal flush, royal flush": "ganado: flor imperial, flor imperial",
    "The screen went dark.": "The screen went dark.",
    "": "",
}


@pytest.mark.parametrize(("said", "spanish"), SAID.items())
def test_what_a_service_says_is_said_in_the_language_of_the_page(said, spanish):
    with translation.override("es"):
        assert in_words(said) == spanish
    with translation.override("en"):
        assert in_words(said) == said


def test_the_sentences_are_read_out_of_the_code():
    source = """
def empty(box, step):
    if step:
        raise Refused(f"{box} is retired after {step!r}.", errors={"box": ["Choose another."], "step": []})
    raise Said("Nothing to do.", "box/1") from ValueError("not said on a page")
SAID_ELSEWHERE = ("box {1}",)
"""
    assert sorted(translations.sentences_of(source)) == [
        "Choose another.",
        "Nothing to do.",
        "box {1}",
        "{1} is retired after {2}.",
    ]


def test_a_spanish_sentence_has_the_pieces_of_the_english_one():
    spoken = [one for one in translations.kept() if one.context == translations.SENTENCE and one.string]
    assert len(spoken) > 250
    for one in spoken:
        assert sorted(set(re.findall(r"{\d+}", one.string))) == sorted(set(re.findall(r"{\d+}", one.id))), one.id


def test_a_refusal_on_a_page_in_spanish(client, house):  # noqa: F811 - the fixture
    client.force_login(house.floor.ann)
    client.post("/language/", {"language": "es", "next": "/"})

    page = client.post(f"/counts/boxes/{house.floor.box.pk}/count/", follow=True).content.decode()

    assert "Caja 1 no tiene nada que contar. Primero retírela y recíbala en la sala de conteo." in page
