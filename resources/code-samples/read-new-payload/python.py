# Was: { AlertId, RuleType, CompanyId, DataConnectionId, Data }
def read_event(event: dict) -> dict:
    event_type, payload = event["eventType"], event["payload"]
    company_id = payload.get("referenceCompany", {}).get("id")  # was CompanyId
    known = {"id": event["id"], "eventType": event_type, "companyId": company_id}
    if event_type.startswith("connection."):
        connection = payload["connection"]  # was Data.newStatus, Data.platformKey
        return {**known, "connectionId": connection["id"], "status": connection["status"]}
    if event_type.startswith("read.completed"):
        return {**known, "dataTypes": payload["dataTypes"]}  # was Data.dataType, one at a time
    if ".write." in event_type:
        push = {"connectionId": payload["connectionId"], "dataType": payload["type"]}  # was Data.dataType
        return {**known, **push, "status": payload["status"], "pushOperationKey": payload["id"]}
    return {**known, "payload": payload}
