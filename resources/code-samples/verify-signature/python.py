# Verifies a webhook (Standard Webhooks). headers: names in lower case.
# raw_body: the bytes as received, before any JSON parser.
import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 5 * 60


def verify_signature(secret: str, headers: dict, raw_body: bytes) -> bool:
    try:
        message_id = headers["webhook-id"]
        timestamp = headers["webhook-timestamp"]
        signatures = headers["webhook-signature"].split(" ")
        age = abs(time.time() - int(timestamp))
    except (KeyError, ValueError):
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # After a rotation of the secret there are several signatures: one must match.
    matches = [hmac.compare_digest(one.encode(), expected) for one in signatures]
    return age <= TOLERANCE_SECONDS and any(matches)
