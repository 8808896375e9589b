# ClientId is no longer in the body. It is in a header, as before.
def client_id_of(headers: dict) -> str:
    """headers: names in lower case."""
    client_id = headers.get("x-service-clientid")
    if not client_id:
        raise ValueError("The webhook has no X-Service-ClientId.")
    return client_id
