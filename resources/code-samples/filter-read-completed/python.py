# read.completed is sent for every read. Choose what the legacy rule was sent for:
def data_types(event: dict) -> list:
    return event["payload"]["dataTypes"] if event["eventType"] == "read.completed" else []


def changed(event: dict) -> list:  # "Dataset data changed"
    return [one for one in data_types(event) if one["recordsModified"] is True]


def failed(event: dict) -> list:  # "Data Sync Status Changed To Error"
    return [one for one in data_types(event) if one["status"].endswith("Error")]


def completed(event: dict) -> list:  # "Data sync completed"
    return [one for one in data_types(event) if one["status"] == "Complete"]


def is_timed_out(event: dict) -> bool:  # "Push Operation Timed Out"
    return event["eventType"].endswith(".write.unsuccessful") and event["payload"]["status"] == "TimedOut"
