from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.gate.addresses import AddressRules, read_address, shown, why_refused
from jobctrl_dagster.gate.refusals import AddressRefused

PRIVATE_NETWORKS = (
    "10.0.0.0/8",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://127.0.0.1./",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://0/",
        "http://①②⑦.⓪.⓪.①/",
        "http://127。0。0。1/",
        "http://%31%32%37.0.0.1/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://metadata.google.internal/",
        "http://printer.local/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://[2002:7f00:1::]/",
        "http://[fe80::1]/",
        "http://[fe80::1%25eth0]/",
        "http://[fec0::1]/",
        "http://[fd00::1]/",
        "http://[ff02::1]/",
        "http://[2001:db8::1]/",
        "http://169.254.169.254/latest/meta-data",
        "http://100.100.100.200/",
        "http://168.63.129.16/",
        "http://10.1.2.3/",
        "http://192.168.0.1:8080/",
        "http://224.0.0.1/",
        "http://240.0.0.1/",
        "http://255.255.255.255/",
        "http://0.0.0.0/",
    ],
)
def test_an_address_inside_is_refused_however_it_is_written(url):
    with pytest.raises(AddressRefused) as refused:
        AddressRules().check(url)
    assert refused.value.code == "address_refused"


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "//example.com/x",
        "/jobs",
        "",
        "http:///jobs",
        "http://user:pw@example.com/",
        "http://user@example.com/",
        "http://example.com\\@127.0.0.1/",
        "http://exa mple.com/",
        "http://a..b/",
        "http://example.com:0/",
        "http://example.com:99999/",
        "http://example.com:port/",
    ],
)
def test_what_is_no_plain_http_address_is_refused(url):
    with pytest.raises(AddressRefused):
        AddressRules().check(url)


@pytest.mark.parametrize(
    ("url", "pace_key"),
    [
        ("https://Boards.Example.com/jobs?a=1", "boards.example.com"),
        ("http://boards.example.com:443/", "boards.example.com"),
        ("https://boards.example.com:8443/", "boards.example.com:8443"),
        ("https://例え.jp/", "xn--r8jz45g.jp"),
        ("https://8.8.8.8/", "8.8.8.8"),
        ("https://[2606:4700::1111]/", "2606:4700::1111"),
        ("https://[64:ff9b::8.8.8.8]/", "64:ff9b::808:808"),
        ("https://[2606:4700:0:0::1111]:8443/", "[2606:4700::1111]:8443"),
        ("https://1-800.example.com./", "1-800.example.com"),
        ("https://163.com/", "163.com"),
    ],
)
def test_a_public_address_is_allowed_and_paced_by_its_host(url, pace_key):
    assert AddressRules().check(url).pace_key == pace_key


@given(st.sampled_from(PRIVATE_NETWORKS).flatmap(lambda net: st.ip_addresses(network=net)))
def test_a_private_address_stays_private_inside_every_ipv6_form(inner: IPv4Address):
    number = int(inner)
    forms = [
        IPv6Address((0xFFFF << 32) | number),
        IPv6Address((0x64_FF9B << 96) | number),
        IPv6Address((0x2002 << 112) | (number << 80)),
        IPv6Address(number),
    ]
    assert all(why_refused(form) for form in (inner, *forms))


@given(st.ip_addresses(v=4))
def test_what_python_calls_not_global_is_never_allowed(ip: IPv4Address):
    if not ip.is_global or ip.is_multicast:
        assert why_refused(ip)


def test_every_address_of_a_name_is_checked():
    rules = AddressRules()
    rules.check_resolved("example.com", 443, ["8.8.8.8", "2606:4700::1111"])
    with pytest.raises(AddressRefused, match=r"10\.0\.0\.1"):
        rules.check_resolved("example.com", 443, ["8.8.8.8", "10.0.0.1"])


def test_an_exception_holds_for_exactly_its_host_and_port():
    rules = AddressRules(["127.0.0.1:8765", "[::1]:8765", "market.local:80"])
    assert rules.check("http://127.0.0.1:8765/jobs").port == 8765
    assert rules.check("http://[::1]:8765/").host == "::1"
    assert rules.check("http://market.local/").host == "market.local"
    for other in ("http://127.0.0.1:8766/", "http://127.0.0.1/", "http://localhost:8765/"):
        with pytest.raises(AddressRefused):
            rules.check(other)


@pytest.mark.parametrize("entry", ["127.0.0.1", "http://127.0.0.1:80", "::1:80", ":80", "a:b", ""])
def test_an_exception_without_host_and_port_is_a_mistake(entry):
    with pytest.raises(ValueError, match="host:port"):
        AddressRules([entry])


def test_messages_show_neither_credentials_nor_query():
    assert shown("https://example.com/a/b?token=hush#frag") == "https://example.com/a/b"
    for url in ("https://me:hush@example.com/?key=hush", "http://x:hush@10.0.0.1:hush/"):
        with pytest.raises(AddressRefused) as refused:
            AddressRules().check(url)
        assert "hush" not in f"{refused.value} {refused.value.__cause__} {shown(url)}"


def test_an_address_is_written_back_as_it_is_requested():
    assert str(read_address("HTTP://Example.com:80/a?b")) == "http://example.com/a"
    assert (
        str(read_address("https://[2606:4700::1111]:8443/a")) == "https://[2606:4700::1111]:8443/a"
    )
    assert ip_address("2606:4700::1111").is_global
