import ssl
import threading
from datetime import UTC, datetime, timedelta

import pytest

from jobctrl_dagster.gate.refusals import AddressRefused, NetworkFailed, TimedOut


def resolver(**names):
    """A resolver that knows these names and counts how often it is asked."""
    asked = []

    def resolve(host, port):
        asked.append(host)
        found = names.get(host.replace(".", "_"))
        if found is None:
            raise OSError("unknown name")
        return found

    resolve.asked = asked
    return resolve


@pytest.mark.parametrize("found", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"]])
def test_a_name_that_leads_inside_is_refused_before_a_connection(site, new_door, found):
    door = new_door(resolve=resolver(jobs_example_com=found))
    with pytest.raises(AddressRefused, match=r"jobs\.example\.com:\d+ is .*127\.0\.0\.1"):
        door.get(f"http://jobs.example.com:{site.port}/", kind="api")
    assert site.connections == []


def test_a_redirect_to_a_name_that_leads_inside_is_refused(new_site, new_door):
    allowed, inside = new_site(), new_site()
    allowed.redirects("/jobs", f"http://jobs.example.com:{inside.port}/")
    resolve = resolver(jobs_example_com=["127.0.0.1"], **{"127_0_0_1": ["127.0.0.1"]})
    with pytest.raises(AddressRefused):
        new_door(allowed, resolve=resolve).get(allowed.url("/jobs"), kind="api")
    assert inside.connections == []


def test_the_connection_goes_to_the_address_that_was_checked(site, new_door):
    """The name is resolved once per connection, and a connection is used again."""
    site.answers("/jobs", b"[]")
    resolve = resolver(jobs_example_com=["127.0.0.1"])
    name = f"jobs.example.com:{site.port}"
    door = new_door(resolve=resolve, allow_hosts=frozenset({name}), api_interval=0.0)
    for _ in range(3):
        assert door.get(f"http://{name}/jobs", kind="api").json() == []
    assert resolve.asked == ["jobs.example.com"]
    assert site.seen[0].headers["Host"] == name


def test_a_second_address_is_tried_when_the_first_does_not_answer(site, new_door):
    site.answers("/jobs", b"[]")
    name = f"jobs.example.com:{site.port}"
    resolve = resolver(jobs_example_com=["127.0.0.9", "127.0.0.1"])
    door = new_door(resolve=resolve, allow_hosts=frozenset({name}))
    assert door.get(f"http://{name}/jobs", kind="api").status == 200


def test_a_name_that_does_not_resolve_is_a_network_failure(new_door):
    with pytest.raises(NetworkFailed, match=r"jobs\.example\.com does not resolve"):
        new_door(resolve=resolver()).get("https://jobs.example.com/", kind="api")


def test_a_resolver_that_hangs_is_left_at_the_deadline(new_door):
    released = threading.Event()

    def resolve(host, port):
        released.wait(5)
        return ["8.8.8.8"]

    try:
        with pytest.raises(TimedOut):
            new_door(resolve=resolve, timeout=0.1).get("https://jobs.example.com/", kind="api")
    finally:
        released.set()


@pytest.fixture
def certified(tmp_path):
    """A self-signed certificate for jobs.example.com, as a file that is its own authority."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "jobs.example.com")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("jobs.example.com")]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "certificate.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return file


@pytest.mark.parametrize(("host", "trusted"), [("jobs", True), ("other", False)])
def test_tls_verifies_the_name_though_the_address_was_resolved_before(
    new_site, new_door, certified, host, trusted
):
    site = new_site(ssl_file=certified)
    site.answers("/jobs", b"[]")
    name = f"{host}.example.com:{site.port}"
    door = new_door(
        resolve=lambda host, port: ["127.0.0.1"],
        allow_hosts=frozenset({name}),
        ssl_context=ssl.create_default_context(cafile=certified),
    )
    if trusted:
        assert door.get(f"https://{name}/jobs", kind="api").json() == []
    else:
        with pytest.raises(NetworkFailed, match="certificate"):
            door.get(f"https://{name}/jobs", kind="api")
        assert site.seen == []
