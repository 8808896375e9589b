# Compares in constant time. Answer 401 if it is not the expected value.
import hmac


def is_authorized(headers: dict, expected: str) -> bool:
    """headers: names in lower case."""
    return hmac.compare_digest(headers.get("authorization", "").encode(), expected.encode())
