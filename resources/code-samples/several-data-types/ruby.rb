# One event for each read, with all its data types. The legacy mechanism sent one webhook for each.
def on_read_completed(event)
  company_id = event["payload"]["referenceCompany"]["id"]
  event["payload"]["dataTypes"].each do |one|
    yield company_id, one["connectionId"], one["dataType"], one["recordsModified"], one["status"]
  end
end
