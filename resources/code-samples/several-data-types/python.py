# One event for each read, with all its data types. The legacy mechanism sent one webhook for each.
def on_read_completed(event: dict, handle) -> None:
    company_id = event["payload"]["referenceCompany"]["id"]
    for one in event["payload"]["dataTypes"]:
        handle(company_id, one["connectionId"], one["dataType"], one["recordsModified"], one["status"])
