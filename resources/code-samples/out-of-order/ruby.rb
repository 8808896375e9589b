# Events arrive in any order, as retries are late. An older one changes nothing, and is answered 2xx.
require "time"

# connection: a record with status and as_of (Rails).
def apply_connection(connection, event)
  generated = Time.iso8601(event["generatedDate"])
  connection.with_lock do
    next if connection.as_of && connection.as_of >= generated

    connection.update!(status: event.dig("payload", "connection", "status"), as_of: generated)
  end
end
