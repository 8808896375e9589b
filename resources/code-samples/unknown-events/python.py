# Types that are not processed are answered 2xx, too: anything else is retried for 28 h.
import logging


def receive(handlers, event):
    """Returns the status to respond with."""
    handle = handlers.get(event["eventType"])
    if handle is None:
        logging.info("ignored %s", event["eventType"])
    else:
        handle(event)
    return 204
