"""Who gets in, who does not, and what is kept of it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounting.services.count_sheets import add_denomination, retire_denomination
from accounting.services.counts import set_count_rules
from accounting.services.retention import set_fiscal_year_end
from tables import clock, second_factor
from tables.checks import second_factor_is_on
from tables.duties import Role
from tables.models import AccessEvent, Cardroom, Employee, PersonalToken, Table
from tables.refusals import Invalid, NotAllowed, NotThere, Refused
from tables.selectors.access import access_events
from tables.services import identity, people, terminals
from tables.services.cardrooms import change_cardroom
from tests.codes import code, other_code
from tests.floor import PIN, hire

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
SET_UP = "/account/second-factor/"
TOO_MANY = "Too many failed tries. Wait five minutes, then try again, or ask your administrator."
WRONG = "This name and password do not go together. Try again, or ask your administrator."
WRONG_CODE = "That code is not right, or was used before. Wait for the next one and type it."
HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def required(settings):
    settings.SECOND_FACTOR = True
    cache.clear()


@pytest.fixture
def cardroom():
    return Cardroom.objects.create(
        code="tri-city", name="Tri-City Cardroom", licensee="Tri-City LLC", licence_number="67-1"
    )


@pytest.fixture
def someone(cardroom):
    """Hire people who can sign in."""

    def new(name, *roles, department="gambling", **facts):
        employee = hire(facts.get("cardroom") or cardroom, name, department, *roles)
        employee.username = name.lower()
        employee.set_password(PASSWORD)
        for fact, value in facts.items():
            setattr(employee, fact, value)
        employee.save()
        return employee

    return new


@pytest.fixture
def gus(someone):
    return someone("Gus", Role.GENERAL_MANAGER)


@pytest.fixture
def flora(someone):
    return someone("Flora", Role.FLOOR_MANAGER)


def sign_in(client, name, password=PASSWORD, **more):
    return client.post("/login/", {"login": name, "password": password, **more})


def secret_on(page):
    return re.search(r'<code class="key">([A-Z2-7]+)</code>', page.content.decode())[1]


def set_up(client, name):
    """Sign in, set up a code app, and come away with its secret and the recovery codes."""
    sign_in(client, name)
    secret = secret_on(client.get(SET_UP))
    assert client.post(SET_UP, {"code": code(secret)})["Location"] == "/account/recovery-codes/"
    page = client.get("/account/recovery-codes/").content.decode()
    return secret, re.findall(r"<li><code>(\d+)</code></li>", page)


def trail(*fields):
    """The rows of the trail, oldest first."""
    return list(AccessEvent.objects.order_by("pk").values_list(*(fields or ("kind", "employee__name", "detail"))))


def is_in(client):
    return "_auth_user_id" in client.session


# --- Name and password ----------------------------------------------------------------------------------------------


def test_in_and_out_with_a_password(client, flora):
    assert sign_in(client, "flora")["Location"] == "/"
    assert client.session.get_expire_at_browser_close()
    assert client.post("/logout/")["Location"] == "/login/"
    assert trail("kind", "employee", "cardroom", "by", "name_given", "address", "detail") == [
        ("signed in", flora.pk, flora.cardroom_id, None, "flora", HERE, "password"),
        ("signed out", flora.pk, flora.cardroom_id, None, "", HERE, "by themselves"),
    ]


@pytest.mark.parametrize(
    ("name", "whose", "reason"),
    [("flora", "Flora", "wrong password"), ("nobody", None, "unknown name"), ("old", "Old", "no longer works here")],
)
def test_a_refused_sign_in_says_nothing_and_is_kept(client, someone, flora, name, whose, reason):
    someone("Old", Role.FLOOR_MANAGER, is_active=False)
    given = PASSWORD if name == "old" else "wrong"
    answer = sign_in(client, name, given)

    assert (answer.status_code, answer.content.decode().count(WRONG)) == (200, 1)
    assert not is_in(client)
    assert trail("kind", "employee__name", "name_given", "address", "detail") == [
        ("sign-in refused", whose, name, HERE, reason)
    ]


def test_an_account_is_locked_after_five_wrong_passwords(client, flora):
    for _ in range(5):
        assert WRONG in sign_in(client, "flora", "wrong").content.decode()
    # Also the right password, and also from elsewhere: it is the account that is locked.
    assert TOO_MANY in sign_in(client, "flora").content.decode()
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert TOO_MANY in sign_in(elsewhere, "flora").content.decode()

    assert not is_in(client)
    assert trail("kind", "name_given", "address", "detail") == [
        *[("sign-in refused", "flora", HERE, "wrong password")] * 5,
        ("locked out", "flora", HERE, "too many failed tries"),
        ("locked out", "flora", "198.51.100.7", "too many failed tries"),
    ]


def test_another_host_name_is_no_new_account_to_guess_at(client, flora, settings):
    """`Host: testserver:1` is as good a host as `testserver`, and the same account behind it."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login_failed": "5/5m/key"}
    settings.ALLOWED_HOSTS = ["testserver", "bote.example"]
    hosts = ["testserver", "testserver:1", "TESTSERVER", "bote.example", "bote.example:2"]
    for host in hosts:
        assert WRONG in client.post("/login/", {"login": "flora", "password": "no"}, headers={"host": host}).text

    answer = client.post("/login/", {"login": "FLORA", "password": PASSWORD}, headers={"host": "testserver:3"})

    assert (TOO_MANY in answer.text, is_in(client)) == (True, False)
    assert trail()[-1] == ("locked out", "Flora", "too many failed tries")


