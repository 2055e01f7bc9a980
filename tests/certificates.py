"""A certificate for a name, made for one test by an authority that nobody else knows."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import trustme
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate

NAME = "cup.example"
"""Nobody can own it: names that end so are kept free for examples."""


@dataclass(frozen=True, slots=True)
class Papers:
    """Two files as an organiser has them, who signed them, and the fingerprint of the key for a browser."""

    certificate: Path
    key: Path
    authority: Path
    fingerprint: str

    @property
    def options(self) -> tuple[str, ...]:
        return "--certificate", str(self.certificate), "--key", str(self.key)


def papers(folder: Path, *names: str, not_before: datetime | None = None, not_after: datetime | None = None) -> Papers:
    folder.mkdir(parents=True, exist_ok=True)
    made = Papers(folder / "fullchain.pem", folder / "privkey.pem", folder / "authority.pem", "")
    authority = trustme.CA()
    issued = authority.issue_cert(*(names or (NAME,)), not_before=not_before, not_after=not_after)
    chain = [pem.bytes() for pem in issued.cert_chain_pems]
    made.certificate.write_bytes(b"".join(chain))
    issued.private_key_pem.write_to_path(str(made.key))
    authority.cert_pem.write_to_path(str(made.authority))
    shown = load_pem_x509_certificate(chain[0]).public_key()
    spki = shown.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Papers(made.certificate, made.key, made.authority, b64encode(sha256(spki).digest()).decode())
