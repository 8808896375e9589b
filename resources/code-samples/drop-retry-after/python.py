# Retry-After is ignored: respond with 2xx at once, within 15 seconds, and process later.
import queue


def receive(waiting: queue.Queue, raw_body: bytes, headers: dict) -> int:
    """Returns the status code of the response."""
    try:
        waiting.put_nowait({"id": headers["webhook-id"], "body": raw_body})
        return 204
    except queue.Full:
        return 503  # Not stored: it is sent again, by the schedule of the service.