def test_a_name_in_other_letters_is_kept_under_its_person(client, flora):
    sign_in(client, "FLORA", "wrong")

    assert trail("kind", "employee__name", "cardroom", "name_given", "detail") == [
        ("sign-in refused", "Flora", flora.cardroom_id, "FLORA", "wrong password")
    ]


def test_behind_a_proxy_one_address_is_locked_and_not_the_house(client, flora, settings):
    """With PROXIES=1, who calls is what the proxy added last; what a caller writes before it counts for nothing."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for attempt in range(10):
        forwarded = {"X-Forwarded-For": f"198.51.100.{attempt}, 203.0.113.9"}
        client.post("/login/", {"login": f"nobody-{attempt}", "password": "wrong"}, headers=forwarded)
    assert trail("kind", "address") == [("sign-in refused", "203.0.113.9")] * 10
    elsewhere = {"X-Forwarded-For": "203.0.113.10"}

    client.post("/login/", {"login": "flora", "password": PASSWORD}, headers=forwarded)
    assert not is_in(client)
    client.post("/login/", {"login": "flora", "password": PASSWORD}, headers=elsewhere)
    assert is_in(client)


def test_an_address_is_locked_after_ten_failures(client, flora):
    for number in range(10):
        sign_in(client, f"nobody-{number}", "wrong")

    assert TOO_MANY in sign_in(client, "flora").content.decode()
    assert sign_in(Client(REMOTE_ADDR="198.51.100.7"), "flora")["Location"] == "/"
    assert [row[0] for row in trail("kind")] == ["sign-in refused"] * 10 + ["locked out", "signed in"]


def test_tries_beyond_thirty_a_minute_are_not_even_looked_at(client, flora):
    for _ in range(30):
        sign_in(client, "flora", "wrong")
    answer = sign_in(client, "flora")

    assert answer.status_code == 429
    assert "There were too many tries from here. Wait a minute, then try again." in answer.content.decode()
    assert AccessEvent.objects.count() == 30


def test_a_right_password_is_not_counted(client, flora):
    for _ in range(12):
        assert sign_in(client, "flora")["Location"] == "/"
        client.post("/logout/")


@pytest.mark.parametrize(
    "where", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_signing_in_leads_nowhere_else(client, flora, where):
    assert sign_in(client, "flora", next=where)["Location"] == "/"
    client.post("/logout/")
    assert client.post(f"/login/?next={where}", {"login": "flora", "password": PASSWORD})["Location"] == "/"
    assert client.post("/logout/", {"next": where})["Location"] == "/login/"


def test_signing_in_leads_where_one_wanted_to_go(client, flora):
    assert sign_in(client, "flora", next="/counts/")["Location"] == "/counts/"


def test_a_form_sent_by_a_stranger_leads_back_to_its_page(client, flora):
    here = {"Referer": "http://testserver/setup/people/?leaf=2"}
    assert client.post("/setup/people/7/", headers=here)["Location"] == "/login/?next=/setup/people/"
    assert client.post("/setup/people/7/")["Location"] == "/login/?next=/"
    elsewhere = client.post("/setup/people/7/", headers={"Referer": "https://evil.example//evil.example/"})
    assert client.post(elsewhere["Location"], {"login": "flora", "password": PASSWORD})["Location"] == "/"


def test_the_password_is_in_no_row_and_no_page(client, flora):
    answer = sign_in(client, "flora", "a-password-typed-wrong")

    assert "a-password-typed-wrong" not in answer.content.decode()
    assert "a-password-typed-wrong" not in repr(list(AccessEvent.objects.values()))


def test_nobody_signs_up_or_gets_mail(client):
    for path in ("/signup/", "/accounts/signup/", "/password/reset/", "/accounts/password/reset/"):
        assert client.get(path).status_code == 404


# --- The second factor ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_who_must_set_one_up_first(client, someone, role):
    someone("Kim", role, department="surveillance" if role == Role.SURVEILLANCE else "gambling")
    sign_in(client, "kim")
    stopped = client.get("/account/").status_code == 302

    assert stopped == (role in {"general manager", "accountant", "administrator"})


def test_until_then_nothing_else_opens(client, gus):
    sign_in(client, "gus")

    for path in ("/", "/days/", "/setup/people/", "/admin/", "/account/", "/account/recovery-codes/", "/board/x/"):
        answer = client.get(path)
        assert (path, answer.status_code, answer["Location"]) == (path, 302, SET_UP)
    assert client.get("/", headers={"HX-Request": "true"})["HX-Redirect"] == SET_UP
    call = client.get("/api/v1/days/")
    assert (call.status_code, call.json()["detail"]) == (
        403,
        "Set up your second factor first: open /account/ in a browser.",
    )
    page = client.get(SET_UP)
    assert page.status_code == 200
    assert 'class="rail"' not in page.content.decode()
    assert client.post("/language/", {"language": "es", "next": "/"}).status_code == 302
    assert client.post("/logout/")["Location"] == "/login/"


def test_whoever_may_enter_admin_needs_one_too(client, someone):
    someone("Root", is_staff=True, is_superuser=True, cardroom=None)
    sign_in(client, "root")

    assert client.get("/admin/")["Location"] == SET_UP


def test_setting_up_and_signing_in_with_a_code(client, gus):
    secret, codes = set_up(client, "gus")
    assert len(set(codes)) == 10
    assert client.get("/").status_code == 200
    client.post("/logout/")

    assert sign_in(client, "gus", next="/days/")["Location"] == "/login/code/"
    assert not is_in(client)
    assert client.post("/login/code/", {"code": code(secret)})["Location"] == "/days/"
    assert is_in(client)
    assert trail() == [
        ("signed in", "Gus", "password"),
        ("second factor set up", "Gus", "code app"),
        ("signed out", "Gus", "by themselves"),
        ("signed in", "Gus", "password and code"),
    ]


def test_a_wrong_code_sets_nothing_up(client, gus):
    sign_in(client, "gus")
    secret = secret_on(client.get(SET_UP))
    answer = client.post(SET_UP, {"code": other_code(secret)})

    assert (answer.status_code, answer.content.decode().count(WRONG_CODE)) == (200, 1)
    assert secret_on(answer) == secret  # the phone has read it: it stays until it is set up
    assert Authenticator.objects.count() == 0
    assert second_factor.is_missing(Employee.objects.get(pk=gus.pk))


def test_the_secret_is_sealed(client, gus):
    secret, codes = set_up(client, "gus")
    stored = repr(list(Authenticator.objects.values()))

    assert secret not in stored
    assert [one for one in codes if one in stored] == []


@pytest.mark.parametrize("kind", ["wrong", "old", "coming", "used"])
def test_codes_that_do_not_let_in(client, gus, kind):
    secret, _ = set_up(client, "gus")
    client.post("/logout/")
    given = {
        "wrong": other_code(secret),
        "old": code(secret, steps=-1),
        "coming": code(secret, steps=1),
        "used": code(secret),
    }[kind]
    sign_in(client, "gus")
    if kind == "used":
        client.post("/login/code/", {"code": given})
        client.post("/logout/")
        sign_in(client, "gus")
    answer = client.post("/login/code/", {"code": given})

    assert (answer.status_code, answer.content.decode().count(WRONG_CODE)) == (200, 1)
    assert not is_in(client)
    assert trail()[-1] == ("sign-in refused", "Gus", "wrong code")


def test_codes_are_not_guessed(client, gus):
    secret, _ = set_up(client, "gus")
    client.post("/logout/")
    sign_in(client, "gus")
    for _ in range(5):
        client.post("/login/code/", {"code": other_code(secret)})
    answer = client.post("/login/code/", {"code": code(secret)})

    assert TOO_MANY in answer.content.decode()
    assert not is_in(client)
    assert trail()[-6:] == [
        *[("sign-in refused", "Gus", "wrong code")] * 5,
        ("locked out", "Gus", "too many failed tries"),
    ]


def test_a_recovery_code_lets_in_once(client, gus):
    _, codes = set_up(client, "gus")
    client.post("/logout/")
    sign_in(client, "gus")
    assert client.post("/login/code/", {"code": codes[3]})["Location"] == "/"
    client.post("/logout/")
    sign_in(client, "gus")
    again = client.post("/login/code/", {"code": codes[3]})

    assert (again.status_code, is_in(client)) == (200, False)
    assert trail()[-3:] == [
        ("signed in", "Gus", "password and recovery code"),
        ("signed out", "Gus", "by themselves"),
        ("sign-in refused", "Gus", "wrong code"),
    ]


def test_recovery_codes_are_shown_once_and_replaced(client, gus):
    _, codes = set_up(client, "gus")
    again = client.get("/account/recovery-codes/").content.decode()
    assert [one for one in codes if one in again] == []
    assert "10 codes are left." in again

    assert client.post("/account/recovery-codes/new/")["Location"] == "/account/recovery-codes/"
    new = re.findall(r"<li><code>(\d+)</code></li>", client.get("/account/recovery-codes/").content.decode())
    assert (len(new), set(new) & set(codes)) == (10, set())
    assert trail()[-1] == ("recovery codes made", "Gus", "")


def test_those_who_need_it_do_not_remove_it(client, gus):
    set_up(client, "gus")
    answer = client.post("/account/second-factor/remove/")

    assert "Your role needs a second factor. A colleague can reset it for a new phone." in answer.content.decode()
    assert Authenticator.objects.count() == 2


def test_those_who_do_not_need_it_may_have_it_and_remove_it(client, flora):
    set_up(client, "flora")
    client.post("/logout/")
    assert sign_in(client, "flora")["Location"] == "/login/code/"
    assert client.post("/logout/")["Location"] == "/login/"  # and someone else can sign in
    assert client.get("/login/").status_code == 200

    client.force_login(flora)
    removing = "/account/second-factor/remove/"
    assert client.get(removing)["Location"] == f"/account/again/?next={removing.replace('/', '%2F')}"
    client.post("/account/again/", {"password": PASSWORD})
    assert client.post(removing)["Location"] == "/account/"
    assert Authenticator.objects.count() == 0
    assert trail()[-1] == ("second factor removed", "Flora", "code app")


def test_the_password_is_asked_again_after_five_minutes(client, gus):
    sign_in(client, "gus")
    with clock.at(datetime.now(UTC) + timedelta(minutes=6)):
        assert client.get(SET_UP)["Location"] == "/account/again/?next=%2Faccount%2Fsecond-factor%2F"
        wrong = client.post("/account/again/", {"password": "wrong"})
        assert "That is not your password." in wrong.content.decode()


def test_in_a_demonstration_nobody_needs_one_and_the_page_says_so(client, gus, settings):
    notice = "Second factor is off: this is a demonstration."
    assert notice not in client.get("/login/").content.decode()
    settings.SECOND_FACTOR = False

    assert notice in client.get("/login/").content.decode()
    sign_in(client, "gus")
    assert client.get("/").status_code == 200


def test_the_deployment_check_warns_when_it_is_off(settings):
    assert second_factor_is_on() == []
    settings.SECOND_FACTOR = False
    assert [(warning.id, warning.msg) for warning in second_factor_is_on()] == [("bote.W001", "SECOND_FACTOR is off.")]


# --- A lost phone ---------------------------------------------------------------------------------------------------


def test_a_colleague_resets_a_lost_second_factor(client, gus, someone):
    set_up(client, "gus")
    ada, theirs = someone("Ada", Role.ADMINISTRATOR), Client()
    set_up(theirs, "ada")
    page = theirs.get(f"/setup/people/{gus.pk}/").content.decode()
    assert page.count("Reset the second factor") == 1
    assert theirs.post(f"/setup/people/{gus.pk}/", {"do": "reset"}).status_code == 302

    assert not second_factor.has_one(gus)
    assert second_factor.has_one(ada)
    assert client.get("/")["Location"] == SET_UP
    assert trail("kind", "employee__name", "by__name")[-1] == ("second factor reset", "Gus", "Ada")


def test_who_may_not_reset_it(client, gus, someone, flora):
    set_up(client, "gus")
    ada = someone("Ada", Role.ADMINISTRATOR)
    other = Cardroom.objects.create(code="other", name="Other", licensee="O", licence_number="67-2")
    stranger = someone("Ola", Role.GENERAL_MANAGER, cardroom=other)
    rows = AccessEvent.objects.count()

    with pytest.raises(NotAllowed, match=r"Nobody changes their own rights\. Ask a colleague\."):
        people.reset_second_factor(employee=gus, by=gus)
    with pytest.raises(NotAllowed, match="Flora may not reset second factor"):
        people.reset_second_factor(employee=gus, by=flora)
    with pytest.raises(NotThere, match="There is no such record in your cardroom"):
        people.reset_second_factor(employee=gus, by=stranger)
    with pytest.raises(Refused, match="Ada has no second factor"):
        people.reset_second_factor(employee=ada, by=gus)
    assert (Authenticator.objects.filter(user=gus).count(), AccessEvent.objects.count()) == (2, rows)


def test_the_one_administrator_is_helped_from_the_command_line(client, someone, capsys):
    someone("Root", is_staff=True, is_superuser=True, cardroom=None)
    set_up(client, "root")
    call_command("reset_second_factor", "root")

    assert capsys.readouterr().out == "Root sets up a new second factor at the next sign-in.\n"
    assert trail()[-1] == ("second factor reset", "Root", "job reset_second_factor")
    with pytest.raises(CommandError, match="Root has no second factor"):
        call_command("reset_second_factor", "root")
    with pytest.raises(CommandError, match="Nobody signs in as nobody"):
        call_command("reset_second_factor", "nobody")


# --- Passwords, PINs, rights ----------------------------------------------------------------------------------------


def change_password(client, old=PASSWORD, new="a much better password", again=None):
    return client.post("/account/password/", {"oldpassword": old, "password1": new, "password2": again or new})


def test_changing_ones_password(client, flora):
    other = Client()
    sign_in(client, "flora")
    sign_in(other, "flora")
    assert change_password(client)["Location"] == "/account/"

    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302  # the other tablet is signed out
    assert trail()[-1] == ("password changed", "Flora", "by themselves")
    assert WRONG in sign_in(Client(), "flora").content.decode()
    assert sign_in(Client(), "flora", "a much better password")["Location"] == "/"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"old": "wrong"}, "That is not your password."),
        ({"new": "short"}, "This password is too short. It must contain at least 10 characters."),
        ({"new": "password123"}, "This password is too common."),
        ({"again": "something else"}, "You must type the same password each time."),
    ],
)
def test_a_password_that_is_not_taken(client, flora, given, sentence):
    sign_in(client, "flora")
    before = Employee.objects.get(pk=flora.pk).password
    answer = change_password(client, **given)

    assert sentence in answer.content.decode()
    assert Employee.objects.get(pk=flora.pk).password == before
    assert [row[0] for row in trail("kind")] == ["signed in"]


def test_choosing_a_pin(client, flora):
    sign_in(client, "flora")
    wrong = client.post("/account/pin/", {"password": "wrong", "pin": "1357"})
    assert (wrong.status_code, "That is not your password. A PIN is set with it." in wrong.content.decode()) == (
        403,
        True,
    )
    assert client.post("/account/pin/", {"password": PASSWORD, "pin": "1357"})["Location"] == "/account/"

    assert Employee.objects.get(pk=flora.pk).check_pin("1357")
    assert trail()[-3:] == [
        ("signature refused", "Flora", "wrong password"),
        ("action refused", "Flora", "POST /account/pin/"),
        ("PIN chosen", "Flora", ""),
    ]


@pytest.mark.parametrize("pin", ["0000", "99999999", "1234", "67890", "4321", "98765"])
def test_a_pin_that_anyone_tries_first_is_not_taken(flora, pin):
    with pytest.raises(Invalid) as refused:
        identity.choose_pin(by=flora, password=PASSWORD, pin=pin)

    assert refused.value.sentence == "This is one of the first PINs that anyone tries. Choose another."
    assert Employee.objects.get(pk=flora.pk).check_pin(PIN)
    assert trail() == []


def test_a_password_is_not_guessed_at_the_moment_of_signing(flora):
    for _ in range(5):
        with pytest.raises(NotAllowed, match="That is not the PIN or password of Flora"):
            identity.confirm_identity(employee=flora, credential="guess")
    with pytest.raises(NotAllowed, match=r"Too many wrong passwords\. Wait five minutes, then try again\."):
        identity.confirm_identity(employee=flora, credential=PASSWORD)
    assert trail() == [("signature refused", "Flora", "wrong password")] * 5

    identity.confirm_identity(employee=flora, credential=PIN)
    with clock.at(clock.now() + timedelta(minutes=5, seconds=1)):
        identity.confirm_identity(employee=flora, credential=PASSWORD)


def test_what_changes_someones_rights_is_kept(gus, cardroom):
    kim, _ = people.hire_employee(
        cardroom=cardroom,
        username="kim",
        name="Kim",
        employee_number="7",
        department="gambling",
        roles=["verifier"],
        by=gus,
    )
    people.give_roles(employee=kim, roles=["accountant", "count team"], by=gus)
    people.give_roles(employee=kim, roles=["count team", "accountant"], by=gus)  # nothing new
    people.let_go(employee=kim, by=gus)

    assert trail("kind", "employee__name", "by__name", "detail") == [
        ("hired", "Kim", "Gus", "verifier"),
        ("rights changed", "Kim", "Gus", "verifier -> accountant, count team"),
        ("let go", "Kim", "Gus", ""),
    ]


def hired(by, role=Role.FLOOR_MANAGER):
    """Someone new, and the password that whoever hired them has seen."""
    facts = {"username": "kim", "name": "Kim", "employee_number": "7", "department": "gambling", "roles": [role]}
    return people.hire_employee(cardroom=by.cardroom, by=by, **facts)


def test_a_password_that_a_colleague_gave_opens_nothing_but_its_change(client, gus):
    kim, first = hired(gus)
    assert sign_in(client, "kim", first)["Location"] == "/"
    for url in ("/", "/counts/", "/account/", "/account/pin/", "/account/second-factor/", "/admin/"):
        assert client.get(url)["Location"] == "/account/password/", url
    refused = client.get("/api/v1/days/")
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "Choose a password of your own first: open /account/ in a browser.",
    )
    made = client.post("/api/v1/tokens/", {"name": "script"}, content_type="application/json")
    assert (made.status_code, PersonalToken.objects.count()) == (403, 0)
    assert "A colleague gave you the password of today" in client.get("/account/password/").content.decode()

    assert change_password(client, old=first)["Location"] == "/account/"
    assert client.get("/account/").status_code == 200
    assert client.get("/counts/").status_code == 200
    assert client.get("/api/v1/days/").status_code == 200
    assert "A colleague gave you" not in client.get("/account/password/").content.decode()
    again = Client()
    sign_in(again, "kim", "a much better password")
    assert again.get("/counts/").status_code == 200
    assert Employee.objects.get(pk=kim.pk).check_password("a much better password")


def test_nobody_signs_with_a_password_that_a_colleague_gave(client, gus):
    kim, first = hired(gus)
    sentence = "Gus knows the password of Kim. Kim signs in and chooses another first."
    with pytest.raises(NotAllowed) as refused:
        identity.confirm_identity(employee=kim, credential=first)
    assert refused.value.sentence == sentence
    with pytest.raises(NotAllowed) as refused:
        identity.choose_pin(by=kim, password=first, pin="1357")
    assert refused.value.sentence == sentence
    assert Employee.objects.get(pk=kim.pk).pin == ""

    sign_in(client, "kim", first)
    change_password(client, old=first)
    identity.confirm_identity(employee=kim, credential="a much better password")


def test_who_gave_the_password_does_not_reset_the_second_factor(client, gus, someone):
    ada = someone("Ada", Role.ADMINISTRATOR)
    kim, first = hired(ada, Role.ACCOUNTANT)
    sign_in(client, "kim", first)
    change_password(client, old=first)
    client.post(SET_UP, {"code": code(secret_on(client.get(SET_UP)))})
    people.reset_second_factor(employee=kim, by=ada)  # Kim's password is their own

    ben, _ = people.hire_employee(
        cardroom=ada.cardroom, username="ben", name="Ben", employee_number="8", department="gambling", roles=[], by=ada
    )
    Authenticator.objects.create(user=ben, type=Authenticator.Type.TOTP, data={})
    rows = AccessEvent.objects.count()
    with pytest.raises(NotAllowed, match=r"You gave Ben the password in use\. Someone else resets the second factor"):
        people.reset_second_factor(employee=ben, by=ada)
    assert (Authenticator.objects.filter(user=ben).count(), AccessEvent.objects.count()) == (1, rows)
    people.reset_second_factor(employee=ben, by=gus)


@pytest.fixture
def root(client, someone):
    employee = someone("Root", is_staff=True, is_superuser=True, cardroom=None)
    set_up(client, "root")
    return employee


def test_what_admin_changes_is_kept(client, root, flora, cardroom):
    rows = AccessEvent.objects.count()
    change = f"/admin/tables/employee/{flora.pk}/change/"
    form = client.get(change).context["adminform"].form
    facts = {name: value for name, value in form.initial.items() if name in form.fields and value not in (None, False)}
    facts |= {"groups": [group.pk for group in flora.groups.all()], "is_active": "on"}
    assert client.post(change, facts).status_code == 302
    assert AccessEvent.objects.count() == rows  # nothing was changed

    facts.pop("is_active")
    assert client.post(change, facts | {"groups": [], "is_staff": "on"}).status_code == 302
    new = {"password1": "another long one", "password2": "another long one", "usable_password": "true"}
    assert client.post(f"/admin/tables/employee/{flora.pk}/password/", new).status_code == 302
    assert trail("kind", "employee__name", "by__name", "detail")[rows:] == [
        (
            "rights changed",
            "Flora",
            "Root",
            "in /admin/: active: True -> False; roles: floor manager -> no role; staff: False -> True",
        ),
        ("password changed", "Flora", "Root", "in /admin/"),
    ]


def test_who_has_reset_the_second_factor_sets_no_password_in_admin(client, gus, someone, cardroom):
    """With both, an administrator of the only cardroom could sign in as its general manager."""
    ada = someone("Ada", Role.ADMINISTRATOR, is_staff=True, is_superuser=True)
    set_up(Client(), "gus")
    set_up(client, "ada")
    new = {"password1": "another long one", "password2": "another long one", "usable_password": "true"}
    url = f"/admin/tables/employee/{gus.pk}/password/"
    people.reset_second_factor(employee=gus, by=ada)
    before = Employee.objects.get(pk=gus.pk).password

    for ask in (client.get, client.post):
        answer = ask(url, new)
        assert answer.status_code == 403
        assert "You have reset the second factor of Gus. Someone else sets the password." in answer.content.decode()
    assert Employee.objects.get(pk=gus.pk).password == before
    assert trail()[-1] == ("action refused", "Ada", f"POST {url}")

    set_up(Client(), "gus")  # with the password that only Gus knows
    assert client.post(url, new).status_code == 302
    with pytest.raises(NotAllowed, match="You gave Gus the password in use"):
        people.reset_second_factor(employee=gus, by=ada)
    assert second_factor.has_one(gus)


def test_a_password_set_in_admin_is_changed_first(client, root, flora):
    new = {"password1": "another long one", "password2": "another long one", "usable_password": "true"}
    client.post(f"/admin/tables/employee/{flora.pk}/password/", new)
    theirs = Client()
    sign_in(theirs, "flora", "another long one")

    assert theirs.get("/")["Location"] == "/account/password/"
    change_password(theirs, old="another long one")
    assert theirs.get("/").status_code == 200


def entered(client, employee, **changes):
    """What the form of an employee in /admin/ would send."""
    form = client.get(f"/admin/tables/employee/{employee.pk}/change/").context["adminform"].form
    facts = {name: value for name, value in form.initial.items() if name in form.fields and value not in (None, False)}
    return facts | {"groups": [group.pk for group in employee.groups.all()], "is_active": "on"} | changes


def test_nobody_gives_themselves_rights_in_admin(client, root, cardroom):
    role = Group.objects.get(name=Role.GENERAL_MANAGER)
    change = f"/admin/tables/employee/{root.pk}/change/"
    asked = {"groups": [role.pk], "cardroom": cardroom.pk, "department": "surveillance"}

    assert client.post(change, entered(client, root, **asked)).status_code == 302
    after = Employee.objects.get(pk=root.pk)
    assert (after.role_names(), after.cardroom, after.department) == (frozenset(), None, "gambling")
    assert (after.is_staff, after.is_superuser, after.is_active) == (True, True, True)
    assert "rights changed" not in [kind for kind, *_ in trail()]


def test_surveillance_is_independent_in_admin_too(client, root, flora):
    change = f"/admin/tables/employee/{flora.pk}/change/"
    answer = client.post(change, entered(client, flora, department="surveillance"))

    assert (answer.status_code, "Surveillance is independent" in answer.text) == (200, True)
    assert Employee.objects.get(pk=flora.pk).department == "gambling"


def test_moving_someone_to_another_cardroom_in_admin_is_kept(client, root, flora):
    terminals.make_personal_token(name="script", by=flora)
    other = Cardroom.objects.create(code="yakima", name="Yakima", licensee="Yakima LLC", licence_number="67-2")
    change = f"/admin/tables/employee/{flora.pk}/change/"

    assert client.post(change, entered(client, flora, cardroom=other.pk, department="cage")).status_code == 302
    detail = "in /admin/: cardroom: Tri-City Cardroom -> Yakima; department: gambling -> cage"
    assert trail()[-1] == ("rights changed", "Flora", detail)
    assert PersonalToken.objects.get().revoked_at is not None


# --- Tokens ---------------------------------------------------------------------------------------------------------


def call(token, url="/api/v1/days/"):
    return Client().get(url, headers={"authorization": f"Bearer {token}"})


def test_a_token_is_no_way_around_the_second_factor(gus):
    _, token = terminals.make_personal_token(name="script", by=gus)

    refused = call(token)
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "Set up your second factor first: open /account/ in a browser.",
    )
    set_up(Client(), "gus")
    assert call(token).status_code == 200


def test_a_token_makes_no_tokens(flora):
    _, token = terminals.make_personal_token(name="script", by=flora)
    headers = {"authorization": f"Bearer {token}"}

    answer = Client().post("/api/v1/tokens/", {"name": "more"}, content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["detail"]) == (
        403,
        "A token makes no tokens: a person who is signed in does.",
    )
    assert [row.name for row in PersonalToken.objects.all()] == ["script"]


def test_tokens_are_in_the_trail(flora):
    with clock.at(datetime(2026, 11, 18, 12, tzinfo=UTC)):
        row, _ = terminals.make_personal_token(name="script", by=flora)
        terminals.revoke_personal_token(token=row, by=flora)
        terminals.revoke_personal_token(token=row, by=flora)  # nothing new

    assert trail() == [
        ("rights changed", "Flora", "personal token made: script, until 2027-02-16"),
        ("rights changed", "Flora", "personal token revoked: script"),
    ]


@pytest.mark.parametrize("what", ["let go", "second factor reset", "own password", "password in /admin/"])
def test_tokens_end_with_what_they_were_made_with(client, someone, gus, what):
    ada = someone("Ada", Role.ADMINISTRATOR)
    set_up(client, "ada")
    _, token = terminals.make_personal_token(name="script", by=ada)
    assert call(token, "/api/v1/tokens/").status_code == 200
    new = {"password1": "another long one", "password2": "another long one"}
    if what == "let go":
        people.let_go(employee=ada, by=gus)
    elif what == "second factor reset":
        people.reset_second_factor(employee=ada, by=gus)
    elif what == "own password":
        client.post("/account/password/", {"oldpassword": PASSWORD, **new})
    else:
        someone("Root", is_staff=True, is_superuser=True, cardroom=None)
        set_up(admin := Client(), "root")
        admin.post(f"/admin/tables/employee/{ada.pk}/password/", new | {"usable_password": "true"})

    assert call(token, "/api/v1/tokens/").status_code == 401


def test_admin_has_the_same_door(client, flora):
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    assert client.get("/admin/login/?next=/admin/")["Location"] == "/login/?next=/admin/"
    sign_in(client, "flora")
    for answer in (client.get, client.post):
        assert answer("/admin/login/", {"username": "flora", "password": PASSWORD}).status_code == 403


def test_admin_is_left_by_the_same_door(client, root):
    assert client.get("/admin/login/")["Location"] == "/admin/"
    assert client.get("/admin/password_change/")["Location"] == "/account/password/"
    assert client.post("/admin/logout/")["Location"] == "/login/"
    assert trail()[-1] == ("signed out", "Root", "by themselves")


def test_admin_shows_the_trail_and_edits_no_second_factor(client, root):
    assert client.get("/admin/tables/accessevent/").status_code == 200
    assert client.get("/admin/tables/accessevent/add/").status_code == 403
    assert client.get("/admin/mfa/authenticator/").status_code == 404
    assert client.get("/admin/account/emailaddress/").status_code == 404


# --- Sessions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visits", "why"),
    [
        ([30], None),
        ([31], "left alone for 30 minutes"),
        ([20, 40, 60], None),
        (range(20, 721, 20), None),
        (range(20, 741, 20), "signed in for 12 hours"),
    ],
)
def test_a_session_ends_when_left_alone_or_after_a_shift(client, flora, visits, why):
    began = datetime(2026, 11, 18, 6, 0, tzinfo=UTC)
    with clock.at(began):
        sign_in(client, "flora")
    for minutes in visits:
        with clock.at(began + timedelta(minutes=minutes)):
            last = client.get("/account/")

    assert (last.status_code, is_in(client)) == ((200, True) if why is None else (302, False))
    assert trail()[1:] == ([] if why is None else [("signed out", "Flora", why)])


# --- The trail ------------------------------------------------------------------------------------------------------


def test_what_someone_was_refused_is_kept(client, flora):
    """A page of others, a call of others, with the address and without what stood in the query."""
    client.force_login(flora)
    _, token = terminals.make_personal_token(name="script", by=flora)
    rows = AccessEvent.objects.count()

    assert client.get("/deposits/?patron=Ann").status_code == 403
    assert client.post("/api/v1/deposits/7/void/", "{}", content_type="application/json").status_code == 403
    assert call(token, "/api/v1/ledger/entries/").status_code == 403
    assert client.get("/counts/").status_code == 200
    assert client.get("/counts/7/").status_code == 404
    assert Client().get("/api/v1/days/").status_code == 401
    assert trail("kind", "employee__name", "cardroom", "address", "detail")[rows:] == [
        ("action refused", "Flora", flora.cardroom_id, HERE, what)
        for what in ("GET /deposits/", "POST /api/v1/deposits/7/void/", "GET /api/v1/ledger/entries/")
    ]


def test_what_lets_a_terminal_in_is_kept(flora):
    table = Table.objects.create(cardroom=flora.cardroom, code="sp-1", number=1, name="Spanish Poker 1")
    _, one_time = terminals.invite_terminal(table=table, name="Tablet 4", by=flora)
    terminal, _ = terminals.enrol_terminal(code=one_time)
    terminals.revoke_terminal(terminal=terminal, by=flora)

    assert trail() == [
        ("rights changed", "Flora", "terminal invited: Tablet 4, table, Spanish Poker 1"),
        ("rights changed", "Flora", "terminal enrolled: Tablet 4, table, Spanish Poker 1"),
        ("rights changed", "Flora", "terminal revoked: Tablet 4, Spanish Poker 1"),
    ]


def test_changes_of_what_others_are_held_to_are_kept(gus, cardroom):
    """A threshold that is raised hides a difference; a cut-over that is moved moves a day's drop."""
    set_count_rules(cardroom=cardroom, tier="under 5M", by=gus)
    set_count_rules(cardroom=cardroom, tier="under 5M", by=gus)  # nothing new
    set_count_rules(cardroom=cardroom, tier="under 5M", variance_threshold=1_000_000, by=gus)
    add_denomination(cardroom=cardroom, label="$500", value=50_000, kind="chip", by=gus)
    retire_denomination(cardroom=cardroom, label="$500", by=gus)
    add_denomination(cardroom=cardroom, label="$500", value=50_000, kind="chip", by=gus)
    set_fiscal_year_end(cardroom=cardroom, month=6, by=gus)
    facts = {name: getattr(cardroom, name) for name in ("name", "licensee", "licence_number", "time_zone")}
    change_cardroom(cardroom=cardroom, **facts, cut_over_hour=5, by=gus)

    assert trail("kind", "employee__name", "detail") == [
        ("set-up changed", "Gus", what)
        for what in (
            "count rules: tier not set -> under 5M; currency_counter not set -> False; variance_threshold not set -> "
            "2000; reminder_hours not set -> 4; exception_hours not set -> 12; early_change_hours not set -> 4",
            "count rules: variance_threshold 2000 -> 1000000",
            "count sheet: $500 not set -> chip of $500.00",
            "count sheet: $500 on the sheet -> off the sheet",
            "count sheet: $500 off the sheet -> on the sheet",
            "records: fiscal_year_end_month not set -> 6",
            "cardroom: cut_over_hour 6 -> 5",
        )
    ]


