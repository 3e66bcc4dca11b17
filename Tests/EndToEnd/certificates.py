"""Certificates for tests: an authority of their own, and what it signs, good or not."""

import datetime
import ipaddress

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Authority:
    """An authority; `file` is its certificate."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "authority.pem"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")])
        constraints = x509.BasicConstraints(ca=True, path_length=0)
        signing = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        own = self._signed(self._name, self._key.public_key(), 1, [(constraints, True), (signing, True)])
        self.file.write_bytes(own)

    def issue(self, address="127.0.0.1", days=1):
        """The files of a certificate for an address, and of its key; negative days: it has expired so long ago."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test upstream")])
        names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
        certificate, secret = self.folder / f"{address}_{days}.pem", self.folder / f"{address}_{days}.key"
        certificate.write_bytes(self._signed(name, key.public_key(), days, [(names, False)]))
        secret.write_bytes(private_pem(key))
        return certificate, secret

    def _signed(self, name, key, days, extensions):
        until = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(until - datetime.timedelta(days=3))
            .not_valid_after(until)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
            )
        )
        for extension, critical in extensions:
            builder = builder.add_extension(extension, critical=critical)
        return builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def private_pem(key):
    """A private key as a file holds it."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def public_pem(key):
    """The public half of a private key."""
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
