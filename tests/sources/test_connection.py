"""Which addresses the HTTP client refuses as private; `test_fetch.py` has whole requests."""

from __future__ import annotations

import pytest

from pagecore.sources.connection import is_private

ADDRESSES = [
    ("127.0.0.1", True), ("127.9.9.9", True), ("10.0.0.1", True), ("172.16.0.1", True),
    ("192.168.1.1", True), ("169.254.169.254", True), ("0.0.0.0", True), ("100.64.0.1", True),
    ("224.0.0.1", True), ("255.255.255.255", True), ("::1", True), ("::", True),
    ("fe80::1%eth0", True), ("fc00::1", True), ("fec0::1", True), ("ff02::1", True),
    ("::ffff:127.0.0.1", True), ("::ffff:8.8.8.8", False), ("64:ff9b::7f00:1", True),
    ("64:ff9b::808:808", False), ("2002:7f00:1::", True), ("2002:808:808::", False),
    ("::127.0.0.1", True), ("::8.8.8.8", True), ("64:ff9b:1::7f00:1", True),
    ("3fff::1", True), ("3fff:fff::1", True), ("4000::1", True), ("5f00::1", True),
    ("192.88.99.1", True), ("192.88.100.1", False), ("::ffff:192.88.99.1", True),
    ("8.8.8.8", False), ("2606:4700::1111", False),
]  # fmt: skip


@pytest.mark.parametrize(("address", "private"), ADDRESSES)
def test_private_addresses(address: str, private: bool) -> None:
    assert is_private(address) == private
