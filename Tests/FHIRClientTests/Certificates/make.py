"""Makes the certificates beside it, which no test outlives: python3 make.py (needs the package cryptography).

The keys are for these tests alone and prove nothing to anybody else.
"""

import datetime
import ipaddress
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

FOLDER = pathlib.Path(__file__).parent
LOOPBACK = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]


def name(text):
    """A subject of one common name."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def issue(subject, issuer, signer, key, names, years):
    """A certificate for `key`; the issuer's own when `names` is empty."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(name(subject))
        .issuer_name(name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.datetime(years[0], 1, 1))
        .not_valid_after(datetime.datetime(years[1], 1, 1))
        .add_extension(x509.BasicConstraints(ca=not names, path_length=None), critical=True)
    )
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def main():
    """Writes an authority, and servers' certificates that are good, expired, early, for another name, of a stranger."""
    authority, stranger, server = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
    files = {
        "authority": issue("Test Authority", "Test Authority", authority, authority, [], (2020, 2120)),
        "good": issue("good", "Test Authority", authority, server, LOOPBACK, (2020, 2120)),
        "expired": issue("expired", "Test Authority", authority, server, LOOPBACK, (2020, 2021)),
        "early": issue("early", "Test Authority", authority, server, LOOPBACK, (2110, 2120)),
        "othername": issue(
            "other", "Test Authority", authority, server, [x509.DNSName("other.example")], (2020, 2120)
        ),
        "stranger": issue("stranger", "Stranger", stranger, server, LOOPBACK, (2020, 2120)),
        "key": server.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ),
    }
    for stem, pem in files.items():
        (FOLDER / f"{stem}.pem").write_bytes(pem)


if __name__ == "__main__":
    main()
