"""Every word of the pages has a Spanish one, and what is compiled is what is written."""

from ops import translations


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
