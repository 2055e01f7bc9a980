"""Which addresses a webhook may have, and which network addresses are public."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from muster.core.kit.errors import BadInput

LONGEST_ADDRESS = 500

_ADDRESS = re.compile(r"https?://[^\s/?#@\\]+(?:[/?][\x21-\x7e]*)?", re.ASCII | re.IGNORECASE)
_WORLD = IPv6Network("2000::/3")
_TUNNELS = (IPv6Network("2001::/23"), IPv6Network("2002::/16"))
"""Addresses in the public range that lead elsewhere: Teredo and 6to4 contain an IPv4 address."""


class Target(NamedTuple):
    """Where a webhook goes. `path`: with its query, as requested."""

    is_https: bool
    host: str
    port: int
    path: str


def target_of(address: str) -> Target:
    """An address in its parts; refused if a webhook cannot have it."""
    try:
        if len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address):
            raise ValueError
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
        host.encode("ascii")
    except ValueError:
        host, port = "", 0
    if not host or port == 0:
        raise BadInput(
            "“{address}” is not an address for a webhook. Copy it from the other service: it begins with https:// and "
            "has at most {most} characters.",
            address=address[:30],
            most=LONGEST_ADDRESS,
        )
    is_https = parts.scheme.lower() == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(is_https, host, port or (443 if is_https else 80), path)


def is_public(address: str) -> bool:
    """Whether everybody can reach a numeric address: not this computer, its network, or an address that leads to one of
    these.
    """
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found not in _WORLD or any(found in net for net in _TUNNELS):
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved)


def may_be_public(host: str) -> bool:
    """Whether a webhook to this host may be stored.

    Names are looked up each time something is sent, except the one that always means this computer (RFC 6761).
    """
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        return is_public(host)
    except ValueError:
        return True


def shown(address: str) -> str:
    """As the desk shows it: what follows the host may be a secret, as with Discord."""
    target = target_of(address)
    host = f"[{target.host}]" if ":" in target.host else target.host
    usual = 443 if target.is_https else 80
    return f"{'https' if target.is_https else 'http'}://{host}{'' if target.port == usual else f':{target.port}'}/…"
