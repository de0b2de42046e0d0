"""Where a job is, who may take it, and whether that suits a person."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jobctrl_dagster.facts.place import (
    Place,
    PlaceWish,
    Verdict,
    cities_apart,
    eligible,
    read_place,
)
from jobctrl_dagster.facts.place.gazetteer import country, country_codes, names

odd_text = st.text(alphabet=st.characters(exclude_categories=()), max_size=60)
PIECES = """Remote|Hybrid|US|CA|DE|IN|Georgia|Berlin|New York|Pune|, |; | - |/| or | and |(|)
|EST/CST|Europe|not|only|must live in |Worldwide|4 Locations|UK|London|Washington
|office |3 days|.|<p>|&amp;|\ud800|\x00"""
pieces = st.sampled_from(PIECES.split("|"))
odd_places = st.one_of(
    odd_text,
    st.lists(pieces, max_size=12).map("".join),
    st.none(),
    st.floats(),
    st.integers(),
    st.binary(),
)


def remote(**fields: Any) -> Place:
    return Place(work_model="remote", **fields)


def verdict(place: Place, **wish: Any) -> tuple[bool | None, str]:
    found = eligible(place, PlaceWish(**wish))
    return found.accepted, found.reason


# --- places ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("location", "cities", "regions", "countries"),
    [
        ("Salem, OR", ["Salem"], ["US-OR"], ["US"]),
        ("Toronto, ON, CA", ["Toronto"], ["CA-ON"], ["CA"]),
        ("San Jose, CA, US", ["San Jose"], ["US-CA"], ["US"]),
        ("Ontario, CA", ["Ontario"], ["US-CA"], ["US"]),
        ("Vancouver, CA", ["Vancouver"], [], ["CA"]),
        ("Lima, PE", ["Lima"], [], ["PE"]),
        ("Charlottetown, PE", ["Charlottetown"], ["CA-PE"], ["CA"]),
        ("Chennai, TN", ["Chennai"], ["IN-TN"], ["IN"]),
        ("Perth, WA", ["Perth"], ["AU-WA"], ["AU"]),
        ("Smallville, IN", ["Smallville"], ["US-IN"], ["US"]),
        ("fort wayne, in", ["fort wayne"], ["US-IN"], ["US"]),
        ("US-TX-Austin", ["Austin"], ["US-TX"], ["US"]),
        ("USA VA Chantilly", ["Chantilly"], ["US-VA"], ["US"]),
        ("IND-Bangalore", ["Bangalore"], [], ["IN"]),
        ("Germany, Berlin", ["Berlin"], [], ["DE"]),
        ("Austin TX", ["Austin"], ["US-TX"], ["US"]),
        ("London, UK, Berlin, Germany", ["London", "Berlin"], [], ["GB", "DE"]),
        ("London / Berlin", ["London", "Berlin"], [], ["GB", "DE"]),
        ("New York, New York", ["New York"], ["US-NY"], ["US"]),
        ("Washington, D.C.", ["Washington"], ["US-DC"], ["US"]),
        ("Armonk, New York", ["Armonk"], ["US-NY"], ["US"]),
        ("Lebanon, NH", ["Lebanon"], ["US-NH"], ["US"]),
        ("Greater London, England, United Kingdom", ["London"], ["England"], ["GB"]),
        ("San Francisco Bay Area", ["San Francisco"], [], ["US"]),
        ("10115 Berlin", ["Berlin"], [], ["DE"]),
        ("Port of Spain, Trinidad and Tobago", ["Port of Spain"], [], ["TT"]),
        ("Singapore", ["Singapore"], [], ["SG"]),
        ("Warszawa, Polska", ["Warszawa"], [], ["PL"]),
        ("Wien, Österreich", ["Wien"], [], ["AT"]),
        ("Little Snoring, UK", ["Little Snoring"], [], ["GB"]),
        ("Washington", [], [], ["US"]),
        ("Georgia", [], [], []),
        ("DE", [], [], []),
        ("3 Locations", [], [], []),
        ("Planet Qwerty", [], [], []),
    ],
)
def test_a_location_is_read_as_city_region_and_country(
    location: str, cities: list[str], regions: list[str], countries: list[str]
):
    place = read_place(location)
    assert (list(place.cities), list(place.regions), list(place.countries)) == (
        cities,
        regions,
        countries,
    )


def test_a_hint_decides_only_what_the_text_leaves_open():
    assert read_place("Georgia", country_hint="US").regions == ("US-GA",)
    assert read_place("Georgia", country_hint="GE").countries == ("GE",)
    assert read_place("Cambridge", country_hint="gb").countries == ("GB",)
    assert read_place("Cambridge").countries == ()
    assert read_place("Berlin", country_hint="US").countries == ("DE",)
    assert read_place(None, country_hint="US").countries == ()


def test_every_country_is_known_by_its_english_name():
    import pycountry

    for entry in pycountry.countries:
        assert country(entry.name) == entry.alpha_2, entry.name
        assert read_place(f"Nowhere Town, {entry.alpha_2}").countries or len(entry.alpha_2) == 2


def test_offices_add_places_once():
    place = read_place("New York, NY", offices=["New York, NY", "Berlin, Germany", None, 7])  # type: ignore[list-item]
    assert place.cities == ("New York", "Berlin")
    assert place.countries == ("US", "DE")


def test_the_description_names_no_place():
    assert read_place("Remote", description="Our office is in Berlin, Germany.").countries == ()


# --- work model --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "description"),
    [
        ("hybrid", "You come to our London office twice a week."),
        ("hybrid", "2 Tage pro Woche im Büro."),
        ("hybrid", "You can work from home two days per week."),
        ("hybrid", "Poste en télétravail partiel."),
        ("hybrid", "Praca hybrydowa."),
        ("hybrid", "Trabajo híbrido."),
        ("onsite", "This is an on-site role."),
        ("onsite", "Remote work is not possible."),
        ("onsite", "This is not a remote or hybrid position."),
        ("onsite", "Hybrid or remote work will not be considered."),
        ("onsite", "Keine Remote-Arbeit möglich."),
        ("onsite", "Trabalho 100% presencial."),
        ("onsite", "You are in the office five days a week."),
        ("remote", "This is a fully remote position."),
        ("remote", "Mobiles Arbeiten ist zu 100% möglich."),
        ("remote", "Poste en télétravail complet."),
        ("remote", "Puesto 100% remoto."),
        ("remote", "Lavoro da remoto."),
        ("remote", "Praca zdalna."),
        ("remote", "Volledig thuiswerken mogelijk."),
        ("remote", "Trabalho remoto."),
        ("unknown", "We are a remote-first company."),
        ("unknown", "You lead remote teams and remote sensing projects."),
        ("unknown", "Experience working remotely is a plus."),
        ("unknown", "Our shop is open five days a week."),
        ("unknown", "You run our hybrid cloud."),
        ("unknown", "This role is a hybrid of support and engineering."),
        ("unknown", "You may work from anywhere four weeks a year."),
    ],
)
def test_only_what_is_said_of_this_job_counts(model: str, description: str):
    assert read_place("Leeds", description=f"About us.\n{description}\nApply.").work_model == model
    html = f"<div><p>About us.</p><p>{description}</p></div>"
    assert read_place("Leeds", description=html).work_model == model


@pytest.mark.parametrize(
    ("model", "title"),
    [
        ("remote", "Cook - Remote"),
        ("remote", "Cook (Remote, US)"),
        ("remote", "Remote Cook"),
        ("hybrid", "Cook (Hybrid)"),
        ("onsite", "Cook | On-site"),
        ("onsite", "Cook (Non-Remote)"),
        ("unknown", "Remote Sensing Analyst"),
        ("unknown", "Head of Remote"),
        ("unknown", "Hybrid Cloud Engineer"),
    ],
)
def test_a_mark_in_the_title_counts(model: str, title: str):
    assert read_place("Leeds", title=title).work_model == model


@pytest.mark.parametrize(
    ("word", "model"),
    [
        ("Remote", "remote"),
        ("OnSite", "onsite"),
        ("on-site", "onsite"),
        ("hybrid", "hybrid"),
        ("unspecified", "unknown"),
    ],
)
def test_the_boards_own_field_is_read(word: str, model: str):
    assert read_place("Leeds", workplace_type=word).work_model == model


def test_sources_of_the_work_model_have_an_order():
    assert read_place("Remote", workplace_type="hybrid").work_model == "hybrid"
    assert (
        read_place("Remote", title="Cook (On-site)", workplace_type="remote").work_model == "onsite"
    )
    assert read_place("ibrido").work_model == "hybrid"


# --- restrictions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "restrictions"),
    [
        ("Candidates must be located in the US or Canada.", ["US/CA only"]),
        ("Must reside in Colorado or Texas.", ["US-CO/US-TX only"]),
        ("We are only able to hire in Germany and Austria.", ["DE/AT only"]),
        ("Open to residents of the following states: AZ, CO, FL.", ["US-AZ/US-CO/US-FL only"]),
        ("EU-based candidates only.", ["EU only"]),
        ("Remote within Europe.", ["Europe only"]),
        ("We cannot hire outside of the United States.", ["US only"]),
        ("Not available to residents of CO, CA, and NY.", ["not US-CO", "not US-CA", "not US-NY"]),
        ("Remote, anywhere in the US except Alaska.", ["US only", "not US-AK"]),
        ("We are unable to employ people living in Brazil.", ["not BR"]),
        ("Candidates from California are not eligible.", ["not US-CA"]),
        ("You must live in the Eastern or Central time zone.", ["EASTERN/CENTRAL"]),
        ("Wohnsitz in Deutschland erforderlich.", ["DE only"]),
        ("Must be authorized to work in the United States.", []),
        ("Our team is based in Germany.", []),
        ("Remote role open to candidates in the United States.", ["US only"]),
        ("Candidates must live in Maryland, Washington, DC, or Ohio.", ["US-MD/US-DC/US-OH only"]),
        ("Must be able to work EST hours.", []),
        ("We operate on PST and candidates in any time zone are welcome.", []),
        ("For positions based in Korea or Japan, candidates must speak English.", []),
        ("The base salary range listed is for residents of the United States only.", []),
        ("We want nothing other than being the best AI player.", []),
        ("Not limited to candidates in the US.", []),
    ],
)
def test_limits_of_residence_are_restrictions(sentence: str, restrictions: list[str]):
    place = read_place("Remote", description=f"About us. {sentence}")
    assert list(place.restrictions) == restrictions
    assert not restrictions or any(sentence in span for span in place.evidence)


@pytest.mark.parametrize(
    ("location", "restrictions"),
    [
        ("Remote - US or Canada", ["US/CA only"]),
        ("Remote (DACH)", ["DE/AT/CH only"]),
        ("Remote - California", ["US-CA only"]),
        ("Remote - Leeds", []),
        ("Remote - Austin, TX", []),
        ("Remote, EMEA", ["EMEA only"]),
        ("Remote (EST/CST)", ["EST/CST"]),
        ("Remote, Worldwide", []),
        ("Leeds, UK", []),
    ],
)
def test_what_a_remote_location_names_is_a_limit(location: str, restrictions: list[str]):
    assert list(read_place(location).restrictions) == restrictions


# --- verdicts ----------------------------------------------------------------------------------


def test_a_block_names_a_whole_country_region_or_city():
    place = Place(cities=("Porto Alegre",), regions=("US-NV",), countries=("BR", "US"))
    for entry in ("BR", "brazil", "Nevada", "US-NV", "porto alegre"):
        assert verdict(place, blocked=(entry,)) == (False, "blocked_place")
    for entry in ("Porto", "NV", "India", "IN"):
        assert verdict(place, blocked=(entry,))[0] is True


def test_a_limit_admits_a_home_inside_its_area():
    europe = remote(restrictions=("Europe only",))
    assert verdict(europe, home_country="NO") == (True, "ok")
    assert verdict(europe, home_country="US") == (False, "restricted")
    assert verdict(remote(restrictions=("EU only",)), home_country="NO") == (False, "restricted")
    assert verdict(remote(restrictions=("DE/AT only",)), home_country="Austria") == (True, "ok")
    assert verdict(remote(countries=("US",), restrictions=("US only",)), home_country="ES") == (
        False,
        "geo_mismatch",
    )
    assert verdict(remote(restrictions=("APAC only",)), countries=("JP",)) == (True, "ok")


def test_a_remote_job_without_limit_is_open_for_a_home_elsewhere():
    place = remote(cities=("Leeds",), countries=("GB",))
    assert verdict(place, home_country="ES") == (None, "unknown_limit")
    assert verdict(place, home_country="GB", cities=("Oslo",)) == (True, "ok")
    assert verdict(remote(), home_country="ES") == (True, "ok")


def test_an_office_job_must_be_in_a_wished_city_or_country():
    leeds = Place(cities=("Leeds",), countries=("GB",))
    assert verdict(leeds, countries=("UK",)) == (True, "ok")
    assert verdict(leeds, countries=("GB",), cities=("Bradford",)) == (False, "geo_mismatch")
    assert verdict(Place(cities=("München",), countries=("DE",)), cities=("Munich",)) == (
        True,
        "ok",
    )
    assert verdict(Place(countries=("GB",)), countries=("GB",), cities=("Leeds",)) == (
        None,
        "unknown_place",
    )
    assert verdict(Place(countries=("FR",)), countries=("GB",), cities=("Leeds",)) == (
        False,
        "geo_mismatch",
    )
    assert verdict(Place(), countries=("GB",)) == (None, "unknown_place")
    assert verdict(Place()) == (True, "ok")


def test_states_and_zones_ask_for_the_home_region():
    colorado = remote(countries=("US",), restrictions=("US-CO only",))
    assert verdict(colorado, home_country="US", home_region="US-CO") == (True, "ok")
    assert verdict(colorado, home_country="US", home_region="US-WA") == (False, "restricted")
    assert verdict(colorado, home_country="US") == (None, "unknown_home")
    assert verdict(colorado, home_country="ES") == (False, "geo_mismatch")
    eastern = remote(restrictions=("EASTERN/CENTRAL",))
    assert verdict(eastern, home_region="US-TN", home_country="US") == (True, "ok")
    assert verdict(eastern, home_region="US-CA", home_country="US") == (False, "restricted")
    assert verdict(eastern, home_country="US") == (None, "unknown_home")
    assert verdict(eastern, home_country="ES") == (False, "restricted")
    assert verdict(remote(restrictions=("CET",)), home_country="DE") == (True, "ok")
    assert verdict(
        remote(restrictions=("UTC-5/UTC-6",)), home_region="CA-ON", home_country="CA"
    ) == (True, "ok")
    assert verdict(remote(restrictions=("not US-WA",)), home_country="CA") == (True, "ok")
    assert verdict(remote(restrictions=("not BR",)), home_country="BR") == (False, "restricted")


def test_the_work_model_is_judged_last():
    for model, wish, outcome in [
        ("onsite", "only", (False, "onsite_only")),
        ("hybrid", "only", (False, "onsite_only")),
        ("unknown", "only", (None, "unknown_model")),
        ("remote", "no", (False, "remote_only")),
        ("hybrid", "no", (True, "ok")),
    ]:
        assert verdict(Place(work_model=model), remote=wish) == outcome


def test_a_refusal_quotes_the_span_that_excludes():
    place = read_place(
        "Remote", description="About us. Applicants must reside in the United States. Apply."
    )
    assert eligible(place, PlaceWish(home_country="CA")).evidence == (
        "Applicants must reside in the United States.",
    )
    office = read_place("Oslo, Norway")
    assert eligible(office, PlaceWish(countries=("ES",))).evidence == ("Oslo, Norway",)


def test_two_places_are_apart_only_when_both_name_cities():
    assert cities_apart(read_place("Leeds"), read_place("Cardiff"))
    assert not cities_apart(read_place("Munich"), read_place("München, Germany"))
    assert not cities_apart(read_place("Leeds, UK"), read_place("UK"))
    assert cities_apart(read_place("London, ON"), read_place("London, UK"))


# --- laws --------------------------------------------------------------------------------------


@given(odd_places, odd_places, odd_places, odd_places, odd_places)
@settings(max_examples=250, deadline=None)
def test_every_input_gives_a_place_and_a_verdict(
    location: object, title: object, description: object, office: object, word: object
):
    place = read_place(
        location,
        title=title,
        description=description,
        offices=[office],
        workplace_type=word,
        country_hint=word,
    )
    assert set(place.countries) <= country_codes()
    assert len(set(place.cities)) == len(place.cities)
    wish = PlaceWish(
        blocked=[word], home_country=word, cities=[title], countries=office, home_region=title
    )  # type: ignore[arg-type, list-item]
    for remote_wish in ("only", "ok", "no"):
        found = eligible(place, wish.model_copy(update={"remote": remote_wish}))
        assert isinstance(found, Verdict)
        assert set(found.evidence) <= set(place.evidence)


@given(st.sampled_from(sorted(country_codes())))
def test_a_country_limit_admits_exactly_that_country(code: str):
    other = "FR" if code != "FR" else "DE"
    limited = remote(restrictions=(f"{code} only",))
    assert eligible(limited, PlaceWish(home_country=code)).accepted is True
    assert eligible(limited, PlaceWish(home_country=other)).accepted is False


def test_every_zone_of_a_state_is_a_zone_of_the_table():
    hours = {float(value) for value in names()["time_zones"].values()}
    for table in names()["region_hours"].values():
        assert {float(value) for value in table.values()} - {-3.5} <= hours


@pytest.mark.recorded
def test_recorded_locations_of_one_board_are_all_placed(recorded: Any):
    import json

    jobs = json.loads(
        (recorded / "boards/greenhouse/stripe_jobs_content_120of547.json").read_text()
    )["jobs"]
    named = [
        job["location"]["name"]
        for job in jobs
        if job["location"]["name"] not in ("N/A", "NYC-Privy")
    ]
    placed = [name for name in named if read_place(name).countries or read_place(name).restrictions]
    assert len(placed) == len(named)


@pytest.mark.parametrize(
    "text", ["US, (", "Paris, ", "remote ", "not in the US ", "office 3 days ", "a"]
)
def test_long_text_is_answered_soon(text: str):
    long = text * (200_000 // len(text))
    assert read_place(long, title=long, description=long, offices=[long]) is not None
