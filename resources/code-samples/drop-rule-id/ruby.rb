# There is no RuleId any more: choose the handler by eventType.
HANDLERS = {
  "connection.connected" => ->(event) { puts "connected #{event["payload"]["connection"]["id"]}" },
  "connection.disconnected" => ->(event) { puts "disconnected #{event["payload"]["connection"]["id"]}" },
  "read.completed" => ->(event) { puts "read #{event["payload"]["dataTypes"].size}" }
}.freeze

def dispatch(event)
  # Types that are not known here are accepted: new ones may come.
  HANDLERS[event["eventType"]]&.call(event)
end
