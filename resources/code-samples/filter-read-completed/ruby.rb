# read.completed is sent for every read. Choose what the legacy rule was sent for:
def data_types(event)
  event["eventType"] == "read.completed" ? event["payload"]["dataTypes"] : []
end

# "Dataset data changed"
def changed(event)
  data_types(event).select { |one| one["recordsModified"] == true }
end

# "Data Sync Status Changed To Error"
def failed(event)
  data_types(event).select { |one| one["status"].end_with?("Error") }
end

# "Data sync completed"
def completed(event)
  data_types(event).select { |one| one["status"] == "Complete" }
end

# "Push Operation Timed Out"
def timed_out?(event)
  event["eventType"].end_with?(".write.unsuccessful") && event["payload"]["status"] == "TimedOut"
end
