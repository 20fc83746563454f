"""Signatures of service accounts, against a library that is not ours."""

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from edison.gateway.credentials.rs256 import SigningKey

PKCS8 = serialization.PrivateFormat.PKCS8
KEY = rsa.generate_private_key(65537, 2048)


def pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey, form: serialization.PrivateFormat) -> str:
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


@pytest.mark.parametrize("form", [PKCS8, serialization.PrivateFormat.TraditionalOpenSSL], ids=["8", "1"])
def test_another_library_finds_the_signature_right(form: serialization.PrivateFormat) -> None:
    read = SigningKey.read(pem(KEY, form))

    signature = read.sign(b"message")

    KEY.public_key().verify(signature, b"message", padding.PKCS1v15(), hashes.SHA256())
    assert KEY.sign(b"message", padding.PKCS1v15(), hashes.SHA256()) == signature
    assert repr(read) == "SigningKey(…)"


def _cut(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([lines[0], *lines[1:5], lines[-1]])


@pytest.mark.parametrize(
    "written",
    [
        "",
        "no key",
        "-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nMA==\n-----END PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nAgEA\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nMAMEAQA=\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nMAMCAQA=\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nMAwCAQACAQ8CAQMCAQM=\n-----END RSA PRIVATE KEY-----",
        _cut(pem(KEY, PKCS8)),
        pem(ec.generate_private_key(ec.SECP256R1()), PKCS8),
    ],
)
def test_what_is_no_key_is_refused_without_showing_it(written: str) -> None:
    with pytest.raises(ValueError, match="private key") as refused:
        SigningKey.read(written)

    assert "MIIE" not in str(refused.value)
