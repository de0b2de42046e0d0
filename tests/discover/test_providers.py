"""The table of providers is the library's registry, no more and no less."""

from jobctrl_dagster.discover.boards import library
from jobctrl_dagster.discover.boards.details import DETAILS
from jobctrl_dagster.discover.providers import provider_named, providers, providers_as_markdown


def test_the_table_names_every_provider_of_the_library():
    assert tuple(provider.name for provider in providers()) == library.registered_names()


def test_every_provider_registers_itself_under_its_name():
    for name in library.registered_names():
        scraper, _ = library.provider_class(name)
        assert scraper.ats.value == name


def test_every_unsupported_provider_says_why_and_what_to_do():
    for provider in providers():
        assert (provider.cover == "unsupported") == bool(provider.reason), provider.name
        assert not provider.reason or "import" in provider.reason


def test_a_provider_read_from_recorded_answers_is_read_in_detail():
    recorded = {provider.name for provider in providers() if provider.cover == "recorded"}

    assert recorded == set(DETAILS)


def test_an_unknown_provider_has_no_entry():
    assert provider_named("nobody") is None


def test_the_table_is_rendered_for_the_documentation():
    lines = providers_as_markdown().splitlines()

    assert len(lines) == len(providers()) + 2
    assert "| Greenhouse | `greenhouse` | company | recorded answers of real boards |" in lines
