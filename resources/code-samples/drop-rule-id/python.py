# There is no RuleId any more: choose the handler by eventType.
HANDLERS = {
    "connection.connected": lambda event: print("connected", event["payload"]["connection"]["id"]),
    "connection.disconnected": lambda event: print("disconnected", event["payload"]["connection"]["id"]),
    "read.completed": lambda event: print("read", len(event["payload"]["dataTypes"])),
}


def dispatch(event: dict) -> None:
    handler = HANDLERS.get(event["eventType"])
    # Types that are not known here are accepted: new ones may come.
    if handler is not None:
        handler(event)
