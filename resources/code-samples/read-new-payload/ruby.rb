# Was: { AlertId, RuleType, CompanyId, DataConnectionId, Data }
def read_event(event)
  type = event["eventType"]
  payload = event["payload"]
  known = { id: event["id"], event_type: type, company_id: payload.dig("referenceCompany", "id") }
  if type.start_with?("connection.")
    connection = payload["connection"] # was Data.newStatus, Data.platformKey
    known.merge(connection_id: connection["id"], status: connection["status"])
  elsif type.start_with?("read.completed")
    known.merge(data_types: payload["dataTypes"]) # was Data.dataType, one at a time
  elsif type.include?(".write.")
    # type: was Data.dataType; id: was Data.pushOperationKey
    known.merge(data_type: payload["type"], status: payload["status"], push_operation_key: payload["id"])
  else
    known.merge(payload: payload)
  end
end