@pytest.mark.parametrize(
    "sql",
    ["UPDATE tables_accessevent SET detail = 'nothing'", "DELETE FROM tables_accessevent"],
)
def test_the_database_refuses_to_change_the_trail(client, flora, sql):
    sign_in(client, "flora")
    before = list(AccessEvent.objects.values())
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)

    assert list(AccessEvent.objects.values()) == before


READERS = {"general manager", "administrator", "auditor", "surveillance"}


@pytest.mark.parametrize("role", Role)
def test_who_reads_the_trail(client, someone, role, settings):
    settings.SECOND_FACTOR = False
    kim = someone("Kim", role, department="surveillance" if role == Role.SURVEILLANCE else "gambling")
    client.force_login(kim)

    assert client.get("/setup/access/").status_code == (200 if role in READERS else 403)


def test_the_trail_is_the_cardrooms_own(client, flora, someone):
    sign_in(client, "flora", "wrong")
    sign_in(client, "nobody", "wrong")
    assert [event.name_given for event in access_events(flora.cardroom)] == ["nobody", "flora"]
    other = Cardroom.objects.create(code="other", name="Other", licensee="O", licence_number="67-2")

    assert [event.name_given for event in access_events(flora.cardroom)] == ["flora"]
    assert list(access_events(other)) == []


def test_the_trail_is_found_by_person_and_day(client, gus, flora, settings):
    settings.SECOND_FACTOR = False
    for day, name in ((16, "flora"), (17, "flora"), (17, "gus")):
        with clock.at(datetime(2026, 11, day, 20, 0, tzinfo=UTC)):
            sign_in(Client(), name)
    client.force_login(gus)

    def rows(query):
        page = client.get(f"/setup/access/?{query}").content.decode()
        return len(re.findall(r'<th scope="row">', page))

    assert [rows(query) for query in ("", f"person={flora.pk}", "first=2026-11-17", "last=2026-11-16")] == [3, 2, 2, 1]
    assert rows(f"person={flora.pk}&first=2026-11-17&last=9999-12-31") == 1
    assert rows("person=nonsense&first=yesterday") == 3
    assert "Nothing found." in client.get("/setup/access/?first=2027-01-01").content.decode()


def test_the_trail_page_names_its_columns_in_spanish(client, gus, settings):
    settings.SECOND_FACTOR = False
    sign_in(client, "gus")
    client.post("/language/", {"language": "es", "next": "/"})

    assert '<th scope="row">entrada</th>' in client.get("/setup/access/").content.decode()
